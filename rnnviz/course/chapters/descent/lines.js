// Descent on the loss of a line that is being fitted: two weights, a handful of points (003, "梯度下降法"). Pure.

import { adamStep, momentsOf } from "../../maths/adam.js";
import { shuffled } from "../../maths/random.js";

// The points that the line is fitted to, with x around 0; the same ones every time.
export const POINTS = [
  [-1.8, -1.1],
  [-1.5, -1.6],
  [-1.1, -0.3],
  [-0.8, -0.9],
  [-0.4, 0.5],
  [-0.1, -0.2],
  [0.2, 0.9],
  [0.5, 0.3],
  [0.9, 1.4],
  [1.2, 0.7],
  [1.5, 2.1],
  [1.9, 1.5],
];
// Other points, all with x around 1.25: what w adds, b can nearly take away again, so that their loss is a long valley.
export const VALLEY_POINTS = [
  [0.76, -0.01],
  [0.84, -0.22],
  [0.95, 0.3],
  [1.03, 0.05],
  [1.14, 0.61],
  [1.22, 0.32],
  [1.3, 0.76],
  [1.38, 0.51],
  [1.49, 0.95],
  [1.57, 0.66],
  [1.66, 1.22],
  [1.76, 0.97],
];
// The share of its last step that momentum keeps.
const BETA = 0.9;

/**
 * The mean of ½ (w x + b − y)² over some points.
 *
 * @param {number[]} weights
 */
export function lineLoss([w, b], points = POINTS) {
  return points.reduce((sum, [x, y]) => sum + (w * x + b - y) ** 2 / 2, 0) / points.length;
}

/**
 * Its gradient, [by w, by b].
 *
 * @param {number[]} weights
 */
export function lineGradient([w, b], points = POINTS) {
  const off = points.map(([x, y]) => w * x + b - y);
  const mean = (f) => off.reduce((sum, one, k) => sum + f(one, points[k]), 0) / points.length;
  return [mean((one, [x]) => one * x), mean((one) => one)];
}

/** The weights at which the gradient is 0: the least squares. */
export function bestLine(points = POINTS) {
  const mean = (f) => points.reduce((sum, one) => sum + f(one), 0) / points.length;
  const [x, y] = [mean(([one]) => one), mean(([, one]) => one)];
  const w = mean((one) => (one[0] - x) * (one[1] - y)) / mean((one) => (one[0] - x) ** 2);
  return [w, y - w * x];
}

/** How many points a step of a method looks at. */
export function batchSize(method, size) {
  if (method === "stochastic") return 1;
  return method === "mini" ? size : POINTS.length;
}

/** The points of step k, taken in turn from the shuffled order of its epoch. */
export function batchOf(method, size, seed, k) {
  const each = batchSize(method, size);
  const steps = Math.ceil(POINTS.length / each);
  const order = shuffled(seed * 1000 + Math.floor(k / steps), POINTS.length);
  const from = (k % steps) * each;
  return each === POINTS.length ? POINTS.map((_, one) => one) : order.slice(from, from + each);
}

/**
 * The way of the weights on the loss of twelve points: {path: [[w, b], …], samples} after `steps` steps, samples being
 * how many points were looked at. It ends where the weights are no longer numbers.
 */
export function descent({ method, rate, size, steps, start, seed, points = POINTS }) {
  const path = [start];
  let samples = 0;
  const moments = momentsOf(2);
  let moved = [0, 0];
  for (let k = 0; k < steps; k += 1) {
    const batch = batchOf(method, size, seed, k).map((one) => points[one]);
    samples += batch.length;
    const gradient = lineGradient(path[k], batch);
    const next = [...path[k]];
    if (method === "adam") adamStep(next, gradient, moments, rate, k + 1);
    else {
      moved = method === "momentum" ? moved.map((one, i) => BETA * one + gradient[i]) : gradient;
      for (const i of next.keys()) next[i] -= rate * moved[i];
    }
    if (!next.every(Number.isFinite)) break;
    path.push(next);
  }
  return { path, samples };
}

/** The largest rate at which batch descent still comes nearer: 2 divided by the largest curvature. */
export function largestRate(points = POINTS) {
  const mean = (f) => points.reduce((sum, one) => sum + f(one), 0) / points.length;
  const [xx, x] = [mean(([one]) => one * one), mean(([one]) => one)];
  return 2 / ((xx + 1) / 2 + Math.sqrt(((xx - 1) / 2) ** 2 + x * x));
}
