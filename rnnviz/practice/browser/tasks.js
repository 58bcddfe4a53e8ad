// Tasks from a seed: the twin of `../tasks.py`. The same seed gives the same numbers here and there.

/** @import {Program} from "../program.d.ts" */

import { generator } from "../../web/pcg64.js";
import { computed, isNear, judged, lookFor } from "./judging.js";
import { HALF, WRITTEN } from "./rounding.js";
import { valuesOf } from "./values.js";

const TARGET = "Y_true";
const MOST_DRAWN = 20000;
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
    const found = taskOf(program, seed, drawnOf(program, seed, drawn));
    if (isTelling(program, found)) return found;
  }
  throw new Error(`None of ${MOST_DRAWN} tasks of seed ${seed} is telling.`);
}

/** What is given, by name, as rows. @param {Program} program */
function drawnOf({ parameters }, seed, drawn) {
  const { uniform } = generator(seed, drawn);
  return Object.fromEntries(
    parameters.map(({ name, low, high, decimals, rows, columns }) => {
      const scale = 10 ** decimals;
      const numbers = uniform(low, high, rows * columns);
      const row = (k) =>
        Array.from(numbers.subarray(k * columns, (k + 1) * columns), (x) => Math.round(x * scale) / scale);
      return [name, Array.from({ length: rows }, (_, k) => row(k))];
    }),
  );
}

/** @param {Program} program @param {Record<string, number[][]>} own */
function taskOf(program, seed, own) {
  const { letters, target } = program;
  const oneHot = (letter) => letters.map((one) => (one === letter ? 1 : 0));
  const numbers = Object.fromEntries(Object.entries(program.numbers).map(([name, one]) => [name, [[one]]]));
  const parameters = { ...own, ...readOff(program, own), ...numbers, [TARGET]: oneHot(target).map((one) => [one]) };
  const { before, now } = program.reading ? traced(program, parameters, oneHot) : { before: {}, now: {} };
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

/**
 * What is read off from the numbers that were drawn.
 *
 * @param {Program} program @param {Record<string, number[][]>} own
 */
function readOff({ read, parameters, numbers }, own) {
  const of = (one) => {
    if (Array.isArray(one)) return one.map((name) => numbers[name] ?? own[name][0][0]);
    const { letters } = parameters.find(({ name }) => name === one.text);
    const text = own[one.text][0].map((k) => letters[k]).join("");
    return [[...text.matchAll(new RegExp(`(?=${one.pattern})`, "g"))].length];
  };
  return Object.fromEntries(Object.entries(read).map(([name, one]) => [name, [of(one)]]));
}

/** The quantities of the last step and of the one before it. @param {Program} program */
function traced(program, parameters, oneHot) {
  const { states, units, text, steps, forward } = program.reading;
  /** @type {Record<string, number[]>} */
  let before = {};
  /** @type {Record<string, number[]>} */
  let now = Object.fromEntries(states.map((name) => [name, Array(units).fill(0)]));
  for (const letter of text.slice(0, steps)) {
    before = now;
    now = { X: oneHot(letter) };
    const read = (e) => (e.before ? before : now)[e.name];
    for (const { target, node } of forward) now[target] = valuesOf(program, read, parameters).value(node);
  }
  return { before, now };
}

/**
 * Whether no slip gives a right answer, gates are open or shut, units differ, and no number is nearly 0.
 *
 * @param {Program} program
 */
function isTelling({ gates, wanted, clear, coarse, least, slips, nodes }, { answers, tolerances, look }) {
  if (gates.some((gate) => answers[gate]?.some((one) => Math.abs(one - 0.5) < clear))) return false;
  // What ReLU has cut off is 0 whatever its sign.
  const isCut = ({ target, node }) => {
    const e = nodes[node];
    return e.op === "apply" && e.function === "relu" && answers[target].every((one) => one === 0);
  };
  const asked = wanted.filter((one) => !isCut(one));
  if (asked.some(({ target }) => answers[target].some((one) => Math.abs(one) < least))) return false;
  const vectors = Object.values(answers).filter((answer) => answer.length > 1);
  if (vectors.some((answer) => Math.max(...answer) - Math.min(...answer) <= 2 * HALF)) return false;
  if (!Object.values(tolerances).every((off) => off.every((one) => one <= coarse))) return false;
  return asked.every(({ target, node }) =>
    (slips[node] ?? []).every(([, trees]) =>
      trees.every((tree) => {
        const { found, off } = computed(look, tree);
        return !isNear(found, { found: answers[target], off: off.map((one, k) => one + tolerances[target][k]) });
      }),
    ),
  );
}
