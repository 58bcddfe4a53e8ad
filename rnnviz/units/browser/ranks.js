// The places of a text ranked by the value of each unit, within one half of it, as `../ranks.py` does.

/** @import {Halves, Ranks} from "../../site/units.d.ts" */

import { argsort, columnOf } from "./statistics.js";

/**
 * Each unit's ranks around their mean; equal values share the mean of their ranks. norms: the length of each row.
 *
 * @param {Float64Array[]} rows of values
 * @returns {Ranks}
 */
export function ranks(rows) {
  const made = rows.map(ranked);
  return { rows: made, norms: made.map(lengthOf) };
}

function ranked(values) {
  const n = values.length;
  const order = argsort(values);
  const found = new Float64Array(n);
  for (let first = 0; first < n; ) {
    let next = first + 1;
    while (next < n && values[order[next]] === values[order[first]]) next += 1;
    const own = (first + next - 1) / 2 - (n - 1) / 2;
    for (let k = first; k < next; k += 1) found[order[k]] = own;
    first = next;
  }
  return found;
}

const lengthOf = (row) => Math.sqrt(row.reduce((sum, one) => sum + one * one, 0));

/** The ranks among the places but the last. @param {Ranks} ranks @returns {Ranks} */
export function withoutLast({ rows }) {
  const made = rows.map((row) => {
    const last = row.at(-1);
    return row.slice(0, -1).map((one) => one - 0.5 * Math.sign(one - last));
  });
  return { rows: made, norms: made.map(lengthOf) };
}

/** Of a quantity's units in the first half of a text, which has ⌊N/2⌋ places, and in the second. @returns {Halves} */
export function halves(values, width) {
  const middle = Math.floor(values.length / width / 2);
  const columns = Array.from({ length: width }, (_, unit) => columnOf(values, width, unit));
  return {
    first: ranks(columns.map((own) => own.subarray(0, middle))),
    second: ranks(columns.map((own) => own.subarray(middle))),
  };
}
