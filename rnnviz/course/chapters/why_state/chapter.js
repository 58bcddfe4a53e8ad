// With and without a hidden state: one term more, trained before the reader's eyes.

/** @import {Definition} from "../../definition.d.ts" */

import { percent, short } from "../../../web/numbers.js";
import { chapter } from "../../reader/chapter.js";
import { flight, fromOtherWeights } from "../../reader/training.js";
import { COIN, COIN_NUMBERS, coins } from "./figures/coin.js";
import {
  MOST_STEPS,
  SECONDS,
  TAGGING_CHOICES,
  TAGGING_NUMBERS,
  TRAININGS,
  asked,
  floor,
  learning,
  now,
} from "./figures/tagging.js";
import { TERM, TERM_NUMBERS, apartBy, isCovered } from "./figures/term.js";

const lowestOf = (values, key, kind) => values.given[key].lowest[kind].toFixed(4);

/** @type {Definition} */
export const WHY_STATE = {
  numbers: { ...TERM_NUMBERS, ...TAGGING_NUMBERS, ...COIN_NUMBERS },
  choices: TAGGING_CHOICES,
  symbols: {
    X: { hue: "input" },
    H: { hue: "state" },
    W: { hue: "text" },
    O: { hue: "output" },
    Ŷ: { hue: "output" },
    p: { hue: "output" },
    L: { hue: "loss" },
  },
  figures: { term: TERM, train: learning("before", floor), lowest: COIN, after: learning("after") },
  computed: {
    apart: (values, words) =>
      isCovered(values) ? "?" : apartBy(values) === 0 ? words.nothing : short(apartBy(values)),
    loss: (values) => now(values, "before").loss.toFixed(4),
    verb: (values) => percent(asked(values, "before")[0][values.given.before.tags.indexOf("v")]),
    noun: (values) => percent(asked(values, "before")[1][values.given.before.tags.indexOf("n")]),
    bound: (values) => lowestOf(values, "before", "mlp"),
    window: (values) => lowestOf(values, "before", "window"),
    boundAfter: (values) => lowestOf(values, "after", "rnn"),
    lossAfter: (values) => now(values, "after").loss.toFixed(4),
    now: ({ p }) => coins(p).toFixed(4),
  },
  actions: {
    draw: ({ seed }) => ({ seed: (seed % 999) + 1 }),
    train: flight({ steps: "steps", most: MOST_STEPS, seconds: SECONDS }),
    again: fromOtherWeights({ steps: "steps", seed: "first", flight: "train" }),
    trainAfter: flight({ steps: "later", most: MOST_STEPS, seconds: SECONDS }),
    againAfter: fromOtherWeights({ steps: "later", seed: "begun", flight: "trainAfter" }),
  },
  trainings: Object.values(TRAININGS),
  tasks: {
    cut: { isDone: (values) => values.loop >= 0.5, solution: { loop: 1 } },
    coin: { isDone: ({ p }) => Math.abs(p - 0.5) < 0.006, solution: { p: 0.5 } },
  },
};

export const mount = (host, css) => chapter(host, css, WHY_STATE);
