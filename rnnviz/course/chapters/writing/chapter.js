// Training and writing: what a network reads in either, what its loss says of its writing, whether its state is kept.

/** @import {Definition} from "../../definition.d.ts" */

import { percent, short } from "../../../web/numbers.js";
import { chapter } from "../../reader/chapter.js";
import { FEEDBACK, FEEDBACK_CHOICES, FEEDBACK_NUMBERS, ownOf, passageOf, surpriseOf } from "./figures/feedback.js";
import { PIECES, PIECES_CHOICES, lengthOf, trainingOf } from "./figures/pieces.js";
import { PLAUSIBLE } from "./figures/plausible.js";

const inQuotes = (letter) => (letter === " " ? "␣" : letter);
const at = (values, way) => inQuotes(passageOf(values)[way][values.place - 1]);
const beforeOf = (values, way) => {
  const passage = passageOf(values);
  return inQuotes((passage.beginning.at(-1) + passage[way])[values.place - 1]);
};

/** @type {Definition} */
export const WRITING = {
  numbers: FEEDBACK_NUMBERS,
  choices: { ...FEEDBACK_CHOICES, ...PIECES_CHOICES },
  symbols: {
    k: { hue: "output" },
    H: { hue: "state" },
    T: { hue: "text" },
    τ: { hue: "gate2" },
  },
  figures: { feedback: FEEDBACK, plausible: PLAUSIBLE, pieces: PIECES },
  computed: {
    beginning: (values) => passageOf(values).beginning,
    true: (values) => at(values, "truth"),
    expected: (values) => at(values, "expected"),
    own: (values) => at(values, "own"),
    readTrue: (values) => beforeOf(values, "truth"),
    readOwn: (values) => beforeOf(values, "own"),
    right: ({ given }) => percent(given.reader.truth.right),
    forced: (values) => short(surpriseOf(values).forced),
    free: (values) => short(surpriseOf(values).own),
    blind: () => Math.log(27).toFixed(2),
    learnt: ({ given }) => short(given.reader.learnt),
    held: ({ given }) => short(given.reader.truth.loss),
    heatNow: ({ heat }, words) => words[`heat_${heat}`],
    ownLoss: (values) => short(ownOf(values).loss),
    ownWords: (values) => percent(ownOf(values).words),
    hotWords: ({ given }) => percent(given.reader.own.at(-1).words),
    pieceLength: (values) => String(lengthOf(values)),
    kept: (values) => short(trainingOf(values, true).loss),
    zeros: (values) => short(trainingOf(values, false).loss),
    again: (values) => short(trainingOf(values, true).again),
    anew: (values) => short(trainingOf(values, false).again),
    guess: () => Math.log(16).toFixed(2),
    entropy: ({ given }) => short(given.pieces.entropy),
  },
  actions: {
    otherPassage: ({ passage }) => ({ passage: (passage % FEEDBACK_NUMBERS.passage.most) + 1 }),
  },
  tasks: {
    parting: {
      isDone: (values) => {
        const { truth, own } = passageOf(values);
        const first = [...truth].findIndex((one, k) => one !== own[k]);
        return values.place === first + 1;
      },
      solution: null,
    },
  },
};

export const mount = (host, css) => chapter(host, css, WRITING);
