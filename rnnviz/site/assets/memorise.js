// Learning a text by heart, step by step, as `rnnviz/fit.py` does: exact gradients of the mean loss, clipped to norm 1,
// and Adam. Held to Python's losses by a test.

/** @import {Program} from "../../engine/program.d.ts" */
/** @import {Check, Lesson, Weights} from "../site.d.ts" */

import { adamStep, clipTo, momentsOf } from "../../course/maths/adam.js";
import { backward, createEngine } from "../../engine/engine.js";
import { notFinite, withChecks } from "./checks.js";

const RECIPE = { steps: 600, rate: 0.03, norm: 1 };

/**
 * The weights before each gradient step, with their mean loss: {weights, loss}. All parameters lie in one array, of
 * which the matrices are parts. It ends where a number is not finite.
 *
 * @param {Program} program
 * @param {Weights} start
 * @param {Lesson[]} lessons sequences with their targets; the loss is the mean over all their steps
 * @param {Check[][]} [checks] of a written cell
 */
export function* learning(program, start, lessons, checks = []) {
  const whole = lessons.reduce((sum, { targets }) => sum + targets.length, 0);
  const taught = lessons.map(({ X, targets }) => {
    const input = { X, initial: new Map(), targets };
    return { input, targets, engine: createEngine(withChecks(program, checks)), share: targets.length / whole };
  });
  const names = [...start.keys()];
  const count = names.reduce((sum, name) => sum + start.get(name).numbers.length, 0);
  const moments = momentsOf(count);
  let theta = joined(
    names.map((name) => start.get(name).numbers),
    count,
  );
  for (let step = 1; ; step += 1) {
    const weights = parted(start, theta);
    const found = taught.map(({ engine, input }) => engine.run(weights, input).tensors);
    if (found.some((tensors, k) => notFinite(checks, tensors, taught[k].targets.length))) return;
    yield { weights, loss: found.reduce((sum, one, k) => sum + taught[k].share * one.get("mean_loss").at(-1), 0) };
    const gradient = new Float64Array(count);
    for (const [k, { targets, share }] of taught.entries()) {
      const slopes = backward(program, weights, found[k], { targets });
      const own = joined(
        names.map((name) => slopes.get(name)),
        count,
      );
      for (let j = 0; j < count; j += 1) gradient[j] += share * own[j];
    }
    if (!gradient.every(Number.isFinite)) return;
    clipTo(gradient, RECIPE.norm);
    // The engine knows a matrix that has changed by its being another array.
    theta = theta.slice();
    adamStep(theta, gradient, moments, RECIPE.rate, step);
  }
}

/**
 * The weights of the best loss once it has `reached` this one, or after all steps: {weights, loss, steps}.
 * onProgress(share, loss) is told of each step.
 *
 * @param {Program} program
 * @param {Weights} start
 * @param {Lesson[]} lessons
 * @param {number} reached
 * @param {(share: number, loss: number) => void} onProgress
 * @param {Check[][]} [checks]
 */
export function memorise(program, start, lessons, reached, onProgress, checks) {
  let best = null;
  let first = null;
  let step = 0;
  for (const now of learning(program, start, lessons, checks)) {
    step += 1;
    if (best === null || now.loss < best.loss) best = { ...now, steps: step - 1 };
    first ??= now.loss;
    onProgress(Math.max(shareFallen(first, best.loss, reached), step / RECIPE.steps), best.loss);
    if (best.loss <= reached || step === RECIPE.steps) break;
  }
  return best;
}

/** How far the loss has come, from 0 to 1: it falls about exponentially. */
function shareFallen(first, loss, reached) {
  if (first <= reached || loss <= reached) return 1;
  return Math.log(first / loss) / Math.log(first / reached);
}

/**
 * The weights after some numbers of gradient steps, or the last that could be computed.
 *
 * @param {Program} program
 * @param {Weights} start
 * @param {Lesson[]} lessons
 * @param {number[]} moments
 * @param {Check[][]} [checks]
 */
export function weightsAfter(program, start, lessons, moments, checks) {
  const found = new Map();
  const last = Math.max(...moments);
  let step = 0;
  let now = start;
  for (const { weights } of learning(program, start, lessons, checks)) {
    now = weights;
    if (moments.includes(step)) found.set(step, weights);
    if (step === last) break;
    step += 1;
  }
  return new Map(moments.map((moment) => [moment, found.get(moment) ?? now]));
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
