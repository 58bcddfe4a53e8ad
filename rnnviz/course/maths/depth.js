// Gradients through many layers: real passes through small random networks, several seeds each. Pure.

import { ACTIVATIONS } from "./activations.js";
import { normals } from "./random.js";

export const WIDTH = 16;
export const SAMPLES = 2;
export const DEEPEST = 50;
// The weight of GoogLeNet's two further losses, each beside the one at the end (Szegedy et al. 2014).
export const AUXILIARY = 0.3;
const NORMALS = new Map();

function numbersOf(seed) {
  if (!NORMALS.has(seed)) {
    const all = normals(seed, DEEPEST * WIDTH * WIDTH + SAMPLES * WIDTH + 3 * WIDTH);
    const weights = all.subarray(0, DEEPEST * WIDTH * WIDTH);
    const inputs = all.subarray(weights.length, weights.length + SAMPLES * WIDTH);
    NORMALS.set(seed, { weights, inputs, heads: all.subarray(weights.length + inputs.length) });
  }
  return NORMALS.get(seed);
}

/** The layers whose output has a further loss: a third and two thirds of the way, as GoogLeNet had them. */
export function auxiliaryLayers(depth) {
  return [Math.round(depth / 3), Math.round((2 * depth) / 3)].filter((layer) => layer > 0 && layer < depth);
}

/**
 * One pass forwards and backwards: the size of ∂L/∂h_l for l = 0 … depth, h_0 being the input.
 *
 * h_l = f(h_{l−1} W_l), with entries of W_l drawn with standard deviation gain/√WIDTH; with `residual`,
 * h_l = h_{l−1} + f(h_{l−1} W_l)/√depth. tied: one W for all layers, as in a recurrent network. The loss is the mean
 * over the samples of h·v for a random head v; with `auxiliary`, two heads halfway have a share in it.
 */
export function gradientSizes({ name, depth, gain, residual = false, auxiliary = false, tied = false, seed }) {
  const { value, slope } = ACTIVATIONS[name];
  const { weights, inputs, heads } = numbersOf(seed);
  const scale = gain / Math.sqrt(WIDTH);
  const branch = residual ? 1 / Math.sqrt(depth) : 1;
  const before = [];
  let h = inputs;
  for (let l = 0; l < depth; l += 1) {
    const W = weights.subarray(tied ? 0 : l * WIDTH * WIDTH);
    const a = new Float64Array(SAMPLES * WIDTH);
    const next = new Float64Array(SAMPLES * WIDTH);
    for (let n = 0; n < SAMPLES; n += 1) {
      for (let j = 0; j < WIDTH; j += 1) {
        let sum = 0;
        for (let i = 0; i < WIDTH; i += 1) sum += h[n * WIDTH + i] * W[i * WIDTH + j];
        a[n * WIDTH + j] = sum * scale;
      }
    }
    for (let k = 0; k < a.length; k += 1) next[k] = (residual ? h[k] : 0) + branch * value(a[k]);
    before.push(a);
    h = next;
  }
  const lossHere = (layer) => {
    const further = auxiliary ? auxiliaryLayers(depth).indexOf(layer) : -1;
    if (layer === depth) return [1, 0];
    return further < 0 ? [0, 0] : [AUXILIARY, further + 1];
  };
  const sizes = new Float64Array(depth + 1);
  let gradient = new Float64Array(SAMPLES * WIDTH);
  for (let l = depth; ; l -= 1) {
    const [share, head] = lossHere(l);
    if (share)
      for (let k = 0; k < gradient.length; k += 1) gradient[k] += (share * heads[head * WIDTH + (k % WIDTH)]) / SAMPLES;
    sizes[l] = Math.sqrt(gradient.reduce((sum, one) => sum + one * one, 0));
    if (l === 0) return sizes;
    const W = weights.subarray(tied ? 0 : (l - 1) * WIDTH * WIDTH);
    const a = before[l - 1];
    const below = new Float64Array(SAMPLES * WIDTH);
    for (let n = 0; n < SAMPLES; n += 1) {
      for (let j = 0; j < WIDTH; j += 1) {
        const local = gradient[n * WIDTH + j] * branch * slope(a[n * WIDTH + j]) * scale;
        if (local !== 0) for (let i = 0; i < WIDTH; i += 1) below[n * WIDTH + i] += local * W[i * WIDTH + j];
      }
    }
    if (residual) for (let k = 0; k < below.length; k += 1) below[k] += gradient[k];
    gradient = below;
  }
}

/** Over several seeds, layer by layer: {low, middle, high}, the middle being the median. */
export function gradientBand(network, seeds) {
  const all = seeds.map((seed) => gradientSizes({ ...network, seed }));
  const layers = Array.from(all[0], (_, l) => all.map((sizes) => sizes[l]).sort((a, b) => a - b));
  const at = (k) => layers.map((sizes) => sizes[k]);
  return { low: at(0), middle: at(Math.floor(seeds.length / 2)), high: at(seeds.length - 1) };
}

/** A chain of single units, h_l = f(w h_{l−1}): the local factors w f′(a_l), and their product. */
export function chainFactors(name, w, from, depth) {
  const { value, slope } = ACTIVATIONS[name];
  const factors = [];
  let h = from;
  for (let l = 0; l < depth; l += 1) {
    const a = w * h;
    factors.push(w * slope(a));
    h = value(a);
  }
  return { factors, product: factors.reduce((product, one) => product * one, 1) };
}
