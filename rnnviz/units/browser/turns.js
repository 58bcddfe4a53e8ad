// Where a unit turns, as `../turns.py` has it. Pure.

/** @import {Asked} from "../../site/units.d.ts" */

import { meanOf, medianOf } from "./statistics.js";

/**
 * The place at which a unit moves farthest as its label comes on, towards where it is while the label is on; without a
 * label, the one at which it moves farthest. Places of the second half go before those of the first.
 *
 * @param {Float64Array} values of the unit
 * @param {Asked | null} label
 */
export function turnOf(values, label) {
  const count = values.length;
  const on = label && onOf(label);
  const sign = on?.includes(1) && meanWhere(values, on) < meanOf(values.subarray(0, on.length)) ? -1 : 1;
  const stepAt = (k) => (k === 0 ? 0 : values[k] - values[k - 1]);
  const movesAt = (k) => (on ? sign * stepAt(k) : Math.abs(stepAt(k)));
  const begins = (k) => !on || (k > 0 && on[k] === 1 && on[k - 1] === 0);
  for (const from of [Math.floor(count / 2), 0]) {
    let best = -1;
    for (let k = from; k < count; k += 1) if (begins(k) && (best < 0 || movesAt(k) > movesAt(best))) best = k;
    if (best >= 0) return best;
  }
  return 0;
}

/** Where a label is on; one of numbers, where it is above their median. @param {Asked} label */
function onOf({ values, isNumber }) {
  const middle = isNumber ? medianOf(values) : 0;
  return Uint8Array.from(values, (one) => Number(one > middle));
}

const meanWhere = (values, on) => meanOf(values.subarray(0, on.length).filter((_, k) => on[k] === 1));
