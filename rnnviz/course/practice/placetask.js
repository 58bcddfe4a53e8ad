// A place of a line from a seed: of which unit the memory is shown, and where most of it is erased. Pure.

/** @import {Line, TrainingsTold} from "./readings.d.ts" */

import { generator } from "../../web/pcg64.js";

// The most that is erased is so many times what is erased next to it: it can be told from the numbers that are shown.
const TOLD_APART = 1.2;

/**
 * The question of a seed: {line, unit, right, erased}. unit: from 0; right: the place of the letter; erased: of each
 * letter how much of the memory before is erased, C_{t−1} (1 − F_t).
 *
 * @param {TrainingsTold} told
 * @param {number} seed
 */
export function placeTask({ lines }, seed) {
  const telling = lines.flatMap((line) =>
    line.units.map((_, unit) => ({ line, unit, ...erasedOf(line, unit) })).filter((one) => one.isTelling),
  );
  const { below } = generator(seed);
  return telling[below(telling.length)];
}

/** @param {Line} line @param {number} unit */
function erasedOf({ units }, unit) {
  const { F, C } = units[unit];
  const erased = F.map((gate, t) => (t > 0 ? C[t - 1] * (1 - gate) : 0));
  const sizes = erased.map(Math.abs);
  const [most, next] = sizes.toSorted((a, b) => b - a);
  return { erased, right: sizes.indexOf(most), isTelling: most >= TOLD_APART * next };
}
