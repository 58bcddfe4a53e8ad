// Since when units have learnt a label, as `learnt_since` of `../learning.py` has it. Pure.

/**
 * Of each unit the step from which it stays above what the best unit told at the first step, and above the line of
 * chance; null where it does not.
 *
 * @param {number[]} steps
 * @param {number[][]} units the measure of each unit, a row a step
 * @param {{best: number[], chance: number[]}} of the measure of the best unit, and the line, at each step
 * @returns {(number | null)[]}
 */
export function learntSince(steps, units, { best, chance }) {
  return (units[0] ?? []).map((_, unit) => {
    const last = units.findLastIndex((row, k) => !(row[unit] > Math.max(best[0], chance[k])));
    return steps[last + 1] ?? null;
  });
}
