// A formula as an element.

import { m } from "../../web/dom.js";
import { parseTex } from "./tex.js";

/** MathML of a TeX formula; see `tex.js` for `symbols`. isBlock: whether it stands by itself. */
export function formula(source, symbols, isBlock = false) {
  return m("math", isBlock ? { display: "block" } : {}, grown(parseTex(source, symbols)));
}

function grown(node) {
  if (typeof node === "string") return node;
  const [tag, attributes, ...children] = node;
  return m(tag, attributes, ...children.map(grown));
}
