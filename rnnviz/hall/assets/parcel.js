// What goes along with a room that is handed over: the lecture plan with its notes, where it is, and the questions.

/** @import {KeptPlans, Limits} from "../plans.d.ts" */

import { remember } from "../../web/tab.js";
import { keepPlans, keptPlans, planIn, planOf, plansFrom, WALKS, withLent, withPlan } from "./plans.js";
import { prepare, prepared, withQuestions } from "./prepared.js";

/** @type {Limits} */
const ANY = {
  ...{ views: Infinity, view: Infinity, say: Infinity, title: Infinity },
  ...{ minutes: Infinity, lines: Infinity, line: Infinity, link: Infinity },
};

/** What this browser gives along, with the plan, which is null where there is none, and the saved questions. */
export function packed() {
  const state = keptPlans(ANY);
  const plan = planOf(state) ?? null;
  const isHere = ([view, , walk]) => walk === state.walk && plan?.views.some((one) => one.view === view);
  const { at, isWalked, since, asked } = state;
  return { plan, at, isWalked, since, asked, begun: state.begun.filter(isHere), questions: prepared() };
}

/**
 * Keep what came along beside what is there; nothing of one's own goes for it. Returns the plan that could not be kept,
 * or null.
 *
 * @param {string} text
 * @param {Limits} limits
 */
export function unpack(text, limits) {
  const told = parcelIn(text);
  const found = told.plan ? planIn(JSON.stringify(told.plan), limits) : { refused: "none" };
  try {
    const questions = withQuestions(prepared(), told.questions);
    if (questions.length > prepared().length) prepare(questions);
  } catch {
    return told.plan ?? null;
  }
  if (found.refused) return told.plan ?? null;
  const kept = keepPlans(withParcel(keptPlans(limits), found, told, limits));
  if (kept && told.isWalked === true) remember(WALKS, "on");
  return kept ? null : found;
}

/**
 * With another lecturer's plan, at the place where it was; where there are too many, it is looked at like a built-in
 * one.
 *
 * @param {KeptPlans} state
 * @returns {KeptPlans}
 */
export function withParcel(state, plan, told, limits) {
  const added = withPlan(state, plan);
  const isAdded = planOf(added) !== undefined && JSON.stringify(planOf(added).views) === JSON.stringify(plan.views);
  const next = isAdded ? added : withLent(state, plan);
  const walk = next.walk + 1;
  const begun = Array.isArray(told.begun) ? told.begun.flatMap((one) => (Array.isArray(one) ? [one] : [])) : [];
  const own = begun.map(([view, now]) => [view, now, walk]);
  const { at, isWalked, since, asked } = told;
  return plansFrom({ ...next, at, isWalked, since, asked, walk, begun: [...next.begun, ...own] }, limits);
}

function parcelIn(text) {
  try {
    const told = JSON.parse(text);
    return typeof told === "object" && told !== null ? told : {};
  } catch {
    return {};
  }
}
