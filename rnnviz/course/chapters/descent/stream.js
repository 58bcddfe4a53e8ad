// Samples that come one after the other, while what is true may change: learnt online, or all anew each time. Pure.

import { uniform } from "../../maths/random.js";

/** Samples [x, y] with y = w x + noise; w jumps from `before` to `after` behind sample `change`. */
export function streamOf({ count, change, before, after, noise, seed }) {
  const draw = uniform(seed, 9);
  return Array.from({ length: count }, (_, t) => {
    const x = 2 * draw() - 1;
    return [x, (t < change ? before : after) * x + noise * (2 * draw() - 1)];
  });
}

/** The weight after each sample, by one step of descent on that sample alone; nothing is kept. */
export function onlineWeights(stream, rate, start = 0) {
  let w = start;
  return stream.map(([x, y]) => {
    w -= rate * (w * x - y) * x;
    return w;
  });
}

/** The weight after each sample that is best for all so far: what batch descent on all of them arrives at. */
export function batchWeights(stream) {
  let [xx, xy] = [0, 0];
  return stream.map(([x, y]) => {
    xx += x * x;
    xy += x * y;
    return xy / xx;
  });
}
