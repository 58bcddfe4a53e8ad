// A unit where a label of numbers has each of its values: quartiles, one upright bar a level. Pure.

/** @import {Mark} from "../../../course/picture.d.ts" */
/** @import {Level} from "../units.d.ts" */

import { rect, ruleY } from "../../../course/plot/marks.js";
import { label, scale } from "../../../course/plot/plot.js";
import { roundMarks } from "../../../web/axis.js";
import { brief, full, short } from "../../../web/numbers.js";

// Pixels: of the numbers below and at the left, and of the title below.
const [BELOW, LEFT, TITLE] = [15, 34, 14];
const TOP = 6;
// A bar's width, of what each level has.
const SHARE = 0.55;
const WIDEST = 26;

/**
 * @param {Level[]} levels
 * @param {{width: number, height: number}} box
 */
export function layoutLevels(levels, { width, height }) {
  const low = Math.min(...levels.map((one) => one.lower));
  const high = Math.max(...levels.map((one) => one.upper));
  const spare = 0.05 * (high - low || 1);
  const y = scale([low - spare, high + spare], [height - BELOW - TITLE, TOP]);
  const step = (width - LEFT) / levels.length;
  const wide = Math.min(WIDEST, SHARE * step);
  const bars = levels.map((one, k) => ({
    ...one,
    x: LEFT + (k + 0.5) * step,
    wide,
    top: y.at(one.upper),
    bottom: y.at(one.lower),
    middle: y.at(one.median),
  }));
  return { y, bars, width, height, start: LEFT, ticks: roundMarks([y.from, y.to], 3) };
}

/**
 * title: what the numbers below are. said: a sentence of a level, whose numbers are filled in as text.
 *
 * @param {ReturnType<typeof layoutLevels>} layout
 * @param {{title: string, hue: string, said: (level: Record<string, string>) => string}} options
 * @returns {Mark[]}
 */
export function drawLevels({ y, bars, width, height, start, ticks }, { title, hue, said }) {
  return [
    ...ticks.map((value) => ruleY(y.at(value), [start, width], "grid")),
    ...ticks.map((value) =>
      label(start - 5, y.at(value), brief(value), { place: "end", base: "middle", more: "muted small" }),
    ),
    ...bars.map((bar) => drawLevel(bar, { floor: y.start, hue, said })),
    label((start + width) / 2, height - 3, title, { place: "middle", more: "muted small" }),
  ];
}

/** @returns {Mark} */
function drawLevel({ x, wide, top, bottom, middle, value, ...rest }, { floor, hue, said }) {
  const numbers = Object.entries({ value, ...rest }).filter(([, one]) => typeof one === "number");
  return [
    "g",
    {
      class: `level hue-${hue}`,
      "data-full": said(Object.fromEntries(numbers.map(([name, one]) => [name, full(one)]))),
    },
    rect(x - wide / 2, top, wide, Math.max(1, bottom - top), "quartiles", { rx: 2 }),
    ruleY(middle, [x - wide / 2, x + wide / 2], "median"),
    label(x, floor + 12, isWhole(value) ? String(value) : short(value), { place: "middle", more: "muted small" }),
  ];
}

const isWhole = (value) => Number.isInteger(value) && Math.abs(value) < 1000;
