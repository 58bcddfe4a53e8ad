// One step as a computation graph, with g as one of its nodes (004): h = f(W_hh h' + W_xh x + b_h) and
// y = g(W_hy h + b_y).
// The weights stand as rows here, as everywhere in rnnviz: x W. Pure.

import { ACTIVATIONS } from "../../maths/activations.js";
import { softmax } from "../../maths/crossentropy.js";
import { normals } from "../../maths/random.js";
import { plus, times } from "../../maths/recurrent.js";

const [D, N, K] = [3, 4, 3];
const SEED = 4;
const SIZE = 0.7;

/** The graph's weights and its state before, always the same: W_xh (3, 4), W_hh (4, 4), W_hy (4, 3), b_h, before. */
export const GRAPH_WEIGHTS = (() => {
  const numbers = normals(SEED, N * (D + N) + N * K + N);
  let k = 0;
  const matrix = (rows, columns) =>
    Array.from({ length: rows }, () => Array.from({ length: columns }, () => SIZE * numbers[k++]));
  const weights = { W_xh: matrix(D, N), W_hh: matrix(N, N), W_hy: matrix(N, K) };
  return { ...weights, before: matrix(1, N)[0].map(Math.tanh), b_h: [0.1, -0.2, 0.3, 0] };
})();

/** g of a vector: softmax works on the whole of it, the others on each number. */
export function outputFunction(g, o) {
  return g === "softmax" ? softmax(o) : o.map(ACTIVATIONS[g].value);
}

/** Every node of the graph: {fromInput, fromState, h, fromHidden, o, y}, and `without`, y with b_y = 0. */
export function graphStep({ f, g, x, b_y }) {
  const { W_xh, W_hh, W_hy, before, b_h } = GRAPH_WEIGHTS;
  const [fromInput, fromState] = [times(x, W_xh), times(before, W_hh)];
  const h = plus(plus(fromInput, fromState), b_h).map(ACTIVATIONS[f].value);
  const fromHidden = times(h, W_hy);
  const o = plus(fromHidden, b_y);
  return { fromInput, fromState, h, fromHidden, o, y: outputFunction(g, o), without: outputFunction(g, fromHidden) };
}
