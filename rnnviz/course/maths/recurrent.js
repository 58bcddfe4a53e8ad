// Small networks that read one-hot inputs, without a state, with one, or with one in each direction: forward, the loss
// and its gradients, and training. Matrices are rows of numbers, and row vectors stand before them: X W. Pure.

import { adamStep, clipTo, momentsOf } from "./adam.js";
import { softmax } from "./crossentropy.js";
import { normals } from "./random.js";

const RATE = 0.03;
const CLIP_NORM = 1;

/**
 * A network with random weights. kind: "mlp"; "window", which also reads the input before; "rnn"; "bidirectional",
 * with `hidden` units in each direction. It has one or two readers {W_xh (d, h), b_h (1, h), isReversed} with W_hh
 * (h, h) for a state, or W_before (d, h), and an output layer W_hq, b_q.
 */
export function randomNetwork(kind, { inputs, hidden, outputs }, seed) {
  const directions = kind === "bidirectional" ? [false, true] : [false];
  const isRecurrent = kind === "rnn" || kind === "bidirectional";
  const count = directions.length * (2 * inputs + hidden) * hidden + directions.length * hidden * outputs;
  const numbers = normals(seed, count);
  let at = 0;
  const drawn = (rows, columns, size) =>
    Array.from({ length: rows }, () => Array.from({ length: columns }, () => size * numbers[at++]));
  const size = 1 / Math.sqrt(hidden);
  const readers = directions.map((isReversed) => ({
    isReversed,
    W_xh: drawn(inputs, hidden, size),
    ...(isRecurrent ? { W_hh: drawn(hidden, hidden, size) } : {}),
    ...(kind === "window" ? { W_before: drawn(inputs, hidden, size) } : {}),
    b_h: zeros(1, hidden),
  }));
  return { readers, W_hq: drawn(directions.length * hidden, outputs, size), b_q: zeros(1, outputs) };
}

/** The network with every W_hh multiplied by a share: with 0, the loop is cut. */
export function loosened(network, share) {
  const readers = network.readers.map((reader) =>
    reader.W_hh ? { ...reader, W_hh: reader.W_hh.map((row) => row.map((w) => w * share)) } : reader,
  );
  return { ...network, readers };
}

/**
 * What the network computes from codes, the places of the 1 in each input: {H, O, P}, each a row a step. H_t of two
 * readers stand side by side. start: the first reader's H_0, zeros by default.
 */
export function reading(network, codes, start = null) {
  const sides = network.readers.map((reader, k) => statesOf(reader, codes, k === 0 ? start : null));
  const H = codes.map((_, t) => sides.flatMap((side) => side[t]));
  const O = H.map((row) => plus(times(row, network.W_hq), network.b_q[0]));
  return { H, O, P: O.map(softmax) };
}

/** H_t = tanh(X_t W_xh + H_{t−1} W_hh + b_h), for one reader, in the order of the text. */
function statesOf(reader, codes, start) {
  const H = [];
  let before = start ?? reader.b_h[0].map(() => 0);
  for (const t of order(reader, codes)) {
    before = preActivation(reader, codes, t, before).map(Math.tanh);
    H[t] = before;
  }
  return H;
}

function preActivation(reader, codes, t, before) {
  const { W_xh, W_hh, W_before, b_h } = reader;
  let A = plus(W_xh[codes[t]], b_h[0]);
  if (W_hh) A = plus(A, times(before, W_hh));
  if (W_before && t > 0) A = plus(A, W_before[codes[t - 1]]);
  return A;
}

function order({ isReversed }, codes) {
  const steps = codes.map((_, t) => t);
  return isReversed ? steps.reverse() : steps;
}

/** The mean cross-entropy over all steps of all examples, in nats. examples: [{codes, targets}]. */
export function meanLoss(network, examples) {
  let [sum, steps] = [0, 0];
  for (const { codes, targets } of examples) {
    const { P } = reading(network, codes);
    for (const [t, target] of targets.entries()) sum -= Math.log(P[t][target]);
    steps += targets.length;
  }
  return sum / steps;
}

/** The gradients of the mean loss, a network of the same form, and the loss. */
export function lossAndGradients(network, examples) {
  const steps = examples.reduce((sum, { targets }) => sum + targets.length, 0);
  const gradients = mapped(network, () => 0);
  let loss = 0;
  for (const { codes, targets } of examples) {
    const { H, P } = reading(network, codes);
    const dH = P.map((shares, t) => {
      loss -= Math.log(shares[targets[t]]) / steps;
      const dO = shares.map((p, k) => (p - (k === targets[t] ? 1 : 0)) / steps);
      addOuter(gradients.W_hq, H[t], dO);
      addTo(gradients.b_q[0], dO);
      return network.W_hq.map((row) => dot(row, dO));
    });
    const width = network.readers[0].b_h[0].length;
    for (const [k, reader] of network.readers.entries()) {
      const own = (rows) => rows.map((row) => row.slice(k * width, (k + 1) * width));
      addReader(gradients.readers[k], reader, codes, own(H), own(dH));
    }
  }
  return { loss, gradients };
}

/** Backpropagation through time, for one reader; adds to its gradients. */
function addReader(gradient, reader, codes, H, dH) {
  const { W_hh } = reader;
  const way = order(reader, codes);
  let later = H[0].map(() => 0);
  for (let k = way.length - 1; k >= 0; k -= 1) {
    const t = way[k];
    const dA = plus(dH[t], later).map((d, j) => d * (1 - H[t][j] ** 2));
    addTo(gradient.W_xh[codes[t]], dA);
    addTo(gradient.b_h[0], dA);
    if (reader.W_before && t > 0) addTo(gradient.W_before[codes[t - 1]], dA);
    if (!W_hh) continue;
    if (k > 0) addOuter(gradient.W_hh, H[way[k - 1]], dA);
    later = W_hh.map((row) => dot(row, dA));
  }
}

/** What a training of the network begins with, for `learn`. */
export function learner(network) {
  return { network, moments: momentsOf(everyNumber(network).length) };
}

/** Step k, from 0, of Adam, with gradients clipped to norm 1: changes the learner, and returns the loss before it. */
export function learn(learner, k, examples, rate = RATE) {
  const { loss, gradients } = lossAndGradients(learner.network, examples);
  const [theta, gradient] = [everyNumber(learner.network), everyNumber(gradients)];
  clipTo(gradient, CLIP_NORM);
  adamStep(theta, gradient, learner.moments, rate, k + 1);
  learner.network = withNumbers(learner.network, theta);
  return loss;
}

/** A network of the same form, each number made from the one at its place. */
function mapped({ readers, W_hq, b_q }, f) {
  const rows = (part) => (Array.isArray(part) ? part.map((row) => row.map(f)) : part);
  const parts = (reader) => Object.fromEntries(Object.entries(reader).map(([name, part]) => [name, rows(part)]));
  return { readers: readers.map(parts), W_hq: rows(W_hq), b_q: rows(b_q) };
}

/** All parameters one after another, in the order in which `mapped` meets them. */
function everyNumber({ readers, W_hq, b_q }) {
  const own = readers.flatMap((reader) => Object.values(reader).filter(Array.isArray));
  return [...own, W_hq, b_q].flat(2);
}

function withNumbers(network, numbers) {
  let at = 0;
  return mapped(network, () => numbers[at++]);
}

/** A row vector times a matrix. */
export function times(row, matrix) {
  return matrix[0].map((_, j) => row.reduce((sum, value, i) => sum + value * matrix[i][j], 0));
}

/** Two rows added. */
export function plus(one, two) {
  return one.map((value, j) => value + two[j]);
}

function dot(one, two) {
  return one.reduce((sum, value, j) => sum + value * two[j], 0);
}

function addTo(row, more) {
  for (const [j, value] of more.entries()) row[j] += value;
}

function addOuter(matrix, column, row) {
  for (const [i, value] of column.entries())
    addTo(
      matrix[i],
      row.map((one) => one * value),
    );
}

function zeros(rows, columns) {
  return Array.from({ length: rows }, () => Array.from({ length: columns }, () => 0));
}
