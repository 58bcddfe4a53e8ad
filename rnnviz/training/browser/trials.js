// What the next step would do at other rates, and whether a training's rate is too high; see `../trials.py`, which is
// held to the same cases. Pure.

/** @import {Trial} from "./train.d.ts" */

// So many times the rate of the next step is tried.
export const TIMES = [0.01, 0.1, 1 / 3, 1, 3];
const OWN = TIMES.indexOf(1);
// A step that raises the loss of its own batch by this share of it is too large, where a smaller one lowers it by that
// share; a loss below 1 nat is taken as 1.
const [RAISED, LOWERED] = [0.2, 0.005];
// Of a training that has not failed, the trials that there are at least, and the share of them that raise the loss.
const [LEAST, OFTEN] = [3, 0.5];

/**
 * The trial in which a step raises the loss and only the smallest one lowers it, of several the one that raises it
 * most; null where nothing is proved. Infinity is null in what was kept.
 *
 * @param {Trial[]} trials
 * @param {boolean} isFailed
 */
export function tooHigh(trials, isFailed) {
  const found = [];
  let raising = 0;
  const known = trials.filter(({ loss, after }) => Number.isFinite(loss) && Number.isFinite(after[OWN]));
  for (const { step, loss, after } of known) {
    const [scale, raised] = [Math.max(loss, 1), after[OWN] - loss];
    if (raised <= RAISED * scale) continue;
    raising += 1;
    // Of the smaller steps the largest that lowers it.
    const part = after.slice(0, OWN).findLastIndex((one) => Number.isFinite(one) && loss - one > LOWERED * scale);
    if (part >= 0) found.push({ step: step + 1, part, raised, lowered: loss - after[part] });
  }
  if (!isFailed && (known.length < LEAST || raising < OFTEN * known.length)) return null;
  return found.sort((a, b) => a.part - b.part || b.raised - a.raised)[0] ?? null;
}
