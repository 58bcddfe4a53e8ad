// What the reader of this chapter changes.

import { integer } from "../../reader/values.js";

// Those whose gates read the state before, and those whose steps read the input alone.
export const WAITING = { lstm: "LSTM", gru: "GRU", rnn: "RNN" };
export const FREE = { mingru: "minGRU", s6: "S6", linear: "linear attention" };
// Steps of the tree that is drawn, and how many times two of its stretches are put together.
export const DRAWN = 8;
export const MADE = 11;
export const UNITS = 14;
// A text and the numbers of a key and of a value, for what chunks cost.
export const TEXT = 1024;
export const KEY = 64;
const share = (usual, symbol) => ({ usual, least: 0, most: 1, step: 0.05, hue: "gate2", symbol });
const added = (usual, symbol) => ({ usual, least: -1, most: 1, step: 0.05, hue: "candidate", symbol });
export const NUMBERS = {
  steps: integer(8, 2, 10),
  a: share(0.5, "a"),
  b: added(0.6, "b"),
  c: share(0.8, "c"),
  d: added(-0.4, "d"),
  h0: { usual: 1, least: -2, most: 2, step: 0.05, hue: "state", symbol: "H_0" },
  unit: integer(4, 1, UNITS),
  every: share(0.9, "a"),
  node: integer(1, 1, MADE),
  length: integer(64, 1, 1000),
  w: { usual: 2, least: 0.2, most: 2.5, step: 0.1, digits: 1, hue: "candidate", symbol: "w" },
  seed: integer(1, 1, 1000),
  delta: { usual: 0.1, least: 0.001, most: 3, step: 0.001, digits: 3, hue: "gate1", symbol: "Δ" },
  rate: integer(1, 1, 16, { hue: "memory", symbol: "A" }),
};
export const CHOICES = {
  waiting: { usual: "lstm", of: Object.keys(WAITING) },
  free: { usual: "mingru", of: Object.keys(FREE) },
  source: { usual: "network", of: ["network", "own"] },
  chunk: { usual: "4", of: ["1", "2", "4", "8"] },
  block: { usual: "64", of: ["1", "16", "64", "128", "256", "1024"] },
  bend: { usual: "tanh", of: ["tanh", "none"] },
};
