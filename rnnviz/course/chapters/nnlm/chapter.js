// A neural language model.

/** @import {Definition} from "../../definition.d.ts" */

import { percent, powerOfTen, short } from "../../../web/numbers.js";
import { meanLoss, parameterCountOf } from "../../maths/nnlm.js";
import { wholeNumber } from "../../plot/plot.js";
import { chapter } from "../../reader/chapter.js";
import { flight, fromOtherWeights } from "../../reader/training.js";
import { COUNT, recurrentCount, shapeOf } from "./figures/count.js";
import { LIKELIHOOD, chancesOf } from "./figures/likelihood.js";
import { LOSS, average, countedLoss } from "./figures/loss.js";
import { DRAWING } from "./figures/network.js";
import { WINDOW, effects } from "./figures/window.js";
import { NETWORK, trainedAt } from "./network.js";
import { MOST, NUMBERS, START, V } from "./settings.js";

/** @type {Definition} */
export const NNLM = {
  numbers: NUMBERS,
  symbols: {
    x: { hue: "candidate" },
    E: { hue: "candidate" },
    H: { hue: "state" },
    W: { hue: "state" },
    b: { hue: "state" },
    O: { hue: "output" },
    ŷ: { hue: "output" },
    L: { hue: "loss" },
    n: { hue: "gate2" },
    d: { hue: "candidate" },
    h: { hue: "state" },
    V: { hue: "input" },
  },
  figures: { network: DRAWING, loss: LOSS, likelihood: LIKELIHOOD, count: COUNT, window: WINDOW },
  trainings: [NETWORK],
  computed: {
    before: (values) => String(values.n - 1),
    inputs: (values) => String((values.n - 1) * values.d),
    parameters: (values) => wholeNumber(parameterCountOf({ ...values, V })),
    learntWords: (values) => wholeNumber(trainedAt(values).what.learnt.length),
    heldWords: (values) => wholeNumber(trainedAt(values).what.held.length),
    lossNow: (values) => {
      const { losses } = trainedAt(values);
      return short(losses.length ? average(losses.slice(-10)) : Math.log(V));
    },
    perplexity: (values) => {
      const { losses } = trainedAt(values);
      return short(Math.exp(losses.length ? average(losses.slice(-10)) : Math.log(V)));
    },
    heldNow: (values) => short(heldNow(values)),
    blind: () => Math.log(V).toFixed(2),
    entropy: (values) => values.given.entropy.toFixed(2),
    whole: (values) => {
      const { done, losses, what } = trainedAt(values);
      const mean = done ? average(losses.slice(-10)) : Math.log(V);
      return powerOfTen(-Math.round((mean * what.learnt.length) / Math.LN10));
    },
    productNow: (values) =>
      short(
        chancesOf(values)
          .slice(0, values.upTo)
          .reduce((a, b) => a * b, 1),
      ),
    networkCount: (values) => wholeNumber(parameterCountOf(shapeOf(values))),
    tableCount: (values) => short(values.manyWords ** values.manyPlaces),
    oneMore: (values) => wholeNumber(values.manyNumbers * values.manyUnits),
    recurrentTotal: (values) => wholeNumber(recurrentCount(shapeOf(values))),
    softmaxShare: (values) => {
      const shape = shapeOf(values);
      return percent((shape.h * shape.V + shape.V) / parameterCountOf(shape));
    },
  },
  actions: {
    train: flight({ steps: "steps", most: MOST, seconds: 4 }),
    again: fromOtherWeights({ steps: "steps", seed: "seed", flight: "train" }),
    onward: ({ place }) => ({ place: place >= 1900 ? START : place + 1 }),
  },
  tasks: {
    below: {
      isDone: (values) => values.steps > 0 && heldNow(values) < countedLoss(values, 2),
      solution: { steps: MOST },
    },
    reach: {
      isDone: (values) =>
        values.steps > 100 && effects(values).find(({ moved }) => moved > 0)?.place <= values.place - 4,
      solution: { n: 5, steps: MOST },
    },
  },
};
/** The loss on the held-out words: measured while training, or here before it. */
function heldNow(values) {
  const { state, what } = trainedAt(values);
  return state.heldLosses.at(-1) ?? meanLoss(state.network, what.codes, what.held, what);
}

export const mount = (host, css) => chapter(host, css, NNLM);
