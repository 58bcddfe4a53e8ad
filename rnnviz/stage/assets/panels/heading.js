// The heading of a panel is its title alone: what stands beside it in the line, such as its buttons, is read after it.

/** Of the title within an `h2` whose own role is "presentation". */
export const HEADING = { role: "heading", "aria-level": "2" };
