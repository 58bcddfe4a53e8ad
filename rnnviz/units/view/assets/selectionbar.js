// What is selected in the cloud: chosen there, or by how near it is to the state here, and made a label.

/** @import {Page, Place} from "../units.d.ts" */

import { h, hide, set, write } from "../../../web/dom.js";
import { fill, numberedMessage, short } from "../../../web/numbers.js";
import { atRest } from "../../../web/rest.js";
import { spansOf } from "./selection.js";

// How many of the nearest states the slider takes.
const COUNTS = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
// A link names so many spans; see `rnnviz/address/units_link.py`.
const MOST_SPANS = 500;
const REST = 120;

/** The spans as a link has them, which counts places from 1 and names the last one. */
export const spansWords = (places) =>
  spansOf(places)
    .map(([first, end]) => `${first + 1}-${end}`)
    .join(",");

/**
 * Returns {element, show(place, selected), tellNear(count, distance), tellCorner(point), forgetNear()}. onCorner(): a
 * corner of a frame is at the state here.
 *
 * @param {Page} page
 * @param {{onNear: (count: number) => void, onClear: () => void, onCorner: () => void}} act
 */
export function selectionBar(page, { onNear, onClear, onCorner }) {
  const { strings } = page;
  const slider = h("input", {
    type: "range",
    min: "0",
    max: String(COUNTS.length - 1),
    value: "0",
    class: "cloud-slider",
    "aria-label": strings.cloudNear,
  });
  const near = h("output", { class: "number" });
  const count = h("span", { role: "status" });
  const label = h("button", { type: "button", class: "key" }, strings.cloudLabel);
  const corner = h("button", { type: "button", class: "key", title: strings.cloudCornerHint }, strings.cloudCorner);
  const clear = h("button", { type: "button", class: "key" }, strings.cloudClear);
  const element = h(
    "div",
    { class: "cloud-selection" },
    h("label", {}, strings.cloudNear, slider),
    near,
    corner,
    count,
    label,
    clear,
  );
  let selected = null;
  const asking = atRest(() => onNear(COUNTS[Number(slider.value)]), REST);
  slider.addEventListener("input", () => {
    const words = fill(strings.cloudNearest, { count: COUNTS[Number(slider.value)] });
    set(slider, "aria-valuetext", words);
    write(near, "");
    asking.later();
  });
  label.addEventListener("click", () => page.go({ label: "spans", spans: spansWords(selected) }));
  clear.addEventListener("click", onClear);
  corner.addEventListener("click", onCorner);

  /**
   * @param {Place} _place
   * @param {number[] | null} next
   */
  function show(_place, next) {
    if (next === selected) return;
    selected = next;
    if (!next) forgetNear();
    const spans = next ? spansOf(next).length : 0;
    const isTooMany = spans > MOST_SPANS;
    const words = isTooMany ? strings.cloudTooMany : numberedMessage(strings, "cloudSelected", spans);
    write(count, next ? fill(words, { count: next.length, spans, most: MOST_SPANS }) : "");
    for (const one of [label, clear]) hide(one, !next);
    label.disabled = isTooMany;
  }
  /** Something else than the nearest is selected, or nothing. */
  function forgetNear() {
    slider.value = "0";
    write(near, "");
  }
  /** The first corner of a frame, which waits for the opposite one; null once there is none. */
  function tellCorner(point) {
    set(corner, "aria-pressed", String(point !== null));
    if (point) write(count, fill(strings.cloudCornerAt, { x: short(point[0]), y: short(point[1]) }));
    else if (!selected) write(count, "");
  }
  function tellNear(found, distance) {
    write(near, fill(strings.cloudNearTold, { count: found, distance: short(distance) }));
  }
  hide(label, true);
  hide(clear, true);
  return { element, show, tellNear, tellCorner, forgetNear };
}
