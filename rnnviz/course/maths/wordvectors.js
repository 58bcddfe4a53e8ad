// Word vectors by CBOW and Skip-gram with a Huffman tree (003, "word2vec 模型"; Mikolov et al. 2013). Pure.

import { normals } from "./random.js";
import { huffman, pathTo } from "./huffman.js";

const sigmoidOf = (a) => 0.5 + 0.5 * Math.tanh(a / 2);
/** −log σ(a), without overflow. */
const minusLogSigmoid = (a) => Math.max(0, -a) + Math.log1p(Math.exp(-Math.abs(a)));

/** x · θ of an inner node. thetas: one row of x's length a node, in the order of the merges. */
function scoreAt(x, thetas, node) {
  let sum = 0;
  for (let i = 0; i < x.length; i += 1) sum += x[i] * thetas[node * x.length + i];
  return sum;
}

/**
 * What a word's path makes of x: [{node, digit, score, right, factor}] from the root on. node: from 0, in the order of
 * the merges; right: σ(x · θ), what goes to the right; factor: the share of it that goes the word's way.
 */
export function pathFactors(tree, thetas, x, word) {
  return pathTo(tree, word).map(({ node, digit }) => {
    const score = scoreAt(x, thetas, node - tree.size);
    return {
      node: node - tree.size,
      digit,
      score,
      right: sigmoidOf(score),
      factor: sigmoidOf(digit ? -score : score),
    };
  });
}

/** Every word's probability: the product along its path. They add up to 1. */
export function wordShares(tree, thetas, x) {
  const shares = new Float64Array(tree.nodes.length);
  shares[tree.root] = 1;
  for (let node = tree.root; node >= tree.size; node -= 1) {
    const right = sigmoidOf(scoreAt(x, thetas, node - tree.size));
    shares[tree.nodes[node].right] = shares[node] * right;
    shares[tree.nodes[node].left] = shares[node] * (1 - right);
  }
  return shares.slice(0, tree.size);
}

/** −log of a word's probability, as 003 writes it: a sum along the path. */
export function pathLoss(tree, thetas, x, word) {
  return pathFactors(tree, thetas, x, word).reduce(
    (sum, { digit, score }) => sum + minusLogSigmoid(digit ? -score : score),
    0,
  );
}

/** Its gradient: {x, thetas: [{node, off, gradient}]}, off being σ(x · θ) − (1 − d); other nodes have none. */
export function pathGradient(tree, thetas, x, word) {
  const byX = new Float64Array(x.length);
  const byTheta = pathFactors(tree, thetas, x, word).map(({ node, digit, right }) => {
    const off = right - (1 - digit);
    for (let i = 0; i < x.length; i += 1) byX[i] += off * thetas[node * x.length + i];
    return { node, off, gradient: Array.from(x, (one) => off * one) };
  });
  return { x: byX, thetas: byTheta };
}

/** After some steps on one word alone: {x, thetas}. */
export function stepped(tree, thetas, x, word, rate, steps = 1) {
  const now = { x: Float64Array.from(x), thetas: Float64Array.from(thetas) };
  for (let k = 0; k < steps; k += 1) {
    const gradient = pathGradient(tree, now.thetas, now.x, word);
    for (const { node, gradient: g } of gradient.thetas)
      for (let i = 0; i < x.length; i += 1) now.thetas[node * x.length + i] -= rate * g[i];
    for (let i = 0; i < x.length; i += 1) now.x[i] -= rate * gradient.x[i];
  }
  return now;
}

// Training

/** The words around place t of a sentence, at most `reach` to either side. */
export function contextOf(sentence, t, reach) {
  return sentence.slice(Math.max(0, t - reach), t).concat(sentence.slice(t + 1, t + 1 + reach));
}

/**
 * What is to be guessed from what, over some sentences of word numbers: [{from, to}]. mode: "cbow", a word from those
 * around it, or "skip", each of those around it from the word.
 */
export function examplesOf(sentences, reach, mode) {
  return sentences.flatMap((sentence) =>
    sentence.flatMap((word, t) => {
      const around = contextOf(sentence, t, reach);
      if (mode === "cbow") return around.length ? [{ from: around, to: word }] : [];
      return around.map((other) => ({ from: [word], to: other }));
    }),
  );
}

/** The mean of some words' vectors. vectors: one row of `size` numbers a word. */
export function meanVector(vectors, size, words) {
  const x = new Float64Array(size);
  for (const word of words) for (let i = 0; i < size; i += 1) x[i] += vectors[word * size + i] / words.length;
  return x;
}

/** How often each of `count` words occurs. */
export function countsOf(sentences, count) {
  const counts = new Array(count).fill(0);
  for (const sentence of sentences) for (const word of sentence) counts[word] += 1;
  return counts;
}

/**
 * What a training needs to know of a text before its first step. what: {reach, mode, size, rate, seed, batch}; text:
 * {sentences, words}.
 */
export function preparedWords(what, { sentences, words }) {
  const tree = huffman(countsOf(sentences, words.length));
  return { ...what, count: words.length, tree, examples: examplesOf(sentences, what.reach, what.mode) };
}

/** A training's state before the first step: small random vectors, θ = 0, and the map's two axes. */
export function vectorsAtFirst({ count, size, seed }) {
  const drawn = normals(seed, count * size + 2 * size);
  const state = {
    vectors: Float64Array.from(drawn.subarray(0, count * size), (one) => 0.3 * one),
    thetas: new Float64Array((count - 1) * size),
    axes: drawn.slice(count * size),
  };
  for (let k = 0; k < 20; k += 1) turnAxes(state, size);
  return state;
}

/** One pass over an example: its loss, and state moved against its gradient. */
function learnExample(state, tree, { from, to }, size, rate) {
  const x = meanVector(state.vectors, size, from);
  const loss = pathLoss(tree, state.thetas, x, to);
  const gradient = pathGradient(tree, state.thetas, x, to);
  for (const { node, gradient: g } of gradient.thetas)
    for (let i = 0; i < size; i += 1) state.thetas[node * size + i] -= rate * g[i];
  for (const word of from)
    for (let i = 0; i < size; i += 1) state.vectors[word * size + i] -= (rate * gradient.x[i]) / from.length;
  return loss;
}

/** Step k: `batch` examples drawn at random, one after another; the mean of their losses. */
export function vectorStep(state, k, what) {
  const { tree, examples, batch, size, rate, seed } = what;
  const chosen = normals(seed * 100_003 + k, batch);
  let loss = 0;
  for (let j = 0; j < batch; j += 1) {
    const at = Math.floor((Math.abs(chosen[j]) * 1e6) % examples.length);
    loss += learnExample(state, tree, examples[at], size, rate) / batch;
  }
  turnAxes(state, size);
  return loss;
}

/**
 * Turn the map's axes towards the two directions in which the vectors spread most: one round of subspace iteration, and
 * of all pairs of axes that span the result the one nearest to the last. So the map arrives at the plane of the
 * principal components and never flips on its way.
 */
function turnAxes(state, size) {
  const { vectors, axes } = state;
  const middle = middleOf(vectors, size);
  const next = new Float64Array(2 * size);
  for (let row = 0; row < vectors.length; row += size) {
    let [u, v] = [0, 0];
    for (let i = 0; i < size; i += 1) {
      u += (vectors[row + i] - middle[i]) * axes[i];
      v += (vectors[row + i] - middle[i]) * axes[size + i];
    }
    for (let i = 0; i < size; i += 1) {
      next[i] += (vectors[row + i] - middle[i]) * u;
      next[size + i] += (vectors[row + i] - middle[i]) * v;
    }
  }
  // The nearest orthonormal pair is N (NᵀN)^(−1/2), N having the two as columns.
  const dot = (p, q) => {
    let sum = 0;
    for (let i = 0; i < size; i += 1) sum += next[p * size + i] * next[q * size + i];
    return sum;
  };
  const [a, b, d] = [dot(0, 0), dot(0, 1), dot(1, 1)];
  const root = Math.sqrt(Math.max(a * d - b * b, 1e-300));
  const trace = Math.sqrt(a + d + 2 * root);
  const [p, q, r] = [(d + root) / (root * trace), -b / (root * trace), (a + root) / (root * trace)];
  for (let i = 0; i < size; i += 1) {
    const [one, two] = [next[i], next[size + i]];
    axes[i] = p * one + q * two;
    axes[size + i] = q * one + r * two;
  }
}

function middleOf(vectors, size) {
  const middle = new Float64Array(size);
  for (let k = 0; k < vectors.length; k += 1) middle[k % size] += (vectors[k] * size) / vectors.length;
  return middle;
}

/** Where the words lie on the map: [x, y] each. */
export function mapOf({ vectors, axes }, size) {
  const middle = middleOf(vectors, size);
  return Array.from({ length: vectors.length / size }, (_, word) => {
    let [x, y] = [0, 0];
    for (let i = 0; i < size; i += 1) {
      x += (vectors[word * size + i] - middle[i]) * axes[i];
      y += (vectors[word * size + i] - middle[i]) * axes[size + i];
    }
    return [x, y];
  });
}

/** The other words by the cosine of their angle to a word, the nearest first: [{word, cosine}]. */
export function neighboursOf(vectors, size, word) {
  const row = (k) => vectors.subarray(k * size, (k + 1) * size);
  const dot = (a, b) => a.reduce((sum, one, i) => sum + one * b[i], 0);
  const length = (a) => Math.sqrt(dot(a, a)) || 1;
  const own = row(word);
  return Array.from({ length: vectors.length / size }, (_, k) => k)
    .filter((k) => k !== word)
    .map((k) => ({ word: k, cosine: dot(own, row(k)) / (length(own) * length(row(k))) }))
    .sort((a, b) => b.cosine - a.cosine);
}
