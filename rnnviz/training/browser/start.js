// The weights with which a training starts, by the recipe of `../start.py`. They are not the numbers that
// Python draws for the same seed.

/** @import {Config, Loops} from "./train.d.ts" */

import { generator } from "../../web/pcg64.js";
import { shapesOf } from "./network.js";

/**
 * The numbers of all parameters by name.
 *
 * @param {Loops["facts"]} facts
 * @param {Config} config
 * @param {number} q how many characters there are
 * @param {Int32Array} text the training text, for their frequencies
 * @returns {Record<string, Float64Array>}
 */
export function startingWeights(facts, config, q, text) {
  const { hidden_size: h, seed } = config;
  const drawn = generator(seed, 2);
  const bound = 1 / Math.sqrt(h);
  const { inputWeights } = facts;
  const numbers = ([name, [rows, columns]]) => {
    const count = rows * columns;
    if (inputWeights.includes(name) && config.input_scale !== null) {
      return normal(drawn, count).map((one) => config.input_scale * one);
    }
    if (facts.parameters[name] === "hh" && config.orthogonal) return orthogonal(drawn, h);
    if (name === "b_f" && config.cell === "lstm" && config.forget_bias !== null) {
      return new Float64Array(count).fill(config.forget_bias);
    }
    if (name === "b_q" && config.output_frequencies) return logFrequencies(text, q);
    return drawn.uniform(-bound, bound, count);
  };
  return Object.fromEntries(shapesOf(facts, { h, q }).map((one) => [one[0], numbers(one)]));
}

/** Normally distributed numbers (Box and Muller 1958). */
function normal(drawn, count) {
  const [radii, turns] = [0, 1].map(() => drawn.uniform(0, 1, count));
  return radii.map((one, k) => Math.sqrt(-2 * Math.log(1 - one)) * Math.cos(2 * Math.PI * turns[k]));
}

/** A random rotation or reflection, (h, h): rows drawn at random, each made orthogonal to those before. */
function orthogonal(drawn, h) {
  const Q = normal(drawn, h * h);
  for (let i = 0; i < h; i += 1) {
    const row = Q.subarray(i * h, (i + 1) * h);
    // Twice, because the first time leaves rounding errors.
    for (let again = 0; again < 2; again += 1) {
      for (let j = 0; j < i; j += 1) {
        const before = Q.subarray(j * h, (j + 1) * h);
        const along = row.reduce((sum, one, k) => sum + one * before[k], 0);
        for (let k = 0; k < h; k += 1) row[k] -= along * before[k];
      }
    }
    const length = Math.hypot(...row);
    for (let k = 0; k < h; k += 1) row[k] /= length;
  }
  return Q;
}

/** Every character counted once more than it was seen: log 0 is no number. */
function logFrequencies(text, q) {
  const counts = new Float64Array(q).fill(1);
  for (const one of text) counts[one] += 1;
  return counts.map((one) => Math.log(one / (text.length + q)));
}
