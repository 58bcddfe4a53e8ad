// The three ways to hold a unit, each with what that costs.

/** @import {Known, Page, Place} from "../units.d.ts" */

import { circle, rule, ruleX } from "../../../course/plot/marks.js";
import { paint } from "../../../course/reader/paint.js";
import { h, s, set, write } from "../../../web/dom.js";
import { fill, full, short } from "../../../web/numbers.js";
import { layoutWays } from "./testlayout.js";

const WAYS = ["mean", "resample", "zero"];
// The strip in a button, in pixels.
const [STRIP, STRIP_HIGH] = [116, 17];

/** @param {Page} page */
export function waysRow(page) {
  const { strings } = page;
  const ways = WAYS.map(button);
  const element = h(
    "div",
    { class: "test-ways", role: "group", "aria-label": strings.testWays },
    ...ways.map((one) => one.element),
  );

  function button(how) {
    const cost = h("span", { class: "number" });
    const strip = s("svg", { class: "plot", width: STRIP, height: STRIP_HIGH, "aria-hidden": "true" });
    const name = h("span", {}, h("span", {}, strings[`way_${how}`]), " ", cost);
    const one = h("button", { type: "button", class: "way", "data-full": strings[`way_${how}_hint`] }, name, strip);
    one.addEventListener("click", () => page.go({ how }));
    return { how, element: one, cost, strip };
  }

  /**
   * @param {Place} place
   * @param {Known} known
   */
  function draw(place, known) {
    const placed = known.held && layoutWays(known.held, STRIP);
    for (const way of ways) {
      set(way.element, "aria-pressed", String(way.how === place.how));
      if (placed) drawKnown(way, placed, known.held[way.how], page.quantity(place.quantity).hue);
      else drawWaiting(way, way.how === place.how ? known.costs.get(place.unit) : undefined);
    }
  }
  function drawKnown({ how, element: one, cost, strip }, { zero, ways: placed }, { on, off }, hue) {
    write(cost, short(on.cost));
    set(one, "data-full", wordsOf(how, on, off));
    const [above, below] = [placed[how].on, placed[how].off];
    paint(strip, [
      ruleX(zero, [0, STRIP_HIGH], "zero"),
      ...interval(above, 5, `hue-${hue}`, "full"),
      ...(below ? interval(below, 12.5, "hue-input", "open") : []),
    ]);
  }
  /** known: of it already, where all units were held in this way. */
  function drawWaiting({ how, element: one, cost, strip }, known) {
    write(cost, known ? short(known.on) : "…");
    set(one, "data-full", strings[`way_${how}_hint`]);
    paint(strip, []);
  }
  function wordsOf(how, on, off) {
    const numbers = ({ cost, low, high }) => ({ cost: full(cost), low: full(low), high: full(high) });
    const here = fill(strings.wayOn, numbers(on));
    const there = off ? fill(strings.wayOff, numbers(off)) : strings.wayNoOff;
    return `${strings[`way_${how}_hint`]} ${here} ${there} ${strings.intervalHint}`;
  }
  return { element, draw };
}

const interval = ({ at, from, to }, y, hue, kind) => [
  rule([from, y], [to, y], `interval ${hue}`),
  circle(at, y, 3, `bead ${kind} ${hue}`),
];
