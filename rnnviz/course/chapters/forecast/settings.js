// What the reader of this chapter changes.

import { integer } from "../../reader/values.js";

export const CELLS = ["rnn", "gru", "lstm"];
export const KINDS = ["walk", "cycle", "season", "breath", "sensor", "chaos", "own"];
export const MOST = 400;
export const PACE = 10;
// By how many steps a forecast can be pulled back.
export const FARTHEST = 5;
// Steps that a network goes on alone, at most, and those of the test after which it may begin.
export const ALONE = 24;
export const LATEST = 240;

// Numbers of a series: each of a reader's own takes two characters at least.
export const MOST_NUMBERS = 1000;

export const NUMBERS = {
  bandSteps: { usual: 0, least: 0, most: MOST, step: PACE, whole: true },
  steps: { usual: 0, least: 0, most: MOST, step: PACE, whole: true },
  shift: integer(0, 0, FARTHEST, { hue: "output" }),
  p: integer(2, 1, 12, { hue: "candidate", symbol: "p" }),
  s: integer(12, 2, 48, { hue: "gate1", symbol: "s" }),
  after: integer(60, 0, LATEST, { hue: "output" }),
  draw: integer(1, 1, 99),
  seed: integer(1, 1, 999),
};
export const CHOICES = {
  series: { usual: "walk", of: KINDS },
  cell: { usual: "gru", of: CELLS },
  names: { usual: "value", of: ["value", "change"] },
};
export const TEXTS = {
  own: { usual: "", longest: 2 * MOST_NUMBERS, of: "0123456789+-.,; e" },
};
