// A formula that is seen as MathML and heard as words, once.

import { h, set } from "../dom.js";

/** An element of MathML as a tree, [tag, attributes, ...children]. */
export function treeOf(element) {
  const children = [...element.childNodes].map((one) => (one instanceof Text ? one.data : treeOf(one)));
  const [own, width] = ["class", "width"].map((name) => element.getAttribute(name) ?? "");
  return [element.localName, { class: own, width }, ...children];
}

/**
 * A formula with its words, which screen readers read in its place: not all of them know MathML, and of those that do,
 * few know what its letters mean here. math: an element, which is hidden from them.
 *
 * @param {string} words
 * @param {Element} math
 */
export function spokenMath(words, math) {
  set(math, "aria-hidden", "true");
  return h("span", { class: "spoken" }, h("span", { class: "unseen" }, words), math);
}
