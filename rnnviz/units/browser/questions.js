// A label as it is asked of units: checked, and cut into the two halves of the text, as `../questions.py`
// does.

/** @import {Asked, Half, Question, Ranks, Seen} from "../../site/units.d.ts" */

import { Refusal } from "./refusal.js";
import { halves, ranks, withoutLast } from "./ranks.js";
import { sumOf } from "./statistics.js";

/**
 * @param {Seen} seen
 * @param {Asked} label
 * @returns {Question}
 */
export function questionOf(seen, { values, isNumber }) {
  const { shortest, rarest } = seen.numbers.ranked;
  const count = seen.indices.length;
  if (count < shortest) throw new Refusal("tooShortToRank", { count, least: shortest });
  const middle = Math.floor(count / 2);
  const parts = [values.subarray(0, middle), values.subarray(middle)];
  const measure = isNumber ? "rho" : "auc";
  checkVariety(measure, parts, rarest);
  const [first, second] = parts.map((part) => halfOf(part, measure));
  return { first, second, measure, leavesLast: values.length < count };
}

function checkVariety(measure, parts, least) {
  const others = parts.map((part) => {
    const counts = new Map();
    for (const one of part) counts.set(one, (counts.get(one) ?? 0) + 1);
    return part.length - Math.max(...counts.values());
  });
  if (Math.min(...others) >= least) return;
  const [first, second] = measure === "auc" ? parts.map(sumOf) : others;
  const all = { all_first: parts[0].length, all_second: parts[1].length };
  throw new Refusal(measure === "auc" ? "rareLabel" : "evenLabel", { first, second, ...all, least });
}

/** @returns {Half} */
function halfOf(values, measure) {
  const weights = measure === "auc" ? Float64Array.from(values) : ranks([Float64Array.from(values)]).rows[0];
  const length = Math.sqrt(weights.reduce((sum, one) => sum + one * one, 0));
  return { values: Float64Array.from(values), measure, weights, length };
}

/**
 * The ranks of a quantity's units at the places that the label has; sorted once for a reading.
 *
 * @param {Question} asked
 * @param {Seen} seen
 * @returns {[Ranks, Ranks]}
 */
export function ranksOf(asked, seen, quantity) {
  const { first, second } = seen.once(`ranks ${quantity}`, () =>
    halves(seen.values.get(quantity), seen.widths.get(quantity)),
  );
  return [first, asked.leavesLast ? seen.once(`ranks less ${quantity}`, () => withoutLast(second)) : second];
}

/** The two parts of values that stand a place after another, cut as the label is. @param {Question} asked */
export function halved({ first, second }, values, width = 1) {
  const middle = first.values.length;
  return [values.subarray(0, middle * width), values.subarray(middle * width, (middle + second.values.length) * width)];
}

/** AUC − ½ or Spearman's ρ of each unit. @param {Half} half @param {Ranks} units */
export function measured(half, units) {
  return units.rows.map((row, unit) => dot(row, half.weights) * scaleOf(half, units.norms[unit]));
}

function scaleOf({ values, measure, length }, norm) {
  if (measure === "rho") return norm * length > 0 ? 1 / (norm * length) : 0;
  const yes = sumOf(values);
  return 1 / (yes * (values.length - yes));
}

function dot(a, b) {
  let sum = 0;
  for (let k = 0; k < a.length; k += 1) sum += a[k] * b[k];
  return sum;
}

/**
 * What one unit measures of the label shifted around its half by each of these amounts.
 *
 * @param {Half} half
 * @param {Ranks} units
 * @param {Int32Array} by
 */
export function shifted(half, units, unit, by) {
  const row = units.rows[unit];
  const n = row.length;
  const twice = new Float64Array(2 * n);
  twice.set(row);
  twice.set(row, n);
  const scale = scaleOf(half, units.norms[unit]);
  const places = placesOf(half);
  const { weights } = half;
  return Float64Array.from(by, (amount) => {
    const start = n - amount;
    let sum = 0;
    if (places === null) for (let k = 0; k < n; k += 1) sum += twice[start + k] * weights[k];
    else for (let k = 0; k < places.length; k += 1) sum += twice[start + places[k]];
    return sum * scale;
  });
}

const known = new WeakMap();

/** Where a label of yes and no is on; null for one of numbers. */
function placesOf(half) {
  if (!known.has(half)) {
    const places =
      half.measure === "auc" ? Int32Array.from(half.values.keys()).filter((k) => half.values[k] > 0) : null;
    known.set(half, places);
  }
  return known.get(half);
}
