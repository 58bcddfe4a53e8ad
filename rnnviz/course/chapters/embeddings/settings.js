// What the reader of this chapter changes.

import { vocabularyOf } from "../../maths/nnlm.js";

// The words of the text, the numbers a word, and the window of the network that learns them.
export const V = 27;
export const STOP = 3;
export const D = 4;
export const H = 12;
export const N = 3;
export const MOST = 600;
export const FEW = 5;
const WORD = { least: 0, most: V - 1, step: 1, whole: true, names: ({ text }) => vocabularyOf(text).words };
export const NUMBERS = {
  word: { ...WORD, usual: 0, hue: "candidate" },
  other: { ...WORD, usual: 4, hue: "candidate" },
  terms: { usual: V, least: 0, most: V, step: 1, whole: true },
  size: { usual: 10000, least: 10, most: 100000, step: 10, whole: true, hue: "input", symbol: "V" },
  width: { usual: 100, least: 1, most: 1000, step: 1, whole: true, hue: "candidate", symbol: "d" },
  steps: { usual: MOST, least: 0, most: MOST, step: 10, whole: true },
  seed: { usual: 1, least: 1, most: 999, step: 1, whole: true },
  angle: { usual: 0, least: 0, most: 360, step: 1, whole: true, hue: "gate2" },
  plane: { usual: MOST, least: 0, most: MOST, step: 10, whole: true },
  planeSeed: { usual: 1, least: 1, most: 999, step: 1, whole: true },
  moved: { ...WORD, usual: 9, hue: "candidate" },
  right: { usual: 0, least: -8, most: 8, step: 0.05 },
  up: { usual: 0, least: -8, most: 8, step: 0.05 },
};
