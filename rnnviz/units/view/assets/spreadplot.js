// One unit or many: what probes with 1, 2, 4, 8 and all units tell, beside their control and the network before it was
// trained. Pure.

/** @import {Mark} from "../../../course/picture.d.ts" */
/** @import {Spread} from "../units.d.ts" */

import { circle, rule, ruleX, ruleY } from "../../../course/plot/marks.js";
import { label, scale } from "../../../course/plot/plot.js";
import { roundMarks } from "../../../web/axis.js";
import { brief, full } from "../../../web/numbers.js";
import { colon } from "../../../web/punctuation.js";

// Pixels: of the numbers of units at the left, of the axis below, at the right edge, of a dot.
const [LEFT, BELOW, RIGHT, DOT] = [78, 16, 10, 4.5];
// The three that a size has, in the order in which they are drawn.
export const KINDS = ["before", "control", "probe"];

/**
 * A row for each size; in it a dot for each of the three that is known.
 *
 * @param {Spread} told
 * @param {{width: number, height: number, nothing: number}} box nothing: what a unit that tells nothing reaches
 */
export function layoutSpread(told, { width, height, nothing }) {
  const measures = KINDS.flatMap((kind) => (told[kind] ?? []).map(([, measure]) => measure));
  const x = scale([Math.min(nothing, ...measures), 1], [LEFT, width - RIGHT]);
  const step = (height - BELOW) / told.probe.length;
  const rows = told.probe.map(([size, measure], k) => ({
    size,
    y: (k + 0.5) * step,
    dots: KINDS.filter((kind) => told[kind]).map((kind) => {
      const value = kind === "probe" ? measure : told[kind][k][1];
      return { kind, value, x: x.at(value) };
    }),
  }));
  return { x, rows, chance: x.at(told.chance), floor: height - BELOW, ticks: roundMarks([x.from, x.to], 4) };
}

/**
 * sizes: what a row is called, by its number of units. kinds: what the dots are called. measure: the axis's name.
 *
 * @param {ReturnType<typeof layoutSpread>} layout
 * @param {{sizes: (size: string) => string, kinds: Record<string, string>, measure: string}} options
 * @returns {Mark[]}
 */
export function drawSpread({ x, rows, chance, floor, ticks }, { sizes, kinds, measure }) {
  return [
    label(x.start - 8, floor + 13, measure, { place: "end", more: "muted small" }),
    ...ticks.map((value) => ruleX(x.at(value), [0, floor], "grid")),
    ...ticks.map((value) => label(x.at(value), floor + 13, brief(value), { place: "middle", more: "muted small" })),
    ruleX(chance, [0, floor], "chance"),
    ...rows.map(({ size, y, dots }) => drawSize({ size, y, dots, start: x.start }, { sizes, kinds })),
    ruleY(floor, [x.start, x.end], "axis"),
  ];
}

/** @returns {Mark} */
function drawSize({ size, y, dots, start }, { sizes, kinds }) {
  const xs = dots.map((dot) => dot.x);
  return [
    "g",
    {},
    label(start - 8, y, sizes(size), { place: "end", base: "middle" }),
    rule([Math.min(...xs), y], [Math.max(...xs), y], "between"),
    ...dots.map((dot) =>
      circle(dot.x, y, DOT, `spread-dot ${dot.kind}`, {
        "data-full": `${kinds[dot.kind]}${colon()}${full(dot.value)}`,
      }),
    ),
  ];
}
