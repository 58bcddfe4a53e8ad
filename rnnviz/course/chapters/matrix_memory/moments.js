// What the reader of this chapter looks at: the memories written by hand, and the trainings on the spot.

import { training } from "../../reader/training.js";
import { keyAt, pairsOf, recalled, writtenAll } from "./memory.js";
import { firstState, gradientStep } from "./recall.js";
import { MOST, PACE } from "./settings.js";

export const RUN = training({
  steps: "steps",
  most: MOST,
  of: ({ task, size, seed }) => ({ task, size, seed }),
  prepare: (what, { cells }) => ({ ...what, cells: cells[what.size] }),
  begin: firstState,
  step: gradientStep,
});
/** Whether what was asked for is still far ahead of what is known: a link asks for all steps at once. */
export const isPending = (values) => values.steps - RUN.at(values, values.given).done > PACE;

const RIGHT = { a: keyAt(0), b: keyAt(90) };

/** The pairs of the first figure, written one after another. */
export const firstSteps = ({ pairs }) => writtenAll(pairsOf(pairs), RIGHT, { rule: "add" });
/** The memory of the second one: a3, and b1 at an angle. */
export function betweenMemory({ apart }) {
  const keys = { a: keyAt(0), b: keyAt(apart) };
  return { keys, S: writtenAll(pairsOf("a3 b1"), keys, { rule: "add" })[1].after };
}
/** The keys of the third one, and its pairs, written by the chosen rule. */
export function replacing({ again, near, rule, B }) {
  const keys = { a: keyAt(0), b: keyAt(near) };
  return { keys, steps: writtenAll(pairsOf(again), keys, { rule, B }) };
}
/** The same pairs in three memories: {linear, deltanet, gateddeltanet}. */
export function threeMemories({ story, F }) {
  const pairs = pairsOf(story);
  return {
    linear: writtenAll(pairs, RIGHT, { rule: "add" }),
    deltanet: writtenAll(pairs, RIGHT, { rule: "replace" }),
    gateddeltanet: writtenAll(pairs, RIGHT, { rule: "replace", F }),
  };
}
export const ORTHOGONAL = RIGHT;

const CROWDS = new Map();
/** The shares of right answers in d dimensions, {add, replace}; found once. */
export function crowd({ d }) {
  if (!CROWDS.has(d)) CROWDS.set(d, { add: recalled(Number(d), "add"), replace: recalled(Number(d), "replace") });
  return CROWDS.get(d);
}
/** The most pairs up to which at least nine of ten answers are right. */
export const capacity = (shares) => {
  const end = shares.findIndex((share) => share < 0.9);
  return end < 0 ? shares.length : end;
};
