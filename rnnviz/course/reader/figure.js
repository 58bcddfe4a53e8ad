// A figure of a chapter: a picture of the chapter's values, some of which are handles in it.

/** @import {Mark, Part} from "../picture.d.ts" */
/** @import {Figure, NumberSetting, Strings, Values} from "../definition.d.ts" */

import { h, s, write } from "../../web/dom.js";
import { comma } from "../../web/punctuation.js";
import { atRest } from "../../web/rest.js";
import { paint } from "./paint.js";
import { spoken } from "../plot/plot.js";
import { tablesOf } from "../plot/tables.js";
import { curvesOf, hearNumber } from "./sound.js";
import { fitted, written } from "./values.js";

// Milliseconds of rest after which the sentence follows the picture: no one hears it on the way.
const TOLD_AFTER = 100;
// How many pixels a pointer may move in a tap.
const STILL = 3;
// The room of a figure on paper, in pixels, and the size of its letters.
const PAPER = { width: 660, usual: 440, tall: 660, low: 330, letter: 15 };

/**
 * The place of a figure, {element, measure(), show(values), sentence(), curves(), tables(strings), onPaper(), stop()},
 * with what is heard of it, read as tables, and drawn for paper.
 * measure() is called before anything is written for this picture: afterwards, the browser would have to lay the page
 * out for it.
 *
 * `definition.d.ts` describes a figure; `handle` marks what a drag takes hold of. One that is low is no higher than its
 * text.
 * current(): the values now. What carries data-pick="name value;…" sets those numbers when it is clicked, and what
 * carries data-jumps beside data-drag goes where it is clicked. A tap takes a handle, and the next one puts it down;
 * numbers of the prose do the same from the keyboard.
 *
 * @param {Figure} definition
 * @param {Record<string, NumberSetting>} numbers
 * @param {Strings} words
 * @param {(changes: Values, isByHand?: boolean) => void} change
 * @param {() => Values} current
 */
export function figureView(definition, numbers, words, change, current) {
  const svg = s("svg", { class: "picture", role: "group", "aria-label": words.figure });
  const told = h("p", { class: "unseen" });
  const { isTall, isLow } = definition;
  const element = h("figure", { class: `figure${isTall ? " tall" : ""}${isLow ? " low" : ""}` }, svg, told);
  let now = null;
  let held = null;
  // What a tap has taken hold of, for the next one to put down: nothing has to be dragged.
  let taken = null;
  // A figure that is out of sight is painted after the first frame, and then when it comes into sight: a chapter opens
  // with what one sees, and a drag moves one figure, not all of them.
  let isInSight = null;
  let waiting = 0;
  let room = null;
  let drawn = { values: null, room: null };
  const telling = atRest(tell, TOLD_AFTER);

  function measure() {
    if (isInSight !== false) size();
  }
  function size() {
    const { width, height, top, bottom } = svg.getBoundingClientRect();
    isInSight ??= bottom > 0 && top < window.innerHeight;
    const u = Number.parseFloat(getComputedStyle(svg).fontSize);
    if (width !== room?.width || height !== room.height || u !== room.u) room = { width, height, u };
  }
  function show(values) {
    now = values;
    if (isInSight) draw();
  }
  function draw() {
    if (room.width < 50 || (drawn.values === now && drawn.room === room)) return;
    drawn = { values: now, room };
    paint(svg, definition.draw(now, room, words));
    telling.later();
  }
  function tell() {
    if (drawn.values) write(told, definition.describe(drawn.values, words));
  }
  /** In a room of another size, or after it was out of sight. */
  function drawAgain() {
    if (!now) return;
    size();
    draw();
  }
  function drag(event) {
    const { left, top } = svg.getBoundingClientRect();
    change(definition.drags[held.name](event.clientX - left, event.clientY - top, now, room, held.from), true);
  }

  function take(what) {
    taken = what;
    svg.toggleAttribute("data-taken", taken !== null);
  }

  function changesOf(picked) {
    const pairs = picked.split(";").map((one) => one.split(" "));
    return Object.fromEntries(pairs.map(([name, value]) => [name, name in numbers ? Number(value) : value]));
  }

  svg.onpointerdown = (event) => {
    const target = /** @type {Element} */ (event.target);
    /** @type {SVGElement | null} */
    const handle = target.closest("[data-drag]");
    const picked = target.closest("[data-pick]")?.getAttribute("data-pick");
    if (!handle && taken && event.button === 0) {
      held = taken;
      drag(event);
      held = null;
      event.preventDefault();
      return take(null);
    }
    if (!handle && picked && event.button === 0) return change(changesOf(picked), true);
    if (!handle || event.button !== 0) return;
    const { left, top } = svg.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    held = { name: handle.dataset.drag, from: { x, y, values: now }, isMoved: "jumps" in handle.dataset };
    svg.setPointerCapture(event.pointerId);
    handle.focus({ preventScroll: true });
    if ("jumps" in handle.dataset) drag(event);
    event.preventDefault();
  };
  svg.onpointermove = (event) => {
    if (!held) return;
    const { left, top } = svg.getBoundingClientRect();
    held.isMoved ||= Math.hypot(event.clientX - left - held.from.x, event.clientY - top - held.from.y) > STILL;
    if (held.isMoved) drag(event);
  };
  svg.onpointerup = () => {
    take(held?.isMoved === false ? held : null);
    held = null;
  };
  svg.onpointercancel = () => {
    held = null;
  };
  svg.addEventListener("focusout", () => take(null));
  svg.onkeydown = (event) => {
    /** @type {SVGElement | null} */
    const handle = /** @type {Element} */ (event.target).closest("[data-numbers]");
    if (!handle) return;
    const [across, up = across] = handle.dataset.numbers.split(" ");
    const large = event.shiftKey ? 10 : 1;
    const moves = {
      ArrowRight: [across, large],
      ArrowLeft: [across, -large],
      ArrowUp: [up, large],
      ArrowDown: [up, -large],
      PageUp: [up, 10],
      PageDown: [up, -10],
      Home: [up, Number.NEGATIVE_INFINITY],
      End: [up, Number.POSITIVE_INFINITY],
    };
    if (!(event.key in moves)) return;
    const [name, steps] = moves[event.key];
    const number = numbers[name];
    // A key may come before the picture has followed the last one.
    const from = current()[name];
    const to = Number.isFinite(steps) ? from + steps * number.step : steps < 0 ? number.least : number.most;
    const value = fitted(number, to);
    change({ [name]: value }, true);
    hearNumber(value, number);
    event.preventDefault();
    event.stopPropagation();
  };
  const watch = new ResizeObserver(() => isInSight && drawAgain());
  watch.observe(svg);
  const sight = new IntersectionObserver(([entry]) => {
    isInSight = entry.isIntersecting;
    if (isInSight) drawAgain();
    else if (!drawn.values) waiting ||= setTimeout(drawAgain);
  });
  sight.observe(svg);
  function stop() {
    watch.disconnect();
    sight.disconnect();
    clearTimeout(waiting);
    telling.stop();
  }
  function sentence() {
    tell();
    return told.textContent;
  }
  function curves() {
    return drawn.values ? curvesOf(definition.draw(drawn.values, room, words)) : [];
  }
  function tables(strings) {
    return drawn.values ? tablesOf(definition.draw(drawn.values, room, words), strings) : [];
  }
  /** The same picture in a room as wide as paper. */
  function onPaper() {
    const height = isTall ? PAPER.tall : isLow ? PAPER.low : PAPER.usual;
    const viewBox = `0 0 ${PAPER.width} ${height}`;
    const label = sentence();
    const made = s("svg", { class: "picture", role: "img", "aria-label": label, viewBox, width: PAPER.width, height });
    paint(made, definition.draw(now, { width: PAPER.width, height, u: PAPER.letter }, words));
    return made;
  }
  return { element, measure, show, sentence, curves, tables, onPaper, stop };
}

/**
 * What a reader takes hold of. drag: the entry in the figure's `drags`; names: the numbers that the arrow keys change,
 * the one for ← → first, where they are not the one of that name; inside: its drawing, around a ring at (x, y). said:
 * its value in words, where the numbers are none. words: those of the chapter, where two numbers have their names.
 *
 * @param {{
 *   drag: string, names?: string[], numbers: Record<string, NumberSetting>, values: Values,
 *   x: number, y: number, label: string, hue?: string, symbol?: string, radius?: number, said?: string,
 *   words?: Strings,
 * }} options
 * @param {...Part} inside
 * @returns {Mark}
 */
export function handle(
  { drag, names = [drag], numbers, values, x, y, label, hue = "text", symbol, radius = 7, said = "", words = {} },
  ...inside
) {
  const first = names[0];
  const called = (name) => (names.length > 1 ? `${spoken(words[name] ?? name)} ` : "");
  const told = said || names.map((name) => `${called(name)}${written(numbers[name], values[name])}`).join(comma());
  return [
    "g",
    {
      class: `handle hue-${hue}`,
      role: "slider",
      tabindex: "0",
      "data-drag": drag,
      "data-numbers": names.join(" "),
      "data-symbol": symbol,
      "aria-label": spoken(label),
      "aria-valuemin": numbers[first].least,
      "aria-valuemax": numbers[first].most,
      "aria-valuenow": values[first],
      "aria-valuetext": told,
    },
    ...inside,
    ["circle", { class: "grip", cx: x, cy: y, r: Math.max(16, radius * 2) }],
    ["circle", { class: "ring", cx: x, cy: y, r: radius }],
  ];
}

/**
 * What sets numbers when it is clicked: "place 3", or "row 1;column 2".
 *
 * @param {string} pick
 * @param {...Part} inside
 * @returns {Mark}
 */
export const pickable = (pick, ...inside) => ["g", { class: "pickable", "data-pick": pick }, ...inside];
