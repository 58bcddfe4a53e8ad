// Tasks from a seed: the twin of `../tasks.py`. The same seed gives the same numbers here and there.

/** @import {Program} from "../program.d.ts" */

import { generator } from "../../web/pcg64.js";
import { computed, isNear, judged, lookFor } from "./judging.js";
import { DECIMALS, HALF, WRITTEN } from "./rounding.js";
import { valuesOf } from "./values.js";

const TARGET = "Y_true";
const LOG2_E = "log2 e";
const MOST_DRAWN = 2000;
/** The largest seed: one word of the generator's. */
export const LARGEST_SEED = 2 ** 32 - 1;

/** @typedef {ReturnType<typeof taskOf>} Task */

/**
 * The task of a seed, a whole number up to `LARGEST_SEED`.
 *
 * @param {Program} program
 * @param {number} seed
 */
export function task(program, seed) {
  for (let drawn = 0; drawn < MOST_DRAWN; drawn += 1) {
    const found = taskOf(program, seed, network(program, seed, drawn));
    if (isTelling(program, found)) return found;
  }
  throw new Error(`None of ${MOST_DRAWN} networks of seed ${seed} is telling.`);
}

/** Parameters of two decimals, by name, as rows. @param {Program} program */
function network({ parameters, largest }, seed, drawn) {
  const { uniform } = generator(seed, drawn);
  const scale = 10 ** DECIMALS;
  return Object.fromEntries(
    parameters.map(([name, rows, columns]) => {
      const numbers = uniform(-largest, largest, rows * columns);
      const row = (k) =>
        Array.from(numbers.subarray(k * columns, (k + 1) * columns), (x) => Math.round(x * scale) / scale);
      return [name, Array.from({ length: rows }, (_, k) => row(k))];
    }),
  );
}

/** @param {Program} program @param {Record<string, number[][]>} own */
function taskOf(program, seed, own) {
  const oneHot = (letter) => program.letters.map((one) => (one === letter ? 1 : 0));
  const target = program.text[program.steps];
  const parameters = { ...own, [TARGET]: oneHot(target).map((one) => [one]), [LOG2_E]: [[Math.LOG2E]] };
  const { before, now } = traced(program, parameters, oneHot);
  /** @type {Record<string, number[]>} */
  const answers = {};
  const read = (e) => (e.before ? before[e.name] : (answers[e.name] ?? now[e.name]));
  for (const { target, node } of program.wanted) answers[target] = valuesOf(program, read, parameters).value(node);
  const given = Object.fromEntries(program.given.map(({ name, of, before }) => [name, read({ name: of, before })]));
  /** How far off what is read may be, with these quantities of the step written down, and the others so far off. */
  const offWith = (written, tolerances) => (e) => {
    if (e.name === "X") return now.X.map(() => 0);
    const isRead = e.before || e.name in written || !(e.name in answers);
    return isRead ? read(e).map(() => WRITTEN) : tolerances[e.name];
  };
  /** @type {Record<string, number[]>} */
  const tolerances = {};
  const truth = lookFor(program, { read, off: offWith({}, tolerances), parameters });
  for (const { target, node } of program.wanted) tolerances[target] = computed(truth, node).off;

  /**
   * What is right about what was entered, by the names of entries.
   *
   * @param {Record<string, number[]>} entered
   */
  function judge(entered) {
    const known = new Map(
      program.entries
        .filter(({ name, of }) => name !== of && name in entered)
        .map(({ name, node }) => [node, entered[name]]),
    );
    const his = (e) => (!e.before && e.name in answers && e.name in entered ? entered[e.name] : read(e));
    const own = lookFor(program, { read: his, off: offWith(entered, tolerances), parameters }, known);
    return Object.fromEntries(
      program.entries
        .filter(({ name }) => name in entered)
        .map(({ name, node }) => [name, judged(program, node, entered[name], [truth, own])]),
    );
  }
  /** The right numbers of an entry, not rounded. @param {number} node */
  const rightOf = (node) => computed(truth, node).found;
  return { seed, parameters, X: now.X, target, given, answers, tolerances, look: truth, judge, rightOf };
}

/** The quantities of the last step and of the one before it. @param {Program} program */
function traced(program, parameters, oneHot) {
  /** @type {Record<string, number[]>} */
  let before = {};
  /** @type {Record<string, number[]>} */
  let now = Object.fromEntries(program.states.map((name) => [name, Array(program.units).fill(0)]));
  for (const letter of program.text.slice(0, program.steps)) {
    before = now;
    now = { X: oneHot(letter) };
    const read = (e) => (e.before ? before : now)[e.name];
    for (const { target, node } of program.forward) now[target] = valuesOf(program, read, parameters).value(node);
  }
  return { before, now };
}

/**
 * Whether no slip gives a right answer, gates are open or shut, units differ, and no number is near 0.
 *
 * @param {Program} program
 */
function isTelling({ gates, wanted, clear, coarse, least, slips }, { answers, tolerances, look }) {
  if (gates.some((gate) => answers[gate]?.some((one) => Math.abs(one - 0.5) < clear))) return false;
  if (Object.values(answers).some((answer) => answer.some((one) => Math.abs(one) < least))) return false;
  const vectors = Object.values(answers).filter((answer) => answer.length > 1);
  if (vectors.some((answer) => Math.max(...answer) - Math.min(...answer) <= 2 * HALF)) return false;
  if (Object.values(tolerances).some((off) => off.some((one) => one > coarse))) return false;
  return wanted.every(({ target, node }) =>
    (slips[node] ?? []).every(([, trees]) =>
      trees.every((tree) => {
        const { found, off } = computed(look, tree);
        return !isNear(found, { found: answers[target], off: off.map((one, k) => one + tolerances[target][k]) });
      }),
    ),
  );
}
