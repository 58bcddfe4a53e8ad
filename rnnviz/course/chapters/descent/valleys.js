// Losses of one weight: a bowl, and a curve with several valleys; descents on them. Pure.
//
// "line": ŷ = w x; "wave": ŷ = sin(w x). The loss is the mean of ½ (ŷ − y)² over twelve points.

import { uniform } from "../../maths/random.js";
import { once } from "../../reader/once.js";

const WAVE_POINTS = [
  [0.4, 0.8],
  [0.7, 1.1],
  [1.1, 0.9],
  [1.4, 0.1],
  [1.7, -0.1],
  [2, -0.7],
  [2.4, -1.1],
  [2.7, -0.7],
  [3, -0.2],
  [3.3, 0.4],
  [3.7, 0.9],
  [4, 1.1],
];
const LINE_POINTS = [
  [-0.8, -1.5],
  [-0.7, -1.6],
  [-0.5, -0.8],
  [-0.4, -1],
  [-0.2, -0.3],
  [-0.1, -0.4],
  [0.1, 0.4],
  [0.2, 0.2],
  [0.4, 1],
  [0.5, 0.9],
  [0.7, 1.2],
  [0.8, 1.8],
];
/** The weights that are looked at. */
export const RANGE = [-0.4, 4.4];
const GRID = 1200;

const MODELS = {
  line: { data: LINE_POINTS, value: (w, x) => w * x, slope: (_w, x) => x },
  wave: { data: WAVE_POINTS, value: (w, x) => Math.sin(w * x), slope: (w, x) => x * Math.cos(w * x) },
};
const samplesIn = (kind) => MODELS[kind].data.length;

const meanOver = (data, f) => data.reduce((sum, one) => sum + f(one), 0) / data.length;
export function valleyLoss(kind, w) {
  const { data, value } = MODELS[kind];
  return meanOver(data, ([x, y]) => (value(w, x) - y) ** 2 / 2);
}
/** The slope of one sample's loss. */
export function sampleSlope(kind, w, k) {
  const { data, value, slope } = MODELS[kind];
  const [x, y] = data[k];
  return (value(w, x) - y) * slope(w, x);
}
export function valleySlope(kind, w) {
  const { data, value, slope } = MODELS[kind];
  return meanOver(data, ([x, y]) => (value(w, x) - y) * slope(w, x));
}

/** Where the loss turns within the range: {valleys, passes}, the valleys with the lowest first. */
export function turnsOf(kind) {
  const at = (k) => RANGE[0] + ((RANGE[1] - RANGE[0]) * k) / GRID;
  const [valleys, passes] = [[], []];
  for (let k = 0; k < GRID; k += 1) {
    const [before, after] = [valleySlope(kind, at(k)), valleySlope(kind, at(k + 1))];
    if (before < 0 && after >= 0) valleys.push(rootBetween(kind, at(k), at(k + 1)));
    if (before >= 0 && after < 0) passes.push(rootBetween(kind, at(k), at(k + 1)));
  }
  return { valleys: valleys.sort((a, b) => valleyLoss(kind, a) - valleyLoss(kind, b)), passes };
}
function rootBetween(kind, from, to) {
  const sign = Math.sign(valleySlope(kind, from)) || -1;
  let [low, high] = [from, to];
  for (let k = 0; k < 60; k += 1) {
    const middle = (low + high) / 2;
    if (Math.sign(valleySlope(kind, middle)) === sign) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** How far the curve rises above the chord between two weights, at most; 0 or less on a convex curve. */
export function aboveChord(kind, from, to, count = 200) {
  const [left, right] = [valleyLoss(kind, from), valleyLoss(kind, to)];
  let most = Number.NEGATIVE_INFINITY;
  for (let k = 1; k < count; k += 1) {
    const part = k / count;
    most = Math.max(most, valleyLoss(kind, from + part * (to - from)) - (left + part * (right - left)));
  }
  return most;
}

/**
 * The way of the weight: [w_0, w_1, …]. look: "batch", all samples at each step; "stochastic", one that is drawn.
 * schedule: "constant"; "falling", the rate divided by 1 + k / 40 at step k.
 */
export function valleyWalk(kind, { look, rate, schedule, steps, start, seed }) {
  const draw = uniform(seed, 5);
  const path = [start];
  for (let k = 0; k < steps; k += 1) {
    const w = path[k];
    const slope = look === "batch" ? valleySlope(kind, w) : sampleSlope(kind, w, Math.floor(draw() * samplesIn(kind)));
    const eta = schedule === "falling" ? rate / (1 + k / 40) : rate;
    const next = w - eta * slope;
    if (!Number.isFinite(next)) break;
    path.push(next);
  }
  return path;
}

/** Whether a weight lies in the lowest valley, between the passes beside it. */
export function isInLowest(kind, w) {
  const { valleys, passes } = once(MODELS[kind], "turns", () => turnsOf(kind));
  const left = Math.max(Number.NEGATIVE_INFINITY, ...passes.filter((one) => one < valleys[0]));
  const right = Math.min(Number.POSITIVE_INFINITY, ...passes.filter((one) => one > valleys[0]));
  return w > left && w < right;
}

/** Where as many walks end as there are seeds, from 1. */
export const endsOf = (kind, walk, runs) =>
  Array.from({ length: runs }, (_, k) => valleyWalk(kind, { ...walk, seed: k + 1 }).at(-1));
