// Which units tell a label: chosen on one half of a text, measured on the other, beside a line of chance; as
// `../ranking.py` and `view/find.py` have it.

/** @import {Asked, Question, Ranking, Seen} from "../../site/units.d.ts" */

import { generator } from "../../web/pcg64.js";
import { halved, measured, questionOf, ranksOf, shifted } from "./questions.js";
import { argsort, ascending, columnOf, countUpTo, distinct, meanOf, quantileOf } from "./statistics.js";

/**
 * The units of some quantities, the best first.
 *
 * @param {Seen} seen
 * @param {Asked} label
 * @param {string[]} names
 * @returns {Ranking}
 */
export function rank(seen, label, names) {
  const { shifts, passing, leastShift, nothing: nothings } = seen.numbers.ranked;
  const asked = questionOf(seen, label);
  const n = asked.first.values.length;
  const least = Math.max(1, Math.floor(leastShift * n));
  const fitting = n - 2 * least + 1;
  const by = generator(0)
    .choice(fitting, Math.min(shifts, fitting))
    .map((one) => one + least);
  const best = new Float64Array(by.length).fill(-Infinity);
  const units = [];
  for (const quantity of names) {
    const [first, second] = ranksOf(asked, seen, quantity);
    const [firsts, seconds] = [measured(asked.first, first), measured(asked.second, second)];
    for (const [unit, one] of firsts.entries()) {
      units.push({ quantity, unit, first: one, told: (one < 0 ? -1 : 1) * seconds[unit] });
      const chosen = shifted(asked.first, first, unit, by);
      const then = shifted(asked.second, second, unit, by);
      for (let s = 0; s < by.length; s += 1) best[s] = Math.max(best[s], (chosen[s] < 0 ? -1 : 1) * then[s]);
    }
  }
  const nothing = nothings[asked.measure];
  const line = ascending(best).at(-Math.max(1, Math.floor(passing * (by.length + 1)))) + nothing;
  const order = argsort(units.map(({ told }) => -told));
  const scores = Array.from(order, (k) => {
    const { quantity, unit, first, told } = units[k];
    const auc = told + nothing;
    const direction = first < 0 ? -1 : 1;
    return { quantity, unit, auc, first: nothing + Math.abs(first), direction, isFind: auc > line };
  });
  return { measure: asked.measure, chance: line, scores, asked };
}

/** @param {Ranking} ranking */
const scoreOf = ({ scores }, quantity, unit) => scores.find((one) => one.quantity === quantity && one.unit === unit);

/** The measures of a quantity's units, by their numbers. @param {Ranking} ranking */
export function byUnit({ scores }, quantity) {
  const own = scores.filter((one) => one.quantity === quantity);
  return own.sort((a, b) => a.unit - b.unit).map(({ auc }) => auc);
}

/**
 * @param {Seen} seen
 * @param {Ranking} ranking
 */
export function rankingLook(seen, ranking, { quantity, unit }) {
  const { measure, chance, scores, asked } = ranking;
  const { named, bins, mostLevels } = seen.numbers.ranked;
  const own = scoreOf(ranking, quantity, unit);
  const values = columnOf(seen.values.get(quantity), seen.widths.get(quantity), unit);
  const apart =
    measure === "auc" ? parted(asked, values, own.direction, bins) : { levels: levelsOf(asked, values, mostLevels) };
  return {
    measure,
    chance,
    finds: scores.filter(({ isFind }) => isFind).length,
    count: scores.length,
    best: scores.slice(0, named),
    own: { ...own, place: scores.findIndex(({ auc }) => auc === own.auc), ...apart },
    units: byUnit(ranking, quantity),
  };
}

/** A threshold, and two histograms over the second half. @param {Question} asked */
function parted(asked, values, direction, bins) {
  const [, second] = halved(asked, values);
  const edges = edgesOf(values, bins);
  const on = second.filter((_, k) => asked.second.values[k] > 0);
  const off = second.filter((_, k) => asked.second.values[k] === 0);
  return {
    threshold: thresholdOf(asked, values, direction),
    edges,
    on: histogram(on, edges),
    off: histogram(off, edges),
  };
}

/** Where the share of places that are found, less that of false alarms, is largest in the first half (Youden 1950). */
function thresholdOf(asked, values, direction) {
  const on = asked.first.values;
  const turned = halved(asked, values)[0].map((one) => direction * one);
  const order = argsort(turned.map((one) => -one));
  const yes = on.reduce((sum, one) => sum + one, 0);
  let [found, alarms, most, best] = [0, 0, -Infinity, 0];
  for (let k = 0; k + 1 < order.length; k += 1) {
    found += on[order[k]];
    alarms += 1 - on[order[k]];
    const isSame = turned[order[k]] === turned[order[k + 1]];
    const gain = isSame ? -1 : found / yes - alarms / (on.length - yes);
    if (gain > most) [most, best] = [gain, k];
  }
  return (direction * (turned[order[best]] + turned[order[best + 1]])) / 2;
}

function edgesOf(values, bins) {
  let [low, high] = [Infinity, -Infinity];
  for (const one of values) [low, high] = [Math.min(low, one), Math.max(high, one)];
  if (low === high) [low, high] = [low - 0.5, high + 0.5];
  const step = (high - low) / bins;
  return Array.from({ length: bins + 1 }, (_, k) => (k === bins ? high : k * step + low));
}

function histogram(values, edges) {
  const counts = edges.slice(1).map(() => 0);
  // The last bin has both its ends.
  for (const one of values) counts[Math.min(counts.length, countUpTo(edges, one)) - 1] += 1;
  return counts;
}

/** The unit in the second half for each value of a label of numbers, neighbouring ones put together. */
function levelsOf(asked, values, most) {
  const label = asked.second.values;
  const own = halved(asked, values)[1];
  const different = distinct(label);
  const ordered = ascending(label);
  const quantiles = () => Array.from({ length: most - 1 }, (_, k) => quantileOf(ordered, (k + 1) / most));
  const edges = different.length <= most ? different.slice(1) : distinct(quantiles());
  const groups = new Map();
  for (const [k, one] of label.entries()) {
    const group = countUpTo(edges, one);
    if (!groups.has(group)) groups.set(group, []);
    groups.get(group).push(k);
  }
  return [...groups.keys()]
    .sort((a, b) => a - b)
    .map((group) => {
      const places = groups.get(group);
      const inside = ascending(places.map((k) => own[k]));
      const [lower, median, upper] = [0.25, 0.5, 0.75].map((share) => quantileOf(inside, share));
      return { value: meanOf(places.map((k) => label[k])), places: places.length, lower, median, upper };
    });
}
