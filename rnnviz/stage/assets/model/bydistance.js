// How much of a weight's gradient comes from uses that lie 0, 1, 2, … steps before their loss: the parts of
// `explain/by_distance.py`, each measured along the whole gradient, so that all shares add up to 1.

import { beginning } from "../../../engine/kernels.js";
import { scale, usesOfWeights } from "./probes.js";

/** The weights whose gradient is split: those of the cell that carries the state. */
export function splitWeights({ contributions }) {
  const names = contributions.flatMap(({ to }) => (to.op === "parameter" ? [to.name] : []));
  return [...new Set(names)];
}

/**
 * The shares of ∂L/∂W into `found`, at [d] of the uses d steps before their loss. losses: the steps whose losses L is
 * the mean of; gradient: the whole ∂L/∂W, in row order. Where it is zero all shares stay 0. A walk as those of
 * `createProbes` are: it yields what share is done.
 */
export function* sharesByDistance(probes, weights, name, { losses, gradient, found }) {
  const squares = gradient.reduce((sum, one) => sum + one * one, 0);
  if (squares === 0) return found;
  const { code, uses } = usesOfWeights(probes, weights);
  const own = uses.filter((use) => use.name === name);
  const along = new Float64Array(probes.h);
  yield* probes.walk(probes.losses(losses), (k, count, gradientOf, rows) => {
    for (const instruction of code) instruction(k);
    for (const { sign, left, factors, source } of own) {
      const { numbers, width } = gradientOf(source);
      projected(gradient, left, k, along);
      scale(along, factors);
      for (let r = 0; r < count; r += 1) {
        let sum = 0;
        for (let j = 0; j < width; j += 1) sum += along[j] * numbers[r * width + j];
        found[rows[r].t - k] += (sign * sum) / (losses.length * squares);
      }
    }
  });
  return found;
}

/** left · gradient, at step k; a bias, which reads nothing, is its own row. */
function projected(gradient, left, k, out) {
  const width = out.length;
  if (left === null) {
    out.set(gradient);
    return;
  }
  out.fill(0);
  const from = beginning(left, k);
  for (let i = 0; i * width < gradient.length; i += 1) {
    const one = left.numbers[from + i];
    if (one !== 0) for (let j = 0; j < width; j += 1) out[j] += one * gradient[i * width + j];
  }
}

/** What the first shares come to, and how many of them it takes until the rest stays below `rest` of the whole. */
export function nearShare(shares, rest) {
  let sum = 0;
  const sums = Array.from(shares, (share) => {
    sum += share;
    return sum;
  });
  const steps = sums.findIndex((_, d) => sums.slice(d).every((one) => Math.abs(sum - one) <= rest));
  return { steps, share: sums[steps] };
}
