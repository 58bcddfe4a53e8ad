// A formula as an element.

import { h, m } from "../../web/dom.js";
import { parseTex } from "./tex.js";
import { brokenFormula } from "./turnover.js";

/** MathML of a TeX formula, as a part of a sentence; see `tex.js` for `symbols`. */
export function formula(source, symbols) {
  return m("math", {}, grown(parseTex(source, symbols)));
}

/**
 * A formula that stands by itself, going on in a next line where it is wider than its own; the few terms that are wider
 * still are scrolled, with the keys too.
 */
export function formulaBlock(source, symbols) {
  const lines = brokenFormula(parseTex(source, symbols));
  const rows = lines.map((columns) => h("div", { class: "line" }, ...columns.map(columnElement)));
  const element = h("div", { class: lines[0].length > 1 ? "formula aligned" : "formula" }, ...rows);
  new ResizeObserver(() => {
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
    else element.removeAttribute("tabindex");
  }).observe(element);
  return element;
}

function columnElement(equations) {
  const term = (one) => m("math", { displaystyle: "true" }, grown(one));
  const side = (terms) => h("span", { class: "side" }, ...terms.map(term));
  const equation = (sides) => h("span", { class: "equation" }, ...sides.map(side));
  return h("div", {}, ...equations.map(equation));
}

function grown(node) {
  if (typeof node === "string") return node;
  const [tag, attributes, ...children] = node;
  return m(tag, attributes, ...children.map(grown));
}
