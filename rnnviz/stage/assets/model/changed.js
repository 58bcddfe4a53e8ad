// A model with changes made by hand: the same panels draw it, but its numbers come from the engine.

/** @import {AnyModel} from "../../model.d.ts" */

import { createEngine } from "../../../engine/engine.js";
import { modelOf } from "./model.js";

// Numbers that differ by less, of their own size or of 1, have been rounded otherwise; as in `comparison.py`.
const ROUNDING = 1e-12;

/**
 * What can be changed in a model, for `changes.js`; null where the engine cannot compute it.
 *
 * @param {AnyModel} model
 */
export function changeBounds(model) {
  if (!model.program) return null;
  return {
    T: model.sizes.T,
    quantities: new Map(
      model.vectors.map(({ name, kind }) => [name, { width: model.length(name), high: kind === "gate" ? 1 : null }]),
    ),
    states: new Map(statesOf(model).map((name) => [name, model.length(name)])),
    weights: new Map([...model.weights].map(([name, { shape }]) => [name, shape])),
    vocabulary: model.vocabulary,
    moments: [...model.moments.keys()],
  };
}

/**
 * A model that panels may keep while its changes come and go: `model.change(changes)` makes it the model with these
 * changes, and without any the original again. Whenever its numbers become others, `version` does.
 */
export function changeable(original) {
  const model = { ...unchanged(original), version: 0 };
  const engine = original.program && createEngine(original.program);
  model.change = (changes) => {
    const made = changes.length > 0 ? changedModel(original, changes, engine) : unchanged(original);
    Object.assign(model, made, { version: model.version + 1 });
  };
  return model;
}

function unchanged(original) {
  return { ...original, original, holds: [], isHeld: () => false, free: original.value, effect: null };
}

/**
 * A model with changes, in which every number is the engine's. `original` is the model before; `holds` are as the
 * engine takes them; `isHeld(name, t, unit)` says whether a number is held by hand, `free(name, t, unit)` what it would
 * have been there by its equation; `effect()` is where the two part and what that changed. A moment whose weights are
 * not there yet changes nothing. An engine that is given overwrites the numbers of the model that it made before.
 */
export function changedModel(original, changes, engine = createEngine(original.program)) {
  const weights = changedWeights(original, changes);
  const inputs = [...original.inputs];
  for (const { kind, t, character } of changes) if (kind === "input") inputs[t] = character;
  const initial = changedInitial(original, changes);
  const holds = changes
    .filter((one) => one.kind === "hold")
    .map(({ quantity, value, units, from, to }) => ({ quantity, value, units, steps: [from, to] }));
  const given = new Map([...weights].map(([name, one]) => [name, { shape: one.shape, numbers: numbersOf(one) }]));
  const X = inputOf(original, inputs);
  const found = engine.run(given, { X, initial, targets: original.targets }, holds);
  const tensors = tensorsOf(found.tensors, initial, original);
  const likeliest = likeliestOf(original, tensors);
  const model = modelOf({ ...original, inputs, likeliest, original }, tensors, weights);
  model.holds = holds;
  model.isHeld = (name, t, unit) => holds.some((hold) => isWithin(hold, name, t, unit));
  model.free = (name, t, unit) =>
    model.isHeld(name, t, unit) ? found.free.get(name)[t * model.length(name) + unit] : model.value(name, t, unit);
  let effect = null;
  model.effect = () => (effect ??= effectOf(original, model));
  return model;
}

/**
 * What the engine needs to read a model's text once more, as it was changed: {weights, input, holds}.
 *
 * @param {AnyModel} model
 */
export function engineInput(model) {
  const weights = new Map(
    [...model.weights].map(([name, one]) => [name, { shape: one.shape, numbers: numbersOf(one) }]),
  );
  const initial = new Map(statesOf(model).map((name) => [`${name}0`, numbersOf(model.tensors.get(`${name}0`))]));
  const X = inputOf(model.original, model.inputs);
  return { weights, input: { X, initial, targets: model.targets }, holds: model.holds };
}

function isWithin({ quantity, units, steps }, name, t, unit) {
  return quantity === name && t >= steps[0] && t <= steps[1] && (units === null || units.includes(unit));
}

/** The weights with those of a moment in their place, and then the single ones that were changed. */
function changedWeights(original, changes) {
  const moment = changes.findLast((one) => one.kind === "weights")?.moment;
  const weights = new Map([...original.weights, ...(original.moments.get(moment) ?? [])]);
  const copies = new Map();
  for (const { kind, name, row, column, value } of changes) {
    if (kind !== "weight") continue;
    const { shape } = weights.get(name);
    if (!copies.has(name)) copies.set(name, numbersOf(weights.get(name)).slice());
    copies.get(name)[row * shape[1] + column] = value;
  }
  for (const [name, numbers] of copies) weights.set(name, matrix(numbers, weights.get(name).shape));
  return weights;
}

/** The states before the first step, by the names that the engine gives them. */
function changedInitial(original, changes) {
  const initial = new Map(
    statesOf(original).map((name) => [`${name}0`, numbersOf(original.tensors.get(`${name}0`)).slice()]),
  );
  for (const { kind, state, unit, value } of changes) {
    if (kind !== "initial") continue;
    if (unit === null) initial.get(`${state}0`).fill(value);
    else initial.get(`${state}0`)[unit] = value;
  }
  return initial;
}

function statesOf({ program }) {
  return program.passes.flatMap(({ states = [] }) => states);
}

function inputOf({ tensors, inputs: before, vocabulary }, inputs) {
  const { hot } = tensors.get("X");
  if (!hot) return { numbers: numbersOf(tensors.get("X")) };
  return { hot: hot.map((k, t) => (inputs[t] === before[t] ? k : vocabulary.indexOf(inputs[t]))) };
}

/** What the engine found, as panels read it. Every output is listed, so that under no softmax anything is left. */
function tensorsOf(found, starts, { sizes: { T } }) {
  const tensors = new Map();
  for (const [name, numbers] of found) {
    tensors.set(name, matrix(numbers, starts.has(name) ? [numbers.length] : [T, numbers.length / T]));
  }
  tensors.set("unlisted", matrix(new Float64Array(T), [T, 1]));
  return tensors;
}

/** Each step's likeliest outputs, as many as the original has. */
function likeliestOf(original, tensors) {
  if (original.labels.length === 0) return original.likeliest;
  const { width, at } = tensors.get("Y_hat");
  return original.likeliest.map((before, t) =>
    Array.from({ length: width }, (_, k) => k)
      .sort((a, b) => at(t * width + b) - at(t * width + a))
      .slice(0, before.length),
  );
}

// ---- what it changed ---------------------------------------------------------------------

/**
 * Two models of one text beside each other: {first, before, after, most, predictions, overflow}. first: the first
 * number that differs, {t, phase, unit}, or null; before, after: the mean losses, null without targets; most: the step
 * whose loss differs most; predictions: the steps whose likeliest output is another one; overflow: the first quantity
 * that the change has made too large for a number, {t, phase}, or null.
 */
function effectOf(original, changed) {
  const last = original.sizes.T - 1;
  const loss = (model) => (model.targets === null ? null : model.value("mean_loss", last, 0));
  const predictions = original.likeliest.flatMap(([first], t) => (first === changed.likeliest[t][0] ? [] : [t]));
  const overflow = firstOverflow(changed);
  const [before, after] = [loss(original), loss(changed)];
  const most = before === null ? null : mostChanged(original, changed);
  return { first: parting(original, changed), before, after, most, predictions, overflow };
}

/** The step whose loss differs most. */
function mostChanged(original, changed) {
  const differences = original.inputs.map((_, t) =>
    Math.abs(changed.value("loss", t, 0) - original.value("loss", t, 0)),
  );
  return differences.indexOf(Math.max(...differences));
}

/**
 * Where two models first part, in the order in which the cell computes: its parts one after the other, each in its own
 * direction, and within a step phase by phase. Null if nothing differs.
 */
function parting(original, changed) {
  let part = null;
  let best = null;
  for (const [phase, { target }] of original.phases.entries()) {
    const quantity = original.quantity(target);
    if (quantity.part !== part && best) break;
    part = quantity.part;
    for (const name of [quantity.pre, target].filter(Boolean)) {
      const found = firstPlace(original, changed, name);
      if (found === null) continue;
      const reading = original.isBackward(name) ? -found.t : found.t;
      if (best === null || reading < best.reading) best = { ...found, phase, reading };
    }
  }
  return best && { t: best.t, phase: best.phase, unit: best.unit };
}

/**
 * The first step at which a quantity is no finite number, and the phase that computes it; null if all are.
 *
 * @param {AnyModel} model
 */
function firstOverflow(model) {
  const found = model.phases.flatMap(({ target }, phase) => {
    const { numbers, width } = model.tensors.get(target);
    const at = numbers.findIndex((number) => !Number.isFinite(number));
    return at < 0 ? [] : [{ t: Math.floor(at / width), phase }];
  });
  return found.sort((a, b) => a.t - b.t || a.phase - b.phase)[0] ?? null;
}

function firstPlace(original, changed, name) {
  const { T } = original.sizes;
  const units = ["logits", "output"].includes(original.quantity(name).kind)
    ? original.listed
    : [...Array(original.length(name)).keys()];
  for (let k = 0; k < T; k += 1) {
    const t = original.isBackward(name) ? T - 1 - k : k;
    for (const unit of units) {
      const [a, b] = [original.value(name, t, unit), changed.value(name, t, unit)];
      if (Math.abs(a - b) > ROUNDING * Math.max(1, Math.abs(a), Math.abs(b))) return { t, unit };
    }
  }
  return null;
}

// ---- numbers -----------------------------------------------------------------------------

/** All numbers of a tensor, in row order, taken out once. */
function numbersOf(tensor) {
  const length = tensor.shape.reduce((product, size) => product * size, 1);
  return (tensor.numbers ??= Float64Array.from({ length }, (_, k) => tensor.at(k)));
}

/** All weights of a model as the engine takes them. */
export function flatWeights({ weights }) {
  return new Map([...weights].map(([name, one]) => [name, { shape: one.shape, numbers: numbersOf(one) }]));
}

/** All tensors of a model as the engine gives them. */
export function flatTensors({ tensors }) {
  return new Map([...tensors].map(([name, one]) => [name, numbersOf(one)]));
}

/**
 * Which numbers of a quantity are held by hand, T rows; null where none is.
 *
 * @param {AnyModel} model
 */
export function heldIn(model, name) {
  // Nothing is held where nothing was changed.
  if (model.effect === null) return null;
  const width = model.length(name);
  const held = Uint8Array.from({ length: model.sizes.T * width }, (_, k) =>
    model.isHeld(name, Math.floor(k / width), k % width) ? 1 : 0,
  );
  return held.includes(1) ? held : null;
}

function matrix(numbers, shape) {
  return { shape, width: shape.at(-1), numbers, at: (k) => numbers[k] };
}
