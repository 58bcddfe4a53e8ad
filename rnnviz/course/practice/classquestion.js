// A number of a task as a question to a class: its wrong answers are what the known slips give, so that the counts say
// how many made which. Pure.

/** @import {Program} from "../../practice/program.d.ts" */
/** @import {Task} from "../../practice/browser/tasks.js" */

import { computed } from "../../practice/browser/judging.js";
import { asShown } from "./typednumber.js";

// A question to a room has at most six answers; the last one is none of the others.
const MOST_NUMBERS = 5;

/**
 * An answer, and the slip that gives it; "" for the right one.
 *
 * @typedef {{text: string, slip: string}} Offered
 */

/**
 * The number of a quantity by which most slips are told apart: {place, numbers, truth}; null where no slip gives one.
 * numbers: from the smallest to the largest; truth: the place of the right one among them.
 *
 * @param {Program} program
 * @param {Task} task
 * @param {string} name of the quantity
 */
export function classQuestion(program, task, name) {
  const { node } = program.wanted.find(({ target }) => target === name);
  const made = (program.slips[node] ?? []).flatMap(([slip, trees]) =>
    trees.map((tree) => ({ slip, found: computed(task.look, tree).found })),
  );
  const all = task.answers[name].map((_, place) => ({ place, numbers: numbersAt(place) }));
  function numbersAt(place) {
    /** @type {Map<string, {slip: string, value: number}>} */
    const found = new Map([[asShown(task.answers[name][place]), { slip: "", value: task.answers[name][place] }]]);
    for (const { slip, found: values } of made) {
      const text = asShown(values[place]);
      const isNew = Number.isFinite(values[place]) && !found.has(text) && ![...found.values()].some(isOf(slip));
      if (isNew && found.size < MOST_NUMBERS) found.set(text, { slip, value: values[place] });
    }
    const inOrder = [...found].sort(([, a], [, b]) => a.value - b.value);
    return inOrder.map(([text, { slip }]) => ({ text, slip }));
  }
  const best = all.reduce((most, one) => (one.numbers.length > most.numbers.length ? one : most));
  if (best.numbers.length === 1) return null;
  return { ...best, truth: best.numbers.findIndex(({ slip }) => slip === "") };
}

const isOf = (slip) => (one) => one.slip === slip;
