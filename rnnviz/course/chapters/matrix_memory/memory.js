// A memory that is a matrix: it is written to and read from by keys. Pure.
//
// Rows of S belong to the numbers of a key, columns to those of a value, as in rnnviz/cells/matrix_memory.py.

import { normals, shuffled } from "../../maths/random.js";
import { oneHot } from "../../maths/vectors.js";
import { DIGITS } from "./settings.js";

const DRAWS = 20;
const VALUES = 8;

/** The pairs in a text: "a3 b1" gives [{letter: "a", digit: "3"}, …]; what is no pair is passed over. */
export function pairsOf(text) {
  return Array.from(text.matchAll(/([a-z])\s*([1-9])/g), ([, letter, digit]) => ({ letter, digit }));
}

/** A key of length 1 in the plane. */
export function keyAt(degrees) {
  const radians = (degrees * Math.PI) / 180;
  // Cosines of right angles are 0, whatever π is in binary.
  return [Math.cos(radians), Math.sin(radians)].map((one) => Number(one.toFixed(15)));
}

const digitValue = (digit) => oneHot(DIGITS.indexOf(digit), DIGITS.length);

/** What a query reads: Q S. */
export function read(query, S) {
  return S[0].map((_, column) => query.reduce((sum, one, row) => sum + one * S[row][column], 0));
}

const outer = (key, value, times = 1) => key.map((one) => value.map((other) => times * one * other));
const combined = (one, other, f) => one.map((row, i) => row.map((value, j) => f(value, other[i][j])));

/**
 * A step of a memory, {before, old, out, put, after}: what it holds once it has faded, what the key reads there, what
 * is taken out and put in, and what is there then.
 *
 * how: {rule, B, F}. "add" takes nothing out, and writes with strength 1; F: the share of the memory that stays.
 */
export function written(S, key, value, { rule, B = 1, F = 1 }) {
  const before = S.map((row) => row.map((one) => F * one));
  const old = read(key, before);
  const replaces = rule === "replace";
  const out = outer(key, old, replaces ? B : 0);
  const put = outer(key, value, replaces ? B : 1);
  const left = combined(before, out, (one, other) => one - other);
  return { before, old, out, put, after: combined(left, put, (one, other) => one + other) };
}

/** All steps of writing pairs: keys: {letter: key}. */
export function writtenAll(pairs, keys, how) {
  const steps = [];
  let S = outer(keys.a, digitValue("1"), 0);
  for (const { letter, digit } of pairs) {
    const [key, value] = [keys[letter], digitValue(digit)];
    const step = written(S, key, value, how);
    steps.push({ letter, digit, key, value, ...step });
    S = step.after;
  }
  return steps;
}

/**
 * The share of right answers after 1 … 2 d pairs with keys in random directions of d dimensions: each key is asked for,
 * and the largest number of what comes back is the answer. The mean over DRAWS memories.
 */
export function recalled(d, rule) {
  const right = new Float64Array(2 * d);
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const { keys, values } = randomPairs(d, draw);
    let S = outer(keys[0], oneHot(0, VALUES), 0);
    for (let n = 0; n < 2 * d; n += 1) {
      S = written(S, keys[n], oneHot(values[n], VALUES), { rule }).after;
      const answers = keys.slice(0, n + 1).map((key) => strongest(read(key, S)));
      right[n] += answers.filter((answer, k) => answer === values[k]).length / (n + 1) / DRAWS;
    }
  }
  return Array.from(right);
}

/** 2 d pairs: keys of length 1 in random directions, and a value of VALUES each. */
export function randomPairs(d, draw) {
  const numbers = normals(1 + draw, 2 * d * d);
  const keys = Array.from({ length: 2 * d }, (_, k) => {
    const own = Array.from(numbers.subarray(k * d, (k + 1) * d));
    const length = Math.hypot(...own);
    return own.map((one) => one / length);
  });
  return { keys, values: shuffled(1001 + draw, 2 * d).map((one) => one % VALUES) };
}

/** The place of the largest number. */
export const strongest = (numbers) => numbers.indexOf(Math.max(...numbers));
