// Which earlier character mattered for a prediction? Three witnesses, who are asked three things; tests hold them to
// `rnnviz.explain.witnesses`. Pure.

/** @import {AnyModel} from "../../model.d.ts" */

import { engineInput } from "./changed.js";
import { backward, createEngine } from "../../../engine/engine.js";
import { ledgerOf } from "./ledger.js";

/** Two numbers whose sizes differ by less, of the largest one, do not decide which character is the first. */
const SAME_SIZE = 1e-9;

/**
 * The witnesses of a model's version: {gradient(t, k), ledger(t, k), replacement(t, k)}, for the prediction of output k
 * at step t: one number for each of the steps 0 … t, or for all of them where a cell reads from the end, in nats of its
 * logarithm. ledger: null without one.
 * replacement: a generator that yields [texts read, texts in all] after each text and returns the numbers at the end.
 *
 * @param {AnyModel} model
 */
export function witnessesOf(model) {
  const { program } = model;
  const { weights, input, holds } = engineInput(model);
  const { hot } = input.X;
  const { q } = model.sizes;
  const V = model.vocabulary.length;
  // What comes after the prediction is read only by a cell that reads from the end.
  const readsBack = program.passes.some(({ reversed }) => reversed);
  const isWhole = holds.length > 0 || readsBack;
  const asked = (t) => (readsBack ? model.sizes.T : t + 1);
  const engine = createEngine(program);
  const ledger = ledgerOf(model);

  function readTo(t, codes) {
    const X = { hot: isWhole ? codes : codes.slice(0, t + 1) };
    return engine.run(weights, { X, initial: input.initial, targets: null }, holds).tensors;
  }

  function gradient(t, k) {
    const tensors = readTo(t, hot);
    const dlogits = new Float64Array(tensors.get("logits").length);
    const Y_hat = tensors.get("Y_hat");
    for (let j = 0; j < q; j += 1) dlogits[t * q + j] = (j === k ? 1 : 0) - Y_hat[t * q + j];
    const dX = backward(program, weights, tensors, { dlogits }, holds).get("X");
    return Float64Array.from({ length: asked(t) }, (_, s) => dX[s * V + hot[s]]);
  }

  function* replacement(t, k) {
    const own = logShare(readTo(t, hot).get("logits"), t, k);
    const found = new Float64Array(asked(t));
    const count = asked(t) * (V - 1);
    const codes = Array.from(hot);
    let done = 0;
    for (let s = found.length - 1; s >= 0; s -= 1) {
      for (let other = 0; other < V; other += 1) {
        if (other === hot[s]) continue;
        codes[s] = other;
        found[s] += (own - logShare(readTo(t, codes).get("logits"), t, k)) / (V - 1);
        done += 1;
        yield [done, count];
      }
      codes[s] = hot[s];
    }
    return found;
  }

  function logShare(logits, t, k) {
    const row = logits.subarray(t * q, (t + 1) * q);
    const most = row.reduce((a, b) => Math.max(a, b), -Infinity);
    return row[k] - most - Math.log(row.reduce((sum, z) => sum + Math.exp(z - most), 0));
  }

  return {
    gradient,
    replacement,
    ledger: (t, k) => ledger?.scores(t, k).slice(1) ?? null,
  };
}

/** The step whose number is the largest, whatever its sign; null where no number stands out. */
export function foremost(values) {
  const sizes = Array.from(values, Math.abs);
  const most = Math.max(...sizes);
  const near = sizes.filter((size) => size >= most * (1 - SAME_SIZE));
  return most > SAME_SIZE && near.length === 1 ? sizes.indexOf(most) : null;
}
