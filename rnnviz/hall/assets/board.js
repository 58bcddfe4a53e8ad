// Places above everything, a stage on the full screen too.

import { h } from "../../web/dom.js";

/**
 * A place for `element` in the top layer, with a style of its own. level: boards with a higher one lie above those with
 * a lower one.
 */
export function boardOf(element, css, level) {
  const board = h("div", { class: "rnnviz-board", popover: "manual", "data-level": level });
  const style = getComputedStyle(document.querySelector(".stApp") ?? document.body);
  const root = board.attachShadow({ mode: "open" });
  root.append(h("style", {}, css), element);
  for (const name of ["color", "background-color", "font-family"]) {
    board.style.setProperty(`--board-${name}`, style.getPropertyValue(name));
  }
  document.body.append(board);
  return board;
}

/** Shows a board, or no longer. What comes to the top last is above all: a full screen would cover the board. */
export function raise(board, isThere, isCovered = false) {
  const isOpen = board.matches(":popover-open");
  if (isOpen === isThere && !isCovered) return;
  if (isOpen) board.hidePopover();
  if (isThere) board.showPopover();
  const above = [...document.querySelectorAll(".rnnviz-board:popover-open")]
    .filter((one) => Number(one.dataset.level) > Number(board.dataset.level))
    .sort((one, other) => one.dataset.level - other.dataset.level);
  for (const one of above) {
    one.hidePopover();
    one.showPopover();
  }
}
