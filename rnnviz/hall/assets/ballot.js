// A follower's vote: the question that stands, the answer that is on its way, and what is said of it. Pure.

/** @import {News, Vote} from "../messages.d.ts" */
/** @import {Strings} from "../../stage/scene.d.ts" */

/**
 * refused: why the last vote does not count, or "".
 *
 * @typedef {{question: News["question"], pending: Vote | null, refused: string}} Ballot
 */

/** @type {Ballot} */
export const NO_BALLOT = { question: null, pending: null, refused: "" };

/**
 * After news of the room.
 *
 * @param {Ballot} ballot
 * @param {News} news
 * @param {Strings} strings
 * @returns {Ballot}
 */
export function ballotAfter({ question, pending, refused }, { question: asked, voted, refused: sentence }, strings) {
  const standing = asked === undefined ? question : asked;
  const isOther = standing?.id !== question?.id;
  const late = voted?.isLate ? strings.tooLate : "";
  return {
    question: voted && standing?.id === voted.question ? { ...standing, mine: voted.choice } : standing,
    pending: voted || sentence || isOther ? null : pending,
    refused: isOther ? "" : sentence || (voted ? late : refused),
  };
}

/**
 * With a choice on its way; as it is where nothing can be chosen any more.
 *
 * @param {Ballot} ballot
 * @param {number} choice
 * @returns {Ballot}
 */
export function ballotWith(ballot, choice) {
  const { question } = ballot;
  if (question === null || question.isOver) return ballot;
  return { question: { ...question, mine: choice }, pending: { question: question.id, choice }, refused: "" };
}

/**
 * The choice as which a number counts, of a question that a number answers.
 *
 * @param {number} value
 * @param {[low: number, high: number][]} ranges
 */
export function choiceOf(value, ranges) {
  const found = ranges.findIndex(([low, high]) => low <= value && value <= high);
  return found < 0 ? ranges.length : found;
}

/**
 * What is said below the question.
 *
 * @param {Ballot} ballot
 * @param {Strings} strings
 */
export function ballotWords({ question, pending, refused }, strings) {
  if (question?.isOver) return refused || strings.isOver;
  if (pending) return strings.sending;
  if (refused || typeof question?.mine === "number") return refused || strings.given;
  return question?.ranges ? strings.type : strings.choose;
}
