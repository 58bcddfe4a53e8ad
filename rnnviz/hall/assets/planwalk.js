// The walk through a lecturer's plan: the strip that is on every page meanwhile, and the way to the next view.

/** @import {Arrival} from "../desk.d.ts" */
/** @import {Planner} from "../planner.d.ts" */
/** @import {ClickerAct} from "../../web/window.d.ts" */

import { recall, remember } from "../../web/tab.js";
import { viewOfAddress } from "./address.js";
import { giveKeysBack, stageIn } from "./keysback.js";
import { hallNotice } from "./notice.js";
import { viewNow, withBegun } from "./planruns.js";
import { withTime } from "./plantime.js";
import { keepPlans, planOf, viewName, WALKS, withoutLanguage } from "./plans.js";

// What the root of the page says while a view fills the window.
export const PRESENTING_MARKS = ["data-presents", "data-presenting"];
// Milliseconds between two looks whether a training that was asked for has its name, and how many looks there are.
const LOOK_EVERY = 100;
const MOST_LOOKS = 50;

const pageOfAddress = () => location.pathname.split("/").pop();
/** Whether this page shows a view; the first one shows a stage, too. */
const isPageOf = (view) => (view.split("?")[0] || "step") === (pageOfAddress() || "step");
export const isPresenting = () => PRESENTING_MARKS.some((mark) => document.documentElement.hasAttribute(mark));
/** Whether a training is asked for here, and has no name yet by which one could come back to it. */
const isBeginning = () => stageIn()?.dataset.begins !== undefined;

/**
 * The view at which the walk is; null where there is none, and in another tab that is elsewhere.
 *
 * @param {Planner} planner
 */
export function hereInPlan({ state }) {
  const here = state.isWalked ? planOf(state).views[state.at] : null;
  return here && (recall(WALKS) === "on" || isPageOf(here.view)) ? here : null;
}

/** @param {Planner} planner */
export function drawStrip(planner) {
  const { state, strip, dock, desk, data } = planner;
  const here = hereInPlan(planner);
  if (here) strip.show(here.ask || viewName(here.view, data.words), state.at, planOf(state).views.length);
  // The class sees what is for the class; while the notes stand in a window of their own, it sees nothing else.
  const isQuiet = planner.notes.isOpen() && isPresenting();
  strip.element.toggleAttribute("data-quiet", isQuiet);
  dock.show("plan", here !== null && (!isQuiet || here.ask !== ""));
  desk.says(here?.ask ?? "");
}

/** A training that was begun at a view of the plan belongs to it. @param {Planner} planner */
export function noteTraining(planner) {
  const { state } = planner;
  const here = hereInPlan(planner);
  const now = withoutLanguage(viewOfAddress());
  const noted = here && now !== planner.left ? withBegun(state, here.view, now) : state;
  if (noted === state) return;
  planner.state = noted;
  keepPlans(noted);
}

/**
 * Who goes to another page, by the bar or by a link, leaves the plan, and > leads back to where it was left. A reload
 * leaves nothing, nor does whatever is looked at on the page of the plan's view.
 *
 * @param {Planner} planner
 */
export function lookAround(planner) {
  const here = hereInPlan(planner);
  if (!here || recall(WALKS) !== "on" || planner.desk.isArriving()) return;
  if (withoutLanguage(viewOfAddress()) === planner.left) return;
  // On a slow server the page before is there for long, and may write its own place into the address meanwhile.
  if (planner.page === "" && planner.left !== "" && !isPageOf(here.view) && isPageOf(planner.left)) return;
  noteTraining(planner);
  const now = pageOfAddress();
  if (planner.page === "" ? isPageOf(here.view) : now === planner.page) {
    planner.page = now;
    return;
  }
  remember(WALKS, null);
  planner.state = { ...planner.state, isWalked: false };
  keepPlans(planner.state);
  drawStrip(planner);
}

/**
 * To the view after or before, if there is one: with the training that was begun there, which goes on meanwhile.
 *
 * @param {Planner} planner
 * @param {number} by
 * @param {Arrival["lands"]} [lands]
 */
export function walk(planner, by, lands = "start", looks = MOST_LOOKS) {
  const { state, card, data } = planner;
  const views = planOf(state)?.views ?? [];
  const to = state.isWalked ? state.at + by : state.at;
  if (!(to in views)) {
    // Silence would be taken for a clicker that has failed.
    if (hereInPlan(planner)) hallNotice().say(data.strings[by < 0 ? "atStart" : "atEnd"]);
    return false;
  }
  if (isBeginning() && looks > 0) {
    setTimeout(() => walk(planner, by, lands, looks - 1), LOOK_EVERY);
    return true;
  }
  noteTraining(planner);
  planner.left = withoutLanguage(viewOfAddress());
  planner.page = "";
  remember(WALKS, "on");
  planner.state = withTime({ ...planner.state, at: to, isWalked: true }, Date.now());
  keepPlans(planner.state);
  drawStrip(planner);
  if (card.open) {
    card.close();
    giveKeysBack();
  }
  planner.go(viewNow(planner.state, views[to].view), lands);
  return true;
}

/**
 * A clicker goes on in a plan, and begins none.
 *
 * @param {Planner} planner
 * @param {number} by
 * @returns {ClickerAct | null}
 */
export function walkAct(planner, by) {
  if (!hereInPlan(planner)) return null;
  const { views } = planOf(planner.state);
  const to = planner.state.at + by;
  const does = to in views ? "view" : by < 0 ? "start" : "end";
  return { does, at: to + 1, of: views.length, run: () => walk(planner, by, by < 0 ? "end" : "start") };
}
