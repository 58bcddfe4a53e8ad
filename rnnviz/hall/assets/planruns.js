// Trainings at the places of a lecture plan: which one was begun where, and which one a place shows.

/** @import {KeptPlans} from "../plans.d.ts" */

import { planOf, withViews } from "./plans.js";

// Of those that were begun, the last ones are kept.
const MOST_BEGUN = 20;

const isTraining = (view) => view.split("?")[0] === "train";
const runOf = (view) => new URLSearchParams(view.split("?")[1]).get("run") ?? "";

/**
 * The plan is at `view`, and the page at `now`: a training that was begun there belongs to this place of the walk,
 * until it is reset.
 *
 * @param {KeptPlans} state
 * @param {string} view
 * @param {string} now
 */
export function withBegun(state, view, now) {
  if (!isTraining(view) || !isTraining(now)) return state;
  const before = state.begun.find(([one]) => one === view);
  const isOfWalk = before?.[2] === state.walk;
  const isBegun = runOf(now) !== "" && runOf(now) !== runOf(view);
  // Whichever of its moments was looked at, the place shows it as it stands.
  const begun = without(now, "at");
  if (isBegun ? isOfWalk && before[1] === begun : !isOfWalk) return state;
  const rest = state.begun.filter((one) => one !== before);
  /** @type {KeptPlans["begun"]} */
  const all = isBegun ? [...rest, [view, begun, state.walk]] : rest;
  return { ...state, begun: all.slice(-MOST_BEGUN) };
}

/** A view as a place of the walk shows it: with the training that was begun there since the plan was started. */
export function viewNow({ begun, walk }, view) {
  return begun.find(([one, , when]) => one === view && when === walk)?.[1] ?? view;
}

/** A view as it is kept in a file: with the training that was begun there last. */
export function viewBegun({ begun }, view) {
  return begun.find(([one]) => one === view)?.[1] ?? view;
}

/** The plan is started: nothing of another time is at its places, and its minutes and questions begin anew. */
export function withStart(state) {
  return { ...state, at: 0, isWalked: false, walk: state.walk + 1, since: 0, asked: [] };
}

/**
 * With the training that was begun at place k as its own, whenever the plan is walked.
 *
 * @param {KeptPlans} state
 * @param {number} k
 */
export function withOwnRun(state, k) {
  return withView(state, k, (view) => viewBegun(state, view));
}

/**
 * With no training of its own at place k, but what is to be trained.
 *
 * @param {KeptPlans} state
 * @param {number} k
 */
export function withoutOwnRun(state, k) {
  return withView(state, k, (view) => without(without(view, "run"), "under"));
}

function withView(state, k, change) {
  return withViews(
    state,
    planOf(state).views.map((one, at) => (at === k ? { ...one, view: change(one.view) } : one)),
  );
}

/** Which of the two a place offers: "begun", a training that it could show; "own", the one that it shows; or "". */
export function runAt(state, view) {
  if (viewBegun(state, view) !== view) return "begun";
  return isTraining(view) && runOf(view) ? "own" : "";
}

/** Whether a view shows the training that another one, of the Train page, only prepares, or shows it too. */
export function isSameTraining(before, now) {
  if (!isTraining(before) || !isTraining(now) || runOf(now) === "") return false;
  return runOf(before) === "" || runOf(before) === runOf(now);
}

/** A link without one of its parts. */
function without(view, name) {
  const [page, asked = ""] = view.split("?");
  const rest = asked.split("&").filter((pair) => pair && !pair.startsWith(`${name}=`));
  return rest.length > 0 ? `${page}?${rest.join("&")}` : page;
}
