// The task of the chapter on long memory, and its training: a symbol, noise, a mark; then the symbol is to be said.
//
// Pure: what is drawn follows from a seed and the number of the step, so that a training comes out the same again.

import { adamStep, clipTo, momentsOf, norm } from "../../maths/adam.js";
import { batchReader, drawnParameters, parameterSet } from "../../maths/learner.js";
import { uniform } from "../../maths/random.js";

// The characters: four symbols, four letters of noise, the mark.
export const SYMBOLS = 4;
const NOISE = 4;
const MARK = SYMBOLS + NOISE;
const BATCH_SIZE = 16;
const RATE = 0.02;
export const CLIP = 1;
// Steps of noise, at most.
export const LONGEST = 40;
// The seed of the texts on which a network is measured; those of trainings begin at 1.
const MEASURING = 0;
const READERS = new Map();

/** BATCH_SIZE texts with `distance` steps of noise, each symbol equally often: {texts, targets}. */
export function recallTexts(draw, distance) {
  const targets = Array.from({ length: BATCH_SIZE }, (_, b) => b % SYMBOLS);
  const noise = () => SYMBOLS + Math.floor(draw() * NOISE);
  return { texts: targets.map((one) => [one, ...Array.from({ length: distance }, noise), MARK]), targets };
}

/** The distances at which a network is measured: ten up to k, or each. */
function distancesTo(k) {
  return [...new Set(Array.from({ length: 10 }, (_, i) => Math.max(1, Math.round(((i + 1) * k) / 10))))];
}

/**
 * The state of a training before its first step: {theta, moments, norms}. norms: of each step's gradient, before
 * clipping.
 *
 * what: {cell, program, shapes, keep, k, way, bias, clip, seed}. program and shapes are the model's; keep: {name:
 * sign}, the bias by which a gate keeps, which begins at sign · bias. Weights are drawn uniformly within 1/√h, as torch
 * does; a vector of recurrent weights begins at 1 (Li et al. 2018, 4.1). way: "all", distances from 1 to k, or "exact",
 * k alone.
 */
export function firstState({ shapes, keep, bias, seed }) {
  const { flat, named } = drawnParameters(shapes, seed);
  for (const [name, sign] of Object.entries(keep)) named.get(name).numbers.fill(sign * bias);
  named.get("u_h")?.numbers.fill(1);
  return { theta: flat, moments: momentsOf(flat.length), norms: [] };
}

/** One step of the training: changes the state, and gives the loss before it. */
export function gradientStep(state, step, what) {
  const { reader, set } = readerOf(what);
  set.flat.set(state.theta);
  const draw = uniform(what.seed, step + 1);
  const distance = what.way === "exact" ? what.k : 1 + Math.floor(draw() * what.k);
  const { texts, targets } = recallTexts(draw, distance);
  reader.forward(texts, distance + 2);
  const { loss } = reader.backward(targets);
  const gradient = reader.gradients.flat;
  state.norms.push(what.clip === "on" ? clipTo(gradient, CLIP) : norm(gradient));
  adamStep(state.theta, gradient, state.moments, RATE, step + 1);
  return loss;
}

/**
 * What weights can do: for each of the distances, {distance, right, loss, reach}. right: the share of answers that have
 * the highest score; reach: ‖∂L/∂H_t‖ for each step t of a text that is asked after this distance, the mean over texts.
 */
export function measures(theta, what, distances = distancesTo(what.k)) {
  const { reader, set } = readerOf(what);
  set.flat.set(theta);
  return distances.map((distance) => {
    const draw = uniform(MEASURING, distance);
    const first = recallTexts(draw, distance);
    const second = recallTexts(draw, distance);
    const more = rightAnswers(reader.forward(second.texts, distance + 2), second.targets);
    const right = rightAnswers(reader.forward(first.texts, distance + 2), first.targets) + more;
    return { distance, right: right / (2 * BATCH_SIZE), ...reader.backward(first.targets) };
  });
}

function rightAnswers(Y_hat, targets) {
  const q = Y_hat.length / BATCH_SIZE;
  return targets.filter((target, b) => {
    const own = Y_hat.subarray(b * q, (b + 1) * q);
    return own.every((share) => share <= own[target]);
  }).length;
}

/** The reader for a model; made once, because its instructions take longer than a step. */
function readerOf({ cell, program, shapes }) {
  if (!READERS.has(cell)) {
    const set = parameterSet(shapes);
    READERS.set(cell, { set, reader: batchReader(program, set, BATCH_SIZE, LONGEST + 2) });
  }
  return READERS.get(cell);
}
