// How many gradient steps a second a training takes, so that a class can watch it.

/** @import {KnownRun} from "../run.d.ts" */

// Steps a second, from the slowest on; 0 is as many as there can be.
const PACES = [1, 5, 20, 50, 0];

/**
 * The pace of `runs`, which they share. Returns {now(), next(by), confirm()}.
 *
 * @param {KnownRun[]} runs
 */
export function paceOf(runs) {
  // The last one asked for, until every run has it: while the first one's answer is older than another's, it is not
  // yet told where it stands.
  let wanted = null;
  const now = () => wanted ?? runs[0]?.now?.pace;

  /** The pace a number of places faster, or slower for a negative one; undefined where none is known. */
  function next(by) {
    const pace = now();
    if (pace === undefined) return undefined;
    const place = PACES.findIndex((one) => one === 0 || (pace !== 0 && one >= pace));
    wanted = PACES[Math.min(PACES.length - 1, Math.max(0, place + by))];
    return wanted;
  }

  /** Every answer is looked at. */
  function confirm() {
    if (runs.every((run) => run.now?.pace === wanted)) wanted = null;
  }
  return { now, next, confirm };
}
