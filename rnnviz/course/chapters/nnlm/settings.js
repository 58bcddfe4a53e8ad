// What the reader of this chapter changes.

import { vocabularyOf } from "../../maths/nnlm.js";

// The words of the language, and the one that ends a sentence; the most steps of a training, the longest window, and
// the first place that has one before it.
export const V = 27;
export const STOP = 3;
export const MOST = 500;
export const LONGEST = 8;
export const START = 8;
const WORD = { least: 0, most: V - 1, step: 1, whole: true, names: ({ text }) => vocabularyOf(text).words };
export const NUMBERS = {
  n: { usual: 4, least: 2, most: 6, step: 1, whole: true, hue: "gate2", symbol: "n" },
  d: { usual: 4, least: 1, most: 8, step: 1, whole: true, hue: "candidate", symbol: "d" },
  h: { usual: 12, least: 1, most: 24, step: 1, whole: true, hue: "state", symbol: "h" },
  place: { usual: 17, least: START, most: 1900, step: 1, whole: true, hue: "right" },
  unit: { usual: 1, least: 1, most: 24, step: 1, whole: true, hue: "state" },
  steps: { usual: 0, least: 0, most: MOST, step: 5, whole: true },
  seed: { usual: 1, least: 1, most: 999, step: 1, whole: true },
  upTo: { usual: 3, least: 1, most: 12, step: 1, whole: true, hue: "right" },
  by: { ...WORD, usual: 19, hue: "gate1" },
  manyWords: { usual: 10000, least: 10, most: 100000, step: 10, whole: true, symbol: "V", hue: "input" },
  manyPlaces: { usual: 4, least: 2, most: LONGEST, step: 1, whole: true, symbol: "n", hue: "gate2" },
  manyNumbers: { usual: 100, least: 1, most: 1000, step: 1, whole: true, symbol: "d", hue: "candidate" },
  manyUnits: { usual: 100, least: 1, most: 1000, step: 1, whole: true, symbol: "h", hue: "state" },
};
