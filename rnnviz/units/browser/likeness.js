// Units in an order in which neighbours run alike, as `../likeness.py` finds it. Pure.

import { columnOf, meanOf } from "./statistics.js";

const [NEVER_MOVES, SIDES] = [1e-9, 2];

/**
 * The units along a greedy path: of all pairs, the most alike first, each becomes neighbours if both still have a free
 * side and are not the two ends of one piece.
 *
 * @param {Float64Array} values row by row, a row a place
 * @param {number} width how many units there are
 */
export function byLikeness(values, width) {
  const units = Array.from({ length: width }, (_, unit) => scaled(columnOf(values, width, unit)));
  const pairs = units.flatMap((own, a) => units.slice(a + 1).map((other, j) => [dot(own, other), a, a + 1 + j]));
  pairs.sort(([one, a, b], [other, c, d]) => other - one || a - c || b - d);
  const beside = units.map(() => []);
  // Of each end of a piece, its other end.
  const far = units.map((_, unit) => unit);
  for (const [, a, b] of pairs) {
    if (beside[a].length === SIDES || beside[b].length === SIDES || far[a] === b) continue;
    beside[a].push(b);
    beside[b].push(a);
    const [end, other] = [far[a], far[b]];
    [far[end], far[other]] = [other, end];
  }
  return walked(beside);
}

/** A unit's distances from its mean, as a vector of length 1; zeros where it never moves. */
function scaled(values) {
  const mean = meanOf(values);
  const apart = values.map((value) => value - mean);
  const length = Math.sqrt(dot(apart, apart));
  const most = values.reduce((high, value) => Math.max(high, Math.abs(value)), 1);
  return length > NEVER_MOVES * Math.sqrt(values.length) * most ? apart.map((one) => one / length) : apart.fill(0);
}

function dot(one, other) {
  let sum = 0;
  for (let k = 0; k < one.length; k += 1) sum += one[k] * other[k];
  return sum;
}

/** The path from the end with the smaller number. */
function walked(beside) {
  let unit = beside.findIndex((ones) => ones.length < SIDES);
  let before = -1;
  const walk = [];
  while (unit !== undefined) {
    walk.push(unit);
    const next = beside[unit].find((one) => one !== before);
    before = unit;
    unit = next;
  }
  return walk;
}
