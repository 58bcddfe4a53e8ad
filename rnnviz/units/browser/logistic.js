// Logistic and linear regression, and which unit to add to one next, as `../logistic.py` computes them. Both
// minimise the loss summed over places plus ½‖w‖²; the intercept, which comes first, is free.

import { solved } from "./linear.js";

const [MOST_STEPS, DONE] = [50, 1e-10];

/** Columns with one of ones in front. */
const designed = (columns) => [new Float64Array(columns[0].length).fill(1), ...columns];

/**
 * What weights make of places: a logit, or a number.
 *
 * @param {Float64Array[]} columns of the units' values
 * @param {Float64Array} w
 */
export function predicted(columns, w) {
  const made = new Float64Array(columns[0].length).fill(w[0]);
  for (const [k, column] of columns.entries()) for (let i = 0; i < made.length; i += 1) made[i] += w[k + 1] * column[i];
  return made;
}

/** The weights of a logistic regression, by Newton's method. y: 0 or 1. */
export function logistic(columns, y) {
  const Z = designed(columns);
  const m = Z.length;
  let w = new Float64Array(m);
  let loss = logLoss(columns, y, w);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const p = predicted(columns, w).map(sigmoid);
    const gradient = Z.map((column, k) => sumOver(column, (i) => p[i] - y[i]) + (k > 0 ? w[k] : 0));
    const curvature = curved(
      Z,
      p.map((one) => one * (1 - one)),
    );
    const change = solved(curvature, Float64Array.from(gradient), m);
    if (change === null) break;
    const last = loss;
    let next = lessBy(w, change);
    loss = logLoss(columns, y, next);
    // Far from the least, a whole step may lead uphill.
    while (loss > last && change.some((one) => Math.abs(one) > DONE)) {
      for (let k = 0; k < m; k += 1) change[k] /= 2;
      next = lessBy(w, change);
      loss = logLoss(columns, y, next);
    }
    w = next;
    if (last - loss <= DONE * last) break;
  }
  return w;
}

/** The weights of a ridge regression. */
export function linear(columns, y) {
  const Z = designed(columns);
  const right = Z.map((column) => sumOver(column, (i) => y[i]));
  return solved(curved(Z, null), Float64Array.from(right), Z.length) ?? new Float64Array(Z.length);
}

/**
 * The unit whose weight the regression on the chosen ones would gain most by freeing: the largest score statistic
 * (Rao 1948).
 *
 * @param {Float64Array[]} columns of all units
 * @param {number[]} chosen
 */
export function nextUnit(columns, y, chosen, w, isLogistic) {
  const own = chosen.map((k) => columns[k]);
  const Z = designed(own);
  const m = Z.length;
  const told = predicted(own, w);
  const p = isLogistic ? told.map(sigmoid) : told;
  const curve = isLogistic ? p.map((one) => one * (1 - one)) : p.map(() => 1);
  const shared = new Float64Array(m * columns.length);
  const bent = Z.map((column) => column.map((one, i) => one * curve[i]));
  for (let k = 0; k < m; k += 1) {
    for (const [u, column] of columns.entries()) shared[k * columns.length + u] = sumOver(bent[k], (i) => column[i]);
  }
  const follows = solved(curved(Z, curve), shared.slice(), m, columns.length);
  let [best, most] = [0, -Infinity];
  for (const [u, column] of columns.entries()) {
    if (chosen.includes(u)) continue;
    const slope = sumOver(column, (i) => y[i] - p[i]);
    const along = sumOver(column, (i) => curve[i] * column[i]);
    let rest = along;
    for (let k = 0; k < m; k += 1) rest -= shared[k * columns.length + u] * (follows?.[k * columns.length + u] ?? 0);
    // What the chosen ones make up wholly has nothing of its own to add.
    const gain = rest > 1e-9 * along ? slope ** 2 / Math.max(rest, 1e-300) : -1;
    if (gain > most) [most, best] = [gain, u];
  }
  return best;
}

const sigmoid = (x) => 0.5 * Math.tanh(0.5 * x) + 0.5;
const lessBy = (w, change) => w.map((one, k) => one - change[k]);

function sumOver(column, other) {
  let sum = 0;
  for (let i = 0; i < column.length; i += 1) sum += column[i] * other(i);
  return sum;
}

/** Zᵀ diag(weights) Z with the penalty. */
function curved(Z, weights) {
  const m = Z.length;
  const made = new Float64Array(m * m);
  for (let a = 0; a < m; a += 1) {
    const bent = weights === null ? Z[a] : Z[a].map((one, i) => one * weights[i]);
    for (let b = a; b < m; b += 1) {
      const other = Z[b];
      let sum = 0;
      for (let i = 0; i < bent.length; i += 1) sum += bent[i] * other[i];
      made[a * m + b] = made[b * m + a] = sum;
    }
    if (a > 0) made[a * m + a] += 1;
  }
  return made;
}

function logLoss(columns, y, w) {
  const logits = predicted(columns, w);
  let sum = 0;
  for (let i = 0; i < y.length; i += 1) {
    sum += Math.max(logits[i], 0) + Math.log1p(Math.exp(-Math.abs(logits[i]))) - y[i] * logits[i];
  }
  for (let k = 1; k < w.length; k += 1) sum += w[k] ** 2 / 2;
  return sum;
}
