// The gradients at each layer, over several beginnings.

import { gradientBand } from "../../maths/depth.js";

const SEEDS = 5;
const KEPT = new Map();
/** The band of a network; the last ones are kept, because several figures and sentences ask for the same. */
export function bandOf(values, name, more = {}) {
  const network = { name, depth: values.depth, gain: values.gain, ...more };
  const key = JSON.stringify([network, values.seed]);
  if (!KEPT.has(key)) {
    if (KEPT.size > 24) KEPT.clear();
    KEPT.set(
      key,
      gradientBand(
        network,
        Array.from({ length: SEEDS }, (_, k) => values.seed * SEEDS + k),
      ),
    );
  }
  return KEPT.get(key);
}
