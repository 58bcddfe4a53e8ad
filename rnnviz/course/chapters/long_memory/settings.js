// What the reader of this chapter changes, and what its task has.

import { LONGEST, SYMBOLS } from "./recall.js";

export const CELLS = ["rnn", "gru", "lstm", "indrnn", "mingru"];
export const CHARACTERS = "ABCDabcd?";
export const GUESS = Math.log(SYMBOLS);
export const MOST = 400;
export const PACE = 10;

export const NUMBERS = {
  steps: { usual: 0, least: 0, most: MOST, step: PACE, whole: true },
  k: { usual: 20, least: 5, most: LONGEST, step: 5, whole: true, hue: "input", symbol: "k" },
  seed: { usual: 1, least: 1, most: 999, step: 1, whole: true },
};
export const CHOICES = {
  cell: { usual: "lstm", of: CELLS },
  bias: { usual: "0", of: ["0", "1"] },
  way: { usual: "all", of: ["all", "exact"] },
  clip: { usual: "on", of: ["on", "off"] },
};
