// What the reader of this chapter changes, and how its functions are drawn.

import { scale } from "../../plot/plot.js";

export const WIDE = 6;
export const T = 30;
const STEPS = 40;
// How the choices are drawn: each function has its hue wherever it appears.
export const HUES = { identity: "input", sigmoid: "gate1", tanh: "state", relu: "memory" };
export const NAMES = { identity: "identity", sigmoid: "σ", tanh: "tanh", relu: "ReLU" };

export const NUMBERS = {
  a: { usual: 1, least: -WIDE, most: WIDE, step: 0.05, hue: "gate2", symbol: "a" },
  layers: { usual: 10, least: 1, most: 50, step: 1, whole: true },
  w1: { usual: -1.6, least: -3, most: 3, step: 0.05, hue: "state" },
  w2: { usual: 1.2, least: -3, most: 3, step: 0.05, hue: "state" },
  rate: { usual: 1.2, least: 0.05, most: 3, step: 0.05 },
  steps: { usual: STEPS, least: 0, most: 80, step: 1, whole: true },
  w: { usual: 0.6, least: -3, most: 3, step: 0.01, hue: "state", symbol: "w" },
  b: { usual: 0.9, least: -4, most: 4, step: 0.01, hue: "state", symbol: "b" },
  alpha: { usual: 1, least: 0, most: 4, step: 0.05, hue: "gate1", symbol: "α" },
  beta: { usual: 1, least: 0.1, most: 4, step: 0.05, hue: "gate1", symbol: "β" },
  gamma: { usual: 0, least: -1, most: 3, step: 0.05, hue: "gate1", symbol: "γ" },
  u: { usual: 1.2, least: -2, most: 2, step: 0.01, hue: "state", symbol: "w" },
  h0: { usual: 0.5, least: -2, most: 2, step: 0.05, hue: "state" },
};
export const CHOICES = {
  f: { usual: "tanh", of: ["identity", "sigmoid", "tanh", "relu"] },
  inputs: { usual: "sigmoid", of: ["sigmoid", "tanh"] },
};

export const across = (box, from = -WIDE, to = WIDE) => scale([from, to], [3 * box.u, box.width - 5.5 * box.u]);
