// What the next step would do at other rates, and whether a training's rate is too high; see `../trials.py`, which is
// held to the same cases. Pure.

/** @import {Trial} from "./train.d.ts" */

// So many times the rate of the next step is tried.
export const TIMES = [0.01, 0.1, 1 / 3, 1, 3];
const OWN = TIMES.indexOf(1);
// A step that raises the loss of its own batch by this share of it is too large, where a smaller one lowers it by that
// share; a loss below 1 nat is taken as 1.
const [RAISED, LOWERED] = [0.2, 0.005];
// Of a training that has not diverged, the trials that there are at least, and the share of them that raise the loss.
const [LEAST, OFTEN] = [3, 0.5];

/**
 * The trial that proves that a training's rate is too high; null where none does. A loss that is kept as null is too
 * large for a number.
 *
 * A trial proves it where a step at the rate raises the loss and a smaller one lowers it. Of several that one counts in
 * which the largest step that lowers it is smallest, and then the one that raises it most.
 *
 * @param {Trial[]} trials
 * @param {boolean} isDiverged
 */
export function tooHigh(trials, isDiverged) {
  const found = [];
  let raising = 0;
  const known = trials.filter(({ loss }) => loss !== null);
  for (const { step, loss, after } of known) {
    const [scale, raised] = [Math.max(loss, 1), (after[OWN] ?? Number.POSITIVE_INFINITY) - loss];
    if (raised <= RAISED * scale) continue;
    raising += 1;
    const part = after.slice(0, OWN).findLastIndex((one) => one !== null && loss - one > LOWERED * scale);
    if (part >= 0) found.push({ step: step + 1, part, raised, lowered: loss - after[part] });
  }
  if (!isDiverged && (known.length < LEAST || raising < OFTEN * known.length)) return null;
  return found.sort((a, b) => a.part - b.part || (a.raised < b.raised ? 1 : -1))[0] ?? null;
}
