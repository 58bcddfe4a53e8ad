// On and back with the two keys of a clicker, one act a press: first what a view has to show, then the next view of the
// lecture plan, or of a file of views. What the next press does can be asked for before it is pressed.
//
// While a class is asked, or its screen is black, a press is the lecture's: see `hall/assets/order.js`.

/** @import {ClickerAct} from "./window.d.ts" */

import { dockHeight } from "./dock.js";
import { barHeight } from "./home.js";
import { landmark, placeOf } from "./landmark.js";

const PAGE_SCROLLER = '[data-testid="stMain"]';
const TAKES_PAGES =
  "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=slider], dialog[open]";
// Pixels of a screen that stay in sight on the next one, and those that are too few to be a rest of a page.
const PAGE_STAYS = 48;
const NO_PAGE = 8;
// Pixels between the bar and what is read below it.
const BELOW_BAR = 8;
// Pixels by which browsers round where they scroll to.
const ROUNDED = 2;

/** How far below the top of a page its text begins to be seen, in pixels. */
export const pageTop = () => barHeight() + BELOW_BAR;

/**
 * The way of a clicker through the view of a page, and from it through a plan. acts(by, link): the view's next act, on
 * by 1 or back by −1, or null where it has none. link: the view at which the plan stands, or "" where none is walked;
 * who goes back comes to its beginning and no further.
 *
 * Returns {next(by), press(by), offer(), stop()}: press does the next act; offer lets the lecture ask for it.
 *
 * @param {(by: number, link: string) => ClickerAct | null} acts
 */
export function clickersWay(acts) {
  /** @param {number} by */
  function next(by) {
    const plan = window.rnnvizDesk ?? window.rnnvizViews;
    return acts(by, plan?.walked() ?? "") ?? plan?.walkAct(by) ?? null;
  }
  return {
    next,
    /** @param {number} by */
    press: (by) => next(by)?.run(),
    offer() {
      window.rnnvizNext = next;
    },
    stop() {
      if (window.rnnvizNext === next) window.rnnvizNext = null;
    },
  };
}

/** Whether a key is a clicker's, wherever the focus is: no field and no open dialog wants it. */
export function isOfClicker(event) {
  const isTurning = ["PageDown", "PageUp"].includes(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
  return isTurning && !event.composedPath().some((one) => one.matches?.(TAKES_PAGES));
}

/** What of a page is in sight, from the bar to the boards of a lecturer, in pixels of the window. */
export function sightOf(scroller = pageScroller()) {
  const edge = scroller === document.scrollingElement ? 0 : scroller.getBoundingClientRect().top;
  return { top: edge + pageTop(), bottom: edge + scroller.clientHeight - dockHeight() };
}

/** What scrolls a page. */
export const pageScroller = () => document.querySelector(PAGE_SCROLLER) ?? document.scrollingElement;

/**
 * A page that is read a screen at a time, and back by the very screens: {act(by, part), scroll(by), forget()}. The act
 * goes within a part of the page, where one is given, no further than this part goes. scroll: by so many pixels, as a
 * part of the press before. scrollerOf(): what scrolls.
 *
 * @param {() => Element} [scrollerOf]
 */
export function pageTurner(scrollerOf = pageScroller) {
  // Where each press on has begun and led to, as places of the text; start, top: how far the page was scrolled then;
  // height: its own.
  let trail = [];
  let width = 0;
  const resizes = new ResizeObserver(stay);

  /** Where the press that has led here began, or null. */
  function cameFrom(scroller) {
    const last = trail.at(-1);
    if (!last || !isWhere(last, scroller)) return null;
    // What has come late may have moved words within their panel; a page that is as it was is turned back as it was.
    if (scroller.scrollHeight === last.height && scroller.clientWidth === width) return last.start;
    const from = placeOf(last.from, scroller, sightOf(scroller).top);
    return from < scroller.scrollTop ? from : null;
  }
  /** Remember a press that began at a place, so far down, and has led to where the page is now. */
  function keep(from, start, scroller) {
    const { scrollTop: top, scrollHeight: height } = scroller;
    trail.push({ from, to: landmark(scroller, sightOf(scroller).top), start, top, height });
    width = scroller.clientWidth;
    resizes.observe(scroller);
  }
  /** In another width, which breaks the lines anew, what was read stays in sight until a reader scrolls. */
  function stay() {
    const scroller = scrollerOf();
    const last = trail.at(-1);
    if (!last || scroller.clientWidth === width) return;
    const most = scroller.scrollHeight - scroller.clientHeight;
    if (Math.abs(Math.min(last.top, most) - scroller.scrollTop) > ROUNDED) forget();
    else {
      width = scroller.clientWidth;
      // How far the page was scrolled says nothing any more.
      for (const one of trail) one.height = Number.NaN;
      scroller.scrollTop = placeOf(last.to, scroller, sightOf(scroller).top);
      last.top = scroller.scrollTop;
    }
  }
  function forget() {
    trail = [];
    resizes.disconnect();
  }
  /** @returns {ClickerAct | null} */
  function act(by, part = null) {
    const scroller = scrollerOf();
    const to = placeAfter(by, scroller, part);
    if (to === null) return null;
    return {
      does: "screen",
      run() {
        const before = cameFrom(scroller);
        if (before === null) forget();
        const start = scroller.scrollTop;
        const from = landmark(scroller, sightOf(scroller).top);
        scroller.scrollTop = by < 0 ? (before ?? to) : to;
        if (by > 0) keep(from, start, scroller);
        else {
          trail.pop();
          // Where the press before has led lies, in another width, elsewhere than it did.
          if (trail.length > 0) trail.at(-1).top = scroller.scrollTop;
        }
      },
    };
  }
  function scroll(by) {
    const scroller = scrollerOf();
    if (cameFrom(scroller) === null) forget();
    const start = scroller.scrollTop;
    const from = landmark(scroller, sightOf(scroller).top);
    scroller.scrollTop += by;
    keep(from, start, scroller);
  }
  return { act, scroll, forget };
}

/** Whether a page is where a press has led it, and no reader has scrolled it since. */
function isWhere(press, scroller) {
  // A figure that comes late above what is read scrolls the page, so that the words stay where they are.
  const places = [press.top, placeOf(press.to, scroller, sightOf(scroller).top)];
  return places.some((top) => Math.abs(top - scroller.scrollTop) <= ROUNDED);
}

/** Where a page is scrolled to after a screen on or back; null where so little is left that it is none. */
function placeAfter(by, scroller, part) {
  const { top, bottom } = sightOf(scroller);
  // A section whose figure begins beside the one before it begins, for a reader, at its own title.
  const begins = (part?.querySelector("h1, h2") ?? part)?.getBoundingClientRect().top;
  const ends = part?.getBoundingClientRect().bottom;
  const isInside = part !== null && begins < bottom && ends > top;
  const whole = by > 0 ? scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop : scroller.scrollTop;
  const left = isInside ? Math.min(whole, by > 0 ? ends - bottom : top - begins) : whole;
  if (left < NO_PAGE) return null;
  const screen = bottom - top;
  return scroller.scrollTop + by * (left <= screen ? left : screen - PAGE_STAYS);
}
