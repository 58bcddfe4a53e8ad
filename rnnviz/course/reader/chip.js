// A button among others, as small as a word.

import { h } from "../../web/dom.js";

/** A button with a text; title: what it does, said to a pointer. */
export function chip(text, act, title) {
  const button = h("button", { type: "button", class: "chip", title }, text);
  button.onclick = act;
  return button;
}
