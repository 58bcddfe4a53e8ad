// On and back with the two keys of a clicker: first through what a view has to show, then to the next view of the
// lecture plan, or of a file of views.

import { dockHeight } from "./dock.js";
import { barHeight } from "./home.js";

export const PAGE_SCROLLER = '[data-testid="stMain"]';
const TAKES_PAGES =
  "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=slider], dialog[open]";
// Pixels of a screen that stay in sight on the next one, and those that are too few to be a rest of a page.
const PAGE_STAYS = 48;
const NO_PAGE = 8;
// Pixels between the bar and what is read below it.
const BELOW_BAR = 8;

/** How far below the top of a page its text begins to be seen, in pixels. */
export const pageTop = () => barHeight() + BELOW_BAR;

/**
 * On by 1 or back by −1; returns whether there was anything. move(by, view): goes there within the view, and says
 * whether there was anything. view: the link at which the plan stands, or "" where none is walked; who goes back comes
 * to its beginning and no further.
 */
export function onward(by, move) {
  const way = window.rnnvizDesk ?? window.rnnvizViews;
  return move(by, way?.walked() ?? "") || Boolean(way?.walk(by));
}

/** Whether a key is a clicker's, wherever the focus is: no field and no open dialog wants it. */
export function isOfClicker(event) {
  const isTurning = ["PageDown", "PageUp"].includes(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
  return isTurning && !event.composedPath().some((one) => one.matches?.(TAKES_PAGES));
}

/** A screen on or back, and within a part of the page, where one is given, no further than it goes. */
export function turnPage(by, part = null) {
  const scroller = document.querySelector(PAGE_SCROLLER) ?? document.scrollingElement;
  const edge = scroller === document.scrollingElement ? 0 : scroller.getBoundingClientRect().top;
  const [top, bottom] = [edge + pageTop(), edge + scroller.clientHeight - dockHeight()];
  // A section whose figure begins beside the one before it begins, for a reader, at its own title.
  const begins = (part?.querySelector("h1, h2") ?? part)?.getBoundingClientRect().top;
  const ends = part?.getBoundingClientRect().bottom;
  const isInside = part !== null && begins < bottom && ends > top;
  const whole = by > 0 ? scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop : scroller.scrollTop;
  const left = isInside ? Math.min(whole, by > 0 ? ends - bottom : top - begins) : whole;
  if (left < NO_PAGE) return false;
  const screen = bottom - top;
  scroller.scrollTop += by * (left <= screen ? left : screen - PAGE_STAYS);
  return true;
}
