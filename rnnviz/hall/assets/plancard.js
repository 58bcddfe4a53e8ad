// What the card of the plans shows, drawn anew with each change but for those that are typed.

/** @import {KeptPlans, LecturePlan, PlansData, Stop} from "../plans.d.ts" */

import { h, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { comma } from "../../web/punctuation.js";
import { act } from "./buttons.js";
import { togetherWords } from "./planstop.js";
import { stopCards } from "./planstops.js";
import {
  isSameView,
  planOf,
  withAppended,
  withChosen,
  withLent,
  withoutPlan,
  withoutUnread,
  withPlan,
  withTitle,
} from "./plans.js";
import { seenViews } from "./seen.js";

/**
 * picked: the view whose fields are open, from 0. isCovered: the notes are hidden from the class. refused: why the last
 * thing was not done. A step is a function from the state to another one: `change`, `remove`, which can be undone,
 * `choose`, after which another plan is there, and `typed`, which leaves the card as it is. move: view k to another
 * place; by: the button that did it, which keeps the focus.
 *
 * @typedef {(state: KeptPlans) => KeptPlans} Step
 * @typedef {{
 *   data: PlansData, state: KeptPlans, picked: number, isCovered: boolean, canUndo: boolean, refused: string,
 * }} Shown
 * @typedef {{
 *   change(step: Step): void, choose(step: Step): void, remove(step: Step): void, typed(step: Step): void,
 *   undo(): void, uncover(): void, refuse(sentence: string): void, start(): void, begin(k: number): void,
 *   pick(k: number): void, move(k: number, to: number, by?: "up" | "down"): void, add(): void,
 *   save(plan: unknown): void, saveThis(): void, copyLink(): void, saveOwn(): void, handout(): void, slides(): void,
 *   saveViews(told: {title: string, views: Partial<Stop>[]}): void,
 *   read(file: File): void,
 * }} Acts
 */

/**
 * @param {Shown} shown
 * @param {Acts} acts
 */
export function planCard(shown, acts) {
  const { state, isCovered, canUndo, refused } = shown;
  const { strings } = shown.data;
  const plan = planOf(state);
  const hasViews = (plan?.views.length ?? 0) > 0;
  return [
    h("h2", {}, strings.plan),
    h(
      "p",
      { class: "choice" },
      planChoice(shown, acts),
      plan ? titleField(shown, acts) : null,
      plan ? appendChoice(shown, acts) : null,
    ),
    state.lent ? h("p", { class: "keys" }, strings.lent) : "",
    ...state.unread.map((one, k) => unreadRow(one, k, strings, acts)),
    isCovered && hasViews
      ? h("p", { class: "covered" }, `${strings.covered} `, act(strings.uncover, acts.uncover))
      : "",
    hasViews ? h("div", { class: "views" }, stopCards(shown, acts)) : h("p", { class: "empty" }, strings.empty),
    h("p", { class: "refused", role: "alert" }, refused),
    canUndo ? h("p", { class: "acts undo" }, act(strings.undo, acts.undo)) : "",
    h(
      "p",
      { class: "acts" },
      hasViews ? h("span", { class: "together" }, togetherWords(plan.views, strings)) : null,
      ...actsOn(plan, shown, acts),
    ),
    h("p", { class: "keys" }, strings.keys),
    hasViews ? h("p", { class: "keys" }, strings.cardKeys) : "",
  ];
}

/**
 * @param {LecturePlan | undefined} plan
 * @param {Shown} shown
 * @param {Acts} acts
 */
function actsOn(plan, { data, state }, acts) {
  const { strings } = data;
  const attributes = { type: "file", accept: ".json,application/json", hidden: true, "aria-label": strings.open };
  const file = h("input", attributes);
  file.addEventListener("change", () => acts.read(file.files[0]));
  const ofViews = [
    act(strings.start, acts.start),
    act(strings.save, acts.saveThis, { title: strings.saveHint }),
    act(strings.link, acts.copyLink, { title: strings.linkHint }),
    act(strings.saveViews, acts.saveOwn, { title: strings.saveViewsHint }),
    act(strings.handout, acts.handout, { title: strings.handoutHint }),
    act(strings.slides, acts.slides, { title: strings.slidesHint }),
  ];
  return [
    act(strings.add, acts.add, { name: "primary" }),
    ...(plan?.views.length ? ofViews : []),
    seenButton(state, strings, acts),
    act(strings.open, () => file.click()),
    plan && !state.lent ? act(strings.remove, () => acts.remove(withoutPlan)) : null,
    file,
  ];
}

/** What was looked at without a plan, as one file. */
function seenButton(state, strings, acts) {
  const { views } = seenViews();
  if (views.length === 0) return null;
  const title = `${strings.seen}${comma()}${new Date().toLocaleDateString(document.documentElement.lang || "en")}`;
  const stops = [...state.plans, ...(state.lent ? [state.lent] : [])].flatMap((one) => one.views);
  const told = views.map((view) => ({ view, ask: stops.find((one) => isSameView(one.view, view))?.ask ?? "" }));
  const words = fill(strings.saveSeen, { count: views.length });
  return act(words, () => acts.saveViews({ title, views: told }), { title: strings.saveSeenHint });
}

/**
 * @param {Shown} shown
 * @param {Acts} acts
 */
function planChoice({ data: { strings, plans }, state }, acts) {
  const { lent } = state;
  const builtIn = plans.findIndex(({ title }) => title === lent?.title);
  const choice = h(
    "select",
    { "aria-label": strings.plan, "data-key": "plan" },
    planOf(state) ? null : option("", strings.choose),
    h("optgroup", { label: strings.yours }, ...state.plans.map(({ title }, k) => option(`own ${k}`, title))),
    option("new", `${strings.newPlan} …`),
    h("optgroup", { label: strings.builtIn }, ...plans.map(({ title }, k) => option(`built ${k}`, title))),
    // One that was kept in another language.
    lent && builtIn < 0 ? option("lent", lent.title) : null,
  );
  choice.value = lent ? (builtIn < 0 ? "lent" : `built ${builtIn}`) : planOf(state) ? `own ${state.chosen}` : "";
  choice.addEventListener("change", () => {
    const [kind, k] = choice.value.split(" ");
    if (kind === "own") acts.choose((now) => withChosen(now, Number(k)));
    else if (kind === "built") acts.choose((now) => withLent(now, plans[Number(k)]));
    else if (kind === "new") acts.choose((now) => withPlan(now, { title: strings.untitled, views: [] }));
  });
  return choice;
}

/**
 * Two prepared plans can be put together.
 *
 * @param {Shown} shown
 * @param {Acts} acts
 */
function appendChoice({ data: { strings, plans, limits }, state }, acts) {
  const others = [...state.plans, ...plans].filter((one) => one !== planOf(state) && one.views.length > 0);
  const choice = h(
    "select",
    { "aria-label": strings.append, "data-key": "append" },
    option("", `${strings.append} …`),
    ...others.map(({ title }, k) => option(String(k), title)),
  );
  choice.addEventListener("change", () => {
    const other = others[Number(choice.value)];
    if (planOf(state).views.length + other.views.length > limits.views)
      acts.refuse(fill(strings.full, { most: limits.views }));
    else acts.change((now) => withAppended(now, other));
  });
  return choice;
}

/** What this browser keeps and cannot show: its lecturer may take it away, and every other plan is there. */
function unreadRow(one, k, strings, acts) {
  const title = typeof one?.title === "string" ? one.title : "?";
  return h(
    "p",
    { class: "unread" },
    `${fill(strings.unread, { title })} `,
    act(strings.save, () => acts.save(one)),
    " ",
    act(strings.remove, () => acts.remove((now) => withoutUnread(now, k))),
  );
}

/**
 * @param {Shown} shown
 * @param {Acts} acts
 */
function titleField({ data: { strings, limits }, state }, acts) {
  const attributes = { type: "text", "aria-label": strings.title, maxlength: limits.title, "data-key": "title" };
  const field = h("input", attributes);
  field.value = planOf(state).title;
  field.addEventListener("input", () => {
    acts.typed((now) => withTitle(now, field.value));
    /** @type {HTMLSelectElement} */
    const choice = field.parentElement.querySelector("[data-key=plan]");
    if (choice.selectedOptions[0]) write(choice.selectedOptions[0], field.value);
  });
  return field;
}

function option(value, title) {
  return h("option", { value }, title);
}
