// Learning a text by heart, step by step, as `rnnviz/fit.py` does: exact gradients of the mean loss, clipped to norm 1,
// and Adam. Held to Python's losses by a test.

import { adamStep, clipTo, momentsOf } from "../../course/maths/adam.js";
import { backward, createEngine } from "../../engine/engine.js";

export const RECIPE = { reached: 0.02, steps: 600, rate: 0.03, norm: 1 };

/**
 * The weights before each gradient step, with their mean loss: {weights, loss}. All parameters lie in one array, of
 * which the matrices are parts.
 *
 * @param {import("../../engine/program.d.ts").Program} program
 * @param {Map<string, {shape: number[], numbers: Float64Array}>} start
 * @param {number[]} hot
 * @param {number[]} targets
 */
export function* learning(program, start, hot, targets) {
  const engine = createEngine(program);
  const input = { X: { hot }, initial: new Map(), targets };
  const names = [...start.keys()];
  const count = names.reduce((sum, name) => sum + start.get(name).numbers.length, 0);
  const moments = momentsOf(count);
  let theta = joined(
    names.map((name) => start.get(name).numbers),
    count,
  );
  for (let step = 1; ; step += 1) {
    const weights = parted(start, theta);
    const { tensors } = engine.run(weights, input);
    yield { weights, loss: tensors.get("mean_loss").at(-1) };
    const slopes = backward(program, weights, tensors, { targets });
    const gradient = joined(
      names.map((name) => slopes.get(name)),
      count,
    );
    if (!gradient.every(Number.isFinite)) return;
    clipTo(gradient, RECIPE.norm);
    // The engine knows a matrix that has changed by its being another array.
    theta = theta.slice();
    adamStep(theta, gradient, moments, RECIPE.rate, step);
  }
}

/** The weights of the best loss once it is small, or after all steps; onProgress(share, loss) is told of each step. */
export function memorise(program, start, hot, targets, onProgress) {
  let best = null;
  let first = null;
  let step = 0;
  for (const now of learning(program, start, hot, targets)) {
    step += 1;
    if (best === null || now.loss < best.loss) best = now;
    first ??= now.loss;
    onProgress(Math.max(shareFallen(first, best.loss), step / RECIPE.steps), best.loss);
    if (best.loss <= RECIPE.reached || step === RECIPE.steps) break;
  }
  return best;
}

/** How far the loss has come, from 0 to 1: it falls about exponentially. */
function shareFallen(first, loss) {
  if (first <= RECIPE.reached || loss <= RECIPE.reached) return 1;
  return Math.log(first / loss) / Math.log(first / RECIPE.reached);
}

function joined(parts, count) {
  const all = new Float64Array(count);
  let at = 0;
  for (const one of parts) {
    all.set(one, at);
    at += one.length;
  }
  return all;
}

function parted(start, theta) {
  let at = 0;
  const parts = [...start].map(([name, { shape, numbers }]) => {
    const own = { shape, numbers: theta.subarray(at, at + numbers.length) };
    at += numbers.length;
    return /** @type {const} */ ([name, own]);
  });
  return new Map(parts);
}
