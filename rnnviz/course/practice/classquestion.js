// A number of a task as a question to a class: each types one, and what the known slips give is counted apart, so that
// the counts say how many made which. Pure.

/** @import {Program} from "../../practice/program.d.ts" */
/** @import {Task} from "../../practice/browser/tasks.js" */

import { computed } from "../../practice/browser/judging.js";
import { asShown } from "../../web/typednumber.js";

// A question to a room has at most six answers; the last one is none of the others.
const MOST_NUMBERS = 5;

/**
 * A number, the slip that gives it, "" for the right one, and the lowest and highest that count as it.
 *
 * @typedef {{text: string, slip: string, range: [low: number, high: number]}} Offered
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
    trees.map((tree) => ({ slip, ...computed(task.look, tree) })),
  );
  const all = task.answers[name].map((_, place) => ({ place, numbers: numbersAt(place) }));
  function numbersAt(place) {
    const right = { slip: "", value: task.answers[name][place], off: task.tolerances[name][place] };
    const taken = new Map([[asShown(right.value), right]]);
    for (const { slip, found, off } of made) {
      const text = asShown(found[place]);
      const isNew = Number.isFinite(found[place]) && !taken.has(text) && ![...taken.values()].some(isOf(slip));
      if (isNew && taken.size < MOST_NUMBERS) taken.set(text, { slip, value: found[place], off: off[place] });
    }
    const inOrder = [...taken].sort(([, a], [, b]) => a.value - b.value);
    const ranges = rangesOf(inOrder.map(([, one]) => one));
    return inOrder.map(([text, { slip }], k) => ({ text, slip, range: ranges[k] }));
  }
  const best = all.reduce((most, one) => (one.numbers.length > most.numbers.length ? one : most));
  if (best.numbers.length === 1) return null;
  return { ...best, truth: best.numbers.findIndex(({ slip }) => slip === "") };
}

/**
 * As far about each number as it may be off; where two reach into each other, they part halfway, but none takes of what
 * is right.
 *
 * @param {{slip: string, value: number, off: number}[]} inOrder
 * @returns {[low: number, high: number][]}
 */
function rangesOf(inOrder) {
  const around = ({ value, off }) => [value - off, value + off];
  const right = inOrder.find(({ slip }) => slip === "");
  const [lowest, highest] = around(right);
  const halfway = (one, other) => (one.value + other.value) / 2;
  return inOrder.map((one, k) => {
    const [low, high] = around(one);
    if (one === right) return [low, high];
    const isBelow = one.value < right.value;
    const [before, next] = [inOrder[k - 1], inOrder[k + 1]];
    return [
      Math.max(low, isBelow ? low : highest, before ? halfway(before, one) : low),
      Math.min(high, isBelow ? lowest : high, next ? halfway(one, next) : high),
    ];
  });
}

const isOf = (slip) => (one) => one.slip === slip;
