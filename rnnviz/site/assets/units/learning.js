// Since when units tell a label, as `learnt_since` of `rnnviz/units/learning.py` has it. Pure.

/**
 * Of each unit the step from which it passes the line of chance at every later one, too; null where it does not.
 *
 * @param {number[]} steps
 * @param {number[][]} units the measure of each unit, a row a step
 * @param {number[]} chance
 * @returns {(number | null)[]}
 */
export function learntSince(steps, units, chance) {
  return (units[0] ?? []).map((_, unit) => {
    const last = units.findLastIndex((row, k) => !(row[unit] > chance[k]));
    return steps[last + 1] ?? null;
  });
}
