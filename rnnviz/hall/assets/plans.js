// Lecture plans as a browser keeps them: checked when they come from outside, and changed without losing any.

import { fill } from "../../web/numbers.js";

// A page of ours by its name, and its query: no scheme, no host, no other folder.
const VIEW = /^[a-z_]*(\?[!-~]*)?$/;
const MOST_PLANS = 30;
export const KEPT_PLANS = "rnnviz plans";

/** The plan in a file, or {refused}: the name of the sentence that says why it is none. */
export function planIn(text, limits) {
  let told;
  try {
    told = JSON.parse(text);
  } catch {
    return { refused: "noPlan" };
  }
  return checked(told, limits);
}

function checked(told, limits) {
  const isWords = (words) => typeof words === "string";
  if (!isWords(told?.title) || !Array.isArray(told.views)) return { refused: "noPlan" };
  const { title, views } = told;
  if (!views.every((one) => isWords(one?.view) && isWords(one.say))) return { refused: "noPlan" };
  const isLong = ({ view, say }) => view.length > limits.view || say.length > limits.say;
  if (title.length > limits.title || views.length > limits.views || views.some(isLong)) return { refused: "tooLong" };
  if (!views.every(({ view }) => VIEW.test(view))) return { refused: "foreign" };
  return { title, views: views.map(({ view, say }) => ({ view, say })) };
}

/**
 * What the browser has kept: {plans, chosen, at, isWalked}. chosen: which plan; at: which of its views, from 0;
 * isWalked: whether the strip is there.
 */
export function keptPlans(limits) {
  let told = null;
  try {
    told = JSON.parse(localStorage.getItem(KEPT_PLANS));
  } catch {
    // What cannot be read is no plan.
  }
  const found = Array.isArray(told?.plans) ? told.plans.map((one) => checked(one, limits)) : [];
  const plans = found.filter((one) => !one.refused);
  const within = (value, count) => (Number.isInteger(value) && value >= 0 && value < count ? value : 0);
  const chosen = within(told?.chosen, plans.length);
  const at = within(told?.at, plans[chosen]?.views.length ?? 0);
  return { plans, chosen, at, isWalked: told?.isWalked === true && (plans[chosen]?.views.length ?? 0) > 0 };
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

/** With another plan among them, which is chosen then; one that is there already is not there twice. */
export function withPlan(state, plan) {
  const same = state.plans.findIndex((one) => JSON.stringify(one) === JSON.stringify(plan));
  if (same >= 0) return { ...state, chosen: same, at: 0, isWalked: false };
  if (state.plans.length >= MOST_PLANS) return state;
  return { plans: [...state.plans, plan], chosen: state.plans.length, at: 0, isWalked: false };
}

/** With view `from` at the place of view `to`; where one is in the walk stays with its view. */
export function withMoved(state, from, to) {
  const views = [...state.plans[state.chosen].views];
  if (!(from in views && to in views)) return state;
  views.splice(to, 0, ...views.splice(from, 1));
  const here = state.plans[state.chosen].views[state.at];
  return { ...withViews(state, views), at: Math.max(0, views.indexOf(here)) };
}

/** With other views in the chosen plan. */
export function withViews(state, views) {
  const plans = state.plans.map((one, k) => (k === state.chosen ? { ...one, views } : one));
  const at = Math.max(0, Math.min(state.at, views.length - 1));
  return { ...state, plans, at, isWalked: state.isWalked && views.length > 0 };
}

/**
 * A view in words: its page, and what the link says of it. words: {titles, sections, fields, values}: of pages and of
 * their sections by their addresses, and as `plans.py` has them.
 */
export function viewName(view, { titles, sections, fields, values }) {
  const [name, asked = ""] = view.split("?");
  const said = [...new URLSearchParams(asked)].filter(([key]) => key !== "lang");
  const told = said.map(([key, value]) => {
    const word = (key === "section" ? sections[name]?.[value] : values[value]) ?? value;
    return fields[key] ? fill(fields[key], { value: word }) : `${key} ${word}`;
  });
  const title = titles[name] ?? name;
  return told.length > 0 ? `${title} · ${told.join(", ").slice(0, 80)}` : title;
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
