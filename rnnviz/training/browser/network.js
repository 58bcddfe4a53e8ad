// A network that reads n texts side by side, T characters at a time, in float32: a cell's loops, as
// `rnnviz/site/loops.py` writes them, and the output layer.

/** @import {Arithmetic, Loops, Sizes} from "./train.d.ts" */

/**
 * The shapes of all parameters, those of the cell first.
 *
 * @param {Pick<Loops["facts"], "parameters">} facts
 * @param {{h: number, q: number}} sizes
 * @returns {[name: string, shape: [number, number]][]}
 */
export function shapesOf({ parameters }, { h, q }) {
  const lengths = { d: q, h, q, 1: 1 };
  return Object.entries({ ...parameters, W_hq: "hq", b_q: "1q" }).map(([name, [rows, columns]]) => [
    name,
    [lengths[rows], lengths[columns]],
  ]);
}

/**
 * theta, gradient: all parameters one after another, and ∂L/∂ them after `backward`. named: by name, the part of theta.
 *
 * @param {Loops} loops
 * @param {Sizes} sizes
 * @param {Arithmetic} arithmetic
 */
export function createNetwork(loops, { T, n, h, q }, arithmetic) {
  const { facts } = loops;
  const m = n * h;
  const shapes = shapesOf(facts, { h, q });
  const transposed = [...facts.transposed, "W_hq"];
  /** @type {Map<string, [number, number]>} */
  const shapeOf = new Map(shapes);
  const count = shapes.reduce((sum, [, [rows, columns]]) => sum + rows * columns, 0);
  /** @type {[string, number][]} */
  const places = [
    ...shapes.map(([name, [rows, columns]]) => /** @type {[string, number]} */ ([name, rows * columns])),
    ...shapes.map(([name, [rows, columns]]) => /** @type {[string, number]} */ ([`d${name}`, rows * columns])),
    ...transposed.map(
      (name) => /** @type {[string, number]} */ ([`${name}_T`, shapeOf.get(name)[0] * shapeOf.get(name)[1]]),
    ),
    ...facts.planes.map(
      (name) => /** @type {[string, number]} */ ([name, (facts.long.includes(name) ? T + 1 : T) * m]),
    ),
    ["Y", T * n * q],
  ];
  /** @type {Record<string, number>} */
  const at = {};
  let end = 0;
  for (const [name, size] of places) {
    at[name] = end;
    end += size;
  }
  const { numbers: all, product } = arithmetic(end);
  const numbers = Object.fromEntries(places.map(([name, size]) => [name, all.subarray(at[name], at[name] + size)]));
  const hot = new Int32Array(T * n);
  const aims = new Int32Array(T * n);
  const cell = loops.create({ at, numbers, product, hot, T, n, h });
  const { Y, dH_out } = numbers;
  const states = facts.states.map((name) => numbers[name]);

  /** Read inputs, T · n of them, from the states as they are; the mean loss if there are targets. */
  function forward(inputs, targets = null) {
    hot.set(inputs);
    for (let t = 0; t < T; t += 1) cell.forward(t);
    for (let at = 0; at < Y.length; at += q) Y.set(numbers.b_q, at);
    product(at.Y, at.H + m, at.W_hq, T * n, h, q, h, 1);
    if (targets === null) return Number.NaN;
    aims.set(targets);
    return crossEntropy(Y, aims, q);
  }

  /** From the mean loss of the last `forward` to `gradient`. */
  function backward() {
    backThrough(T * n);
    gradient.fill(0);
    cell.gather();
    product(at.dW_hq, at.H + m, at.Y, h, T * n, q, 1, h);
    for (let row = 0; row < Y.length; row += q) {
      for (let k = 0; k < q; k += 1) numbers.db_q[k] += Y[row + k];
    }
  }

  /** ∂ of a sum of losses, divided by `among`, back to each state; only the steps from `first` on have a loss. */
  function backThrough(among, first = 0) {
    slopeOfLoss(Y, aims, q, among);
    Y.fill(0, 0, first * n * q);
    for (const name of transposed) transpose(numbers[name], shapeOf.get(name), numbers[`${name}_T`]);
    dH_out.fill(0);
    product(at.dH_out, at.Y, at.W_hq_T, T * n, q, h, q, 1);
    for (let t = T - 1; t >= 0; t -= 1) cell.backward(t);
  }

  /** Begin where the last piece ended; sample s begins with zeros where isFresh[s]. */
  function carry(isFresh) {
    for (const state of states) {
      state.copyWithin(0, T * m, (T + 1) * m);
      for (let s = 0; s < n; s += 1) if (isFresh[s]) state.fill(0, s * h, (s + 1) * h);
    }
  }

  function begin() {
    for (const state of states) state.fill(0, 0, m);
  }

  const theta = all.subarray(0, count);
  const gradient = all.subarray(count, 2 * count);
  return { T, n, h, q, shapes, theta, gradient, numbers, states, forward, backward, backThrough, carry, begin };
}

/** Writes the softmax over the logits; the mean loss. */
function crossEntropy(Y, targets, q) {
  let sum = 0;
  for (let row = 0, at = 0; at < Y.length; row += 1, at += q) {
    let most = -Infinity;
    for (let k = at; k < at + q; k += 1) if (Y[k] > most) most = Y[k];
    const aimed = Y[at + targets[row]];
    let whole = 0;
    for (let k = at; k < at + q; k += 1) {
      const share = Math.exp(Y[k] - most);
      Y[k] = share;
      whole += share;
    }
    for (let k = at; k < at + q; k += 1) Y[k] /= whole;
    sum += Math.log(whole) - (aimed - most);
  }
  return sum / targets.length;
}

/** Over the softmax, ŷ − y, divided by `among`. */
function slopeOfLoss(Y, targets, q, among) {
  for (let row = 0; row < targets.length; row += 1) Y[row * q + targets[row]] -= 1;
  for (let k = 0; k < Y.length; k += 1) Y[k] /= among;
}

function transpose(W, [rows, columns], into) {
  for (let i = 0; i < rows; i += 1) {
    for (let j = 0; j < columns; j += 1) into[j * rows + i] = W[i * columns + j];
  }
}
