// What changes a lecturer's plan, and draws the card and the strip anew.

/** @import {KeptPlans, LecturePlan} from "../plans.d.ts" */
/** @import {Planner} from "../planner.d.ts" */
/** @import {Step} from "./plancard.js" */

import { write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { closing } from "./buttons.js";
import { placeIn } from "./cardplace.js";
import { planCard } from "./plancard.js";
import { saveViews } from "./planfiles.js";
import { relabel } from "./planstops.js";
import { drawStrip, isPresenting } from "./planwalk.js";
import { freshView, keepPlans, planOf, viewName, withAdded, withoutLanguage } from "./plans.js";

/**
 * A state that could not change is told: there are as many plans as a browser keeps.
 *
 * @param {Planner} planner
 * @param {Step} step
 * @param {string} [refused]
 */
export function change(planner, step, refused) {
  const { strings } = planner.data;
  const to = step(planner.state);
  const why = refused ?? (to === planner.state ? strings.crowded : "");
  planner.state = to;
  planner.before = null;
  drawCard(planner, keepPlans(to) ? why : strings.unkept);
  drawStrip(planner);
}

/** As change, with a way back. @param {Planner} planner @param {Step} step */
export function remove(planner, step) {
  const { state, picked, card } = planner;
  change(planner, step);
  if (state === planner.state) return;
  planner.before = { state, picked };
  drawCard(planner);
  // The last card has no next one at its place.
  if (!card.matches(":focus-within")) focusOn(planner, `stop ${planner.picked}`);
}

/**
 * What is typed is kept with each letter; nothing in the card moves for it.
 *
 * @param {Planner} planner
 * @param {Step} step
 */
export function typed(planner, step) {
  const { state, card, data } = planner;
  const to = step(state);
  if (to === state) {
    tell(planner, data.strings.crowded);
    return;
  }
  planner.state = to;
  planner.before = null;
  card.querySelector(".undo")?.remove();
  if (!keepPlans(to)) tell(planner, data.strings.unkept);
  if (state.lent !== null) drawCard(planner);
  const list = listIn(planner);
  if (list) relabel(list, shownNow(planner));
  drawStrip(planner);
}

/** The view of the page becomes one of the plan; or the sentence why it does not. @param {Planner} planner */
export function add(planner, question = []) {
  const { strings, limits } = planner.data;
  const view = freshView(withoutLanguage(planner.desk.view));
  const added = withAdded(planner.state, view, limits, strings.untitled, question);
  const problem = added.refused ? fill(strings[added.refused], { most: limits.views }) : "";
  change(planner, () => added.state, problem);
  return problem;
}

/** Save the views of a plan as one file. @param {Planner} planner @param {Pick<LecturePlan, "title" | "views">} plan */
export async function take(planner, { title, views }) {
  const { strings, words, limits } = planner.data;
  tell(planner, strings.making);
  const named = (view) => viewName(view, words).slice(0, limits.say);
  const told = views.map(({ view, ask }) => ({ view, ask: ask || named(view) }));
  tell(planner, await saveViews({ title, views: told }, strings));
}

/** @param {Planner} planner */
export function tell({ card }, sentence) {
  const place = card.querySelector(".refused");
  if (place) write(place, sentence);
}

/** The views in the card. @param {Planner} planner */
export const listIn = ({ card }) => card.querySelector(".stops");

/** The focus comes to a part of the card, which scrolls there. @param {Planner} planner @param {string} key */
export function focusOn({ card }, key) {
  /** @type {HTMLElement | null} */
  const found = card.querySelector(`[data-key="${key}"]`);
  found?.focus();
}

/** What the card shows. @param {Planner} planner */
export function shownNow(planner, refused = "") {
  const { data, desk, state } = planner;
  // Whether the class may be looking at this window.
  const isLecture = desk.room !== null || state.isWalked || planner.notes.isOpen() || isPresenting();
  planner.picked = Math.max(0, Math.min(planner.picked, (planOf(state)?.views.length ?? 0) - 1));
  const { picked } = planner;
  const isCovered = isLecture && !planner.isUncovered;
  return { data, state, picked, isCovered, canUndo: planner.before !== null, refused };
}

/** @param {Planner} planner */
export function drawCard(planner, refused = "") {
  const { card, data, acts } = planner;
  if (!card.open) return;
  const restore = placeIn(card);
  card.replaceChildren(closing(card, data.strings.closeDialog), ...planCard(shownNow(planner, refused), acts));
  planner.thumbs.watch(listIn(planner));
  restore();
}
