// Formulas that break into lines at their operators: a browser keeps a `math` element in one line.

import { h, m } from "../../web/dom.js";

const OPERATORS = new Set(["=", "+", "−", "·", "⊙"]);

/** The same formula as a row of pieces, each with the operator before it; the elements stay the same. */
export function breakable(formula) {
  const pieces = [[]];
  for (const part of flat(formula)) {
    const isOperator = part.localName === "mo" && OPERATORS.has(part.textContent);
    if (isOperator && pieces.at(-1).length > 0) pieces.push([]);
    // At the start of a piece it would be taken for a sign, and stand close to what follows.
    if (isOperator) part.setAttribute("form", "infix");
    pieces.at(-1).push(part);
  }
  return h("span", { class: "formula" }, ...pieces.map((parts) => m("math", { display: "inline" }, ...parts)));
}

/** Rows that only hold others together are opened; one with a hue or a quantity is a thing of its own. */
function flat(element) {
  return [...element.children].flatMap((child) =>
    child.localName === "mrow" && !child.hasAttribute("class") ? flat(child) : [child],
  );
}
