// The heading of a panel is its title alone: what stands beside it in the line, such as its buttons, is read after it.

/** @import {Attributes, Child} from "./elements.d.ts" */

import { h } from "./dom.js";

/** Of the title within an `h2` whose own role is "presentation". */
export const HEADING = { role: "heading", "aria-level": "2" };

/**
 * A title with what stands beside it in its line. more: further attributes of the title.
 *
 * @param {Child} title
 * @param {Child[]} [beside]
 * @param {Attributes} [more]
 */
export const panelHeading = (title, beside = [], more = {}) =>
  h("h2", { role: "presentation" }, h("span", { ...HEADING, ...more }, title), ...beside);
