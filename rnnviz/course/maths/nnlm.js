// A neural language model (NNLM): the n − 1 words of a window are looked up, set side by side, and a hidden layer names
// the n-th (003, "NNLM"; Bengio et al. 2003, without the direct connections). Pure.
//
// A network is {E (V, d), W_xh ((n − 1) d, h), b_h, W_hq (h, V), b_q}, each row by row in one array.

import { adamStep, momentsOf } from "./adam.js";
import { softmax } from "./crossentropy.js";
import { normals, shuffled } from "./random.js";

const LEARNING_RATE = 0.01;
const BATCH = 32;
// Steps from one measurement on the held-out text to the next.
export const MEASURED = 20;
const PARAMETERS = ["E", "W_xh", "b_h", "W_hq", "b_q"];
// The last of every six sentences is held out.
const HELD_OUT = 6;

/** A text's different words in the order of their coming, and the text as their numbers. */
export function vocabularyOf(text) {
  const words = [...new Set(text)];
  const numbers = new Map(words.map((word, k) => [word, k]));
  return { words, codes: text.map((word) => numbers.get(word)) };
}

/** The places of the words to be predicted from n − 1 before them: {learnt, held}, by sentences. stop: full stop. */
export function placesOf(codes, n, stop) {
  const learnt = [];
  const held = [];
  let sentence = 0;
  codes.forEach((code, place) => {
    if (place >= n - 1) (sentence % HELD_OUT === HELD_OUT - 1 ? held : learnt).push(place);
    if (code === stop) sentence += 1;
  });
  return { learnt, held };
}

/** The n − 1 words before a place. */
export function windowAt(codes, place, n) {
  return codes.slice(place - n + 1, place);
}

/** How many numbers each parameter has. */
export function sizesOf({ n, V, d, h }) {
  return { E: V * d, W_xh: (n - 1) * d * h, b_h: h, W_hq: h * V, b_q: V };
}

/** How many numbers the network has in all. */
export function parameterCountOf(shape) {
  return Object.values(sizesOf(shape)).reduce((sum, one) => sum + one, 0);
}

/** A network before it has learnt anything. what: {n, V, d, h, seed}. */
export function freshNetwork(what) {
  const sizes = sizesOf(what);
  const all = normals(what.seed, sizes.E + sizes.W_xh + sizes.W_hq);
  const drawn = (from, count, scale) => all.slice(from, from + count).map((one) => one * scale);
  return {
    E: drawn(0, sizes.E, 0.05),
    W_xh: drawn(sizes.E, sizes.W_xh, 1 / Math.sqrt((what.n - 1) * what.d)),
    b_h: new Float64Array(what.h),
    W_hq: drawn(sizes.E + sizes.W_xh, sizes.W_hq, 1 / Math.sqrt(what.h)),
    b_q: new Float64Array(what.V),
  };
}

/** From the words of a window to probabilities: {x, H, O, Y}, single rows. */
export function predict(network, window, { d, h, V }) {
  const { E, W_xh, b_h, W_hq, b_q } = network;
  const x = new Float64Array(window.length * d);
  window.forEach((word, k) => {
    for (let i = 0; i < d; i += 1) x[k * d + i] = E[word * d + i];
  });
  const H = Float64Array.from(b_h);
  for (let i = 0; i < x.length; i += 1) for (let j = 0; j < h; j += 1) H[j] += x[i] * W_xh[i * h + j];
  for (let j = 0; j < h; j += 1) H[j] = Math.tanh(H[j]);
  const O = Float64Array.from(b_q);
  for (let j = 0; j < h; j += 1) for (let k = 0; k < V; k += 1) O[k] += H[j] * W_hq[j * V + k];
  return { x, H, O, Y: softmax(O) };
}

/** The mean of −log p over some places of a text. */
export function meanLoss(network, codes, places, shape) {
  let sum = 0;
  for (const place of places) sum -= Math.log(predict(network, windowAt(codes, place, shape.n), shape).Y[codes[place]]);
  return sum / places.length;
}

/** The mean loss over some places, and its gradient by every parameter: {loss, gradients}. */
export function gradientsOf(network, codes, places, shape) {
  const { n, d, h, V } = shape;
  const { W_xh, W_hq } = network;
  const gradients = Object.fromEntries(PARAMETERS.map((name) => [name, new Float64Array(network[name].length)]));
  let loss = 0;
  for (const place of places) {
    const window = windowAt(codes, place, n);
    const { x, H, Y } = predict(network, window, shape);
    loss -= Math.log(Y[codes[place]]) / places.length;
    const dO = Y.map((one, k) => (one - (k === codes[place] ? 1 : 0)) / places.length);
    const dA = new Float64Array(h);
    for (let j = 0; j < h; j += 1) {
      let sum = 0;
      for (let k = 0; k < V; k += 1) {
        gradients.W_hq[j * V + k] += H[j] * dO[k];
        sum += W_hq[j * V + k] * dO[k];
      }
      dA[j] = sum * (1 - H[j] * H[j]);
      gradients.b_h[j] += dA[j];
    }
    for (let k = 0; k < V; k += 1) gradients.b_q[k] += dO[k];
    for (let i = 0; i < x.length; i += 1) {
      let sum = 0;
      for (let j = 0; j < h; j += 1) {
        gradients.W_xh[i * h + j] += x[i] * dA[j];
        sum += W_xh[i * h + j] * dA[j];
      }
      gradients.E[window[Math.floor(i / d)] * d + (i % d)] += sum;
    }
  }
  return { loss, gradients };
}

/** The places that training step k learns from: 32 at a time, in an order of its own in each epoch. */
export function batchAt(learnt, seed, k) {
  const steps = Math.ceil(learnt.length / BATCH);
  const order = orderOf(learnt.length, seed * 1000 + Math.floor(k / steps));
  const from = (k % steps) * BATCH;
  return order.slice(from, from + BATCH).map((one) => learnt[one]);
}

// An epoch's order serves all of its steps.
let lastOrder = { key: "", order: [] };
function orderOf(count, seed) {
  const key = `${count} ${seed}`;
  if (lastOrder.key !== key) lastOrder = { key, order: shuffled(seed, count) };
  return lastOrder.order;
}

/** What a training begins with: the network, Adam's means of each parameter, losses on the held-out text. */
export function beginLearning(what) {
  const network = freshNetwork(what);
  const moments = Object.fromEntries(PARAMETERS.map((name) => [name, momentsOf(network[name].length)]));
  return { network, moments, heldLosses: [] };
}

/** A step of Adam, in place; its batch's loss. what: {codes, learnt, held, n, V, d, h, seed}. */
export function learn({ network, moments, heldLosses }, k, what) {
  if (k % MEASURED === 0) heldLosses.push(meanLoss(network, what.codes, what.held, what));
  const { loss, gradients } = gradientsOf(network, what.codes, batchAt(what.learnt, what.seed, k), what);
  for (const name of PARAMETERS) adamStep(network[name], gradients[name], moments[name], LEARNING_RATE, k + 1);
  return loss;
}
