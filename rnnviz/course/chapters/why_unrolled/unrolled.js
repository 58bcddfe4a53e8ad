// What the unrolled loop is made of: one product or two, the state substituted by its equation, and what the
// exchange of one input moves. Pure.

import { normals } from "../../maths/random.js";
import { plus, reading, times } from "../../maths/recurrent.js";

// The shapes of the book's example: X (3, 1), W_xh (1, 4), H (3, 4), W_hh (4, 4) (002, 6.2.2).
export const SAMPLES_READ = 3;
export const INPUTS_READ = 1;
export const UNITS_READ = 4;

/**
 * X W_xh + H W_hh in two ways, with numbers of a seed, of four decimals: {X, W_xh, S, W_hh, XH, W, first, second};
 * S stands for H.
 */
export function concatenation(seed) {
  const [n, d, h] = [SAMPLES_READ, INPUTS_READ, UNITS_READ];
  const numbers = normals(seed, n * d + d * h + n * h + h * h).map((one) => Math.round(1e4 * one) / 1e4);
  let k = 0;
  const matrix = (rows, columns) =>
    Array.from({ length: rows }, () => Array.from({ length: columns }, () => numbers[k++]));
  const [X, W_xh, S, W_hh] = [matrix(n, d), matrix(d, h), matrix(n, h), matrix(h, h)];
  const XH = X.map((row, i) => [...row, ...S[i]]);
  const W = [...W_xh, ...W_hh];
  return {
    ...{ X, W_xh, S, W_hh, XH, W },
    first: X.map((row, i) => plus(times(row, W_xh), times(S[i], W_hh))),
    second: XH.map((row) => times(row, W)),
  };
}

/**
 * The scores of the last step, with the state substituted by its equation `levels` times: {whole, cut}. whole begins
 * with the state that is left, cut with zeros in its place.
 */
export function substitution(network, codes, levels) {
  const { H } = reading(network, codes);
  const rest = codes.slice(codes.length - levels);
  const left = levels < codes.length ? H[codes.length - levels - 1] : null;
  return { whole: reading(network, rest, left).O.at(-1), cut: reading(network, rest).O.at(-1) };
}

/** The codes with another one in the place t, from 0. */
export function exchange(codes, t, code) {
  return codes.map((one, k) => (k === t ? code : one));
}

/** The share of probability that lies elsewhere in two: half the sum of their differences. */
export function movedShare(one, two) {
  return one.reduce((sum, p, k) => sum + Math.abs(p - two[k]), 0) / 2;
}

/** What the exchange of each input for a code moves in the last prediction, from the last input backwards. */
export function movedByDistance(network, codes, code) {
  const last = reading(network, codes).P.at(-1);
  return codes.map((_, t) => movedShare(last, reading(network, exchange(codes, t, code)).P.at(-1))).reverse();
}

/**
 * The sum behind neuron k of the state at step t, from 0: {input, recurrent, bias, value}, value being its tanh.
 * input and recurrent are what arrives over the wires from x and from the last state.
 */
export function neuronSum(network, codes, t, k) {
  const [{ W_xh, W_hh, b_h }] = network.readers;
  const { H } = reading(network, codes);
  const input = W_xh[codes[t]][k];
  const recurrent = t > 0 ? H[t - 1].reduce((sum, one, j) => sum + one * W_hh[j][k], 0) : 0;
  const bias = b_h[0][k];
  return { input, recurrent, bias, value: Math.tanh(input + recurrent + bias) };
}
