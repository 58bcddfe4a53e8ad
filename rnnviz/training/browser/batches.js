// How a text is cut into batches, as `../batches.py` does it, with the same cuts for a seed.

/** @import {Batch, Config} from "./train.d.ts" */

import { generator } from "../../web/pcg64.js";

// Consecutive rows begin again from a zero state, one after another, each after this many batches.
const RESTART = 16;

/**
 * The batches of a text, epoch after epoch: a function of the step, counted from 1.
 *
 * @param {Int32Array} text numbers of characters; n · T + 1 of them at least
 * @param {Pick<Config, "batches" | "batch_size" | "sequence_length" | "seed">} config
 * @returns {(step: number) => Batch}
 */
export function batchesOf(text, { batches: way, batch_size: n, sequence_length: T, seed }) {
  const offsets = Math.min(T, text.length - n * T);
  const perEpoch = Math.floor((text.length - offsets) / (n * T));
  let cut = { epoch: -1, startOf: (_k, _sample) => 0 };

  function cutOf(epoch) {
    const drawn = generator(seed, epoch);
    const offset = drawn.below(offsets);
    if (way === "random") {
      const order = drawn.permutation(Math.floor((text.length - 1 - offset) / T));
      return { epoch, startOf: (k, sample) => offset + T * order[k * n + sample] };
    }
    return { epoch, startOf: (k, sample) => offset + T * (perEpoch * sample + k) };
  }

  return (step) => {
    const epoch = Math.floor((step - 1) / perEpoch);
    const k = (step - 1) % perEpoch;
    if (epoch !== cut.epoch) cut = cutOf(epoch);
    const inputs = new Int32Array(T * n);
    const targets = new Int32Array(T * n);
    const fresh = Array(n).fill(true);
    for (let sample = 0; sample < n; sample += 1) {
      const start = cut.startOf(k, sample);
      for (let t = 0; t < T; t += 1) {
        inputs[t * n + sample] = text[start + t];
        targets[t * n + sample] = text[start + t + 1];
      }
      if (way !== "random" && k > 0) fresh[sample] = (sample + k) % RESTART === 0;
    }
    return { inputs, targets, fresh };
  };
}
