// A formula as an element.

/** @import {Say} from "../../web/speech/say.d.ts" */

import { h, m } from "../../web/dom.js";
import { spokenMath } from "../../web/speech/element.js";
import { spokenFormula } from "../../web/speech/speech.js";
import { parseTex } from "./tex.js";
import { brokenFormula } from "./turnover.js";

/**
 * A TeX formula as a part of a sentence, with its words. symbols: see `tex.js`; say: what the words are
 * made from.
 *
 * @param {string} source
 * @param {{symbols: Record<string, {hue: string}>, say: Say}} context
 */
export function formula(source, { symbols, say }) {
  const tree = parseTex(source, symbols);
  return spokenMath(spokenFormula(tree, say), m("math", {}, grown(tree)));
}

/**
 * A formula that stands by itself, going on in a next line where it is wider than its own; the few terms that are wider
 * still are scrolled, with the keys too. What is broken for the eye is whole for the ear.
 *
 * @param {string} source
 * @param {{symbols: Record<string, {hue: string}>, say: Say}} context
 */
export function formulaBlock(source, { symbols, say }) {
  const tree = parseTex(source, symbols);
  const words = h("span", { class: "unseen" }, spokenFormula(tree, say));
  const lines = brokenFormula(tree);
  const rows = lines.map((columns) =>
    h("div", { class: "line", "aria-hidden": "true" }, ...columns.map(columnElement)),
  );
  const element = h("div", { class: lines[0].length > 1 ? "formula aligned" : "formula" }, words, ...rows);
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
