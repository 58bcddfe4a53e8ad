// The verdict is asked first: what may be answered, and when a question is put away. Pure.

/** @import {Place} from "../units.d.ts" */

/** The words that a verdict may have, in the order of the letters that answer. */
export const VERDICTS = ["tellsAndMatters", "tellsOnly", "mattersOnly", "neither"];
export const LETTERS = ["a", "b", "c", "d"];
/** What a guess is while it is asked, and when the answer is wanted without one. */
export const ASKED = "";
export const REVEALED = "revealed";

/**
 * The guess, the vote and the question's words where a class is asked. mine: the number of a reader's own answer.
 *
 * @param {{isOver: boolean, mine: number | null, text: string} | null} question
 */
export function askedOf(question) {
  if (question === null) return { guess: null, vote: null, words: "" };
  if (question.isOver) return { guess: VERDICTS[question.mine] ?? REVEALED, vote: null, words: "" };
  return { guess: ASKED, vote: question.mine ?? -1, words: question.text };
}

/** The word for what was found. */
export function wordFor({ tells, matters }) {
  if (tells) return matters ? "tellsAndMatters" : "tellsOnly";
  return matters ? "mattersOnly" : "neither";
}

/**
 * The guess after the place has moved: a question goes along to another unit, an answer does not.
 *
 * @param {Place} before
 * @param {Place} next
 */
export function guessAt(before, next) {
  const isAnswered = before.guess !== null && before.guess !== ASKED && next.guess === before.guess;
  const isOther = ["quantity", "unit", "label", "pattern", "spans", "how"].some((name) => before[name] !== next[name]);
  return isAnswered && isOther ? null : next.guess;
}
