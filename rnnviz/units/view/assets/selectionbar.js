// What is selected in the cloud: chosen there, or by how near it is to the state here, and made a label.

/** @import {Page} from "../units.d.ts" */
/** @import {Similar} from "../states.d.ts" */

import { h, hide, set, write } from "../../../web/dom.js";
import { fill, numberedMessage, short } from "../../../web/numbers.js";
import { atRest } from "../../../web/rest.js";
import { spansOf } from "./selection.js";

// How many of the nearest states the slider takes.
const COUNTS = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
const REST = 120;

/** The spans as a link has them, which counts places from 1 and names the last one. */
const spansWords = (places) =>
  spansOf(places)
    .map(([first, end]) => `${first + 1}-${end}`)
    .join(",");

/**
 * Calls onChange() when something else is selected, and onCorner() when a corner of a frame is to be at the state here.
 * Returns {element, places(), choose(places), tellCorner(point)}; places: in rising order, or null.
 *
 * @param {Page} page
 * @param {{onChange: () => void, onCorner: () => void}} act
 */
export function selectionBar(page, { onChange, onCorner }) {
  const { strings, constants } = page;
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
  /** @type {number[] | null} */
  let selected = null;
  // How often the nearest have been asked for: the last answer counts.
  let asked = 0;
  const asking = atRest(() => selectNear(COUNTS[Number(slider.value)]), REST);
  slider.addEventListener("input", () => {
    const words = fill(strings.cloudNearest, { count: COUNTS[Number(slider.value)] });
    set(slider, "aria-valuetext", words);
    write(near, "");
    asking.later();
  });
  label.addEventListener("click", () => page.go({ label: "spans", spans: spansWords(selected) }));
  clear.addEventListener("click", () => choose(null));
  corner.addEventListener("click", onCorner);

  async function selectNear(count) {
    const own = ++asked;
    if (count === 0) return choose(null);
    const { k } = page.place();
    const { told } = /** @type {{told: Similar | null}} */ (await page.look("similar", { k, count }));
    if (!told || own !== asked) return undefined;
    write(near, fill(strings.cloudNearTold, { count: told.places.length, distance: short(told.distances.at(-1)) }));
    return select([...told.places, k].sort((a, b) => a - b));
  }
  /** Something else than the nearest, or nothing. @param {number[] | null} places */
  function choose(places) {
    slider.value = "0";
    write(near, "");
    select(places);
  }
  function select(places) {
    if (!places?.length && !selected) return;
    selected = places?.length ? places : null;
    draw();
    const lit = selected && new Uint8Array(page.source.count);
    for (const k of selected ?? []) lit[k] = 1;
    page.go({ lit });
    onChange();
  }
  /** The first corner of a frame, which waits for the opposite one; null once there is none. */
  function tellCorner(point) {
    set(corner, "aria-pressed", String(point !== null));
    if (point) write(count, fill(strings.cloudCornerAt, { x: short(point[0]), y: short(point[1]) }));
    else draw();
  }
  function draw() {
    const spans = selected ? spansOf(selected).length : 0;
    const isTooMany = spans > constants.mostSpans;
    const words = isTooMany ? strings.cloudTooMany : numberedMessage(strings, "cloudSelected", spans);
    write(count, selected ? fill(words, { count: selected.length, spans, most: constants.mostSpans }) : "");
    for (const one of [label, clear]) hide(one, !selected);
    label.disabled = isTooMany;
  }
  hide(label, true);
  hide(clear, true);
  return { element, places: () => selected, choose, tellCorner };
}
