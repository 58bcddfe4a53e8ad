// What the reader of this chapter changes, and the paths that follow from it.

import { bestLine, descent, lineLoss } from "./lines.js";

export const W_FROM = -2;
export const W_TO = 4;
export const B_FROM = -3;
export const B_TO = 3;
export const BEST = bestLine();
export const LEAST = lineLoss(BEST);
export const MOST_STEPS = 240;
export const HUES = { batch: "state", mini: "memory", stochastic: "gate1", momentum: "gate2", adam: "output" };
export const FIRST = ["batch", "mini", "stochastic"];
export const NEXT = ["batch", "momentum", "adam"];

export const NUMBERS = {
  w: { usual: -1.2, least: W_FROM, most: W_TO, step: 0.02, hue: "candidate", symbol: "w" },
  b: { usual: 2, least: B_FROM, most: B_TO, step: 0.02, hue: "candidate", symbol: "b" },
  rate: { usual: 0.3, least: 0.01, most: 3, step: 0.01, hue: "gate2", symbol: "η" },
  steps: { usual: 0, least: 0, most: MOST_STEPS, step: 1, whole: true },
  size: { usual: 4, least: 1, most: 12, step: 1, whole: true },
  seed: { usual: 1, least: 1, most: 999, step: 1, whole: true },
  turn: { usual: 35, least: -180, most: 180, step: 1, whole: true },
};
export const CHOICES = {
  view: { usual: "contour", of: ["contour", "solid"] },
  method: { usual: "stochastic", of: FIRST },
  further: { usual: "momentum", of: ["momentum", "adam"] },
};

export const startOf = ({ w, b }) => [w, b];
export const pathOfMethod = (values, method) =>
  descent({
    method,
    rate: values.rate,
    size: values.size,
    steps: values.steps,
    start: startOf(values),
    seed: values.seed,
  });
