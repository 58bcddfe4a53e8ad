// In parallel: why some recurrent networks can be computed in all steps at once, and an LSTM cannot.

/** @import {Definition} from "../../definition.d.ts" */

import { bracketed, percent, short } from "../../../web/numbers.js";
import { wholeNumber } from "../../plot/plot.js";
import { chapter } from "../../reader/chapter.js";
import { costs } from "./chunks.js";
import { CHUNKS, chunksApart } from "./figures/chunks.js";
import { COUNT } from "./figures/count.js";
import { HOLD } from "./figures/hold.js";
import { NONE, errorSaid, errorsOf } from "./figures/none.js";
import { PAIR, twoSteps } from "./figures/pair.js";
import { TREE, chosen, stepsIn, treeOf } from "./figures/tree.js";
import { WAIT } from "./figures/wait.js";
import { gap, writtenBy } from "./hold.js";
import { counts } from "./scan.js";
import { CHOICES, DRAWN, KEY, NUMBERS, TEXT } from "./settings.js";

const shareOf = ({ delta, rate }) => gap(delta, rate) / writtenBy(delta, rate).paper;

const costOf = ({ block }) => costs(TEXT, Number(block), KEY);
const loopCost = costs(TEXT, 1, KEY);

/** @type {Definition} */
export const PARALLEL = {
  numbers: NUMBERS,
  choices: CHOICES,
  symbols: {
    H: { hue: "state" },
    X: { hue: "input" },
    a: { hue: "gate2" },
    b: { hue: "candidate" },
    c: { hue: "gate2" },
    d: { hue: "candidate" },
    Δ: { hue: "gate1" },
    S: { hue: "memory" },
    A: { hue: "memory" },
  },
  figures: { wait: WAIT, pair: PAIR, tree: TREE, count: COUNT, none: NONE, hold: HOLD, chunks: CHUNKS },
  computed: {
    waits: ({ steps }) => String(steps),
    kept: (values) => short(twoSteps(values).pair.kept),
    added: (values) => short(twoSteps(values).pair.added),
    looped: (values) => short(twoSteps(values).after2),
    once: (values) => short(twoSteps(values).atOnce),
    text: ({ given }) => given.text,
    within: (values) => stepsIn(chosen(values)),
    keptSum: (values) => {
      const { kept, of } = chosen(values);
      return `${short(of[1].kept)} · ${short(of[0].kept)} = ${short(kept)}`;
    },
    addedSum: (values) => {
      const { added, of } = chosen(values);
      return `${short(of[1].kept)} · ${bracketed(of[0].added)} + ${bracketed(of[1].added)} = ${short(added)}`;
    },
    last: (values) => short(treeOf(values).inTree.at(-1)),
    apart: (values) => short(treeOf(values).apart),
    rounds: ({ length }) => wholeNumber(counts(length).rounds),
    work: ({ length }) => wholeNumber(counts(length).compositions),
    loops: ({ length }) => wholeNumber(length),
    one: (values) => errorSaid(errorsOf(values)[0]),
    worst: (values) => errorSaid(Math.max(...errorsOf(values))),
    paper: ({ delta, rate }) => short(writtenBy(delta, rate).paper),
    code: ({ delta, rate }) => short(writtenBy(delta, rate).code),
    gap: ({ delta, rate }) => short(gap(delta, rate)),
    share: (values) => percent(shareOf(values)),
    chunkApart: (values) => short(chunksApart(values)),
    textLength: () => wholeNumber(TEXT),
    keyLength: () => String(KEY),
    chunkRounds: (values) => wholeNumber(costOf(values).rounds),
    chunkWork: (values) => wholeNumber(costOf(values).products),
    workTimes: (values) => short(costOf(values).products / loopCost.products),
  },
  actions: {
    others: ({ seed }) => ({ seed: (seed % NUMBERS.seed.most) + 1 }),
  },
  tasks: {
    forget: { isDone: ({ a, c }) => a * c === 0, solution: { c: 0 } },
    whole: {
      isDone: (values) => {
        const { first, last } = chosen(values);
        return first === 0 && last === DRAWN - 1;
      },
      solution: { node: 7 },
    },
    tenth: { isDone: ({ length }) => length >= 10 * counts(length).rounds, solution: { length: 512 } },
    fits: {
      isDone: (values) => values.bend === "tanh" && Math.max(...errorsOf(values)) < 0.01,
      solution: { bend: "tanh", w: 0.2 },
    },
    few: {
      isDone: (values) => {
        const { rounds, products } = costOf(values);
        return rounds < loopCost.rounds / 100 && products < 2 * loopCost.products;
      },
      solution: { block: "128" },
    },
    near: { isDone: (values) => shareOf(values) < 0.01, solution: { delta: 0.01, rate: 1 } },
  },
};

export const mount = (host, css) => chapter(host, css, PARALLEL);
