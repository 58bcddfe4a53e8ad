// One gradient step, taken apart for one weight; see `../payload.py`. Pure.

/** @import {GradientStep} from "../../training/browser/train.d.ts" */

import { visible } from "../../web/characters.js";
import { base64Of32 } from "../../training/browser/numbers.js";
import { BETA_1, BETA_2, EPSILON, MOMENTUM } from "../../course/maths/adam.js";

const MOMENTS = ["first_moment", "second_moment"];

/**
 * By default the weight that the step moved furthest, of the parameter with the largest gradient.
 *
 * @param {GradientStep} kept
 * @param {{shapes: Iterable<[string, number[]]>, inputWeights: string[], vocabulary: string[]}} network
 * @param {{name?: string, row?: number | string, column?: number | string}} query
 */
export function replayOf(kept, { shapes, inputWeights, vocabulary }, { name = "", row = -1, column = -1 }) {
  const places = placesOf(shapes);
  const chosen = name || nameAt(places, largestAt(kept.gradient));
  const { start, end, rows, columns } = places.get(chosen);
  const isNamed = Number(row) >= 0 && Number(column) >= 0;
  const at = isNamed ? start + Number(row) * columns + Number(column) : farthestMoved(kept, start, end);
  const [ofRow, ofColumn] = [Math.floor((at - start) / columns), (at - start) % columns];
  const momentsOf = (list, suffix) => Object.fromEntries(list.map((one, k) => [`${MOMENTS[k]}${suffix}`, one[at]]));
  return {
    optimizer: kept.optimizer,
    rate: kept.rate,
    norm: kept.norm,
    scale: kept.scale,
    loss_before: kept.loss,
    loss_after: kept.lossAfter,
    parameters: Object.fromEntries(shapes),
    name: chosen,
    row: ofRow,
    column: ofColumn,
    of_row: inputWeights.includes(chosen) ? visible(vocabulary[ofRow]) : "",
    of_column: ["W_hq", "b_q"].includes(chosen) ? visible(vocabulary[ofColumn]) : "",
    weight: {
      before: kept.before[at],
      gradient: kept.gradient[at],
      ...momentsOf(kept.found, "_before"),
      ...momentsOf(kept.left, ""),
      after: kept.after[at],
      clipped: kept.scale * kept.gradient[at],
      update: kept.after[at] - kept.before[at],
    },
    momentum: MOMENTUM,
    beta_1: BETA_1,
    beta_2: BETA_2,
    epsilon: EPSILON,
    corrected_first: 1 - BETA_1 ** kept.step,
    corrected_second: 1 - BETA_2 ** kept.step,
    gradient: { shape: [rows, columns], data: base64Of32(kept.gradient.subarray(start, end)) },
  };
}

/** Where each parameter lies among all weights. */
function placesOf(shapes) {
  const places = new Map();
  let start = 0;
  for (const [name, [rows, columns]] of shapes) {
    const end = start + rows * columns;
    places.set(name, { start, end, rows, columns });
    start = end;
  }
  return places;
}

const nameAt = (places, at) => [...places].find(([, { end }]) => at < end)[0];

function largestAt(numbers) {
  let most = 0;
  for (let k = 0; k < numbers.length; k += 1) if (Math.abs(numbers[k]) > Math.abs(numbers[most])) most = k;
  return most;
}

function farthestMoved({ before, after }, start, end) {
  return start + largestAt(after.subarray(start, end).map((one, k) => one - before[start + k]));
}
