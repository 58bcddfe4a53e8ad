// A place above everything, outside of the page's own elements.

import { h } from "../../web/dom.js";

/** A place above everything, a stage on the full screen too, with a style of its own. name: a class of its own. */
export function boardOf(element, css, name = "") {
  const board = h("div", { class: `rnnviz-board ${name}`, popover: "manual" });
  const style = getComputedStyle(document.querySelector(".stApp") ?? document.body);
  const root = board.attachShadow({ mode: "open" });
  root.append(h("style", {}, css), element);
  for (const property of ["color", "background-color", "font-family"]) {
    board.style.setProperty(`--board-${property}`, style.getPropertyValue(property));
  }
  document.body.append(board);
  return board;
}

/** Shows a board, or no longer. What comes to the top last is above all: a full screen would cover the board. */
export function raise(board, isThere, isCovered = false) {
  const isOpen = board.matches(":popover-open");
  if (isOpen && (isCovered || !isThere)) board.hidePopover();
  if (isThere && (isCovered || !isOpen)) board.showPopover();
}
