// The sentence that TextCNN reads, and the network that is trained on the spot to tell its kind.

import {
  EMBEDDED,
  WIDTHS_OF,
  layout,
  padded,
  readSentence,
  sentenceNetAtFirst,
  sentenceStep,
  wordsOf,
} from "../../../maths/textcnn.js";
import { cells } from "../../../plot/cells.js";
import { widthOf } from "../../../plot/plot.js";
import { training } from "../../../reader/training.js";

export const MOST_STEPS = 200;
export const MOST_WORDS = 12;
export const SENTENCES = 45;
export const FILTERS = WIDTHS_OF.length;
export const KIND_HUES = ["state", "gate1", "right"];

export const SENTENCE_NUMBERS = {
  sentence: {
    usual: 22,
    least: 0,
    most: SENTENCES - 1,
    step: 1,
    whole: true,
    format: (value) => String(Math.round(value) + 1),
  },
  filter: {
    usual: 2,
    least: 0,
    most: FILTERS - 1,
    step: 1,
    whole: true,
    hue: "candidate",
    format: (value) => String(Math.round(value) + 1),
  },
  steps: { usual: 0, least: 0, most: MOST_STEPS, step: 1, whole: true },
  // In both languages as good on sentences it has not seen as the middle one of many trainings.
  seed: { usual: 5, least: 1, most: 999, step: 1, whole: true },
};

export const filled = (examples) => examples.map(({ words, kind }) => ({ words: padded(words), kind }));
export const NET = training({
  steps: "steps",
  most: MOST_STEPS,
  of: ({ seed }, { words }) => ({ seed, rate: 0.02, language: words[0] }),
  prepare: (what, { words, training: examples }) => ({ ...what, words: words.length, examples: filled(examples) }),
  begin: sentenceNetAtFirst,
  step: sentenceStep,
});
export const parametersNow = (values) => NET.at(values, values.given).state.parameters;

/** The sentence that the figures read: [{text, word}], and its kind where it is one of ours. */
export function sentenceNow(values) {
  const { words, spaced, training: learnt, heldOut } = values.given;
  const own = wordsOf(values.own, words, spaced, MOST_WORDS);
  if (own.length) return { items: own, kind: null, isOwn: true, isLearnt: false };
  const examples = [...learnt, ...heldOut];
  const { words: numbers, kind } = examples[Math.min(values.sentence, examples.length - 1)];
  const items = numbers.map((word) => ({ text: words[word], word }));
  return { items, kind, isOwn: false, isLearnt: values.sentence < learnt.length };
}
export const placesOf = (items) => padded(items.map(({ word }) => word));
/** The rows of a figure: the words, and what fills a short sentence up. */
export const rowsOf = (items) => placesOf(items).map((word, k) => ({ word, text: items[k]?.text ?? "–" }));
export const reading = (values, numbers = placesOf(sentenceNow(values).items)) =>
  readSentence(parametersNow(values), values.given.words.length, numbers);
export const clipped = (text, room, u) => {
  if (widthOf(text, u) <= room) return text;
  const letters = [...text];
  while (letters.length > 1 && widthOf(`${letters.join("")}…`, u) > room) letters.pop();
  return `${letters.join("")}…`;
};
export const joinedText = (values, items) => items.map(({ text }) => text).join(values.given.spaced ? " " : "");
export const two = (value) => value.toFixed(2).replace("-", "−");
export const vectorOf = (values, word) =>
  word < 0
    ? new Array(EMBEDDED).fill(0)
    : Array.from(parametersNow(values).subarray(word * EMBEDDED, (word + 1) * EMBEDDED));
export function filterOf(values, f) {
  const { weights, width, bias } = layout(values.given.words.length).filters[f];
  const parameters = parametersNow(values);
  const rows = Array.from({ length: width }, (_, j) =>
    Array.from(parameters.subarray(weights + j * EMBEDDED, weights + (j + 1) * EMBEDDED)),
  );
  return { rows, width, bias: parameters[bias] };
}
/** Cells with their numbers in them, where there is room for these. */
export const numberedCells = (rows, x, y, wide, high, u, full) =>
  cells(rows, x, y, wide, high, { full, written: two, isWritten: wide > 2.35 * u });
