// How all states of a step follow from all states of the step before: the Jacobian of a cell's equations, by the rules
// of differentiation, along its trees. Pure.

/** @import {AnyPass, Expression} from "../../engine/program.d.ts" */
/** @typedef {{value: Float64Array, slope: Float64Array | null}} Known slope: a row a number of the value, null for 0 */

/** @type {Record<string, (y: number) => number>} the slope of a function by its value */
const SLOPES = {
  tanh: (y) => 1 - y * y,
  sigmoid: (y) => y * (1 - y),
  relu: (y) => (y > 0 ? 1 : 0),
  identity: () => 1,
};

/**
 * ∂ all states / ∂ all states before, m rows of m numbers, the states one after another.
 *
 * @param {AnyPass} pass
 * @param {Map<string, {shape: number[], numbers: Float64Array}>} weights
 * @param {(name: string, before: boolean) => Float64Array} numbersOf a quantity of this step, or of the one before
 */
export function jacobianOf({ equations, states, width: h }, weights, numbersOf) {
  const m = states.length * h;
  /** @type {Map<string, Known>} */
  const known = new Map();
  for (const { target, expression } of equations) {
    const { slope } = slopeOf(expression);
    known.set(target, { value: numbersOf(target, false), slope });
  }
  const J = new Float64Array(m * m);
  for (const [k, state] of states.entries()) {
    const { slope } = known.get(state);
    if (slope !== null) J.set(slope, k * h * m);
  }
  return J;

  /** @param {Expression} e @returns {Known} */
  function slopeOf(e) {
    switch (e.op) {
      case "tensor": {
        if (!e.before) return known.get(e.name) ?? { value: numbersOf(e.name, false), slope: null };
        return { value: numbersOf(e.name, true), slope: states.includes(e.name) ? identityOf(e.name) : null };
      }
      case "parameter":
        return { value: weights.get(e.name).numbers, slope: null };
      case "matmul":
        return multiplied(e);
      case "sum": {
        const parts = e.terms.map(slopeOf);
        return {
          value: parts.map(({ value }) => value).reduce(plus),
          slope: parts.map((one) => one.slope).reduce(added),
        };
      }
      case "product": {
        const [a, b] = [slopeOf(e.left), slopeOf(e.right)];
        const value = a.value.map((one, k) => one * b.value[k]);
        return { value, slope: added(scaled(a.slope, b.value), scaled(b.slope, a.value)) };
      }
      case "negative": {
        const { value, slope } = slopeOf(e.of);
        return { value: value.map((one) => -one), slope: slope?.map((one) => -one) ?? null };
      }
      case "oneminus": {
        const { value, slope } = slopeOf(e.of);
        return { value: value.map((one) => 1 - one), slope: slope?.map((one) => -one) ?? null };
      }
      case "apply": {
        const { value, slope } = slopeOf(e.of);
        const made = value.map(FUNCTIONS[e.function]);
        return { value: made, slope: scaled(slope, made.map(SLOPES[e.function])) };
      }
    }
    throw new Error(`no slope of ${e.op}`);
  }

  function identityOf(state) {
    const first = states.indexOf(state) * h;
    const slope = new Float64Array(h * m);
    for (let k = 0; k < h; k += 1) slope[k * m + first + k] = 1;
    return slope;
  }

  /** x @ W: its slope is Wᵀ times that of x. */
  function multiplied({ left, right }) {
    const x = slopeOf(left);
    const { shape, numbers: W } = weights.get(right.op === "transposed" ? right.of.name : right.name);
    if (right.op === "transposed") throw new Error("no slope of a transposed matrix");
    const [rows, columns] = shape;
    const value = new Float64Array(columns);
    for (let i = 0; i < rows; i += 1) {
      if (x.value[i] !== 0) for (let j = 0; j < columns; j += 1) value[j] += x.value[i] * W[i * columns + j];
    }
    if (x.slope === null) return { value, slope: null };
    const slope = new Float64Array(columns * m);
    for (let i = 0; i < rows; i += 1) {
      const own = x.slope.subarray(i * m, (i + 1) * m);
      const places =
        own.reduce((count, one) => count + Number(one !== 0), 0) === 1 ? own.findIndex((one) => one !== 0) : -1;
      for (let j = 0; j < columns; j += 1) {
        const w = W[i * columns + j];
        // A state itself has one slope alone.
        if (places >= 0) slope[j * m + places] += w * own[places];
        else for (let k = 0; k < m; k += 1) slope[j * m + k] += w * own[k];
      }
    }
    return { value, slope };
  }

  function scaled(slope, by) {
    if (slope === null) return null;
    const made = new Float64Array(slope.length);
    for (let j = 0; j < by.length; j += 1) for (let k = 0; k < m; k += 1) made[j * m + k] = by[j] * slope[j * m + k];
    return made;
  }
}

const FUNCTIONS = {
  tanh: Math.tanh,
  sigmoid: (x) => 0.5 * Math.tanh(0.5 * x) + 0.5,
  relu: (x) => Math.max(x, 0),
  identity: (x) => x,
};
const plus = (a, b) => a.map((one, k) => one + b[k]);
const added = (a, b) => (a === null || b === null ? (a ?? b) : plus(a, b));
