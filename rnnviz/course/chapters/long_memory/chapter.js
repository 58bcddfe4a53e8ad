// Long memory, measured: five cells learn on the spot to say a symbol again after k steps of noise.

/** @import {Definition} from "../../definition.d.ts" */

import { fill, percent, short } from "../../../web/numbers.js";
import { chapter } from "../../reader/chapter.js";
import { fromOtherWeights, march } from "../../reader/training.js";
import { BENCH } from "./figures/bench.js";
import { LADDER } from "./figures/ladder.js";
import { NORMS } from "./figures/norms.js";
import { SPEED } from "./figures/speed.js";
import { TASK } from "./figures/task.js";
import { TRIANGLE } from "./figures/triangle.js";
import { RUN, farthest, hasBias, meanRight, momentOf, onceKnown, shareThatArrives, untrained } from "./moments.js";
import { computedOfSeeds, rungs } from "./seeds.js";
import { CHOICES, GUESS, MOST, NUMBERS, PACE } from "./settings.js";

/** @type {Definition} */
export const LONG_MEMORY = {
  numbers: NUMBERS,
  choices: CHOICES,
  trainings: [RUN],
  symbols: {
    H: { hue: "state" },
    L: { hue: "loss" },
    k: { hue: "input" },
    F: { hue: "gate2" },
    Z: { hue: "gate2" },
    C: { hue: "memory" },
    b: { hue: "gate2" },
    u: { hue: "candidate" },
  },
  figures: { task: TASK, bench: BENCH, triangle: TRIANGLE, ladder: LADDER, speed: SPEED, norms: NORMS },
  computed: {
    ...computedOfSeeds,
    ...rungs,
    seeds: ({ given }) => String(given.seeds.mixed["rnn 0 on"].length),
    guessing: () => short(GUESS),
    done: (values) => String(momentOf(values).done),
    share: onceKnown((moment) => short(shareThatArrives(farthest(moment)))),
    before: (values) => short(shareThatArrives(farthest(untrained(values)))),
    arrived: onceKnown((moment) => short(farthest(moment).reach[0])),
    right: onceKnown((moment) => percent(meanRight(moment))),
    title: ({ given, cell }) => given.cells[cell].title,
    largest: (values) => {
      const { norms } = RUN.at(values, values.given).state;
      return norms.length ? short(Math.max(...norms)) : "–";
    },
    biasSays: ({ given, cell, bias }, words) =>
      hasBias(given.cells, cell) ? fill(words.biasIs, { bias }) : words.biasNone,
  },
  actions: {
    train: march({ steps: "steps", most: MOST, pace: PACE }),
    again: fromOtherWeights({ steps: "steps", seed: "seed", flight: "train" }),
  },
  tasks: {
    fail: {
      isDone(values) {
        const isAsked = values.cell === "lstm" && values.bias === "0" && values.way === "exact";
        return isAsked && momentOf(values).done >= MOST && meanRight(momentOf(values)) < 0.5;
      },
      solution: { cell: "lstm", bias: "0", way: "exact", k: 20, steps: MOST },
    },
  },
};

export const mount = (host, css) => chapter(host, css, LONG_MEMORY);
