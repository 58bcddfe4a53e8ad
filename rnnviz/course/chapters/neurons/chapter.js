// One neuron and its line, a layer of them, what a layer costs, and networks with and without a cycle.

/** @import {Definition} from "../../definition.d.ts" */

import { fill } from "../../../web/numbers.js";
import { GATES, neuronOf, perceptronRule } from "../../maths/perceptron.js";
import { wholeNumber } from "../../plot/plot.js";
import { chapter } from "../../reader/chapter.js";
import { CYCLE, CYCLE_CHOICES, foldedOf, unrolledOrder } from "./figures/cycle.js";
import { DENSE, DENSE_NUMBERS, layerCost } from "./figures/dense.js";
import {
  PARTING_LAYER,
  PARTING_LINE,
  PARTING_CHOICES,
  PARTING_NUMBERS,
  lineOf,
  mostOf,
  rightByLayers,
  rightByLine,
} from "./figures/parting.js";

const twoDigits = (value) => value.toFixed(2).replace("-", "−");
const lineAt = (name, numbers) =>
  Object.fromEntries(["ax", "ay", "bx", "by"].map((part, k) => [`${name}${part}`, numbers[k]]));
const bigCost = ({ bigIn, bigOut }) => layerCost(bigIn, bigOut);
// Bytes of a number in float32, and of a megabyte.
const [BYTES, MEGA] = [4, 1e6];

/** @type {Definition} */
export const NEURONS = {
  numbers: { ...PARTING_NUMBERS, ...DENSE_NUMBERS },
  choices: { ...PARTING_CHOICES, ...CYCLE_CHOICES },
  symbols: {
    x: { hue: "input" },
    h: { hue: "state" },
    w: { hue: "text" },
    W: { hue: "text" },
    b: { hue: "text" },
    ŷ: { hue: "output" },
    X: { hue: "input" },
    H: { hue: "state" },
    d: { hue: "input" },
  },
  figures: { line: PARTING_LINE, layer: PARTING_LAYER, dense: DENSE, cycle: CYCLE },
  computed: {
    right: (values) => String(rightByLine(values)),
    w1: (values) => twoDigits(neuronOf(lineOf(values, "l")).w[0]),
    w2: (values) => twoDigits(neuronOf(lineOf(values, "l")).w[1]),
    offset: (values) => twoDigits(neuronOf(lineOf(values, "l")).b),
    rule: (values, words) => {
      const { passes } = perceptronRule(GATES[values.gate]);
      return passes === null ? words.never : fill(words.afterPasses, { n: passes });
    },
    most: (values) => String(mostOf({ ...values, gate: "xor" })),
    rightLayers: (values) => String(rightByLayers(values)),
    weights: (values) => wholeNumber(bigCost(values).weights),
    biases: (values) => wholeNumber(bigCost(values).biases),
    megabytes: (values) => `${((bigCost(values).all * BYTES) / MEGA).toPrecision(3)} MB`,
    unrolled: (values) => String(unrolledOrder(values).order?.length ?? 0),
  },
  actions: {
    clear: () => ({ skip: "off", side: "off", own: "off", back: "off" }),
  },
  tasks: {
    part: {
      isDone: (values) => values.gate !== "xor" && rightByLine(values) === 4,
      solution: { gate: "or", ...lineAt("l", [-0.4, 0.9, 0.9, -0.4]) },
    },
    three: {
      isDone: (values) => values.gate === "xor" && rightByLine(values) === mostOf(values),
      solution: { gate: "xor", ...lineAt("l", [-0.4, 0.9, 0.9, -0.4]) },
    },
    xor: {
      isDone: (values) => values.bend === "step" && rightByLayers(values) === 4,
      solution: {
        bend: "step",
        ...lineAt("f", [-0.4, 0.9, 0.9, -0.4]),
        ...lineAt("s", [0.1, 1.4, 1.4, 0.1]),
        ...lineAt("o", [1, 0.5, 0, -0.5]),
      },
    },
    cycle: { isDone: (values) => foldedOf(values).cycle !== null, solution: { back: "on" } },
  },
};

export const mount = (host, css) => chapter(host, css, NEURONS);
