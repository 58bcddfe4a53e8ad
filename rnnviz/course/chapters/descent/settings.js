// What the reader of this chapter changes, and the paths that follow from it.

import { POINTS, VALLEY_POINTS, bestLine, descent, lineLoss } from "./lines.js";

export const W_FROM = -2;
export const W_TO = 4;
export const B_FROM = -3;
export const B_TO = 3;
/** A loss to go down on, with its lowest place; start, rate: the names of the numbers that say where and how. */
const ground = (data, start, rate) => {
  const best = bestLine(data);
  return { data, best, least: lineLoss(best, data), start, rate };
};
export const BOWL = ground(POINTS, ["w", "b"], "rate");
export const VALLEY = ground(VALLEY_POINTS, ["valleyW", "valleyB"], "valleyRate");
export const MOST_STEPS = 240;
export const HUES = { batch: "state", mini: "memory", stochastic: "gate1", momentum: "gate2", adam: "output" };
export const FIRST = ["batch", "mini", "stochastic"];
export const NEXT = ["batch", "momentum", "adam"];

export const NUMBERS = {
  w: { usual: -1.2, least: W_FROM, most: W_TO, step: 0.02, hue: "candidate", symbol: "w" },
  b: { usual: 2, least: B_FROM, most: B_TO, step: 0.02, hue: "candidate", symbol: "b" },
  rate: { usual: 0.3, least: 0.01, most: 3, step: 0.01, hue: "gate2", symbol: "η" },
  valleyW: { usual: -1.6, least: W_FROM, most: W_TO, step: 0.02, hue: "candidate", symbol: "w" },
  valleyB: { usual: 2.8, least: B_FROM, most: B_TO, step: 0.02, hue: "candidate", symbol: "b" },
  valleyRate: { usual: 0.6, least: 0.01, most: 3, step: 0.01, hue: "gate2", symbol: "η" },
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

export const startOf = (values, { start } = BOWL) => start.map((name) => values[name]);
export const pathOfMethod = (values, method, on = BOWL) =>
  descent({
    method,
    rate: values[on.rate],
    size: values.size,
    steps: values.steps,
    start: startOf(values, on),
    seed: values.seed,
    points: on.data,
  });
