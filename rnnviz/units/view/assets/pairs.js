// Units held in pairs, as half a table: what two cost beyond what each costs. Pure.

/** @import {PairCost, PairTable} from "../units.d.ts" */

/**
 * The rows of the table and the end of its scale of colours. Units stand in the order of what they tell, the best one
 * first; each row has the pairs of its unit with those before it.
 *
 * @param {PairCost[]} pairs
 * @param {number[]} scores of all units
 * @returns {PairTable}
 */
export function layoutPairs(pairs, scores) {
  const units = [...new Set(pairs.flatMap((one) => one.units))].sort((a, b) => scores[b] - scores[a] || a - b);
  const of = (a, b) => pairs.find(({ units: both }) => both.includes(a) && both.includes(b)) ?? null;
  const rows = units.slice(1).map((unit, k) => ({
    unit,
    cells: units.slice(0, k + 1).map((other) => of(unit, other)),
  }));
  const end = Math.max(...pairs.map(({ cost }) => Math.abs(cost)), Number.MIN_VALUE);
  return { columns: units.slice(0, -1), rows, end };
}

/** Whether the interval of a pair leaves out no cost at all. */
export const isSure = ({ low, high }) => low > 0 || high < 0;

/** The pair of which one stands in for the other most, if that is sure; else null. */
export const strongest = (pairs) =>
  pairs.filter(({ low }) => low > 0).reduce((best, one) => (best && best.cost >= one.cost ? best : one), null);
