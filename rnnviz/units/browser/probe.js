// One unit or many: what a sparse linear probe reads out of a state, beside its control and the network before
// training; as `../probe.py` has it.

/** @import {Asked, Probe, Seen} from "../../site/units.d.ts" */

import { fill } from "../../web/numbers.js";
import { generator } from "../../web/pcg64.js";
import { linear, logistic, nextUnit, predicted } from "./logistic.js";
import { halved, measured, questionOf, ranksOf } from "./questions.js";
import { ranks } from "./ranks.js";
import { Refusal } from "./refusal.js";
import { columnOf, countsOf, digits, meanOf } from "./statistics.js";

/**
 * Probes of the units of the states with 1, 2, 4, 8 units and with all.
 *
 * @param {Seen} seen
 * @param {Asked} label
 * @returns {Probe}
 */
export function probe(seen, label, selects = true) {
  const { sizes } = seen.numbers.probed;
  const asked = questionOf(seen, label);
  const names = seen.states.flatMap((quantity) =>
    Array.from({ length: seen.widths.get(quantity) }, (_, unit) => /** @type {[string, number]} */ ([quantity, unit])),
  );
  const halves = names.map(([quantity, unit]) =>
    standardised(halved(asked, columnOf(seen.values.get(quantity), seen.widths.get(quantity), unit))),
  );
  const X = halves.map(([first]) => first);
  const isLogistic = asked.measure === "auc";
  const y = targetOf(asked.first);
  const fit = isLogistic ? logistic : linear;
  const of = (columns, units) => units.map((k) => columns[k]);
  const second = halves.map((both) => both[1]);
  const tells = (units, w) => toldBy(asked.second, predicted(of(second, units), w));
  const chosen = [];
  /** @type {[string, number][]} */
  const told = [];
  if (selects) {
    const alone = seen.states.flatMap((quantity) => measured(asked.first, ranksOf(asked, seen, quantity)[0]));
    chosen.push(alone.reduce((best, one, k) => (Math.abs(one) > Math.abs(alone[best]) ? k : best), 0));
    let w = fit(of(X, chosen), y);
    for (let size = 1; size <= Math.min(sizes.at(-1), names.length); size += 1) {
      if (size > 1) {
        chosen.push(nextUnit(X, y, chosen, w, isLogistic));
        w = fit(of(X, chosen), y);
      }
      if (sizes.includes(size)) told.push([String(size), tells(chosen, w)]);
    }
  }
  const every = names.map((_, k) => k);
  told.push(["all", tells(every, fit(X, y))]);
  return { units: chosen.map((k) => names[k]), count: names.length, told };
}

/** @param {Probe} probe */
export const bestOf = ({ told }) => Math.max(...told.map(([, measure]) => measure));

/** Around the mean of the first half, in its standard deviations. @param {Float64Array[]} halves */
function standardised([first, second]) {
  const mean = meanOf(first);
  const deviation = Math.sqrt(meanOf(first.map((one) => (one - mean) ** 2))) || 1;
  const own = (part) => part.map((one) => (one - mean) / deviation);
  return [own(first), own(second)];
}

/** The label, or the ranks of its numbers in standard deviations. */
function targetOf({ measure, values, weights }) {
  if (measure === "auc") return values;
  const mean = meanOf(weights);
  const deviation = Math.sqrt(meanOf(weights.map((one) => (one - mean) ** 2)));
  return weights.map((one) => one / deviation);
}

/** AUC, or Pearson's r with the ranks. */
function toldBy(half, told) {
  if (half.measure === "auc") return 0.5 + measured(half, ranks([told]))[0];
  const mean = meanOf(told);
  let [sum, square] = [0, 0];
  for (let k = 0; k < told.length; k += 1) {
    sum += (told[k] - mean) * half.weights[k];
    square += (told[k] - mean) ** 2;
  }
  const length = Math.sqrt(square) * half.length;
  return length > 0 ? sum / length : 0;
}

/**
 * The mean measures of probes for labels given to the characters at random; null if none can be drawn.
 *
 * @param {Seen} seen
 * @param {Asked} label
 * @param {() => Promise<void>} breath
 */
export async function controlOf(seen, label, breath) {
  const { tries, controls } = seen.numbers.probed;
  const drawn = generator(0);
  const found = [];
  for (let k = 0; k < tries && found.length < controls; k += 1) {
    const own = atRandom(seen, label, drawn);
    await breath();
    try {
      found.push(probe(seen, own));
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
    }
  }
  if (found.length === 0) return null;
  return found[0].told.map(
    ([size], k) => /** @type {[string, number]} */ ([size, meanOf(found.map(({ told }) => told[k][1]))]),
  );
}

/** A label that depends on the character alone. @returns {Asked} */
function atRandom({ indices, kinds }, { values, isNumber }, drawn) {
  const places = indices.slice(0, values.length);
  const counts = countsOf(places, kinds);
  if (isNumber) {
    const own = Float64Array.from({ length: kinds }, () => values[drawn.below(values.length)]);
    return { values: Float64Array.from(places, (k) => own[k]), isNumber };
  }
  const on = new Uint8Array(kinds);
  const there = [...counts.keys()].filter((k) => counts[k] > 0);
  let missing = values.reduce((sum, one) => sum + one, 0);
  for (const k of drawn.permutation(there.length)) {
    const character = there[k];
    // Taken where it brings the number of places nearer to the true label's.
    if (Math.abs(missing - counts[character]) >= Math.abs(missing)) continue;
    on[character] = 1;
    missing -= counts[character];
  }
  return { values: Float64Array.from(places, (k) => on[k]), isNumber };
}

/**
 * The look "spread". chance: the line of the ranking of the states' units.
 *
 * @param {Seen} seen
 * @param {{measure: string, chance: number, probe: Probe, control: [string, number][] | null, before: Probe | null}} of
 */
export function spreadLook({ words, numbers: limits }, { measure, chance, probe, control, before }) {
  const { mostly, least: leasts, learnt, measures } = limits.probed;
  const of = (told, size) => told.find(([own]) => own === size)[1];
  const best = bestOf(probe);
  const nothing = limits.ranked.nothing[measure];
  const enough = nothing + mostly * (best - nothing);
  const fitting = probe.told.find(([, told]) => told >= enough && told > chance);
  const [size] = fitting ?? probe.told.find(([, told]) => told === best);
  const least = leasts[measure];
  const word = best <= Math.max(chance, least) ? "absent" : size === "1" ? "one" : "several";
  const count = size === "all" ? probe.count : Number(size);
  const told = of(probe.told, size);
  const numbers = { alone: of(probe.told, "1"), best, told, count, chance, least };
  const messages = [chance < best && best <= least ? "hardly" : word];
  if (before && word !== "absent") {
    numbers.before = of(before.told, size);
    messages.push(told > numbers.before + learnt ? "learnt" : "notLearnt");
  }
  if (control && word !== "absent") {
    numbers.control = of(control, size);
    messages.push(told > numbers.control ? "controlled" : "notControlled");
  }
  const shown = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, digits(value)]));
  return {
    word,
    measure,
    chance,
    probe: probe.told,
    units: probe.units,
    control,
    before: before?.told ?? null,
    sentences: messages.map((name) => fill(words.spread[name], { measure: measures[measure], ...shown })),
  };
}
