// Where a unit and its label disagree: false alarms and misses, as runs of neighbouring places. Pure.

/** @import {ErrorRun, Finding, Page, Place} from "../units.d.ts" */

export const KINDS = ["misses", "alarms"];

/**
 * The runs of each kind in the text's second half, whose shares are told, in the order of the text.
 *
 * @param {ArrayLike<number>} values of the unit, one a place of the text
 * @param {ArrayLike<number>} mask where the label is on, one a place
 * @param {number} threshold
 * @param {number} direction 1 where the unit is taken to say yes above the threshold, −1 below
 */
export function errorsAt(values, mask, threshold, direction) {
  /** @type {Record<string, ErrorRun[]>} */
  const found = { misses: [], alarms: [] };
  for (let k = Math.floor(values.length / 2); k < mask.length; k += 1) {
    const isTold = direction * values[k] > direction * threshold;
    if (isTold === Boolean(mask[k])) continue;
    const runs = found[isTold ? "alarms" : "misses"];
    const last = runs.at(-1);
    if (last?.end === k) last.end = k + 1;
    else runs.push({ k, end: k + 1 });
  }
  return found;
}

/**
 * The errors of what was found, with the threshold of a place; none of a label of numbers.
 *
 * @param {Finding | null} finding
 * @param {Place} place
 */
export function errorsOf(finding, place) {
  const own = finding?.told.own;
  if (!own || "levels" in own) return { misses: [], alarms: [] };
  return errorsAt(finding.values, finding.mask, place.threshold ?? own.threshold, own.direction);
}

/** The number of the run that place k is in; −1 where it is in none. @param {ErrorRun[]} runs */
export const runAt = (runs, k) => runs.findIndex((run) => run.k <= k && k < run.end);

/**
 * The number of the run after place k, or before it; null where there is none.
 *
 * @param {ErrorRun[]} runs
 * @param {number} k
 * @param {number} by 1 or −1
 */
export function runBeside(runs, k, by) {
  const found = by > 0 ? runs.findIndex((run) => run.k > k) : runs.findLastIndex((run) => run.end <= k);
  return found < 0 ? null : found;
}

/** The runs that are listed, none where no list is open. @param {Page} page */
export function listedRuns(page) {
  const place = page.place();
  return KINDS.includes(place.errors) ? errorsOf(page.finding(), place)[place.errors] : [];
}
