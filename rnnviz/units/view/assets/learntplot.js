// When it was learnt: the measures of a network's moments over the loss, on one axis of steps. Pure.

/** @import {Mark} from "../../../course/picture.d.ts" */
/** @import {Learnt} from "../units.d.ts" */

import { circle, rect, ruleX, ruleY } from "../../../course/plot/marks.js";
import { apart, curve, label, scale } from "../../../course/plot/plot.js";
import { roundMarks } from "../../../web/axis.js";
import { brief } from "../../../web/numbers.js";

// Pixels: of the numbers at the left and of the steps below, of the names at the right, between the two plots.
const [LEFT, BELOW, GAP, TOP] = [34, 32, 14, 8];
// The share of the height that the measures have.
const UPPER = 0.66;
// From one number of an axis, or one name, to the next, at least.
const [WIDE, LINE] = [34, 15];

/**
 * The curves of a unit, of the best one, of the probe and of the line of chance; the loss below. Early steps, in which
 * most is learnt, have more room: a step is as far to the right as its square root is large.
 *
 * @param {Learnt} told
 * @param {number} unit
 * @param {{width: number, height: number, names: number, nothing: number}} box names: what the names at the right
 *   take; nothing: what a unit that tells nothing reaches
 */
export function layoutLearnt(
  { steps, loss, units, best, chance, since, probe },
  unit,
  { width, height, names, nothing },
) {
  const rootOf = (step) => Math.sqrt(step - steps[0]);
  const x = scale([0, Math.max(1, rootOf(steps.at(-1)))], [LEFT, width - names]);
  const chosen = units.map((row) => row[unit]);
  const floor = TOP + UPPER * (height - BELOW - GAP - TOP);
  const least = Math.min(nothing, ...chosen, ...best, ...chance, ...probe);
  const y = scale([least, 1], [floor, TOP]);
  const under = scale([Math.min(...loss), Math.max(...loss, Math.min(...loss) + 1e-9)], [height - BELOW, floor + GAP]);
  const at = steps.map((step) => x.at(rootOf(step)));
  const through = (values, of = y) => values.map((value, k) => [at[k], of.at(value)]);
  const curves = { chance: through(chance), probe: through(probe), best: through(best), chosen: through(chosen) };
  const kinds = Object.keys(curves);
  const heights = apart([...kinds.map((kind) => curves[kind].at(-1)[1])], LINE, TOP, floor);
  return {
    x,
    y,
    under,
    curves,
    loss: through(loss, under),
    names: kinds.map((kind, k) => ({ kind, y: heights[k] })),
    moments: steps.map((step, k) => ({ step, x: at[k], ...band(at, k) })),
    ticks: spaced(steps, at, since[unit]),
    top: TOP,
    floor: height - BELOW,
  };
}

/** From half way to the moment before, to half way to the next. */
function band(at, k) {
  const left = k === 0 ? at[0] - 8 : (at[k - 1] + at[k]) / 2;
  const right = k === at.length - 1 ? at[k] + 8 : (at[k] + at[k + 1]) / 2;
  return { left, right };
}

/** The steps whose numbers stand below the axis: the one that is named, the first and the last, others with room. */
function spaced(steps, at, named) {
  const found = [];
  const end = at.at(-1);
  for (let k = 0; k < steps.length; k += 1) {
    const isLast = k === steps.length - 1;
    const isFree = found.length === 0 || at[k] - found.at(-1).x >= WIDE;
    if (isLast || (isFree && end - at[k] >= WIDE)) found.push({ step: steps[k], x: at[k] });
  }
  const k = steps.indexOf(named);
  if (k < 0 || found.some((one) => one.step === named)) return found;
  return [...found.filter((one) => Math.abs(one.x - at[k]) >= WIDE), { step: named, x: at[k] }];
}

/**
 * hue: of the chosen unit's quantity. here: the step of the network that is open. since: the one from which the unit
 * tells it, or null. names: of the curves, by kind. said: of a moment, in words. focus: which one is reached by Tab.
 * steps, loss, measure, nats: what stands at the axes.
 *
 * @param {ReturnType<typeof layoutLearnt>} layout
 * @param {{
 *   hue: string, here: number | null, since: number | null, focus: number, names: Record<string, string>,
 *   said: (k: number) => string,
 *   steps: string, loss: string, measure: string, nats: string,
 * }} options
 * @returns {Mark[]}
 */
export function drawLearnt(layout, { hue, here, since, focus, names, said, steps, loss, measure, nats }) {
  const { x, y, under, curves, moments, ticks, top, floor } = layout;
  const current = moments.find((one) => one.step === here);
  const left = (at, words) => label(x.start - 8, at, words, { place: "end", base: "middle", more: "muted small" });
  const numbersOf = (axis, count) =>
    roundMarks([axis.from, axis.to], count)
      .filter((value) => axis.start - axis.at(value) >= LINE)
      .map((value) => left(axis.at(value), brief(value)));
  return [
    current
      ? rect(current.left, top - 6, current.right - current.left, floor - top + 8, "moment-here", { rx: 3 })
      : null,
    ruleY(y.start, x, "axis"),
    ruleY(floor, x, "axis"),
    ...numbersOf(y, 3),
    ...numbersOf(under, 3),
    left(y.start, measure),
    left(under.start, nats),
    curve(curves.chance, "gate3", "chance-curve"),
    curve(curves.probe, "candidate", "thin"),
    curve(curves.best, "input", "thin"),
    curve(curves.chosen, hue),
    ...curves.chosen.map(([cx, cy]) => circle(cx, cy, 3, `moment-dot hue-${hue}`)),
    ...moments
      .map((one, k) => ({ ...one, at: curves.chosen[k] }))
      .filter((one) => one.step === since)
      .map(({ at: [cx, cy] }) => circle(cx, cy, 7, `moment-since hue-${hue}`)),
    curve(layout.loss, "loss"),
    ...layout.names.map(({ kind, y: at }) =>
      label(x.end + 12, at, names[kind], {
        base: "middle",
        hue: hueOf(kind, hue),
        more: kind === "chosen" ? "small bold" : "small",
      }),
    ),
    label(x.end + 12, layout.loss.at(-1)[1], loss, { base: "middle", hue: "loss", more: "small" }),
    ...ticks.map((one) =>
      label(one.x, floor + 14, String(one.step), {
        place: "middle",
        more: one.step === since ? "small bold" : "muted small",
      }),
    ),
    label((x.start + x.end) / 2, floor + 28, steps, { place: "middle", more: "muted small" }),
    ...moments.map((one, k) => drawMoment(one, { k, top, floor, said: said(k), isTabbed: k === focus })),
  ].filter((mark) => mark !== null);
}

const hueOf = (kind, hue) => ({ chance: "text", probe: "candidate", best: "input", chosen: hue })[kind];

/** @returns {Mark} */
function drawMoment({ step, x, left, right }, { k, top, floor, said, isTabbed }) {
  const words = { role: "button", tabindex: isTabbed ? "0" : "-1", "aria-label": said, "data-full": said };
  return [
    "g",
    { class: "moment", "data-step": step, "data-number": k, ...words },
    rect(left, top - 6, right - left, floor - top + 24, "moment-ground"),
    ruleX(x, [top, floor], "moment-line"),
  ];
}
