// What the reader of this chapter changes.

import { integer } from "../../reader/values.js";

// What pairs are made of: a letter is a key, a digit its value.
export const LETTERS = "ab";
export const DIGITS = "1234";
const MOST_PAIRS = 8;
// Letters and digits of the task that is learnt.
export const SYMBOLS = 4;
export const MOST = 300;
export const PACE = 5;
export const SIZES = [2, 3, 4];
export const CELLS = ["linear", "deltanet", "gru", "lstm"];
const DIMENSIONS = [4, 8, 16, 32];

const angle = (usual, more = {}) => ({ usual, least: 0, most: 180, step: 1, digits: 0, ...more });
const share = (usual, more = {}) => ({ usual, least: 0, most: 1, step: 0.05, digits: 2, ...more });
export const NUMBERS = {
  // Which of the pairs is written, from 1.
  at: integer(2, 1, MOST_PAIRS, { hue: "input" }),
  apart: angle(90, { hue: "gate1" }),
  asked: angle(0, { hue: "gate3" }),
  near: angle(60, { hue: "gate1" }),
  now: integer(2, 1, MOST_PAIRS, { hue: "input" }),
  B: share(1, { hue: "gate2", symbol: "B" }),
  F: share(0.8, { hue: "gate2", symbol: "F" }),
  steps: { usual: 0, least: 0, most: MOST, step: PACE, whole: true },
  seed: integer(1, 1, 999),
};
export const CHOICES = {
  ask: { usual: "a", of: ["a", "b"] },
  rule: { usual: "add", of: ["add", "replace"] },
  seenCrowd: { usual: "no", of: ["no", "yes"] },
  d: { usual: "16", of: DIMENSIONS.map(String) },
  size: { usual: "4", of: SIZES.map(String) },
  looked: { usual: "deltanet", of: ["linear", "deltanet"] },
  task: { usual: "once", of: ["once", "again"] },
};
const pairs = (usual) => ({ usual, longest: 3 * MOST_PAIRS, of: `${LETTERS}${DIGITS} ` });
export const TEXTS = {
  pairs: pairs("a3 b1"),
  again: pairs("a3 a1"),
  story: pairs("a3 b1 b2 a1 b4 b3 b2 b1"),
};
