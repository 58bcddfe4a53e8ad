// The note beside the pointer, or under what has the focus: a number, and a remark in smaller letters.

import { h, write } from "./dom.js";

/** A note in `root`: {element, show(text, x, y, remark), hide()}, with x and y as pointers give them. */
export function tip(root) {
  const words = h("span");
  const aside = h("small");
  const element = h("div", { class: "tip", hidden: true }, words, aside);
  function show(text, x, y, remark = "") {
    write(words, text);
    write(aside, remark);
    element.hidden = false;
    const box = root.getBoundingClientRect();
    const left = Math.min(Math.max(4, x - box.left + 12), box.width - element.offsetWidth - 4);
    element.style.transform = `translate(${left}px, ${y - box.top + 16}px)`;
  }
  function hide() {
    if (!element.hidden) element.hidden = true;
  }
  return { element, show, hide };
}
