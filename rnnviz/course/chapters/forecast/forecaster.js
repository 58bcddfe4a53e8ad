// A small network that learns on the spot to name the next number of a series. Pure: what is drawn follows from a seed
// and the number of the step.

import { adamStep, clipTo, momentsOf } from "../../maths/adam.js";
import { drawnParameters, numberReader, parameterSet } from "../../maths/learner.js";
import { uniform } from "../../maths/random.js";
import { bandLoss, pinball, pinballSlope, SHARES } from "./bands.js";
import { errorOf, mean } from "./baselines.js";
import { ALONE, MOST_NUMBERS } from "./settings.js";

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
// What a network says, and what each of its answers costs: the next number and the square of the error, or three
// quantiles of it. tested: what its forecasts cost in the test.
const WAYS = {
  value: {
    cost: (_, said, came) => (said - came) ** 2,
    slope: (_, said, came) => 2 * (said - came),
    tested: (series, [forecast]) => errorOf(series, forecast),
  },
  band: {
    cost: (k, said, came) => pinball(SHARES[k], said, came),
    slope: (k, said, came) => pinballSlope(SHARES[k], said, came),
    tested: bandLoss,
  },
};

/**
 * The state of a training before its first step: {theta, moments, tested}. tested: what the forecasts cost in the test,
 * after 0, EVERY, … steps.
 *
 * what: {cell, program, shapes, seed, says, names, series}. says: "value" or "band", see WAYS. names: "value", or
 * "change" where the network reads and names by how much each number differs from the one before it. Weights are drawn
 * uniformly within 1/√h, as torch does. What is read is told in standard deviations from the mean, both of what is
 * learnt from.
 */
export function firstState(what) {
  const { flat } = drawnParameters(what.shapes, what.seed);
  return { theta: flat, moments: momentsOf(flat.length), tested: [testOf(flat, what)] };
}

/** One step of the training: changes the state, and gives the mean of what the answers cost before it. */
export function gradientStep(state, step, what) {
  const { read: numbers } = scaled(what);
  const { starts, length } = piecesOf(what, step);
  const { reader, set } = readerOf(what, BATCH_SIZE);
  const { cost, slope } = WAYS[what.says];
  const q = what.shapes.W_hq[1];
  set.flat.set(state.theta);
  const answers = reader.forward(
    starts.map((start) => numbers.subarray(start)),
    length,
  );
  const cameAfter = (k) => numbers[starts[Math.floor(k / (length * q))] + (Math.floor(k / q) % length) + 1];
  reader.backward(answers.map((said, k) => slope(k % q, said, cameAfter(k)) / answers.length));
  clipTo(reader.gradients.flat, CLIP);
  const loss = mean(answers.map((said, k) => cost(k % q, said, cameAfter(k))));
  adamStep(state.theta, reader.gradients.flat, state.moments, RATE, step + 1);
  if ((step + 1) % EVERY === 0) state.tested.push(testOf(state.theta, what));
  return loss;
}

const testOf = (theta, what) => WAYS[what.says].tested(what.series, forecastsOf(theta, what));

/** Where the pieces of a step begin, and how long they are; the number after a piece is learnt from, too. */
export function piecesOf({ series, seed }, step) {
  const length = Math.min(PIECE, series.learnt - 1);
  const draw = uniform(seed, step + 1);
  return {
    length,
    starts: Array.from({ length: BATCH_SIZE }, () => Math.floor(draw() * (series.learnt - length))),
  };
}

/** What weights expect at each step, having read all that was before it: as many forecasts as there are answers. */
export function forecastsOf(theta, what) {
  const { read, after } = scaled(what);
  const { numbers } = what.series;
  const { reader, set } = readerOf(what, 1);
  const q = what.shapes.W_hq[1];
  set.flat.set(theta);
  const answers = reader.forward([read], read.length - 1);
  const forecast = (k) => (_, t) => (t === 0 ? Number.NaN : after(numbers[t - 1], answers[(t - 1) * q + k]));
  return Array.from({ length: q }, (_, k) => Float64Array.from(read, forecast(k)));
}

/** What weights expect for the `steps` steps from `start` on, which they are told no more of: they read themselves. */
export function aloneFrom(theta, what, start, steps) {
  const { read } = scaled(what);
  const { reader, set } = readerOf(what, 1);
  set.flat.set(theta);
  const answers = reader.forward([read], start + steps - 1, start);
  return going(answers.slice(start - 1), what, start);
}

/** The mean squares of the errors 1, 2, … ALONE steps after a network was told the last number, all over the test. */
export function errorsAlone(theta, what) {
  const { read } = scaled(what);
  const { reader, set } = readerOf(what, 1);
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

/** The reader for a model, of pieces or of one series: made once, since its instructions take longer than a step. */
function readerOf({ cell, program, shapes, says }, samples) {
  const key = `${cell} ${says} ${samples}`;
  if (!READERS.has(key)) {
    const set = parameterSet(shapes);
    const most = samples === BATCH_SIZE ? PIECE : MOST_NUMBERS + ALONE;
    READERS.set(key, { set, reader: numberReader(program, set, samples, most) });
  }
  return READERS.get(key);
}
