// What gates do to a state over many steps: networks read with some of their gates held, on the stage's engine; a unit
// of a memory alone; and what the cells cost. Pure.

import { run, weightsOf } from "../../../engine/engine.js";
import { once } from "../../reader/once.js";

/**
 * Every state and quantity of a network that Python sent, {name: rows}; `H0` and `C0` are where it began.
 * holds: as the engine takes them. more: {initial, X, factors}, other first states, another input, and by what some
 * weights are multiplied.
 */
export function readHeld(given, holds = [], more = {}) {
  return once(given, JSON.stringify([holds, more]), () => readAnew(given, holds, more));
}

function readAnew(given, holds, { initial = given.initial, X = given.X, factors = {} }) {
  const weights = new Map(once(given, "weights", () => weightsOf(given.parameters)));
  for (const [name, factor] of Object.entries(factors)) {
    const { shape, numbers } = weights.get(name);
    weights.set(name, { shape, numbers: numbers.map((one) => one * factor) });
  }
  const starts = new Map(Object.entries(initial).map(([name, state]) => [name, Float64Array.from(state)]));
  const input = { X: { numbers: Float64Array.from(X.flat()) }, initial: starts, targets: null };
  const { tensors } = run(given.program, weights, input, holds);
  const T = X.length;
  return Object.fromEntries([...tensors].map(([name, numbers]) => [name, rowsOfNumbers(numbers, name, T)]));
}

function rowsOfNumbers(numbers, name, T) {
  if (name.endsWith("0")) return [...numbers];
  const width = numbers.length / T;
  return Array.from({ length: T }, (_, t) => [...numbers.subarray(t * width, (t + 1) * width)]);
}

/** A quantity held at a value, in all units, at steps from … to, counted from 0; without them at all. */
export function heldAt(quantity, value, from, to) {
  return { quantity, value, units: null, steps: from === undefined ? null : [from, to] };
}

/** What is left of the first state in one unit after each step, where a gate keeps these shares: T + 1 numbers. */
export function sharesKept(gates) {
  const left = [1];
  for (const gate of gates) left.push(left.at(-1) * gate);
  return left;
}

/**
 * How far apart two runs are that begin at H_0 and at −H_0 and read the same: after each step a share of the first
 * distance, T + 1 numbers.
 */
export function distancesKept(given, holds, factors = {}) {
  return once(given, `distances ${JSON.stringify([holds, factors])}`, () => {
    const H0 = given.initial.H0;
    const one = readHeld(given, holds, { factors });
    const other = readHeld(given, holds, { factors, initial: { H0: H0.map((value) => -value) } });
    const first = 2 * Math.hypot(...H0);
    return [1, ...one.H.map((row, t) => Math.hypot(...row.map((value, k) => value - other.H[t][k])) / first)];
  });
}

/** The largest difference between the numbers of two lists of rows. */
export function largestDifference(one, other) {
  return one.reduce(
    (most, row, t) => row.reduce((now, value, k) => Math.max(now, Math.abs(value - other[t][k])), most),
    0,
  );
}

/** One unit of a memory that keeps the share F and is written I · C̃ at every step, from 0: steps + 1 numbers. */
export function memoryOf(F, I, candidate, steps) {
  const path = [0];
  for (let t = 0; t < steps; t += 1) path.push(F * path[t] + I * candidate);
  return path;
}

const BLOCKS = { rnn: 1, gru: 3, lstm: 4 };
const GATED = { rnn: 0, gru: 3, lstm: 3 };

/**
 * What a cell with d inputs, h units and q outputs costs: {parameters, multiplications} of one step, each in parts
 * {input, recurrent, gates, biases, output}. A one-hot input picks rows, which needs no multiplication.
 */
export function cellCost(kind, d, h, q, isHot = false) {
  const blocks = BLOCKS[kind];
  const parts = { input: blocks * d * h, recurrent: blocks * h * h, output: h * q };
  return {
    parameters: { ...parts, gates: 0, biases: blocks * h + q },
    multiplications: { ...parts, input: isHot ? 0 : parts.input, gates: GATED[kind] * h, biases: 0 },
  };
}

export function wholeCost(parts) {
  return Object.values(parts).reduce((sum, one) => sum + one, 0);
}
