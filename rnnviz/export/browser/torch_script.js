// PyTorch code that computes what is seen, as `../torch_script.py` writes it: its lines come from there.

/** @import {ScriptParts, Seen} from "../../site/site.d.ts" */

import { base64OfBytes } from "../../web/bytes.js";
import { fill } from "../../web/numbers.js";
import { npz } from "../../web/npz.js";
import { startsOf } from "./numbers.js";
import { listed, literal } from "../../web/python.js";

/**
 * The file's text; the weights are in it.
 *
 * @param {Seen} seen
 * @param {ScriptParts} parts
 */
export function script(seen, parts) {
  const { sensor, sizes, targets } = seen;
  const isAlike = sizes.every((h) => h === sizes[0]);
  const [words, code] = seen.code[seen.holds.length ? "held" : isAlike ? "alike" : "other"];
  const data = npz([...seen.weights, ...startsOf(seen), ...heldOf(seen)]);
  const lists = [
    listed("vocabulary", seen.vocabulary),
    listed("labels", seen.said),
    listed("inputs", seen.inputs),
    ...(targets ? [listed("targets", targets)] : []),
    literal("DATA", base64OfBytes(data)),
  ];
  const input = sensor ? fill(parts.ofReadings, { rows: listed("rows", rowsOf(sensor)) }) : parts.ofText;
  const end = targets ? parts.loss : parts.noLoss;
  return `${[words, parts.imports, lists.join("\n"), parts.loaded, input, code, end].join("\n\n")}\n`;
}

/** What a network reads of a sensor, step by step. */
function rowsOf({ numbers, mean }) {
  const d = mean.length;
  return Array.from({ length: numbers.length / d }, (_, t) => Array.from(numbers.subarray(t * d, (t + 1) * d)));
}

/**
 * Of each held quantity where it is held and at what, a row a step. A weight has no blank in its name.
 *
 * @param {Seen} seen
 */
function heldOf({ holds, tensors, inputs }) {
  const T = inputs.length;
  const names = [...new Set(holds.map(({ quantity }) => quantity))];
  return names.flatMap((name) => {
    const width = tensors.get(name).length / T;
    const where = new Float64Array(T * width);
    const value = new Float64Array(T * width);
    for (const hold of holds.filter(({ quantity }) => quantity === name)) {
      const [first, last] = hold.steps ?? [0, T - 1];
      const units = hold.units ?? Array.from({ length: width }, (_, unit) => unit);
      for (let t = first; t <= last; t += 1) {
        for (const unit of units) {
          where[t * width + unit] = 1;
          value[t * width + unit] = hold.value;
        }
      }
    }
    const shape = [T, width];
    return /** @type {[string, {shape: number[], numbers: Float64Array}][]} */ ([
      [`held ${name}`, { shape, numbers: where }],
      [`value ${name}`, { shape, numbers: value }],
    ]);
  });
}
