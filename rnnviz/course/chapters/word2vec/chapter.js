// CBOW, Skip-gram, and Huffman's tree.

/** @import {Definition} from "../../definition.d.ts" */

import { short } from "../../../web/numbers.js";
import { bitsOf, codeOf, meanLength, pathTo } from "../../maths/huffman.js";
import { neighboursOf, pathLoss, wordShares } from "../../maths/wordvectors.js";
import { wholeNumber } from "../../plot/plot.js";
import { chapter } from "../../reader/chapter.js";
import { flight, fromOtherWeights } from "../../reader/training.js";
import {
  COUNTS,
  LEAVES,
  THETAS,
  TREE_CHOICES,
  TREE_NUMBERS,
  USUAL_COUNTS,
  countsNow,
  leafNow,
  smallTree,
  xNow,
} from "./figures/smalltree.js";
import { TREE } from "./figures/treebuilding.js";
import { COST, COST_NUMBERS, LENGTHS } from "./figures/treecost.js";
import { PATH } from "./figures/treepath.js";
import { ONE_STEP } from "./figures/treestep.js";
import {
  LEARNING_CHOICES,
  LEARNING_NUMBERS,
  MOST_STEPS,
  SIZE,
  VECTORS,
  learntVectors,
} from "./figures/wordlearning.js";
import { MAP, MAP_NUMBERS } from "./figures/wordmap.js";
import { NEIGHBOURS, WINDOW_NUMBERS, windowOf } from "./figures/wordwindow.js";

const NUMBERS = {
  ...WINDOW_NUMBERS,
  ...LEARNING_NUMBERS,
  ...TREE_NUMBERS,
  ...COST_NUMBERS,
  ...MAP_NUMBERS,
};
const CHOICES = { ...LEARNING_CHOICES, ...TREE_CHOICES };

const lossNow = (values) => {
  const { losses } = learntVectors(values);
  const last = losses.slice(-50);
  return last.length ? short(last.reduce((a, b) => a + b, 0) / last.length) : "–";
};
const pathLengthNow = (values) => pathTo(smallTree(values), leafNow(values)).length;

/** @type {Definition} */
export const WORD2VEC = {
  numbers: NUMBERS,
  choices: CHOICES,
  symbols: {
    x: { hue: "state" },
    v: { hue: "state" },
    θ: { hue: "candidate" },
    p: { hue: "output" },
    L: { hue: "loss" },
    η: { hue: "gate2" },
  },
  figures: { window: NEIGHBOURS, tree: TREE, path: PATH, step: ONE_STEP, cost: COST, map: MAP },
  computed: {
    lines: ({ given }) => String(given.sentences.length),
    vocabulary: ({ given }) => String(given.words.length),
    tokens: ({ given }) => String(given.sentences.flat().length),
    sentence: (values) =>
      windowOf(values)
        .sentence.map((word) => values.given.words[word])
        .join(" "),
    code: (values) => codeOf(smallTree(values), leafNow(values)),
    mean: (values) => short(meanLength(smallTree(values))),
    entropy: (values) => short(bitsOf(countsNow(values))),
    share: (values) => short(wordShares(smallTree(values), THETAS, xNow(values))[leafNow(values)]),
    loss: (values) => short(pathLoss(smallTree(values), THETAS, xNow(values), leafNow(values))),
    onPath: (values) => String(pathLengthNow(values)),
    offPath: (values) => String(LEAVES - 1 - pathLengthNow(values)),
    moved: (values) => String(3 * pathLengthNow(values) + 3),
    V: ({ power }) => wholeNumber(2 ** power),
    full: ({ power, long }) => wholeNumber(2 ** power * long),
    short: ({ power, long }) => wholeNumber(LENGTHS[power] * long),
    length: ({ power }) => short(LENGTHS[power]),
    times: ({ power }) => wholeNumber(2 ** power / LENGTHS[power]),
    lossNow,
    near: (values, words) =>
      neighboursOf(learntVectors(values).state.vectors, SIZE, values.word)
        .slice(0, 3)
        .map(({ word }) => values.given.words[word])
        .join(words.comma),
    perPass: (values) => String(learntVectors(values).what.examples.length),
  },
  actions: {
    merge: ({ merges }) => ({ merges: merges >= LEAVES - 1 ? 0 : merges + 1 }),
    counts: () => Object.fromEntries(COUNTS.map((name, k) => [name, USUAL_COUNTS[k]])),
    addUp: {
      start: () => ({ added: 0 }),
      frame: ({ added }, elapsed) => (added >= LEAVES ? null : { added: Math.min(LEAVES, added + elapsed / 350) }),
    },
    step: ({ taken }) => ({ taken: Math.min(60, taken + 1) }),
    back: () => ({ taken: 0 }),
    train: flight({ steps: "steps", most: MOST_STEPS, seconds: 7 }),
    again: fromOtherWeights({ steps: "steps", seed: "seed", flight: "train" }),
  },
  trainings: [VECTORS],
  tasks: {
    guess: { isDone: ({ steps }) => steps >= 150, solution: null },
    even: {
      isDone: (values) => {
        const tree = smallTree(values);
        return pathTo(tree, 0).length === 3;
      },
      solution: { c1: 6, c2: 6, c3: 6, c4: 6, c5: 6, c6: 6, c7: 6, merges: 6 },
    },
    sure: {
      isDone: (values) => wordShares(smallTree(values), THETAS, xNow(values))[leafNow(values)] > 0.5,
      solution: null,
    },
  },
};

export const mount = (host, css) => chapter(host, css, WORD2VEC);
