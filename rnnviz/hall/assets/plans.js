// Lecture plans as a browser keeps them: checked when they come from outside, and changed without losing any.

/** @import {KeptPlans, LecturePlan} from "../plans.d.ts" */

import { visible } from "../../units/view/assets/symbols.js";
import { fill } from "../../web/numbers.js";
import { ownValue } from "../../web/own.js";
import { comma, listComma } from "../../web/punctuation.js";

// A page of ours by its name, and its query: no scheme, no host, no other folder.
const VIEW = /^[a-z_]*(\?[!-~]*)?$/;
const MOST_PLANS = 30;
// A link to one of these without a cell shows the usual one.
const PAGES_WITH_CELL = ["", "step"];
export const KEPT_PLANS = "rnnviz plans";
/** What the tab remembers that walks a plan; other tabs of the browser may be anywhere. */
export const WALKS = "rnnviz walks";
/** What a tab remembers that has just been handed a plan, which is to be seen. */
export const OPENS = "rnnviz opens";

/**
 * The plan in a file, or {refused, place}: the name of the sentence that says why it is none, and the view, from 1,
 * where it says so of one.
 */
export function planIn(text, limits) {
  let told;
  try {
    told = JSON.parse(text);
  } catch {
    return { refused: "noPlan" };
  }
  return checked(told, limits);
}

/** ask is for the class, say for the lecturer alone; a file from before has no ask, and one without minutes none. */
function checked(told, limits) {
  const isWords = (words) => typeof words === "string";
  if (!isWords(told?.title) || !Array.isArray(told.views)) return { refused: "noPlan" };
  const { title } = told;
  const isLines = (all) => all.every((one) => one === undefined || isWords(one));
  const lines = ({ question = [] }) => (Array.isArray(question) ? question : [null]);
  const isView = (one) => isWords(one?.view) && isWords(one.say) && isLines([one.ask, ...lines(one)]);
  if (!told.views.every(isView)) return { refused: "noPlan" };
  const isPlanned = ({ minutes = 0 }) => isCount(minutes) && minutes <= limits.minutes;
  const place = told.views.findIndex((one) => !isPlanned(one)) + 1;
  if (place > 0) return { refused: "noMinutes", place };
  const views = told.views.map(({ view, minutes = 0, ask = "", say, question = [] }) => {
    return { view, minutes, ask, say, question };
  });
  const isLong = ({ view, say, ask, question }) =>
    view.length > limits.view ||
    Math.max(say.length, ask.length) > limits.say ||
    question.length > limits.lines ||
    question.some((line) => line.length > limits.line);
  if (title.length > limits.title || views.length > limits.views || views.some(isLong)) return { refused: "tooLong" };
  if (!views.every(({ view }) => VIEW.test(view))) return { refused: "foreign" };
  return { title, views };
}

/** What the browser has kept. @returns {KeptPlans} */
export function keptPlans(limits) {
  let told = null;
  try {
    told = JSON.parse(localStorage.getItem(KEPT_PLANS));
  } catch {
    // What cannot be read is no plan.
  }
  return plansFrom(told, limits);
}

/** What was kept, checked. */
export function plansFrom(told, limits) {
  const all = [told?.plans, told?.unread].flatMap((one) => (Array.isArray(one) ? one : []));
  const found = all.map((one) => checked(one, limits));
  const plans = /** @type {LecturePlan[]} */ (found.filter((one) => !one.refused));
  const unread = all.filter((_, k) => found[k].refused);
  const lentOne = told?.lent ? checked(told.lent, limits) : null;
  const lent = /** @type {LecturePlan | null} */ (lentOne?.refused ? null : lentOne);
  const within = (value, count) => (isCount(value) && value < count ? value : 0);
  const begun = Array.isArray(told?.begun) ? told.begun.flatMap(begunFrom) : [];
  const chosen = within(told?.chosen, plans.length);
  const views = (lent ?? plans[chosen])?.views ?? [];
  const at = within(told?.at, views.length);
  const [walk, since] = [told?.walk, told?.since].map((one) => (isCount(one) ? one : 0));
  const isWalked = told?.isWalked === true && views.length > 0;
  const asked = Array.isArray(told?.asked) ? told.asked.filter(isAsked) : [];
  return { plans, chosen, at, isWalked, lent, begun, walk, since, asked, unread };
}

const isCount = (value) => Number.isInteger(value) && value >= 0;

/** A training that was begun at a view, in a list of its own; what was kept before says no walk. */
function begunFrom(told) {
  const [view, now, walk = 0] = Array.isArray(told) ? told : [];
  const isWhole = [view, now].every((one) => typeof one === "string" && VIEW.test(one)) && isCount(walk);
  return isWhole ? [[view, now, walk]] : [];
}

/** A question that was asked at a place of the walk, in a room. */
function isAsked(told) {
  const [at, written, room] = Array.isArray(told) ? told : [];
  return isCount(at) && typeof written === "string" && typeof room === "string";
}

/** The plan that is looked at, changed or walked through; undefined for none. */
export function planOf({ lent, plans, chosen }) {
  return lent ?? plans[chosen];
}

/** Keeps them; returns whether the browser had room. */
export function keepPlans(state) {
  try {
    localStorage.setItem(KEPT_PLANS, JSON.stringify(state));
    return true;
  } catch {
    return false;
  }
}

/**
 * With another plan among them, which is chosen then; one that is there already is not there twice. The same state
 * where there are too many.
 */
export function withPlan(state, plan) {
  const same = state.plans.findIndex((one) => JSON.stringify(one) === JSON.stringify(plan));
  if (same >= 0) return withChosen(state, same);
  if (state.plans.length >= MOST_PLANS) return state;
  const plans = [...state.plans, { ...plan, title: freeTitle(state.plans, plan.title) }];
  return withChosen({ ...state, plans }, plans.length - 1);
}

/** With one of the lecturer's own chosen. */
export function withChosen(state, chosen) {
  return { ...state, chosen, lent: null, at: 0, isWalked: false, since: 0, asked: [] };
}

/** With a built-in plan to look at and to walk through; the lecturer's own stay as they are. */
export function withLent(state, plan) {
  return { ...state, lent: plan, at: 0, isWalked: false, since: 0, asked: [] };
}

/** A built-in plan becomes the lecturer's own with the first change of it. */
function owned(state) {
  if (!state.lent) return state;
  const { at, isWalked, since, asked } = state;
  return { ...withPlan(state, state.lent), at, isWalked, since, asked };
}

/** A title, numbered where there is a plan of this title. */
function freeTitle(plans, title) {
  const isTaken = (one) => plans.some((plan) => plan.title === one);
  let free = title;
  for (let k = 2; isTaken(free); k += 1) free = `${title} (${k})`;
  return free;
}

/** With view `from` at the place of view `to`; where one is in the walk stays with its view. */
export function withMoved(state, from, to) {
  const views = [...planOf(state).views];
  if (!(from in views && to in views)) return state;
  const here = views[state.at];
  views.splice(to, 0, ...views.splice(from, 1));
  return { ...withViews(state, views), at: Math.max(0, views.indexOf(here)) };
}

/** With other views in the plan. */
export function withViews(state, views) {
  return withParts(state, { views });
}

/** With another part of view k: `ask`, for the class, `say`, for the lecturer, `minutes` or `question`. */
export function withPart(state, k, name, value) {
  return withViews(
    state,
    planOf(state).views.map((one, at) => (at === k ? { ...one, [name]: value } : one)),
  );
}

/**
 * With a view at the end, and what is asked there, of a new plan where there is none: {state, refused}. refused: the
 * name of the sentence that says why the state is as before, or "".
 */
export function withAdded(state, view, limits, untitled, question = []) {
  const begun = planOf(state) ? state : withPlan(state, { title: untitled, views: [] });
  const { views } = planOf(begun);
  const added = withViews(begun, [...views, { view, minutes: 0, ask: "", say: "", question }]);
  const isFull = views.length >= limits.views;
  const refused = isFull ? "full" : view.length > limits.view ? "tooLong" : added === begun ? "crowded" : "";
  return { state: refused ? state : added, refused };
}

/** With the views of another plan after its own. */
export function withAppended(state, { views }) {
  return withViews(state, [...planOf(state).views, ...views]);
}

/** Without view k. */
export function withoutView(state, k) {
  return withViews(
    state,
    planOf(state).views.filter((_, at) => at !== k),
  );
}

/** Without the chosen one of the lecturer's own. */
export function withoutPlan(state) {
  return withChosen({ ...state, plans: state.plans.filter((_, k) => k !== state.chosen) }, 0);
}

/** Without one of those that cannot be shown. */
export function withoutUnread(state, k) {
  return { ...state, unread: state.unread.filter((_, at) => at !== k) };
}

/** With another title of the plan. */
export function withTitle(state, title) {
  return withParts(state, { title });
}

function withParts(state, parts) {
  const mine = owned(state);
  if (mine.lent) return state;
  const plans = mine.plans.map((one, k) => (k === mine.chosen ? { ...one, ...parts } : one));
  const { views } = plans[mine.chosen];
  const at = Math.max(0, Math.min(mine.at, views.length - 1));
  return { ...mine, plans, at, isWalked: mine.isWalked && views.length > 0 };
}

/**
 * A view in words: its page, and what the link says of it. words: {titles, sections, fields}: of pages and of their
 * sections by their addresses; fields: [{name, say, values, usual}], what is said of each field of a link, in this
 * order. values: words by what stands in the link, or null where that is said as it is; a link may come from anybody,
 * and what has no word is left out. usual: what a link of the Step page means that says nothing, or "".
 */
export function viewName(view, { titles, sections, fields }) {
  const [name, asked = ""] = view.split("?");
  const said = new URLSearchParams(asked);
  const told = fields.flatMap(({ name: field, say, values, usual }) => {
    const value = said.get(field) ?? (PAGES_WITH_CELL.includes(name) ? usual : "");
    if (!value) return [];
    const known = field === "section" ? (ownValue(sections, name) ?? {}) : values;
    const words = known ? wordsIn(known, value) : [value];
    return words.length > 0 ? [fill(say, { value: words.join(listComma()) })] : [];
  });
  const title = ownValue(titles, name) ?? name;
  return told.length > 0 ? `${title} · ${told.join(comma())}` : title;
}

/** The words for a value, for each of a list, or for a label about one character: "next:" stands for "next:e". */
function wordsIn(known, value) {
  const colon = value.indexOf(":") + 1;
  const about = colon > 0 ? ownValue(known, value.slice(0, colon)) : undefined;
  if (about !== undefined) return [fill(about, { character: visible(value.slice(colon)) })];
  return value.split(",").flatMap((one) => ownValue(known, one) ?? []);
}

/** A view as a plan keeps it: without its language, which is the reader's own. */
export function withoutLanguage(view) {
  const [name, asked = ""] = view.split("?");
  const rest = asked.split("&").filter((pair) => pair && !pair.startsWith("lang="));
  return rest.length ? `${name}?${rest.join("&")}` : name;
}

/** A view as a plan shows it: whatever was answered when it was added, nothing in it is answered yet. */
export function freshView(view) {
  const [name, asked = ""] = view.split("?");
  const rest = asked.split("&").filter((pair) => pair && !/^(answer|shown)_/.test(pair));
  return rest.length ? `${name}?${rest.join("&")}` : name;
}

/** Whether two links show the same, whatever the order of what they say. */
export function isSameView(one, other) {
  const told = (view) => {
    const [name, asked = ""] = view.split("?");
    return JSON.stringify([name, ...[...new URLSearchParams(asked)].sort()]);
  };
  return told(one) === told(other);
}
