// What is read off the curves at a step. Pure.

import { closestTo } from "./lines.js";

// Pixels between a place and the step of a value that is read there, at most.
const NEAR = 20;
// The keys go on by a pixel at least.
const STRIDE = 1;

/** The steps of the line that has most of them. */
export const longest = (lines) => lines.reduce((most, { steps }) => (steps.length > most.length ? steps : most), []);

/** The step with a value that is closest to a pixel, or null. */
export function stepAt(lines, x, pixel) {
  const away = (step) => Math.abs(x.at(step) - pixel);
  const steps = lines
    .map((line) => line.steps[closestTo(line.steps, x.of(pixel))])
    .filter((step) => step !== undefined && away(step) <= NEAR);
  return steps.length > 0 ? steps.reduce((a, b) => (away(b) < away(a) ? b : a)) : null;
}

/** The value of each line at a step, or close by: {line, step, value}. */
export function valuesAt(lines, x, step) {
  return lines.flatMap((line) => {
    const k = closestTo(line.steps, step);
    const value = k < 0 ? null : line.valueAt(k);
    if (value === null || Math.abs(x.at(line.steps[k]) - x.at(step)) > NEAR) return [];
    return [{ line, step: line.steps[k], value }];
  });
}

/** The next of some steps after one, or before it with by = −1, that stands somewhere else; undefined past the end. */
export function stepBeside(steps, x, from, by) {
  let k = closestTo(steps, from) + by;
  while (steps[k + by] !== undefined && Math.abs(x.at(steps[k]) - x.at(from)) < STRIDE) k += by;
  return steps[k];
}

/** Of the steps in the picture the first with k = 0, the last with k = −1. */
export const stepAtEnd = (steps, x, k) => steps.filter((one) => one >= x.from && one <= x.to).at(k);

/** The range that is moved as far as it takes to show a step; null where it is shown. */
export function rangeWith(step, { from, to }) {
  if (step === null || (step >= from && step <= to)) return null;
  const by = step < from ? step - from : step - to;
  return [from + by, to + by];
}
