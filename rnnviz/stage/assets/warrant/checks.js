// What a number can be held to where it is read: the engine computes what Python has computed, the parts of a memory
// add up to it, and a gradient is the slope of the loss.

/** @import {AnyModel, Decoded} from "../../model.d.ts" */

import { changedModel } from "../model/changed.js";
import { ledgerOf } from "../model/ledger.js";

// How far a number is moved up and down, as in `warrants.py`.
const MOVE = 1e-5;
// Sums of what was not sent; and the input and the states before the first step, which are given.
const NOT_COMPUTED = /^unlisted$|^X$|0$/;

/**
 * The numbers of a text that Python has computed and the engine computes again: how many, and the largest difference,
 * relative to the number where that is larger than 1. Null where the engine cannot.
 *
 * @param {AnyModel} model
 * @returns {{numbers: number, largest: number} | null}
 */
export function computedTwice({ original }) {
  if (!original?.program) return null;
  const again = changedModel(original, []);
  let [numbers, largest] = [0, 0];
  for (const [name, tensor] of original.tensors) {
    if (NOT_COMPUTED.test(name)) continue;
    const found = again.tensors.get(name);
    for (const k of sentPlaces(tensor)) {
      const expected = tensor.at(k);
      largest = Math.max(largest, Math.abs(found.at(k) - expected) / Math.max(1, Math.abs(expected)));
      numbers += 1;
    }
  }
  return { numbers, largest };
}

/**
 * Where a tensor has numbers: of many outputs only some columns were sent.
 *
 * @param {Decoded} tensor
 */
function sentPlaces({ shape: [T], width, columns = [...Array(width).keys()] }) {
  return Array.from({ length: T }, (_, t) => columns.map((k) => t * width + k)).flat();
}

/**
 * The parts that each step has left of a memory, added up and held to the memory: of how many numbers, and the largest
 * difference. Null for a cell without a ledger.
 *
 * @param {AnyModel} model
 */
export function ledgerAddsUp(model) {
  const ledger = ledgerOf(model);
  if (!ledger) return null;
  const { memory, width } = ledger;
  const { T } = model.sizes;
  let largest = 0;
  for (let t = 0; t < T; t += 1) {
    const entries = ledger.entries(t);
    for (let unit = 0; unit < width; unit += 1) {
      const expected = model.value(memory, t, unit);
      const sum = entries.reduce((whole, entry) => whole + entry[unit], 0);
      largest = Math.max(largest, Math.abs(sum - expected) / Math.max(1, Math.abs(expected)));
    }
  }
  return { numbers: T * width, largest };
}

/**
 * A gradient, and the slope of the loss at its number: {gradient, slope}. Null of what a step hands on, which is a part
 * of a gradient.
 *
 * @param {AnyModel} night
 * @param {{name: string, t: number, unit: number, before?: boolean}} number
 */
export function slopeAt(night, { name, t, unit, before = false }) {
  if (before) return null;
  return { gradient: night.value(name, t, unit), slope: night.slope(name, t, unit, MOVE) };
}

/**
 * The same of a weight, the k-th of a parameter.
 *
 * @param {AnyModel} night
 */
export function slopeOfWeight(night, name, k) {
  return { gradient: night.parameter(name)[k], slope: night.difference(name, k, MOVE) };
}
