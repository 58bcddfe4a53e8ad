// The minutes of a lecture plan: those that its views are to take, and those that have passed.

/** @import {KeptPlans, Stop} from "../plans.d.ts" */

import { planOf } from "./plans.js";

const MINUTE = 60_000;
// A plan that was begun so long ago belongs to another lecture.
const LECTURE_ENDS = 6 * 60 * MINUTE;

/** How many minutes these views are to take together. @param {Stop[]} views */
export function minutesOf(views) {
  return views.reduce((sum, { minutes }) => sum + minutes, 0);
}

/**
 * With the view of the walk beginning now, as the plan has it.
 *
 * @param {KeptPlans} state
 * @param {number} now milliseconds since 1970
 */
export function withViewBegun(state, now) {
  return { ...state, since: now - MINUTE * minutesOf(planOf(state).views.slice(0, state.at)) };
}

/**
 * The walk begins or goes on; its minutes are counted from the first time.
 *
 * @param {KeptPlans} state
 * @param {number} now
 */
export function withTime(state, now) {
  return state.since > 0 && now - state.since < LECTURE_ENDS ? state : withViewBegun(state, now);
}

/**
 * How far a walk is: {planned, passed, late}, in whole minutes; late is below 0 for who is ahead, and 0 while the view
 * is one for which it is time. null where no view has minutes.
 *
 * @param {KeptPlans} state
 * @param {number} now
 */
export function timeOf(state, now) {
  const views = planOf(state)?.views ?? [];
  const planned = minutesOf(views);
  if (planned === 0 || !state.isWalked || state.since === 0) return null;
  const passed = Math.max(0, now - state.since) / MINUTE;
  const [from, until] = [0, 1].map((more) => minutesOf(views.slice(0, state.at + more)));
  const late = Math.trunc(Math.max(0, passed - until) + Math.min(0, passed - from));
  return { planned, passed: Math.floor(passed), late };
}
