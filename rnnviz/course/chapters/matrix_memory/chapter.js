// A memory one can address: a matrix that is written to and read from by keys, by hand and learnt.

/** @import {Definition} from "../../definition.d.ts" */

import { percent, rough } from "../../../web/numbers.js";
import { chapter } from "../../reader/chapter.js";
import { fromOtherWeights, march } from "../../reader/training.js";
import { BENCH, rightNow } from "./figures/bench.js";
import { BETWEEN } from "./figures/between.js";
import { CROWD, isOpen } from "./figures/crowd.js";
import { FOUND, found } from "./figures/found.js";
import { REPLACE, answersOf } from "./figures/replace.js";
import { THREE } from "./figures/three.js";
import { WRITE } from "./figures/write.js";
import { keyAt, pairsOf, read } from "./memory.js";
import { RUN, betweenMemory, capacity, crowd, isPending } from "./moments.js";
import { CELLS, CHOICES, MOST, NUMBERS, PACE, SYMBOLS, TEXTS } from "./settings.js";
import { list } from "./told.js";

const said = (name) => (values) =>
  isPending(values) || RUN.at(values, values.given).done === 0 ? "–" : percent(rightNow(values)[CELLS.indexOf(name)]);
const onceOpen = (rule) => (values) => (isOpen(values) ? String(capacity(crowd(values)[rule])) : "?");

/** @type {Definition} */
export const MATRIX_MEMORY = {
  numbers: NUMBERS,
  choices: CHOICES,
  texts: TEXTS,
  trainings: [RUN],
  symbols: {
    K: { hue: "gate1" },
    V: { hue: "candidate" },
    Q: { hue: "gate3" },
    S: { hue: "memory" },
    H: { hue: "state" },
    C: { hue: "memory" },
    B: { hue: "gate2" },
    F: { hue: "gate2" },
  },
  figures: { write: WRITE, between: BETWEEN, replace: REPLACE, three: THREE, crowd: CROWD, bench: BENCH, found: FOUND },
  computed: {
    cosine: ({ apart }) => rough(keyAt(apart)[0]),
    comesBack: (values) => list(read(keyAt(values.asked), betweenMemory(values).S)),
    answerA: (values) => list(answersOf(values).a),
    answerB: (values) => list(answersOf(values).b),
    halved: ({ F }) => (F >= 1 ? "∞" : F <= 0 ? "0" : rough(Math.log(0.5) / Math.log(F))),
    bothFit: onceOpen("add"),
    replacedFit: onceOpen("replace"),
    guess: () => percent(1 / SYMBOLS),
    chance: () => percent(1 / 8),
    numbersOf: ({ size }) => String(Number(size) ** 2),
    lstmUnits: ({ given, size }) => String(given.cells[size].lstm.units),
    done: (values) => String(RUN.at(values, values.given).done),
    own: (values) => (isPending(values) ? "–" : rough(found(values).own)),
    other: (values) => (isPending(values) ? "–" : rough(found(values).other)),
    linearRight: said("linear"),
    deltaRight: said("deltanet"),
    gruRight: said("gru"),
    lstmRight: said("lstm"),
  },
  actions: {
    revealCrowd: { uncovers: "seenCrowd" },
    train: march({ steps: "steps", most: MOST, pace: PACE }),
    otherWeights: fromOtherWeights({ steps: "steps", seed: "seed", flight: "train" }),
  },
  tasks: {
    half: { isDone: ({ apart, asked }) => apart === 60 && asked === 0, solution: { apart: 60, asked: 0 } },
    spare: {
      isDone: ({ near, rule, B, again, now }) => {
        const pairs = pairsOf(again).slice(0, now);
        const letters = new Set(pairs.map(({ letter }) => letter));
        return near === 90 && rule === "replace" && B > 0 && letters.size === 2 && pairs.length > 2;
      },
      solution: { near: 90, rule: "replace", B: 1, again: "a3 b2 a1", now: 3 },
    },
  },
};

export const mount = (host, css) => chapter(host, css, MATRIX_MEMORY);
