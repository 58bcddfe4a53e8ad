// Where the layers of a river stand: one a character, oldest at the bottom, as thick as it is large. Pure.

import { ribbonWindow, sideBySide } from "./geometry.js";

// Before scaling: a column of a short text, and the least that a character is still read in.
const COLUMN = { widest: 160, least: 26 };
// Which share of a column the river is level in, around its middle.
const LEVEL = 0.36;
// Layers that are thinner than this, in pixels, everywhere are not drawn.
const THINNEST = 0.15;
// In letters' heights, of the words at the end of layers: how high one is, how high a layer that always has its own,
// and how far from their layers the words may stand to make room for a thin one.
const LABEL = 1.15;
const ROOMY = 0.85;
const FARTHEST = 1;

/**
 * The columns of a text in a width: {first, count, column, x(t)}. x: the middle of step t's column, which may lie
 * outside of what is shown.
 */
export function riverColumns(T, t, width, scale) {
  const { first, count, columnWidth } = ribbonWindow(T, Math.min(t, T - 1), width, COLUMN.least * scale);
  const column = Math.min(columnWidth, COLUMN.widest * scale);
  return { first, count, column, x: (step) => (step - first + 0.5) * column };
}

/**
 * The layers of a river up to step t: {layers: [{k, path, from, to}], top(t, k)}, in a height that holds `most`.
 * size(k, t): the thickness, in the river's own measure; k counts from 0, what came before the text, and character k
 * comes in at step k − 1. from, to: where layer k ends, below and above, in pixels from the top.
 *
 * The edges of all layers pass from step to step by the same curve, so that none crosses another.
 */
export function riverLayers({ size, t, most, height, columns }) {
  const { first, column, x } = columns;
  const begin = Math.max(0, first - 1);
  const y = (value) => height - (most === 0 ? 0 : (value / most) * height);
  // heights[t − begin][k]: what lies below layer k's upper edge at step t.
  const heights = [];
  for (let step = begin; step <= t; step += 1) {
    let sum = 0;
    const own = [];
    for (let k = 0; k <= t + 1; k += 1) {
      sum += k <= step + 1 ? size(k, step) : 0;
      own.push(sum);
    }
    heights.push(own);
  }
  const edge = (step, k) => (k < 0 || step < begin ? 0 : heights[step - begin][k]);

  const half = (LEVEL / 2) * column;
  /** An edge as its level parts, [left, right, height], from where the layer comes in. */
  function edgeOf(k, at) {
    const since = k - 2;
    const found = since >= begin ? [[x(since) + half, x(since) + half, at(since)]] : [];
    if (since < begin && begin === 0) found.push([x(0) - column / 2, x(0) - column / 2, height]);
    for (let step = Math.max(begin, since + 1); step <= t; step += 1) {
      found.push([x(step) - half, x(step) + (step === t ? column / 2 : half), at(step)]);
    }
    return found;
  }
  const path = (k) =>
    `${forth(edgeOf(k, (step) => y(edge(step, k))))}${back(edgeOf(k, (step) => y(edge(step, k - 1))))}Z`;

  const layers = [];
  for (let k = 0; k <= t + 1; k += 1) {
    let thickest = 0;
    for (let step = Math.max(begin, k - 1); step <= t; step += 1) thickest = Math.max(thickest, size(k, step));
    if (most === 0 || (thickest / most) * height < THINNEST) continue;
    layers.push({ k, path: path(k), from: y(edge(t, k - 1)), to: y(edge(t, k)) });
  }
  return { layers, top: (step, k) => y(edge(step, k)) };
}

/**
 * An edge from left to right, begun anew.
 *
 * @param {number[][]} steps
 */
function forth(steps) {
  return steps
    .map(([left, right, y], k) => `${k === 0 ? `M${at(left, y)}` : bend(steps[k - 1], [left, y])}H${near(right)}`)
    .join("");
}

/**
 * An edge from right to left, gone on with.
 *
 * @param {number[][]} steps
 */
function back(steps) {
  const turned = [...steps].reverse();
  return turned
    .map(([left, right, y], k) => {
      if (k === 0) return `L${at(right, y)}H${near(left)}`;
      const [from, , before] = turned[k - 1];
      return `${bend([from, from, before], [right, y])}H${near(left)}`;
    })
    .join("");
}

/**
 * From the end of one level part to the beginning of the next.
 *
 * @param {number[]} from
 * @param {number[]} to
 */
function bend([, x, y], [toX, toY]) {
  const middle = near((x + toX) / 2);
  return `C${middle} ${near(y)} ${middle} ${near(toY)} ${at(toX, toY)}`;
}

const near = (value) => Math.round(value * 100) / 100;
const at = (x, y) => `${near(x)} ${near(y)}`;

/**
 * Which layers have a word at their end: the chosen one, those that are nearly as high as a word, and of the others the
 * thickest that have room beside these, none of them below `height`. letters: how high theirs are in pixels. Gives from
 * the lowest [{k, y, at, isThin}]: the word's middle, that of its layer, and whether the layer is lower than a word.
 */
export function riverLabels(layers, chosen, letters, height) {
  const high = LABEL * letters;
  const [low, top] = [-(height - 0.65 * letters), -0.65 * letters];
  const thickness = ({ k, from, to }) => (k === chosen ? Infinity : from - to);
  const middle = ({ from, to }) => (from + to) / 2;
  const isRoomy = (layer) => thickness(layer) >= ROOMY * letters;
  // Measured upwards, as the layers are.
  const placesOf = (some) => {
    const wanted = some.map((layer) => -middle(layer));
    return sideBySide(wanted, Array(some.length).fill(high), low - high / 2, top + high / 2);
  };
  let named = [];
  for (const layer of layers.filter(({ k }) => k > 0).sort((a, b) => thickness(b) - thickness(a))) {
    const wanted = [...named, layer].sort((a, b) => a.k - b.k);
    if (wanted.length * high > top - low + high) break;
    const farthest = Math.max(...placesOf(wanted).map((y, n) => Math.abs(y + middle(wanted[n]))));
    if (isRoomy(layer) || farthest <= FARTHEST * letters) named = wanted;
  }
  const places = placesOf(named);
  return named.map((layer, n) => {
    return { k: layer.k, y: -places[n], at: middle(layer), isThin: layer.from - layer.to < ROOMY * letters };
  });
}
