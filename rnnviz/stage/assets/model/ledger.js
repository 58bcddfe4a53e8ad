// The ledger of a memory: what each step wrote, and what later gates have left of it. Pure; the trees come from
// `rnnviz.explain.ledger`, to which tests hold the numbers.

/** @import {AnyModel} from "../../model.d.ts" */

import { evaluate } from "../../../engine/expression.js";

/**
 * A model's ledger, or null for a cell without one: {memory, width, most, written(s, unit), kept(s, unit), entries(t),
 * scores(t, k)}.
 *
 * most: the largest that a step has written, or the first memory. kept: the share of the old memory that step s keeps;
 * written: what it adds. entries: of every unit what is left at step t of the first memory and of each step's writing,
 * [s + 1][unit], which adds up to the memory. scores: what each entry counts in output k's logit, above its mean over
 * all outputs, [s + 1]; where the hidden state is no multiple of the memory, each unit's is allotted to the steps as
 * its memory is. The numbers are those of the model's version: another version needs another ledger.
 *
 * @param {AnyModel} model
 */
export function ledgerOf(model) {
  const { memory } = model.ledger;
  if (memory === null) return null;
  const { T } = model.sizes;
  const width = model.length(memory);
  // ∂L/∂memory counts as 1 in what is kept, the memory before as 0 in what is written.
  const reading = {
    ...model,
    passing: () => 1,
    known: (name, t, unit, before) => (before && name === memory ? 0 : model.known(name, t, unit, before)),
  };
  const kept = new Float64Array(T * width);
  const written = new Float64Array(T * width);
  for (let s = 0; s < T; s += 1) {
    for (let unit = 0; unit < width; unit += 1) {
      const at = s * width + unit;
      // What is held has no past: the value is written by hand.
      const isHeld = model.isHeld(memory, s, unit);
      kept[at] = isHeld ? 0 : model.ledger.kept.reduce((sum, term) => sum + evaluate(reading, term, s, unit), 0);
      written[at] = isHeld ? model.value(memory, s, unit) : evaluate(reading, model.ledger.written, s, unit);
    }
  }

  const first = model.tensors.get(`${memory}0`);
  let most = 0;
  for (const number of written) most = Math.max(most, Math.abs(number));
  for (let unit = 0; unit < width; unit += 1) most = Math.max(most, Math.abs(first.at(unit)));

  function entries(t) {
    const share = new Float64Array(width).fill(1);
    const found = Array.from({ length: t + 2 });
    for (let s = t; s >= 0; s -= 1) {
      const at = s * width;
      found[s + 1] = Float64Array.from({ length: width }, (_, unit) => share[unit] * written[at + unit]);
      for (let unit = 0; unit < width; unit += 1) share[unit] *= kept[at + unit];
    }
    found[0] = Float64Array.from({ length: width }, (_, unit) => share[unit] * first.at(unit));
    return found;
  }

  function scores(t, k) {
    const weights = scoreWeights(model, memory, t, k);
    return entries(t).map((entry) => entry.reduce((sum, part, unit) => sum + part * weights[unit], 0));
  }

  return {
    memory,
    width,
    most,
    written: (s, unit) => written[s * width + unit],
    kept: (s, unit) => kept[s * width + unit],
    entries,
    scores,
  };
}

/**
 * How much each unit of the memory counts in output k's logit, above its mean over all outputs.
 *
 * @param {AnyModel} model
 */
function scoreWeights(model, memory, t, k) {
  const { shape, at } = model.weights.get("W_hq");
  const q = shape[1];
  return Float64Array.from({ length: shape[0] }, (_, unit) => {
    let mean = 0;
    for (let output = 0; output < q; output += 1) mean += at(unit * q + output) / q;
    const H = model.value("H", t, unit);
    const C = model.value(memory, t, unit);
    const ratio = memory === "H" ? 1 : C === 0 ? 0 : H / C;
    return ratio * (at(unit * q + k) - mean);
  });
}
