// Activations.

/** @import {Definition} from "../../definition.d.ts" */

import { short } from "../../../web/numbers.js";
import {
  ACTIVATIONS,
  neuronData,
  neuronDescent,
  neuronLoss,
  reluFit,
  sameSigns,
  states,
} from "../../maths/activations.js";
import { wholeNumber } from "../../plot/plot.js";
import { chapter } from "../../reader/chapter.js";
import { stepCounts } from "./activationcost.js";
import { COST, COST_CHOICES, COST_NUMBERS, shareText } from "./figures/activationcost.js";
import { CURVE } from "./figures/curve.js";
import { DEAD } from "./figures/dead.js";
import { RECURRENT } from "./figures/recurrent.js";
import { SAME, offBy } from "./figures/same.js";
import { SATURATION } from "./figures/saturation.js";
import { ZIGZAG } from "./figures/zigzag.js";
import { CHOICES, NUMBERS, T } from "./settings.js";

const stepOf = ({ cell, reads, width }) => stepCounts(cell, reads, width);

/** @type {Definition} */
export const ACTIVATION = {
  numbers: { ...NUMBERS, ...COST_NUMBERS },
  choices: { ...CHOICES, ...COST_CHOICES },
  symbols: {
    a: { hue: "gate2" },
    H: { hue: "state" },
    w: { hue: "state" },
    b: { hue: "state" },
    L: { hue: "loss" },
    α: { hue: "gate1" },
    β: { hue: "gate1" },
    γ: { hue: "gate1" },
  },
  figures: {
    curve: CURVE,
    saturation: SATURATION,
    zigzag: ZIGZAG,
    dead: DEAD,
    same: SAME,
    cost: COST,
    recurrent: RECURRENT,
  },
  computed: {
    value: ({ f, a }) => short(ACTIVATIONS[f].value(a)),
    slope: ({ f, a }) => short(ACTIVATIONS[f].slope(a)),
    best: ({ layers }) => short(0.25 ** layers),
    same: (values) =>
      `${sameSigns(neuronDescent(neuronData(values.inputs), [values.w1, values.w2], values.rate, values.steps))}`,
    left: (values) =>
      short(
        neuronLoss(
          neuronData(values.inputs),
          neuronDescent(neuronData(values.inputs), [values.w1, values.w2], values.rate, values.steps).at(-1),
        ),
      ),
    fit: ({ w, b }) => short(reluFit(w, b).loss),
    grown: ({ u, h0 }) => short(states("relu", u, 0, h0, T)[T]),
    sigmoidShare: (values) => shareText(values, "sigmoid"),
    tanhShare: (values) => shareText(values, "tanh"),
    reluShare: (values) => shareText(values, "relu"),
    products: (values) => wholeNumber(stepOf(values).products),
    sigmoids: (values) => wholeNumber(stepOf(values).powers.sigmoid),
    tanhs: (values) => wholeNumber(stepOf(values).powers.tanh),
    held: ({ u, h0 }) => short(states("tanh", u, 0, h0, T)[T]),
  },
  actions: {
    train: {
      frame({ w, b }, elapsed) {
        const { gradient } = reluFit(w, b);
        const rate = Math.min(elapsed, 50) * 0.004;
        const next = { w: w - rate * gradient[0], b: b - rate * gradient[1] };
        return Math.hypot(...gradient) < 1e-3 ? null : next;
      },
    },
    revive: () => ({ w: 0.6, b: 0.9 }),
  },
  tasks: {
    kill: { isDone: ({ w, b }) => reluFit(w, b).alive === 0, solution: { w: 0.6, b: -2 } },
    overlay: { isDone: (values) => offBy(values) < 0.02, solution: { alpha: 2, beta: 2, gamma: 1 } },
    steepest: { isDone: ({ f, a }) => f === "sigmoid" && Math.abs(a) < 0.06, solution: { f: "sigmoid", a: 0 } },
  },
};

export const mount = (host, css) => chapter(host, css, ACTIVATION);
