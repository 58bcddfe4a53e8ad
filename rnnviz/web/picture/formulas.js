// The lines and large signs of formulas, which browsers draw without an element of their own.

import { painted } from "./ink.js";
import { element, rounded } from "./markup.js";

const RULE = 0.055;

/** What is drawn beside the parts of a MathML element: the bar of a fraction, the sign of a root. */
export function signMarkup(sheet, node, style, box, limit) {
  if (node.localName === "mfrac") return barOf(sheet, node, style, box, limit);
  if (node.localName === "msqrt") return rootOf(sheet, node, style, box, limit);
  return "";
}

function barOf(sheet, { children }, style, box, limit) {
  const [over, under] = [...children].map((child) => child.getBoundingClientRect());
  if (!under || !sheet.reach(box, limit)) return "";
  const y = (over.bottom + under.top) / 2 - sheet.top;
  const wide = Math.max(0.8, RULE * Number.parseFloat(style.fontSize));
  const [x1, x2] = [box.left + 0.5 - sheet.left, box.right - 0.5 - sheet.left];
  return element("line", { x1, x2, y1: y, y2: y, ...painted("stroke", style.color), "stroke-width": wide });
}

function rootOf(sheet, { children }, style, box, limit) {
  const first = children[0]?.getBoundingClientRect();
  if (!first || !sheet.reach(box, limit)) return "";
  const size = Number.parseFloat(style.fontSize);
  const [left, right] = [box.left - sheet.left, box.right - sheet.left];
  const [top, bottom] = [box.top - sheet.top + RULE * size, box.bottom - sheet.top];
  const wide = first.left - box.left;
  const at = (x, y) => `${rounded(left + x * wide)} ${rounded(top + y * (bottom - top))}`;
  const d = `M${at(0.05, 0.6)}L${at(0.25, 0.52)}L${at(0.55, 0.98)}L${at(0.98, 0)}H${rounded(right)}`;
  return element("path", { d, fill: "none", ...painted("stroke", style.color), "stroke-width": RULE * size });
}
