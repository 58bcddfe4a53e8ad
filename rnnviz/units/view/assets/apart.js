// How a unit's values part where the label is on from where it is off: two histograms and a threshold. Pure.

/** @import {Mark} from "../../../course/picture.d.ts" */
/** @import {Parted} from "../units.d.ts" */

import { barY, ruleX, ruleY } from "../../../course/plot/marks.js";
import { label, scale } from "../../../course/plot/plot.js";
import { roundMarks } from "../../../web/axis.js";
import { brief } from "../../../web/numbers.js";

// Pixels: of the axis with its numbers, between the two, at the left and the right edge.
const [AXIS, GAP, EDGE] = [15, 5, 8];
const LEAST_HIGH = 8;
// A share of the width in which the words of a histogram stand.
const CORNER = 0.34;

/**
 * With a threshold, the shares of the places of the text's second half: found, of those where the label is on; alarms,
 * of the others. direction: 1 where the unit is taken to say yes above the threshold, −1 below.
 *
 * @param {ArrayLike<number>} values of the unit, one a place of the text
 * @param {ArrayLike<number>} mask where the label is on, one a place
 * @param {number} threshold
 * @param {number} direction
 */
export function sharesAt(values, mask, threshold, direction) {
  const counts = { on: 0, off: 0, found: 0, alarms: 0 };
  for (let k = Math.floor(values.length / 2); k < mask.length; k += 1) {
    const isTold = direction * values[k] > direction * threshold;
    if (mask[k]) {
      counts.on += 1;
      if (isTold) counts.found += 1;
    } else {
      counts.off += 1;
      if (isTold) counts.alarms += 1;
    }
  }
  return { found: counts.found / counts.on, alarms: counts.alarms / counts.off };
}

/**
 * Two histograms under each other, each with its own height for the fullest bin, above one axis.
 *
 * @param {Parted} own
 * @param {{width: number, height: number}} box
 */
export function layoutHistograms({ edges, on, off }, { width, height }) {
  const x = scale([edges[0], edges.at(-1)], [EDGE, width - EDGE]);
  const high = Math.max(LEAST_HIGH, (height - AXIS - 2 * GAP) / 2);
  const rows = [on, off].map((counts, k) => {
    const floor = GAP + high + k * (high + GAP);
    const most = Math.max(1, ...counts);
    const bars = counts.map((count, bin) => ({
      x: x.at(edges[bin]),
      wide: x.at(edges[bin + 1]) - x.at(edges[bin]) - 1,
      top: floor - (high * count) / most,
      count,
    }));
    return { floor, top: floor - high, bars, isWordsRight: isRightEmptier(counts) };
  });
  return { x, rows, ticks: roundMarks([x.from, x.to], 5), floor: rows[1].floor };
}

function isRightEmptier(counts) {
  const corner = Math.ceil(CORNER * counts.length);
  const most = (some) => Math.max(0, ...some);
  return most(counts.slice(-corner)) <= most(counts.slice(0, corner));
}

/**
 * threshold: where the line stands. words: of the two histograms. slider: the attributes of the line that is moved.
 *
 * @param {ReturnType<typeof layoutHistograms>} layout
 * @param {{threshold: number, direction: number, words: string[], slider: object}} options
 * @returns {Mark[]}
 */
export function drawHistograms({ x, rows, ticks, floor }, { threshold, direction, words, slider }) {
  const at = x.at(Math.min(x.to, Math.max(x.from, threshold)));
  const isTold = (bar) => direction * (bar.x + bar.wide / 2 - at) > 0;
  /** @type {Mark[]} */
  const histograms = rows.map(({ floor: y, top, bars, isWordsRight }, k) => [
    "g",
    { class: k === 0 ? "histogram on" : "histogram off" },
    ...bars
      .filter((bar) => bar.count > 0)
      .map((bar) => barY(bar.x, Math.max(1, bar.wide), y, bar.top, isTold(bar) ? "told" : "untold")),
    ruleY(y, [x.start, x.end], "axis"),
    label(isWordsRight ? x.end : x.start, top + 11, words[k], {
      place: isWordsRight ? "end" : "start",
      more: "small halo",
    }),
  ]);
  return [
    ...histograms,
    ...ticks.map((value) => label(x.at(value), floor + 13, brief(value), { place: "middle", more: "muted small" })),
    [
      "g",
      { class: "threshold", ...slider },
      ruleX(at, [0, floor], "threshold-reach"),
      ruleX(at, [0, floor], "threshold-line"),
      ["path", { class: "threshold-knob", d: `M${at - 6},0h12l-6,8z` }],
    ],
  ];
}
