// A track as `rnnviz/stage/track.py` makes it, from a network's template and what the engine computes. Held to
// Python's by a test.

/** @import {Network, Template, Weights} from "../site.d.ts" */
/** @import {Tensor} from "../../stage/scene.d.ts" */

import { evaluate, lengthOf } from "../../engine/expression.js";
import { run } from "../../engine/engine.js";
import { readTrack } from "../../stage/assets/model/model.js";
import { base64Of } from "../../web/bytes.js";
import { fill } from "../../web/numbers.js";
import { inputOf, programOf, shownOf } from "./network.js";

// How many of a step's likeliest characters can be looked at.
const LIKELIEST = 12;
const ENDS = [0.1, 0.2, 0.5];

/**
 * The track of a network that reads. about: {id, caption, label, learnt, language, strings}.
 *
 * @param {Template} template
 * @param {Network} network
 * @param {Weights} weights
 */
export function trackOf(template, network, weights, about) {
  const { reading, sizes: layers, d, q } = network;
  const { X, targets } = inputOf(reading);
  const program = programOf(template, network);
  const { tensors } = run(program, weights, { X, initial: new Map(), targets });
  const T = reading.tokens.length;
  const sizes = { T, d, h: tensors.get("H").length / T, q };
  const read = reading.said.flatMap((label, k) => (reading.tokens.includes(label) ? [k] : []));
  const listed = outputsOf(tensors.get("Y_hat"), sizes, [...new Set([...read, ...(targets ?? [])])]);
  const { cell } = template.track;
  const track = {
    ...template.track,
    id: about.id,
    caption: about.caption,
    label: about.label,
    learnt: about.learnt ?? null,
    warrant: { ...template.track.warrant, isOfBrowser: true },
    ...shownOf(reading),
    cell: { ...cell, size: fill(cell.size, { h: layers.join(" × ") }) },
    sizes,
    program,
    targets,
    likeliest: listed.likeliest,
    tensors: encodedTensors(template, tensors, sizes, X, listed.outputs),
    parameters: Object.fromEntries([...weights].map(([name, one]) => [name, encoded(one.shape, one.numbers)])),
    quantities: template.track.quantities.map((one) => scaled(one, tensors)),
  };
  return { ...track, diagrams: scaledDiagrams(track, tensors, about) };
}

/** A quantity with the ends of its scales of colours. */
function scaled(quantity, tensors) {
  return {
    ...quantity,
    high: quantity.signed ? scaleEnd(tensors.get(quantity.name)) : 1,
    preHigh: quantity.pre ? scaleEnd(tensors.get(quantity.pre)) : 1,
  };
}

/** The value of a diagram's node is on the scale of what it becomes, so that F ⊙ C can be compared with C. */
function scaledDiagrams(track, tensors, { language, strings }) {
  const model = readTrack(track, { language, strings, readsAhead: false });
  const targetOf = new Map(track.phases.map(({ key, target }) => [key, target]));
  return track.diagrams.map((diagram) => {
    const values = Object.entries(diagram.values).map(([key, { expression }]) => {
      const width = lengthOf(model, expression);
      const whole = Array.from({ length: track.sizes.T * width }, (_, k) =>
        evaluate(model, expression, Math.floor(k / width), k % width),
      );
      const { phase } = diagram.nodes.find((node) => node.key === key);
      const high = Math.max(scaleEnd(whole), scaleEnd(tensors.get(targetOf.get(phase))));
      return [key, { expression, high }];
    });
    return { ...diagram, values: Object.fromEntries(values) };
  });
}

/** The end of a fixed scale of colours that holds every value: 0.1, 0.2, 0.5, 1, 1.5, 2, … */
function scaleEnd(values) {
  let largest = 0;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  return ENDS.find((end) => largest <= end) ?? Math.max(1, Math.ceil(2 * largest) / 2);
}

/** Each step's likeliest outputs, the likeliest first, and all that can be looked at, in order. */
function outputsOf(Y_hat, { T, q }, own) {
  const likeliest = Array.from({ length: T }, (_, t) => {
    const row = Y_hat.subarray(t * q, (t + 1) * q);
    return [...row.keys()].sort((a, b) => row[b] - row[a] || a - b).slice(0, LIKELIEST);
  });
  return { likeliest, outputs: [...new Set([...likeliest.flat(), ...own])].sort((a, b) => a - b) };
}

function encodedTensors(template, tensors, { T, d, q }, X, outputs) {
  const isWhole = outputs.length === q;
  /** @type {Record<string, Tensor>} */
  const found = { X: X.hot ? { shape: [T, d], hot: X.hot } : encoded([T, d], X.numbers) };
  for (const name of template.tensors) {
    const numbers = tensors.get(name);
    if (!numbers || name === "X") continue;
    const isOfOutput = name === "logits" || name === "Y_hat";
    const shape = name.endsWith("0") ? [numbers.length] : [T, numbers.length / T];
    found[name] =
      isOfOutput && !isWhole
        ? { ...encoded(shape, columnsOf(numbers, q, outputs)), columns: outputs }
        : encoded(shape, numbers);
  }
  found.unlisted = encoded([T, 1], unlistedOf(tensors.get("logits"), T, q, outputs));
  return found;
}

function columnsOf(numbers, q, kept) {
  const rows = numbers.length / q;
  return Float64Array.from({ length: rows * kept.length }, (_, k) => {
    return numbers[Math.floor(k / kept.length) * q + kept[k % kept.length]];
  });
}

/** The part of the sum under each softmax of the outputs that are not sent. */
function unlistedOf(logits, T, q, outputs) {
  const sent = new Set(outputs);
  return Float64Array.from({ length: T }, (_, t) => {
    let sum = 0;
    for (let k = 0; k < q; k += 1) if (!sent.has(k)) sum += Math.exp(logits[t * q + k]);
    return sum;
  });
}

/** An array as it travels to the stage. */
export function encoded(shape, numbers) {
  return { shape, data: base64Of(numbers) };
}
