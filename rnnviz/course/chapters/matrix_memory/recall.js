// Pairs of a letter and a digit are read, then a letter alone, and its digit is to be said: associative recall, learnt
// by four cells at once. Pure: what is drawn follows from a seed and the number of the step.

import { adamStep, clipTo, momentsOf } from "../../maths/adam.js";
import { batchReader, drawnParameters, parameterSet } from "../../maths/learner.js";
import { shuffled, uniform } from "../../maths/random.js";
import { cosine, rowsOf } from "../../maths/vectors.js";
import { strongest } from "./memory.js";
import { PACE, SYMBOLS } from "./settings.js";

const BATCH_SIZE = 16;
const RATE = 0.02;
const CLIP = 1;
// Pairs of a text: each letter once, or letters that come again, of which the last digit counts.
export const PAIRS = { once: SYMBOLS, again: 6 };
// Texts on which a network is measured; their seed is none of a training.
const TESTED = 6;
const MEASURING = 0;
const READERS = new Map();

/** BATCH_SIZE texts and their answers: {texts, targets}. A pair is one token, and so is a letter that is asked for. */
export function recallTexts(draw, task) {
  const below = (count) => Math.floor(draw() * count);
  const texts = [];
  const targets = [];
  for (let b = 0; b < BATCH_SIZE; b += 1) {
    const letters =
      task === "once" ? shuffled(below(2 ** 32), SYMBOLS) : Array.from({ length: PAIRS.again }, () => below(SYMBOLS));
    const digits = letters.map(() => below(SYMBOLS));
    const asked = letters[below(letters.length)];
    texts.push([...letters.map((letter, k) => letter * SYMBOLS + digits[k]), SYMBOLS * SYMBOLS + asked]);
    targets.push(digits[letters.lastIndexOf(asked)]);
  }
  return { texts, targets };
}

/**
 * The state of the trainings before their first step: {cells: {name: {theta, moments}}, right: {name: []}}. right: the
 * share of right answers after 0, PACE, … steps.
 *
 * what: {cells, task, seed}; cells: {name: {program, shapes}}. Weights: see `drawnParameters`.
 */
export function firstState(what) {
  const cells = Object.fromEntries(
    Object.entries(what.cells).map(([name, { shapes }]) => {
      const { flat } = drawnParameters(shapes, what.seed);
      return [name, { theta: flat, moments: momentsOf(flat.length) }];
    }),
  );
  const state = { cells, right: Object.fromEntries(Object.keys(cells).map((name) => [name, []])) };
  measure(state, what);
  return state;
}

/** One step of each training, all on the same texts: changes the state, and gives the mean of the losses before. */
export function gradientStep(state, step, what) {
  const { texts, targets } = recallTexts(uniform(what.seed, step + 1), what.task);
  const losses = Object.entries(state.cells).map(([name, own]) => {
    const { reader, set } = readerOf(what, name);
    set.flat.set(own.theta);
    reader.forward(texts, texts[0].length);
    const { loss } = reader.backward(targets);
    clipTo(reader.gradients.flat, CLIP);
    adamStep(own.theta, reader.gradients.flat, own.moments, RATE, step + 1);
    return loss;
  });
  if ((step + 1) % PACE === 0) measure(state, what);
  return losses.reduce((sum, one) => sum + one, 0) / losses.length;
}

function measure(state, what) {
  for (const [name, { theta }] of Object.entries(state.cells)) state.right[name].push(rightShare(theta, what, name));
}

/** The share of right answers of weights on TESTED batches that no training reads. */
export function rightShare(theta, what, name) {
  const { reader, set } = readerOf(what, name);
  set.flat.set(theta);
  let right = 0;
  for (let batch = 0; batch < TESTED; batch += 1) {
    const { texts, targets } = recallTexts(uniform(MEASURING, batch), what.task);
    const Y_hat = reader.forward(texts, texts[0].length);
    const answer = (b) => strongest(Array.from(Y_hat.subarray(b * SYMBOLS, (b + 1) * SYMBOLS)));
    right += targets.filter((target, b) => answer(b) === target).length;
  }
  return right / (TESTED * BATCH_SIZE);
}

/** The reader for a model; made once, because its instructions take longer than a step. */
function readerOf({ cells, size }, name) {
  const key = `${name} ${size}`;
  if (!READERS.has(key)) {
    const { program, shapes } = cells[name];
    const set = parameterSet(shapes);
    READERS.set(key, { set, reader: batchReader(program, set, BATCH_SIZE, PAIRS.again + 1) });
  }
  return READERS.get(key);
}

/**
 * How alike queries and keys are, as cosines: a row for each letter's query, a column for each pair's key, a letter's
 * pairs side by side.
 */
export function likeness(theta, { cells }, name) {
  const { named } = parameterSet(cells[name].shapes, theta);
  const [keys, queries] = ["W_xk", "W_xq"].map((one) => rowsOf(named.get(one).numbers, named.get(one).shape[1]));
  return queries
    .slice(SYMBOLS * SYMBOLS)
    .map((query) => keys.slice(0, SYMBOLS * SYMBOLS).map((key) => cosine(query, key)));
}
