// Every named number of a trace as a file, in the forms of `../numbers.py`. Held to Python's by a test.

/** @import {Seen} from "../../site/site.d.ts" */

import { asWord, csvOf } from "../../web/csv.js";
import { npz } from "../../web/npz.js";

const OUTPUTS = ["logits", "Y_hat"];

/**
 * One row a number, under these five names.
 *
 * @param {Seen} seen
 * @param {string[]} columns
 */
export function csv(seen, columns) {
  const rows = [columns, ...namesOf(seen).flatMap((name) => rowsOf(seen, name))];
  return csvOf(rows);
}

/** @param {Seen} seen */
export function json(seen) {
  const told = (name, one) => ({ axes: seen.numbers.axes[name], shape: one.shape, values: nested(one) });
  const all = (arrays) => Object.fromEntries(arrays.map(([name, one]) => [name, told(name, one)]));
  return JSON.stringify({
    about: aboutOf(seen),
    tensors: all(tensorsOf(seen)),
    weights: all([...seen.weights]),
    free: all(freeOf(seen)),
  });
}

/** @param {Seen} seen */
export function archive(seen) {
  const free = freeOf(seen).map(([name, one]) => [`free.${name}`, one]);
  const named = [...namesOf(seen), ...seen.weights.keys()];
  const axes = Object.fromEntries(named.map((name) => [name, seen.numbers.axes[name]]));
  const about = JSON.stringify({ ...aboutOf(seen), axes });
  return npz([...tensorsOf(seen), ...free, ...seen.weights, ["about", about]]);
}

/** Without targets there is no loss. */
const namesOf = ({ numbers, tensors }) => numbers.names.filter((name) => tensors.has(name));

/**
 * The states before the first step, by name.
 *
 * @param {Seen} seen
 */
export function startsOf(seen) {
  return tensorsOf(seen).filter(([name]) => seen.numbers.axes[name][0] === "n");
}

/** @param {Seen} seen */
function tensorsOf(seen) {
  return namesOf(seen).map((name) => [name, shaped(seen, name, seen.tensors.get(name))]);
}

/** @param {Seen} seen */
function freeOf(seen) {
  return [...seen.free].map(([name, numbers]) => [name, shaped(seen, name, numbers)]);
}

/** One text is read, so that n is 1. */
function shaped({ numbers: { axes }, inputs }, name, numbers) {
  const T = inputs.length;
  const [first, , last] = axes[name];
  if (first === "n") return { shape: [1, numbers.length], numbers };
  return { shape: last ? [T, 1, numbers.length / T] : [T, 1], numbers };
}

/** @param {Seen} seen */
function rowsOf(seen, name) {
  const { shape, numbers } = shaped(seen, name, seen.tensors.get(name));
  if (name === "loss") {
    return Array.from(numbers, (value, t) => [name, t + 1, "", asWord(seen.targets?.[t] ?? ""), value]);
  }
  const tokens = name === "X" ? seen.vocabulary : OUTPUTS.includes(name) ? seen.said : null;
  const isBefore = shape.length === 2;
  const width = shape.at(-1);
  return Array.from(numbers, (value, k) => {
    const unit = k % width;
    return [name, isBefore ? 0 : Math.floor(k / width) + 1, unit + 1, tokens ? asWord(tokens[unit]) : "", value];
  });
}

function nested({ shape, numbers }) {
  const [count, ...inner] = shape;
  if (inner.length === 0) return Array.from(numbers);
  const size = numbers.length / count;
  return Array.from({ length: count }, (_, k) =>
    nested({ shape: inner, numbers: numbers.subarray(k * size, (k + 1) * size) }),
  );
}

/** @param {Seen} seen */
function aboutOf({ numbers, inputs, targets, vocabulary, said, holds }) {
  const counted = (from, to) => Array.from({ length: to - from + 1 }, (_, k) => from + k + 1);
  return {
    ...numbers.about,
    inputs,
    targets,
    vocabulary,
    labels: said,
    t: counted(0, inputs.length - 1),
    held: holds.map(({ quantity, value, units, steps }) => ({
      tensor: quantity,
      value,
      units: units?.map((unit) => unit + 1) ?? null,
      t: steps && counted(...steps),
    })),
  };
}
