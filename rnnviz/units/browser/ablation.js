// Does the network need a unit? What its predictions cost while it is held, as `../ablation.py` has it.

/** @import {Asked, Cost, Mean, Seen} from "../../site/units.d.ts" */

import { createEngine } from "../../engine/engine.js";
import { generator } from "../../web/pcg64.js";
import { pieceOf } from "./reading.js";
import { Refusal } from "./refusal.js";
import { ascending, columnOf, countsOf, meanOf, medianOf, quantileOf, sumOf } from "./statistics.js";

/**
 * The loss at each place while some units are held together, in nats.
 *
 * @param {Seen} seen
 * @param {string} quantity
 * @param {number[]} units
 * @param {string} how
 */
export function heldLoss(seen, quantity, units, how) {
  const { program, weights, indices } = seen;
  const count = indices.length;
  const valuesOf = units.map((unit) => valueAt(seen, quantity, unit, how));
  const states = program.passes.flatMap((pass) => pass.states ?? []);
  const engine = createEngine(program);
  const loss = new Float64Array(count);
  let initial = new Map();
  const piece = pieceOf(program, count);
  for (let first = 0; first < count; first += piece) {
    const hot = indices.slice(first, first + piece);
    const targets = hot.map((_, k) => indices[first + k + 1] ?? 0);
    const holds = units.flatMap((unit, k) => holdsOf(quantity, unit, valuesOf[k], first, hot.length));
    const { tensors } = engine.run(weights, { X: { hot }, initial, targets }, holds);
    loss.set(tensors.get("loss"), first);
    initial = new Map(states.map((name) => [`${name}0`, tensors.get(name).slice(-seen.widths.get(name))]));
  }
  return loss.subarray(0, count - 1);
}

/** A number for all places, or one for each. */
function valueAt(seen, quantity, unit, how) {
  if (how === "zero") return 0;
  const own = columnOf(seen.values.get(quantity), seen.widths.get(quantity), unit);
  if (how === "mean") return meanOf(own);
  const others = seen.once("others", () => otherPlaces(seen));
  return own.map((_, k) => own[others[k]]);
}

function holdsOf(quantity, unit, value, first, count) {
  if (typeof value === "number") return [{ quantity, value, units: [unit], steps: null }];
  return Array.from({ length: count }, (_, t) => ({ quantity, value: value[first + t], units: [unit], steps: [t, t] }));
}

/** For each place another one with the same character; for the only one of its kind itself. @param {Seen} seen */
function otherPlaces({ indices, kinds }) {
  const places = Array.from({ length: kinds }, () => []);
  for (const [k, one] of indices.entries()) places[one].push(k);
  const drawn = generator(0);
  const others = new Int32Array(indices.length);
  for (const own of places) {
    for (const [k, place] of own.entries()) {
      const away = 1 + drawn.below(Math.max(own.length, 2) - 1);
      others[place] = own[(k + away) % own.length];
    }
  }
  return others;
}

/**
 * What each row of losses costs more than reading freely.
 *
 * @param {Seen} seen
 * @param {Asked} label
 * @param {Float64Array[]} losses
 * @returns {Cost[]}
 */
export function costsOf(seen, label, losses) {
  const { loss, kinds, breaks } = seen;
  const count = loss.length;
  const on = placesOn(label, count, seen.numbers.held.rarest);
  const characters = seen.indices.slice(0, count);
  const wanted = countsOf(
    characters.filter((_, k) => on[k]),
    kinds,
  );
  const there = countsOf(
    characters.filter((_, k) => !on[k]),
    kinds,
  );
  const elsewhere = Float64Array.from(characters, (one, k) =>
    on[k] || there[one] === 0 ? 0 : wanted[one] / there[one],
  );
  let before = 0;
  const lines = Int32Array.from({ length: count }, (_, k) => {
    const line = before;
    before += breaks[k];
    return line;
  });
  const extra = losses.map((row) => row.map((one, k) => one - loss[k]));
  const places = sumOf(on);
  const matched = sumOf(wanted.filter((_, k) => there[k] > 0)) / places;
  const ons = meansOf(extra, loss, on, lines, seen);
  const offs = elsewhere.some((one) => one !== 0) ? meansOf(extra, loss, elsewhere, lines, seen) : null;
  return ons.map((own, k) => ({ on: own, off: offs?.[k] ?? null, places, matched }));
}

/** Where the label is on, of numbers above their median: 1 or 0. @param {Asked} label */
function placesOn({ values, isNumber }, count, least) {
  const own = values.subarray(0, count);
  const middle = isNumber ? medianOf(own) : 0;
  const on = Float64Array.from(own, (one) => (one > middle ? 1 : 0));
  if (sumOf(on) < least) throw new Refusal("tooRareToTest", { count: sumOf(on), least });
  return on;
}

/**
 * The weighted mean of each row, its interval from resampling lines, and the mean of the loss.
 *
 * @param {Seen} seen
 * @returns {Mean[]}
 */
function meansOf(rows, loss, weights, lines, seen) {
  const { fewestLines, mostPieces, draws, ends } = seen.numbers.held;
  const where = [...weights.keys()].filter((k) => weights[k] !== 0);
  let starts = [...where.keys()].filter((k) => k === 0 || lines[where[k]] !== lines[where[k - 1]]);
  if (starts.length < fewestLines) {
    const pieces = Math.min(where.length, mostPieces);
    starts = Array.from({ length: pieces }, (_, k) => Math.trunc(k * (where.length / pieces)));
  }
  const parts = (of) => starts.map((start, k) => sumOf(where.slice(start, starts[k + 1]).map(of)));
  const sizes = parts((k) => weights[k]);
  const size = sumOf(sizes);
  const drawn = seen.once(`drawn ${starts.length}`, () => generator(0).multinomials(starts.length, draws));
  const sizesDrawn = drawn.map((counts) => weighted(counts, sizes));
  const free = sumOf(where.map((k) => weights[k] * loss[k])) / size;
  return rows.map((row) => {
    const sums = parts((k) => weights[k] * row[k]);
    const again = ascending(drawn.map((counts, k) => weighted(counts, sums) / sizesDrawn[k]));
    const [low, high] = ends.map((share) => quantileOf(again, share));
    return { cost: sumOf(sums) / size, low, high, loss: free };
  });
}

function weighted(counts, numbers) {
  let sum = 0;
  for (let k = 0; k < counts.length; k += 1) sum += counts[k] * numbers[k];
  return sum;
}
