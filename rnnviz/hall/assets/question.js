// A question of a lecturer's own as it is written: its first line asks, the others answer, * marks the right one.

/** @import {Asked} from "../messages.d.ts" */
/** @import {KeptPlans, Limits} from "../plans.d.ts" */

import { planOf } from "./plans.js";

// Of those that were asked in a walk, the last ones are kept.
const MOST_ASKED = 100;

/**
 * A question as the class is asked it.
 *
 * @param {string} written
 * @returns {Asked}
 */
export function questionOf(written) {
  const [text = "", ...lines] = written
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const truth = lines.findIndex((line) => line.startsWith("*"));
  return { text, choices: lines.map((line) => line.replace(/^\*\s*/, "")), truth: truth < 0 ? null : truth };
}

/**
 * The lines of a question as a plan has them, however much is typed.
 *
 * @param {string} written
 * @param {Limits} limits
 */
export function linesOf(written, limits) {
  const lines = written.split("\n").map((line) => line.trim().slice(0, limits.line));
  return lines.filter(Boolean).slice(0, limits.lines);
}

/**
 * The question that the walk is about to ask the class of a room, as it is written; "" where there is none, or where
 * this room was asked it at this place.
 *
 * @param {KeptPlans} state
 * @param {string} room
 */
export function questionToAsk(state, room) {
  const written = planOf(state)?.views[state.at]?.question.join("\n") ?? "";
  const isAsked = state.asked.some(([at, words, code]) => at === state.at && words === written && code === room);
  return isAsked ? "" : written;
}

/**
 * The class of a room is asked the question of the walk's place: once, however often one comes back to it.
 *
 * @param {KeptPlans} state
 * @param {string} room
 * @returns {KeptPlans}
 */
export function withAsked(state, room) {
  /** @type {KeptPlans["asked"]} */
  const asked = [...state.asked, [state.at, questionToAsk(state, room), room]];
  return { ...state, asked: asked.slice(-MOST_ASKED) };
}
