// Networks whose numbers may leave the finite ones: those of written cells, whose templates say what has to be looked
// at.

/** @import {Program} from "../../engine/program.d.ts" */
/** @import {Check, Lesson, Weights} from "../site.d.ts" */

import { run } from "../../engine/engine.js";

/**
 * The program with each part that is looked at as a quantity of its own.
 *
 * @param {Program} program
 * @param {Check[][]} checks of each pass
 * @returns {Program}
 */
export function withChecks(program, checks) {
  const passes = program.passes.map((pass, k) => {
    if (!checks[k] || !("equations" in pass)) return pass;
    const looked = checks[k].map(({ expression }, j) => ({ target: nameOf(k, j), expression }));
    return { ...pass, equations: [...pass.equations, ...looked] };
  });
  return { ...program, passes };
}

/**
 * The first number that is none, of the first of the passes that has one: {line, name, t, value}; null where all are
 * finite. tensors: of `withChecks`.
 *
 * @param {Check[][]} checks
 * @param {Map<string, Float64Array>} tensors
 * @param {number} steps
 */
export function notFinite(checks, tensors, steps) {
  for (const [k, ofPass] of checks.entries()) {
    let first = null;
    for (const [j, { line, name }] of ofPass.entries()) {
      const numbers = tensors.get(nameOf(k, j));
      const at = numbers.findIndex((value) => !Number.isFinite(value));
      if (at < 0) continue;
      const t = Math.floor(at / (numbers.length / steps)) + 1;
      if (first === null || t < first.t || (t === first.t && line < first.line)) {
        first = { line, name, t, value: String(numbers[at]).replace("Infinity", "inf").replace("NaN", "nan") };
      }
    }
    if (first) return first;
  }
  return null;
}

/**
 * The same of weights that read some lessons, the first of which counts.
 *
 * @param {Program} program
 * @param {Check[][]} checks
 * @param {Weights} weights
 * @param {Pick<Lesson, "X">[]} lessons
 */
export function notFiniteIn(program, checks, weights, lessons) {
  const whole = withChecks(program, checks);
  for (const { X } of lessons) {
    const steps = X.hot ? X.hot.length : X.numbers.length / program.inputs;
    const { tensors } = run(whole, weights, { X, initial: new Map() });
    const found = notFinite(checks, tensors, steps);
    if (found) return found;
  }
  return null;
}

const nameOf = (k, j) => `check ${k} ${j}`;
