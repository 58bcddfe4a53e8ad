// How far off a reader may be who rounds each number that he reads and each that he computes: the twin of
// `../rounding.py`.

/** @import {Node} from "../program.d.ts" */
/** @import {Sight} from "./judging.js" */

import { FUNCTIONS, paired } from "./values.js";

// Numbers are read and written to so many decimals.
const DECIMALS = 2;
export const HALF = 0.5 * 10 ** -DECIMALS;
// Beside what rounding does, what a number of binary digits is off.
const TINY = 1e-9;
/** How far off a number is that a reader has written down: he may go on with more digits of it. */
export const WRITTEN = HALF + TINY;
// A logarithm is taken of no less.
const TINIEST = 1e-12;

/** The most by which a reader's value of a node differs who rounds each step. @param {Sight} sight */
export function offOf(sight, node) {
  return spread(sight, node).map((off) => Math.max(off, HALF) + TINY);
}

/** @param {Sight} sight @returns {number[]} */
function spread(sight, node) {
  const { value } = sight;
  const of = (one) => spread(sight, one);
  if (sight.known.has(node)) return sight.known.get(node).map(() => WRITTEN);
  const e = sight.nodes[node];
  switch (e.op) {
    case "tensor":
      return sight.off(e);
    case "parameter":
    case "transposed":
      return value(node).map(() => 0);
    case "matmul":
      return ofMatmul(value(e.left), of(e.left), sight.matrix(e.right));
    case "sum":
      return e.terms.map(of).reduce((all, one) => paired(all, one, (x, y) => x + y));
    case "negative":
    case "oneminus":
      return of(e.of);
    case "product":
      return ofPair(ofProduct, value(e.left), value(e.right), of(e.left), of(e.right));
    case "quotient":
      return ofPair(ofQuotient, value(e.left), value(e.right), of(e.left), of(e.right));
    case "maximum":
      return paired(of(e.left), of(e.right), Math.max);
    case "apply":
      return ofFunction(sight.functionOf(e), value(e.of), of(e.of), value(node));
  }
  throw new Error(`${JSON.stringify(e)} is no operation of a task.`);
}

const isMore = (number) => ![0, 1].includes(Math.abs(number));
const isBroken = (number) => !Number.isInteger(number);

/** With 0 and ±1 nothing is computed that could be rounded. */
function ofMatmul(x, off, W) {
  return W[0].map((_, column) =>
    x.reduce((sum, number, row) => {
      const weight = W[row][column];
      return sum + off[row] * Math.abs(weight) + (isMore(number) && isMore(weight) ? HALF : 0);
    }, 0),
  );
}

/** Of an operation on two vectors: of([a, offOfA], [b, offOfB]). */
function ofPair(of, left, right, ofLeft, ofRight) {
  const withOff = (numbers, off) => numbers.map((one, k) => [one, off[k]]);
  return paired(withOff(left, ofLeft), withOff(right, ofRight), of);
}
function ofProduct([a, ofA], [b, ofB]) {
  return Math.abs(a) * ofB + Math.abs(b) * ofA + ofA * ofB + (isBroken(a) && isBroken(b) ? HALF : 0);
}
/** Where what stands below the line may be 0, the quotient may be anything. */
function ofQuotient([a, ofA], [b, ofB]) {
  const below = Math.abs(b);
  return (Math.abs(a) * ofB + below * ofA) / (below * Math.max(below - ofB, TINIEST)) + HALF;
}

function ofFunction(name, here, wide, found) {
  if (name === "softmax") return ofSoftmax(here, wide, found);
  if (name === "log") return here.map((x, k) => found[k] - Math.log(Math.max(x - wide[k], TINIEST)) + HALF);
  if (name === "sqrt") return here.map((x, k) => found[k] - Math.sqrt(Math.max(x - wide[k], 0)) + HALF);
  const apply = FUNCTIONS[name];
  const end = (x) => apply([x])[0];
  return here.map((x, k) => Math.max(...[-wide[k], wide[k]].map((by) => Math.abs(end(x + by) - found[k]))) + HALF);
}

/** One share is largest where its own power of e is, and all others are smallest. */
function ofSoftmax(logits, off, shares) {
  const low = logits.map((x, k) => Math.max(Math.exp(x - off[k]) - HALF, TINIEST));
  const high = logits.map((x, k) => Math.exp(x + off[k]) + HALF);
  const [lows, highs] = [low, high].map((all) => all.reduce((sum, one) => sum + one));
  return shares.map((share, k) => {
    const most = high[k] / (high[k] + lows - low[k]);
    const least = low[k] / (low[k] + highs - high[k]);
    return Math.max(most - share, share - least) + HALF;
  });
}
