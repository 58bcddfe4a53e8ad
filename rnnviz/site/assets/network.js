// A network of the static edition: a cell's template, its size and its characters, and the weights that it begins with.

/** @import {Program} from "../../engine/program.d.ts" */

import { generator } from "./pcg64.js";

/** The cell's equations for these sizes; the last pass is the output layer, which is as wide as its labels. */
export function programOf(template, { d, h, q }) {
  const { passes, output } = template.track.program;
  const last = passes.length - 1;
  /** @type {Program} */
  const program = { inputs: d, output, passes: passes.map((one, k) => ({ ...one, width: k === last ? q : h })) };
  return program;
}

/**
 * Weights that have learnt nothing, uniform in ±1/√h, as `Cell.random` and `SequenceModel.random` draw them: a Map of
 * name to {shape, numbers}. template.axes: of each of the cell's parameters the letters of its axes.
 */
export function randomWeights(template, { d, h, q }, seed) {
  const sizes = { 1: 1, d, h, q };
  const bound = 1 / Math.sqrt(h);
  const drawn = (axes, from) =>
    Object.entries(axes).map(([name, letters]) => {
      const shape = [...letters].map((letter) => sizes[letter]);
      return /** @type {const} */ ([name, { shape, numbers: from.uniform(-bound, bound, shape[0] * shape[1]) }]);
    });
  const ofCell = drawn(template.axes, generator(seed));
  return new Map([...ofCell, ...drawn({ W_hq: "hq", b_q: "1q" }, generator(seed, 1))]);
}

/** What a network reads of a text, and what it is to say: the last character is a label only, unless it is alone. */
export function readingOf(tokens) {
  const vocabulary = [...new Set(tokens)];
  const place = new Map(vocabulary.map((token, k) => [token, k]));
  const codes = tokens.map((token) => place.get(token));
  const isAlone = tokens.length === 1;
  return {
    vocabulary,
    inputs: isAlone ? tokens : tokens.slice(0, -1),
    hot: isAlone ? codes : codes.slice(0, -1),
    targets: isAlone ? null : codes.slice(1),
  };
}
