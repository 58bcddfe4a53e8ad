// What the reader of this chapter changes.

import { short } from "../../../web/numbers.js";

export const LARGEST = 8;
export const HOTTEST = 10;
export const SCORES = ["z1", "z2", "z3"];
export const MADE = ["g1", "g2", "g3"];
export const P = ["p1", "p2", "p3"];
export const Q = ["q1", "q2", "q3"];

const score = (usual, more = {}) => ({
  usual,
  least: -LARGEST,
  most: LARGEST,
  step: 0.1,
  digits: 1,
  hue: "input",
  ...more,
});
const share = (usual, hue) => ({ usual, least: 0, most: 1, step: 0.001, digits: 3, hue });

export const NUMBERS = {
  z1: score(4, { symbol: "z_1" }),
  z2: score(1, { symbol: "z_2" }),
  z3: score(-4, { symbol: "z_3" }),
  tau: { usual: 1, least: 0.1, most: HOTTEST, step: 0.01, hue: "gate1", symbol: "τ" },
  c: { usual: 0, least: -1000, most: 1000, step: 1, whole: true, hue: "gate2", symbol: "c" },
  p1: share(0.7, "right"),
  p2: share(0.2, "right"),
  p3: share(0.1, "right"),
  q1: share(0.4, "output"),
  q2: share(0.3, "output"),
  q3: share(0.3, "output"),
  right: { usual: 0.25, least: 0.001, most: 1, step: 0.001, digits: 3, hue: "output", symbol: "ŷ" },
  g1: score(-1.079, { step: 0.001, digits: 2, symbol: "z_1" }),
  g2: score(-0.777, { step: 0.001, digits: 2, symbol: "z_2" }),
  g3: score(-1.609, { step: 0.001, digits: 2, symbol: "z_3" }),
};
export const CHOICES = { target: { usual: "1", of: ["1", "2", "3"] } };
export const of = (values, names) => names.map((name) => values[name]);
export const percent = (value) =>
  value < 0.00005 && value > 0 ? `${short(100 * value)} %` : `${(100 * value).toFixed(2)} %`;
export const normal = (shares) => {
  const total = shares.reduce((sum, one) => sum + one, 0);
  return total > 0 ? shares.map((one) => one / total) : shares.map(() => 1 / shares.length);
};
