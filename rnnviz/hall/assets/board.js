// Places above everything, a stage on the full screen too.

import { h } from "../../web/dom.js";

// A board may stand in any tree of the page, whose styles do not reach the others.
const BOARD =
  ":host { position: fixed; inset: auto auto 1rem 1rem; margin: 0; padding: 0; border: 0; background: none }";

/**
 * A place for `element` in the top layer, with a style of its own. level: boards with a higher one lie above those with
 * a lower one. name: a class of its own.
 */
export function boardOf(element, css, level, name) {
  const board = h("div", { class: `rnnviz-board ${name}`, popover: "manual", "data-level": level });
  const style = getComputedStyle(document.querySelector(".stApp") ?? document.body);
  const root = board.attachShadow({ mode: "open" });
  root.append(h("style", {}, BOARD + css), element);
  for (const property of ["color", "background-color", "font-family"]) {
    board.style.setProperty(`--board-${property}`, style.getPropertyValue(property));
  }
  document.body.append(board);
  return board;
}

/** Shows a board, or no longer. What comes to the top last is above all: a full screen would cover the board. */
export function raise(board, isThere, isCovered = false) {
  const isOpen = board.matches(":popover-open");
  const place = topPlace();
  if (isOpen === isThere && !isCovered) return;
  if (isOpen) board.hidePopover();
  if (board.parentNode !== place) place.append(board);
  if (isThere) board.showPopover();
  /** @type {NodeListOf<HTMLElement>} */
  const open = place.querySelectorAll(":scope > .rnnviz-board:popover-open");
  const above = [...open]
    .filter((one) => Number(one.dataset.level) > Number(board.dataset.level))
    .sort((one, other) => Number(one.dataset.level) - Number(other.dataset.level));
  for (const one of above) {
    one.hidePopover();
    one.showPopover();
  }
}

/** Where boards stand: while a part of the page is on the full screen, nothing outside of it takes a pointer. */
function topPlace() {
  let place = document.fullscreenElement;
  while (place?.shadowRoot?.fullscreenElement) place = place.shadowRoot.fullscreenElement;
  return place && place !== document.documentElement ? place : document.body;
}
