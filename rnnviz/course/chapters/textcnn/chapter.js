// TextCNN: a convolution over a sentence.

/** @import {Definition} from "../../definition.d.ts" */

import { fill } from "../../../web/numbers.js";
import { EMBEDDED, KINDS_OF_SENTENCE, WIDTHS_OF, layout } from "../../maths/textcnn.js";
import { chapter } from "../../reader/chapter.js";
import { flight, fromOtherWeights } from "../../reader/training.js";
import { FILTER_NUMBERS, SLIDE, startNow } from "./figures/filter.js";
import { POOL, ownVerdict, verdict } from "./figures/pooling.js";
import {
  FILTERS,
  MOST_STEPS,
  NET,
  SENTENCES,
  SENTENCE_NUMBERS,
  clipped,
  joinedText,
  placesOf,
  reading,
  sentenceNow,
} from "./figures/sentence.js";
import { LEARN, right } from "./figures/sentencelearning.js";
import { ORDER, ORDER_NUMBERS, sameFeatures } from "./figures/wordorder.js";

const NUMBERS = { ...SENTENCE_NUMBERS, ...FILTER_NUMBERS, ...ORDER_NUMBERS };
const perFilter = WIDTHS_OF.reduce((sum, width) => sum + width * EMBEDDED + 1, 0);
// What a reader may say of their own sentence: one of the kinds, in their order, or none of them.
const MEANT = ["question", "complaint", "praise", "neither"];
/** @type {Definition} */
export const TEXTCNN = {
  numbers: NUMBERS,
  texts: { own: { usual: "", longest: 80 } },
  choices: { meant: { usual: "unsaid", of: ["unsaid", ...MEANT] } },
  symbols: {
    X: { hue: "input" },
    W: { hue: "candidate" },
    c: { hue: "memory" },
    ĉ: { hue: "memory" },
    ŷ: { hue: "output" },
  },
  figures: { slide: SLIDE, pool: POOL, learn: LEARN, order: ORDER },
  computed: {
    current: (values) => joinedText(values, sentenceNow(values).items),
    belongs: (values, words) => {
      const { kind, isOwn, isLearnt } = sentenceNow(values);
      if (isOwn) return words.isOwn;
      return fill(words[isLearnt ? "isLearnt" : "isHeldOut"], { kind: words[`kind_${kind}`] });
    },
    unknown: (values, words) => {
      const missing = [
        ...new Set(
          sentenceNow(values)
            .items.filter(({ word }) => word < 0)
            .map(({ text }) => text),
        ),
      ];
      if (!sentenceNow(values).isOwn) return values.own.trim() ? words.noWords : "";
      return missing.length
        ? fill(words.unknownWords, { list: missing.map((one) => `“${clipped(one, 16, 1)}”`).join(words.comma) })
        : words.allKnown;
    },
    width: ({ filter }) => String(WIDTHS_OF[filter]),
    T: (values) => String(placesOf(sentenceNow(values).items).length),
    windows: (values) => String(placesOf(sentenceNow(values).items).length - WIDTHS_OF[values.filter] + 1),
    verdict,
    ownVerdict,
    rightNow: (values) => String(right(values, values.given.heldOut)),
    trainings: ({ given }) => String(given.seeds.length),
    median: ({ given }) => String([...given.seeds].sort((a, b) => a - b)[Math.floor(given.seeds.length / 2)]),
    worst: ({ given }) => String(Math.min(...given.seeds)),
    best: ({ given }) => String(Math.max(...given.seeds)),
    vocabulary: ({ given }) => String(given.words.length),
    table: ({ given }) => String(given.words.length * EMBEDDED),
    filters: () => String(perFilter),
    output: () => String(FILTERS * KINDS_OF_SENTENCE + KINDS_OF_SENTENCE),
    all: ({ given }) => String(layout(given.words.length).all),
    same: (values) => String(sameFeatures(values)),
    trained: ({ given }) => String(given.training.length),
    held: ({ given }) => String(given.heldOut.length),
  },
  actions: {
    next: ({ sentence }) => ({ sentence: (sentence + 1) % SENTENCES, own: "" }),
    slide: {
      start: () => ({ at: 0 }),
      frame: (values, elapsed) => {
        const most = placesOf(sentenceNow(values).items).length - WIDTHS_OF[values.filter];
        return values.at >= most ? null : { at: Math.min(most, values.at + elapsed / 500) };
      },
    },
    train: flight({ steps: "steps", most: MOST_STEPS, seconds: 5 }),
    again: fromOtherWeights({ steps: "steps", seed: "seed", flight: "train" }),
  },
  trainings: [NET],
  tasks: {
    top: {
      isDone: (values) => {
        const { top } = reading(values);
        return startNow(values, placesOf(sentenceNow(values).items).length) === top[values.filter];
      },
      solution: null,
    },
    fool: {
      isDone: (values) => {
        const { isOwn } = sentenceNow(values);
        const { shares } = reading(values);
        const most = Math.max(...shares);
        const isWrong = MEANT.indexOf(values.meant) !== shares.indexOf(most);
        return isOwn && values.meant !== "unsaid" && isWrong && values.steps >= 100 && most > 0.9;
      },
      solution: null,
    },
  },
};

export const mount = (host, css) => chapter(host, css, TEXTCNN);
