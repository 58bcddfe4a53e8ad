// A training: one gradient step after another, as `../trainer.py` takes them. Pure: the same
// configuration, text and start give the same losses.

/** @import {Arithmetic, Config, GradientStep, Loops, Row} from "./train.d.ts" */

import { generator } from "../../web/pcg64.js";
import { batchesOf } from "./batches.js";
import { createNetwork } from "./network.js";
import { TIMES } from "./trials.js";
import { BETA_1, BETA_2, EPSILON, MOMENTUM } from "../../course/maths/adam.js";

// Smaller moments are zero: processors take a hundred times as long with numbers that are almost none.
const TINY = 1e-30;
// Validation reads this many characters of the validation text, in rows side by side.
const [VALIDATION_ROWS, VALIDATION_PIECE, VALIDATION_CHARACTERS] = [32, 64, 4096];
// A training has diverged if its mean loss, after this many steps, is more than twice what guessing costs.
const [DIVERGED_AFTER, DIVERGED_MEAN] = [100, 0.05];
const MOMENTS = { sgd: 0, momentum: 1, adam: 2 };
// How far back a loss reaches is measured on this many pieces of text.
const [REACH_PIECES, REACH_MOST] = [16, 257];

/** Why a training cannot go on; the message is the name of a sentence. */
export class Diverged extends Error {}

/**
 * @param {Config} config
 * @param {Loops} loops
 * @param {Arithmetic} arithmetic
 * @param {Int32Array} text numbers of its characters
 * @param {number} q how many different ones there are
 * @param {Record<string, ArrayLike<number>>} start the weights it begins with
 */
export function createTrainer(config, loops, arithmetic, text, q, start) {
  const { hidden_size: h, batch_size: n, sequence_length: T } = config;
  const kept = roundHalfEven(config.validation * text.length);
  const training = text.subarray(0, text.length - kept);
  const validation = text.subarray(text.length - kept);
  const batch = batchesOf(training, config);
  const network = createNetwork(loops, { T, n, h, q }, arithmetic);
  const { theta, gradient } = network;
  const moments = Array.from({ length: MOMENTS[config.optimizer] }, () => new Float32Array(theta.length));
  /** @type {Map<string, ReturnType<typeof createNetwork>>} */
  const readers = new Map();
  let step = 0;
  let mean = 0;
  for (const [name] of network.shapes) network.numbers[name].set(start[name]);

  /** One gradient step; onGradient is told of the gradient before it is clipped. @returns {Row} */
  function advance(onGradient = (_gradient) => {}) {
    const next = step + 1;
    const { inputs, targets, fresh } = batch(next);
    network.carry(fresh);
    const loss = network.forward(inputs, targets);
    network.backward();
    const norm = normOf(gradient);
    check(loss, norm);
    onGradient(gradient);
    const scale = clip(norm);
    const rate = rateOf(config, next);
    update(next, rate);
    step = next;
    return { step, loss, norm, scale, rate };
  }

  /** Shortens the gradient, whose norm this is, where it is too long; by how much. */
  function clip(norm) {
    const scale = config.clip_norm === null || norm <= config.clip_norm ? 1 : config.clip_norm / norm;
    if (scale !== 1) for (let k = 0; k < gradient.length; k += 1) gradient[k] *= scale;
    return scale;
  }

  function check(loss, norm) {
    const clipped = config.clip_norm === null ? "" : "Clipped";
    if (!Number.isFinite(loss) || !Number.isFinite(norm)) throw new Diverged(`notFinite${clipped}`);
    if (step === 0) mean = loss;
    mean += DIVERGED_MEAN * (loss - mean);
    if (step >= DIVERGED_AFTER && mean > 2 * Math.log(q)) throw new Diverged(`diverged${clipped}`);
  }

  function update(next, rate) {
    const [m, v] = moments;
    if (config.optimizer === "sgd") {
      for (let k = 0; k < theta.length; k += 1) theta[k] -= rate * gradient[k];
    } else if (config.optimizer === "momentum") {
      for (let k = 0; k < theta.length; k += 1) {
        m[k] = MOMENTUM * m[k] + gradient[k];
        theta[k] -= rate * m[k];
      }
    } else {
      const first = rate / (1 - BETA_1 ** next);
      const second = 1 / Math.sqrt(1 - BETA_2 ** next);
      for (let k = 0; k < theta.length; k += 1) {
        const g = gradient[k];
        const mean = BETA_1 * m[k] + (1 - BETA_1) * g;
        m[k] = Math.abs(mean) < TINY ? 0 : mean;
        const square = BETA_2 * v[k] + (1 - BETA_2) * g * g;
        v[k] = square < TINY ? 0 : square;
        theta[k] -= (first * m[k]) / (second * Math.sqrt(v[k]) + EPSILON);
      }
    }
  }

  /** The loss of the next batch, and what it would be after the next step at each of TIMES its rate. */
  function trial() {
    const next = step + 1;
    const { inputs, targets, fresh } = batch(next);
    const states = network.states.map((state) => state.slice());
    const changing = [theta, ...moments];
    const before = changing.map((one) => one.slice());
    const read = () => {
      network.states.forEach((state, k) => state.set(states[k]));
      network.carry(fresh);
      return network.forward(inputs, targets);
    };
    const loss = read();
    network.backward();
    clip(normOf(gradient));
    const after = TIMES.map((times) => {
      update(next, times * rateOf(config, next));
      const found = read();
      changing.forEach((one, k) => one.set(before[k]));
      return found;
    });
    network.states.forEach((state, k) => state.set(states[k]));
    return { step, loss, after };
  }

  /** One gradient step like any other, kept whole. @returns {GradientStep} */
  function recordedStep() {
    const before = theta.slice();
    const found = moments.map((one) => one.slice());
    const states = network.states.map((state) => state.slice());
    let unclipped = null;
    const row = advance((one) => {
      unclipped = one.slice();
    });
    const { inputs, targets, fresh } = batch(row.step);
    const own = network.states.map((state) => state.slice());
    network.states.forEach((state, k) => state.set(states[k]));
    network.carry(fresh);
    const lossAfter = network.forward(inputs, targets);
    network.states.forEach((state, k) => state.set(own[k]));
    const left = moments.map((one) => one.slice());
    return {
      ...row,
      optimizer: config.optimizer,
      lossAfter,
      before,
      gradient: unclipped,
      found,
      left,
      after: theta.slice(),
    };
  }

  /** A network that reads beside the training, from zero states, with the weights as they are or were. */
  function reader(T, n, weights = theta) {
    const key = `${T} ${n}`;
    if (!readers.has(key)) readers.set(key, createNetwork(loops, { T, n, h, q }, arithmetic));
    const made = readers.get(key);
    made.theta.set(weights);
    made.begin();
    return made;
  }

  /** The mean loss on the text kept aside, in nats a character; null if there is none. */
  function validationLoss() {
    const read = validation.subarray(0, VALIDATION_CHARACTERS + 1);
    if (read.length < 2) return null;
    const rows = Math.max(1, Math.min(VALIDATION_ROWS, Math.floor((read.length - 1) / VALIDATION_PIECE)));
    const length = Math.floor((read.length - 1) / rows);
    let total = 0;
    let states = null;
    for (let start = 0; start < length; start += VALIDATION_PIECE) {
      const piece = Math.min(VALIDATION_PIECE, length - start);
      const made = reader(piece, rows);
      const place = (k) => length * (k % rows) + start + Math.floor(k / rows);
      const inputs = Int32Array.from({ length: piece * rows }, (_, k) => read[place(k)]);
      const targets = inputs.map((_, k) => read[place(k) + 1]);
      states?.forEach((state, k) => made.states[k].set(state));
      total += inputs.length * made.forward(inputs, targets);
      states = made.states.map((state) => state.slice(piece * rows * h));
    }
    return total / (rows * length);
  }

  /** A network in the middle of n texts: it reads a character's number of each and gives the logits of the next. */
  function writer(n = 1, weights = theta) {
    const made = reader(1, n, weights);
    let isBegun = false;
    return (numbers) => {
      if (isBegun) made.carry([]);
      isBegun = true;
      made.forward(numbers);
      return Array.from({ length: n }, (_, s) => made.numbers.Y.subarray(s * q, (s + 1) * q));
    };
  }

  /** `length` characters that the network writes, as their numbers, the first drawn from the training text. */
  const sample = (length, temperature, seed, weights = theta) => drawnWith(length, temperature, seed, weights).drawn;

  /** The same; p: the probability of each but the first at temperature 1. */
  function drawnWith(length, temperature, seed, weights = theta) {
    const chances = generator(config.seed, seed).uniform(0, 1, length);
    const read = writer(1, weights);
    const drawn = [training[Math.floor(chances[0] * training.length)]];
    const p = [];
    while (drawn.length < length) {
      const logits = read([drawn.at(-1)])[0];
      drawn.push(draw(expected(logits, temperature), chances[drawn.length]));
      p.push(expected(logits, 1)[drawn.at(-1)]);
    }
    return { drawn, p };
  }

  /** The hidden states (T, h) of reading a text, and how likely each character is held to come next, (T, q). */
  function probe(numbers, weights = theta) {
    const made = reader(numbers.length, 1, weights);
    made.forward(numbers);
    const Y_hat = new Float32Array(made.numbers.Y.length);
    for (let row = 0; row < Y_hat.length; row += q) Y_hat.set(expected(made.numbers.Y.subarray(row, row + q), 1), row);
    return { H: made.numbers.H.slice(h), Y_hat };
  }

  /** The norm of what arrives of a loss at each distance, and the share that truncation drops; see `reach.py`. */
  function reach() {
    const read = validation.length > REACH_PIECES * T ? validation : training;
    const length = Math.min(2 * T + 1, REACH_MOST, read.length - 1);
    const starts = Array.from({ length: REACH_PIECES }, (_, k) =>
      Math.floor((k * (read.length - 1 - length)) / (REACH_PIECES - 1)),
    );
    const made = reader(length, REACH_PIECES);
    const place = (k) => starts[k % REACH_PIECES] + Math.floor(k / REACH_PIECES);
    const inputs = Int32Array.from({ length: length * REACH_PIECES }, (_, k) => read[place(k)]);
    made.forward(
      inputs,
      inputs.map((_, k) => read[place(k) + 1]),
    );
    made.backThrough(1, length - 1);
    const norms = Array.from({ length }, (_, distance) => {
      const t = length - 1 - distance;
      const parts = starts.map((_, s) => normOf(made.numbers.dH, (t * REACH_PIECES + s) * h, h));
      return parts.reduce((sum, one) => sum + one, 0) / REACH_PIECES;
    });
    return { dropped: truncatedShare(norms, T), norms };
  }

  function snapshot() {
    const states = network.states.map((state) => state.slice(T * n * h));
    return { step, mean, theta: theta.slice(), moments: moments.map((one) => one.slice()), states };
  }

  function restore(found) {
    ({ step, mean } = found);
    theta.set(found.theta);
    moments.forEach((one, k) => one.set(found.moments[k]));
    network.states.forEach((state, k) => state.set(found.states[k], T * n * h));
  }

  const numberOf = () => step;
  const { shapes } = network;
  return {
    advance,
    recordedStep,
    trial,
    validationLoss,
    writer,
    sample,
    drawnWith,
    probe,
    reach,
    snapshot,
    restore,
    step: numberOf,
    theta,
    shapes,
    training,
    validation,
  };
}

/**
 * The learning rate of gradient step `step`, counted from 1.
 *
 * @param {Config} config
 */
function rateOf({ learning_rate, cosine, steps, warm_up }, step) {
  const done = Math.min(1, (step - 1) / steps);
  const fallen = cosine ? 0.01 + (0.99 * (1 + Math.cos(Math.PI * done))) / 2 : 1;
  return learning_rate * fallen * Math.min(1, step / (warm_up + 1));
}

/** softmax(logits / temperature); at temperature 0 all on the likeliest. */
export function expected(logits, temperature) {
  let most = 0;
  for (let k = 1; k < logits.length; k += 1) if (logits[k] > logits[most]) most = k;
  const found = new Float64Array(logits.length);
  if (temperature === 0) {
    found[most] = 1;
    return found;
  }
  let whole = 0;
  for (let k = 0; k < found.length; k += 1) {
    found[k] = Math.exp((logits[k] - logits[most]) / temperature);
    whole += found[k];
  }
  return found.map((one) => one / whole);
}

/** The place in a distribution where a chance from 0 to 1 falls. */
export function draw(p, chance) {
  let sum = 0;
  for (let k = 0; k < p.length; k += 1) {
    sum += p[k];
    if (sum > chance) return k;
  }
  return p.length - 1;
}

/** The share of what arrives, all distances added up, that batches of T steps drop; NaN where that cannot be told. */
function truncatedShare(norms, T) {
  const whole = norms.reduce((sum, one) => sum + one, 0);
  if (norms.length <= 2 * T || !(whole > 0)) return Number.NaN;
  let [sum, shares] = [0, 0];
  for (let distance = 0; distance < T; distance += 1) {
    sum += norms[distance];
    shares += sum / whole;
  }
  return 1 - shares / T;
}

function normOf(numbers, start = 0, count = numbers.length) {
  let sum = 0;
  for (let k = start; k < start + count; k += 1) sum += numbers[k] * numbers[k];
  return Math.sqrt(sum);
}

/** As Python rounds. */
function roundHalfEven(value) {
  const low = Math.floor(value);
  if (value - low !== 0.5) return Math.round(value);
  return low % 2 === 0 ? low : low + 1;
}
