// A track, decoded: a model with its tensors by name, and the relations between them.

/** @import {Decoded, Model, ReadableTrack, ReadQuantity} from "../../model.d.ts" */
/** @import {AnyTensor, LabelledTrack, Tensor} from "../../scene.d.ts" */

import { floatsOf } from "../../../web/bytes.js";
import { evaluate, lengthOf } from "../../../engine/expression.js";
import { legOf, legsOf } from "../place/legs.js";
import { fill, full, short } from "../../../web/numbers.js";

// More numbers would not fit on an input.
const MOST_WRITTEN = 2;

/**
 * A track as the panels read it. `value(name, t, unit, before)` is one number of the trace. words: {language, strings,
 * readsAhead}, the scene's own.
 *
 * @param {LabelledTrack} track
 * @param {Pick<Model, "language" | "strings" | "readsAhead">} words
 * @param {Record<string, Record<string, Tensor> | null>} [moments]
 */
export function readTrack(track, words, moments = {}) {
  /** @type {Model["moments"]} */
  const read = new Map();
  for (const [k, weights] of Object.entries(moments)) read.set(Number(k), weights && decodeAll(weights));
  const given = { ...track, ...words, moments: read, arriving: track.arriving && decodeAll(track.arriving) };
  return modelOf(given, decodeAll(track.tensors), decodeAll(track.parameters));
}

/**
 * A track with these tensors and weights, each a Map of name → {shape, width, at(k)}: `width` numbers a row, `at` in
 * row order.
 *
 * @param {ReadableTrack} track
 * @param {Map<string, Decoded>} tensors
 * @param {Map<string, Decoded>} weights
 * @returns {Model}
 */
export function modelOf(track, tensors, weights) {
  /** @type {Map<string, ReadQuantity>} */
  const quantities = new Map();
  const given = new Map(track.quantities.map((one) => [one.name, one]));
  /** Whether a quantity's cell reads from the end; null for the input, which all cells read. */
  const isReversed = (name) => (given.get(name).kind === "input" ? null : Boolean(given.get(name).reversed));
  const legs = legsOf(track.phases, isReversed, Boolean(track.isBack));
  const legAt = (phase) => (phase < 0 ? undefined : legs[legOf(legs, phase)]);
  for (const own of track.quantities) {
    // The phase that makes it; −1 for what is there from the start.
    const phase = track.phases.findIndex(({ target }) => target === own.name);
    const q = { ...own, phase, leg: legAt(phase) };
    quantities.set(q.name, q);
    if (q.pre) {
      quantities.set(q.pre, { ...q, name: q.pre, signed: true, high: q.preHigh, isPre: true, of: q });
    }
  }

  /** Whether a quantity belongs to a cell that reads from right to left. */
  const isBackward = (name) => quantities.get(name)?.reversed ?? false;

  /** The step before, which a cell that reads backwards finds to its right; null beyond the ends. */
  function stepBefore(name, t) {
    const earlier = isBackward(name) ? t + 1 : t - 1;
    return earlier < 0 || earlier >= track.sizes.T ? null : earlier;
  }

  // The value of a diagram's node, such as F ⊙ C, has a strip like any quantity.
  const made = new Map();
  track.diagrams.forEach(({ nodes, values = {} }, k) => {
    for (const [key, { expression, high }] of Object.entries(values)) {
      const { phase } = nodes.find((node) => node.key === key);
      const at = track.phases.findIndex((one) => one.key === phase);
      const { hue, kind } = quantities.get(track.phases[at].target);
      const name = madeName(k, key);
      made.set(name, expression);
      quantities.set(name, { name, kind, hue, signed: true, high, word: "", expression, phase: at, leg: legAt(at) });
    }
  });

  function value(name, t, unit, before = false) {
    if (made.has(name)) return evaluate(model, made.get(name), t, unit);
    const step = before ? stepBefore(name, t) : t;
    if (step === null) return tensors.get(`${name}0`).at(unit);
    const tensor = tensors.get(name);
    return tensor.at(step * tensor.width + unit);
  }

  /** What stands for a step's input: its character, its number or two, or of more numbers their letter. */
  function inputWord(t) {
    if (t in track.inputs) return track.inputs[t];
    const read = numbersRead(t);
    return read.length > MOST_WRITTEN ? `x${t + 1}` : read.map(short).join("; ");
  }

  function numbersRead(t) {
    return Array.from({ length: tensors.get("X").width }, (_, k) => value("X", t, k));
  }

  /** A sensor's reading as it was measured and as it is read, or the numbers that are read; "" of a text. */
  function inputDetail(t) {
    if (track.inputs.length === 0) return numbersRead(t).map(full).join("; ");
    const said = (reading, k) => fill(track.strings.readAs, { number: k + 1, reading, value: full(value("X", t, k)) });
    return track.readings?.[t].map(said).join("; ") ?? "";
  }

  const own = track.quantities.filter((q) => !["input", "logits", "output"].includes(q.kind));
  const vectors = own.map(({ name }) => quantities.get(name));
  const listed = tensors.get("logits")?.columns ?? [...track.labels.keys()];

  const outputs = new Set(listed);

  /** @type {Model} */
  const model = {
    ...track,
    inputWord,
    inputDetail,
    tensors,
    weights,
    quantity: (name) => quantities.get(name),
    phaseOf: (name) => quantities.get(name)?.phase ?? -1,
    value,
    /** The numbers that equations read; a model of gradients reads those of its own model. */
    known: value,
    stepBefore,
    /** The number of the step where a quantity stands: 0 for an initial state. isLater: seen from the step before. */
    stepNumber: (name, t, before, isLater = false) =>
      t + 1 + ((isLater ? 1 : 0) - (before ? 1 : 0)) * (isBackward(name) ? -1 : 1),
    isBackward,
    isReversed,
    legs,
    legAt,
    diagramOf: diagramsOf(track),
    vectors,
    units: Math.max(...vectors.map((q) => tensors.get(q.name).width)),
    length: (name) => (made.has(name) ? lengthOf(model, made.get(name)) : tensors.get(name).width),
    /** The name under which the value of a diagram's node stands among the quantities. */
    madeName,
    /** The outputs whose numbers were sent: of thousands only the likeliest are. */
    listed,
    hasOutput: (k) => outputs.has(k),
  };
  return model;
}

/**
 * Of each phase its diagram. What none draws, such as the prediction, stands beside the cell: in a network of several,
 * the one that was computed last.
 *
 * @param {{phases: {key: string}[], diagrams: {nodes: {phase: string}[], path: unknown[]}[]}} track
 */
export function diagramsOf({ phases, diagrams }) {
  const own = phases.map(({ key }) => diagrams.findIndex(({ nodes }) => nodes.some(({ phase }) => phase === key)));
  const last = own.findLast((k) => diagrams[k]?.path.length > 0) ?? 0;
  return own.map((k) => (k < 0 ? last : k));
}

/**
 * Whether its units are outputs: characters or labels.
 *
 * @param {ReadQuantity} quantity
 */
export function isOfOutput({ kind }) {
  return kind === "logits" || kind === "output";
}

/**
 * The place in the vocabulary of the character that a step reads.
 *
 * @param {Model} model
 * @param {number} t
 */
export function characterAt(model, t) {
  const isRead = (k) => model.known("X", t, k) === 1;
  return [...Array(model.sizes.d).keys()].findIndex(isRead);
}

function madeName(diagram, node) {
  return `${diagram} ${node}`;
}

/**
 * Tensors as Python encodes them, by name.
 *
 * @param {Record<string, Tensor>} encoded
 */
export function decodeAll(encoded) {
  return new Map(Object.entries(encoded).map(([name, tensor]) => [name, decode(tensor)]));
}

/**
 * One tensor: `width` numbers a row, `at(index)` in row order, if that row or column was sent.
 *
 * @param {AnyTensor} tensor
 * @returns {Decoded}
 */
function decode({ shape, data, hot, bits, rows, columns }) {
  const width = shape.length === 1 ? (shape[0] ?? 1) : shape.at(-1);
  if (hot) return { shape, width, hot, at: (k) => (hot[Math.floor(k / width)] === k % width ? 1 : 0) };
  const numbers = floatsOf(data, bits);
  if (rows) {
    const place = placesOf(rows);
    return { shape, width, at: (k) => numbers[place.get(Math.floor(k / width)) * width + (k % width)] };
  }
  if (columns) {
    const place = placesOf(columns);
    const at = (k) => numbers[Math.floor(k / width) * columns.length + place.get(k % width)];
    return { shape, width, at, columns };
  }
  return { shape, width, at: (k) => numbers[k] };
}

function placesOf(kept) {
  return new Map(kept.map((k, place) => [k, place]));
}
