// What becomes of a gradient on its way back through a text, of networks as `numbers.py` sends them.
// Pure.

import { backward, run, weightsOf } from "../../../engine/engine.js";
import { createProbes, movesOf, pairsOf, reachOf, sumOfPairs } from "../../../stage/assets/model/probes.js";
import { lengthOf, product, singularValues, spectralRadius } from "../../maths/spectrum.js";
import { once } from "../../reader/once.js";

export const CELLS = ["rnn", "gru", "lstm", "mingru"];
export const WEIGHTS = ["untrained", "begun", "trained"];

/**
 * A network that has read its text: {T, h, inputs, program, weights, tensors, probes, targets}. given: all of them; of:
 * {text, cell, kind} and changes of its weights: radius, the spectral radius that W_hh is stretched to, or shift, added
 * to the bias of the forget gate.
 */
export function networkOf(given, { text, cell, kind, radius = null, shift = 0 }) {
  return once(given, `network ${text} ${cell} ${kind} ${radius} ${shift}`, () => {
    const { hot, targets, inputs, cells } = given[text];
    const { program, weights: kinds, units } = cells[cell];
    const weights = weightsOf(kinds[kind]);
    if (radius !== null) {
      const { shape, numbers } = weights.get("W_hh");
      const times = radius / radiusOf(given, { text, cell, kind });
      weights.set("W_hh", { shape, numbers: numbers.map((one) => one * times) });
    }
    if (shift !== 0) {
      const { shape, numbers } = weights.get("b_f");
      weights.set("b_f", { shape, numbers: numbers.map((one) => one + shift) });
    }
    const { tensors } = run(program, weights, { X: { hot }, initial: new Map(), targets });
    const probes = createProbes(program, weights, tensors, { targets });
    return { T: hot.length, h: units, inputs, program, weights, tensors, probes, targets };
  });
}

/** The spectral radius of a plain network's W_hh, as it came. */
export function radiusOf(given, { text, cell, kind }) {
  return once(given, `radius ${text} ${cell} ${kind}`, () => {
    const { weights, units } = given[text].cells[cell];
    return spectralRadius(weightsOf({ W_hh: weights[kind].W_hh }).get("W_hh").numbers, units);
  });
}

function finished(walk) {
  let step = walk.next();
  while (!step.done) step = walk.next();
  return step.value;
}

/** All pairs at [t · T + k]: ‖∂L_t/∂H_k‖ for the measure "loss", ‖∂H_t/∂H_k‖/√h for "state". */
export function triangleOf(given, network, measure) {
  return once(given, `${measure} ${JSON.stringify(network)}`, () => {
    const { probes } = networkOf(given, network);
    return finished(measure === "loss" ? reachOf(probes) : movesOf(probes));
  });
}

/** What the last step's state, or another one of the states, still has of each step's: ‖∂H_T/∂H_k‖/√h, T numbers. */
export function lastRow(given, network, of = "H") {
  return once(given, `last ${of} ${JSON.stringify(network)}`, () => {
    const { probes, T } = networkOf(given, network);
    return finished(movesOf(probes, [T - 1], undefined, of)).slice((T - 1) * T);
  });
}

/** The singular values of the factor diag(1 − H_t²) W_hhᵀ of each step t. */
export function factorValues(given, network) {
  return once(given, `factors ${JSON.stringify(network)}`, () => {
    const { T, h, weights, tensors } = networkOf(given, network);
    const W = weights.get("W_hh").numbers;
    const H = tensors.get("H");
    return Array.from({ length: T }, (_, t) => {
      const factor = new Float64Array(h * h);
      for (let i = 0; i < h; i += 1) {
        const slope = 1 - H[t * h + i] ** 2;
        for (let j = 0; j < h; j += 1) factor[i * h + j] = slope * W[j * h + i];
      }
      return singularValues(factor, h);
    });
  });
}

/** ‖W_hh^d‖/√h for d = 0 … T − 1: what would be left without tanh. */
export function powersOfW(given, network) {
  return once(given, `powers ${JSON.stringify(network)}`, () => {
    const { T, h, weights } = networkOf(given, network);
    const W = weights.get("W_hh").numbers;
    let power = Float64Array.from({ length: h * h }, (_, k) => (k % (h + 1) === 0 ? 1 : 0));
    return Array.from({ length: T }, (_, d) => {
      if (d > 0) power = product(power, W, h);
      return lengthOf(power) / Math.sqrt(h);
    });
  });
}

/** The mean of 1 − H² over all steps and units. */
export function meanSlope(given, network) {
  const H = networkOf(given, network).tensors.get("H");
  return H.reduce((sum, one) => sum + 1 - one * one, 0) / H.length;
}

/** The product of the forget gates after each step k, up to the last, as root mean square over the units: T numbers. */
export function roadOf(given, network) {
  const { T, h, tensors } = networkOf(given, network);
  const F = tensors.get("F");
  const left = new Float64Array(h).fill(1);
  const found = new Float64Array(T);
  for (let k = T - 1; k >= 0; k -= 1) {
    found[k] = lengthOf(left) / Math.sqrt(h);
    for (let i = 0; i < h; i += 1) left[i] *= F[k * h + i];
  }
  return found;
}

/** ∂L/∂ all weights of the cell, from each pair of a loss and a use. */
export function pairsOfNetwork(given, network) {
  return once(given, `pairs ${JSON.stringify(network)}`, () => {
    const { probes, weights } = networkOf(given, network);
    return pairsOf(probes, weights);
  });
}

/** The length of ∂L/∂W from all pairs at each distance; their sum's length: {parts, whole}. */
export function lengthsByDistance(given, network) {
  return once(given, `distances ${JSON.stringify(network)}`, () => {
    const pairs = pairsOfNetwork(given, network);
    const sums = Array.from({ length: pairs.T }, (_, d) => sumOfPairs(pairs, (t, k) => t - k === d));
    const whole = sums[0].map((_, i) => sums.reduce((sum, one) => sum + one[i], 0));
    return { parts: sums.map(lengthOf), whole: lengthOf(whole) };
  });
}

/** Whether a way from loss t to step k survives the knife: cut every `length` steps, or once after step `length`. */
export function survives(cuts, length, t, k) {
  if (cuts === "once") return t < length === k < length;
  return Math.floor(t / length) === Math.floor(k / length);
}

/** What a knife leaves of ∂L/∂W: {whole, kept, dropped, share, angle}; share of the length, angle in degrees. */
export function afterKnife(given, network, cuts, length) {
  return once(given, `knife ${cuts} ${length} ${JSON.stringify(network)}`, () => {
    const pairs = pairsOfNetwork(given, network);
    const kept = sumOfPairs(pairs, (t, k) => survives(cuts, length, t, k));
    const whole = once(given, `whole ${JSON.stringify(network)}`, () => sumOfPairs(pairs, () => true));
    const dropped = whole.map((one, i) => one - kept[i]);
    return { whole, kept, dropped, share: lengthOf(dropped) / lengthOf(whole), angle: angleBetween(whole, kept) };
  });
}

/** The angle between two vectors, in degrees, by a formula that is exact for small ones too (Kahan). */
export function angleBetween(a, b) {
  const [p, q] = [lengthOf(a), lengthOf(b)];
  if (p === 0 || q === 0) return 0;
  const apart = a.map((one, k) => one * q - b[k] * p);
  const along = a.map((one, k) => one * q + b[k] * p);
  return (2 * Math.atan2(lengthOf(apart), lengthOf(along)) * 180) / Math.PI;
}

/** ∂ mean loss / ∂ all weights of the cell, one after another. */
export function gradientOf(given, network) {
  return once(given, `gradient ${JSON.stringify(network)}`, () => {
    const { program, weights, tensors, targets } = networkOf(given, network);
    const found = backward(program, weights, tensors, { targets });
    const own = [...weights.keys()].filter((name) => !["W_hq", "b_q"].includes(name));
    return Float64Array.from(own.flatMap((name) => [...found.get(name)]));
  });
}

/** The gradient no longer than a threshold, its direction kept. */
export function clippedByNorm(gradient, threshold) {
  const times = Math.min(1, threshold / lengthOf(gradient));
  return gradient.map((one) => one * times);
}

/** The gradient, each of its numbers no larger than a threshold: its direction is another one. */
export function clippedByValue(gradient, threshold) {
  return gradient.map((one) => Math.max(-threshold, Math.min(threshold, one)));
}
