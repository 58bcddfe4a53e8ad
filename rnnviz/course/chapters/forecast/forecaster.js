// A small network that learns on the spot to name the next number of a series. Pure: what is drawn follows from a seed
// and the number of the step.

import { adamStep, clipTo, momentsOf } from "../../maths/adam.js";
import { numberReader, parameterSet } from "../../maths/learner.js";
import { uniform } from "../../maths/random.js";
import { errorOf, mean } from "./baselines.js";
import { ALONE } from "./settings.js";

const BATCH_SIZE = 8;
// Numbers of a piece that is learnt from.
const PIECE = 32;
const RATE = 0.02;
const CLIP = 1;
// Numbers that are read before a network goes on alone, where its errors there are measured.
const WARM = 64;
/** After how many steps of the training it is tested. */
export const EVERY = 10;
const READERS = new Map();

/**
 * The state of a training before its first step: {theta, moments, tested}. tested: the test's mean squares of the
 * error, after 0, EVERY, … steps.
 *
 * what: {cell, program, shapes, seed, names, series}. names: "value", or "change" where the network reads and names by
 * how much each number differs from the one before it. Weights are drawn uniformly within 1/√h, as torch does. What is
 * read is told in standard deviations from the mean, both of what is learnt from.
 */
export function firstState(what) {
  const { flat } = parameterSet(what.shapes);
  const draw = uniform(what.seed);
  const most = 1 / Math.sqrt(what.shapes.W_hq[0]);
  for (let k = 0; k < flat.length; k += 1) flat[k] = (2 * draw() - 1) * most;
  return { theta: flat, moments: momentsOf(flat.length), tested: [errorOf(what.series, forecastOf(flat, what))] };
}

/** One step of the training: changes the state, and gives the mean square of the pieces' errors before it. */
export function gradientStep(state, step, what) {
  const { read: numbers } = scaled(what);
  const { starts, length } = piecesOf(what, step);
  const { reader, set } = readerOf(what, BATCH_SIZE, PIECE);
  set.flat.set(state.theta);
  const answers = reader.forward(
    starts.map((start) => numbers.subarray(start)),
    length,
  );
  const errors = answers.map((one, k) => one - numbers[starts[Math.floor(k / length)] + (k % length) + 1]);
  reader.backward(errors.map((one) => (2 * one) / errors.length));
  clipTo(reader.gradients.flat, CLIP);
  adamStep(state.theta, reader.gradients.flat, state.moments, RATE, step + 1);
  if ((step + 1) % EVERY === 0) state.tested.push(errorOf(what.series, forecastOf(state.theta, what)));
  return mean(errors.map((one) => one * one));
}

/** Where the pieces of a step begin, and how long they are; the number after a piece is learnt from, too. */
export function piecesOf({ series, seed }, step) {
  const length = Math.min(PIECE, series.learnt - 1);
  const draw = uniform(seed, step + 1);
  return {
    length,
    starts: Array.from({ length: BATCH_SIZE }, () => Math.floor(draw() * (series.learnt - length))),
  };
}

/** What weights expect at each step, having read all that was before it. */
export function forecastOf(theta, what) {
  const { read, after } = scaled(what);
  const { numbers } = what.series;
  const { reader, set } = readerOf(what, 1, read.length);
  set.flat.set(theta);
  const answers = reader.forward([read], read.length - 1);
  return Float64Array.from(read, (_, t) => (t === 0 ? Number.NaN : after(numbers[t - 1], answers[t - 1])));
}

/** What weights expect for the `steps` steps from `start` on, which they are told no more of: they read themselves. */
export function aloneFrom(theta, what, start, steps) {
  const { read } = scaled(what);
  const { reader, set } = readerOf(what, 1, read.length + ALONE);
  set.flat.set(theta);
  const answers = reader.forward([read], start + steps - 1, start);
  return going(answers.slice(start - 1), what, start);
}

/** The mean squares of the errors 1, 2, … ALONE steps after a network was told the last number, all over the test. */
export function errorsAlone(theta, what) {
  const { read } = scaled(what);
  const { reader, set } = readerOf(what, 1, WARM + ALONE);
  set.flat.set(theta);
  return errorsByDistance(what.series, (start) => {
    const warm = Math.min(WARM, start);
    const answers = reader.forward([read.subarray(start - warm)], warm + ALONE - 1, warm);
    return going(answers.slice(warm - 1), what, start);
  });
}

/** The same of a forecast that holds the last number it was told. */
export function errorsOfHolding(series) {
  return errorsByDistance(series, (start) => new Float64Array(ALONE).fill(series.numbers[start - 1]));
}

/** goOn(start): what is expected for ALONE steps from `start` on. It begins all over the test, where there is room. */
function errorsByDistance({ numbers, learnt }, goOn) {
  const room = numbers.length - ALONE - learnt;
  const apart = Math.max(1, Math.floor(room / 40));
  const errors = Array.from({ length: ALONE }, () => []);
  for (let start = learnt; start <= learnt + room; start += apart) {
    const expected = goOn(start);
    for (const [k, of] of errors.entries()) of.push((expected[k] - numbers[start + k]) ** 2);
  }
  return errors.map(mean);
}

/** Answers one after another as numbers of the series, from `start` on. */
function going(answers, what, start) {
  const { after } = scaled(what);
  let last = what.series.numbers[start - 1];
  return answers.map((one) => {
    last = after(last, one);
    return last;
  });
}

const SCALED = new WeakMap();
/** What is read at each step, and after(last, answer): the number that an answer means after the last one. */
function scaled({ series, names }) {
  const kept = SCALED.get(series)?.[names];
  if (kept) return kept;
  const { numbers, learnt } = series;
  const isChange = names === "change";
  const told = isChange ? numbers.map((one, t) => (t === 0 ? 0 : one - numbers[t - 1])) : numbers;
  const known = told.subarray(isChange ? 1 : 0, learnt);
  const middle = mean(known);
  const deviation = Math.sqrt(mean(known.map((one) => (one - middle) ** 2))) || 1;
  const made = {
    read: told.map((one) => (one - middle) / deviation),
    after: (last, answer) => middle + deviation * answer + (isChange ? last : 0),
  };
  SCALED.set(series, { ...SCALED.get(series), [names]: made });
  return made;
}

/** The reader for a model; made once, because its instructions take longer than a step. */
function readerOf({ cell, program, shapes }, samples, most) {
  const key = `${cell} ${samples} ${most}`;
  if (!READERS.has(key)) {
    const set = parameterSet(shapes);
    READERS.set(key, { set, reader: numberReader(program, set, samples, most) });
  }
  return READERS.get(key);
}
