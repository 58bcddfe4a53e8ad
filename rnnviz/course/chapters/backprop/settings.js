// What the reader of this chapter changes.

import { letter } from "../../plot/plot.js";
import { WEIGHTS } from "./network.js";

const RATE = 2;
export const MOST = 4;
const weight = (usual, symbol) => ({ usual, least: -MOST, most: MOST, step: 0.05, hue: "candidate", symbol });
export const NUMBERS = {
  x1: { usual: 1, least: -2, most: 2, step: 0.05, hue: "input", symbol: "x_1" },
  x2: { usual: -0.5, least: -2, most: 2, step: 0.05, hue: "input", symbol: "x_2" },
  w11: weight(0.8, "w_11"),
  w12: weight(-1.2, "w_12"),
  w21: weight(0.5, "w_21"),
  w22: weight(1.5, "w_22"),
  b1: weight(0.2, "b_1"),
  b2: weight(-0.3, "b_2"),
  v1: weight(1.4, "v_1"),
  v2: weight(-0.9, "v_2"),
  c: weight(0.1, "c"),
  y: { usual: 0, least: 0, most: 1, step: 0.05, hue: "right", symbol: "y" },
  forward: { usual: 5, least: 0, most: 5, step: 1, whole: true },
  back: { usual: 5, least: 0, most: 5, step: 1, whole: true },
  rate: { usual: RATE, least: 0, most: 20, step: 0.1 },
};
const OF = [...WEIGHTS, "x1", "x2"];
export const CHOICES = { of: { usual: "w11", of: OF } };
export const nameOf = (name) => (name.length > 1 ? `${name[0]}_${name.slice(1)}` : name);
export const letters = (name) => letter(name[0], name.slice(1));
