// What the card of the plans shows, drawn anew with each change but for those that are typed.

/** @import {KeptPlans, LecturePlan, PlansData, Stop} from "../plans.d.ts" */

import { h, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { colon, comma } from "../../web/punctuation.js";
import { act } from "./buttons.js";
import { coverAt, withCover } from "./plancover.js";
import { linesOf } from "./question.js";
import { runAt, withoutOwnRun, withOwnRun } from "./planruns.js";
import { minutesOf } from "./plantime.js";
import {
  isSameView,
  planOf,
  viewName,
  withAppended,
  withChosen,
  withLent,
  withoutPlan,
  withoutUnread,
  withoutView,
  withPlan,
  withPart,
  withTitle,
} from "./plans.js";
import { seenViews } from "./seen.js";

/**
 * isCovered: the notes are hidden from the class. refused: why the last thing was not
 * done. A step is a function from the state to another one: `change`, `remove`, which can be undone, and `typed`, which
 * leaves the card as it is.
 *
 * @typedef {(state: KeptPlans) => KeptPlans} Step
 * @typedef {{data: PlansData, state: KeptPlans, isCovered: boolean, canUndo: boolean, refused: string}} Shown
 * @typedef {{
 *   change(step: Step): void, remove(step: Step): void, typed(step: Step): void, undo(): void, uncover(): void,
 *   refuse(sentence: string): void, start(): void, begin(k: number): void, move(k: number, by: number): void,
 *   add(): void,
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
    h("p", { class: "choice" }, planChoice(shown, acts), plan ? titleField(shown, acts) : null),
    state.lent ? h("p", { class: "keys" }, strings.lent) : "",
    ...state.unread.map((one, k) => unreadRow(one, k, strings, acts)),
    isCovered && hasViews
      ? h("p", { class: "covered" }, `${strings.covered} `, act(strings.uncover, acts.uncover))
      : "",
    hasViews
      ? h("ol", { class: "stops" }, ...plan.views.map((one, k) => stopRow(one, k, shown, acts)))
      : h("p", { class: "empty" }, strings.empty),
    hasViews ? h("p", { class: "together" }, togetherWords(plan.views, strings)) : "",
    h("p", { class: "refused", role: "alert" }, refused),
    canUndo ? h("p", { class: "acts undo" }, act(strings.undo, acts.undo)) : "",
    h("p", { class: "acts" }, ...actsOn(plan, shown, acts)),
    plan ? h("p", { class: "acts" }, appendChoice(shown, acts)) : "",
    h("p", { class: "keys" }, strings.keys),
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
    if (kind === "own") acts.change((now) => withChosen(now, Number(k)));
    else if (kind === "built") acts.change((now) => withLent(now, plans[Number(k)]));
    else if (kind === "new") acts.change((now) => withPlan(now, { title: strings.untitled, views: [] }));
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

/**
 * @param {Stop} stop
 * @param {number} k
 * @param {Shown} shown
 * @param {Acts} acts
 */
function stopRow({ view, minutes, ask, say, question }, k, shown, acts) {
  const { data, state, isCovered } = shown;
  const { strings, words, limits } = data;
  const place = k + 1;
  const field = (tag, name, value, more) => {
    const told = { placeholder: strings[name], title: strings[name], "data-key": `${name} ${k}`, ...more };
    const made = h(tag, { "aria-label": `${strings[name]}${colon()}${place}`, maxlength: limits.say, ...told });
    made.value = value;
    made.addEventListener("input", () => acts.typed((now) => withPart(now, k, name, made.value)));
    return h("label", { class: "field" }, h("span", {}, strings[`${name}Short`]), made);
  };
  const sign = (sentence, hint, onclick, { name = "", isOff = false } = {}) => {
    const title = fill(hint, { place });
    const made = act(sentence, onclick, { name, title });
    made.setAttribute("aria-label", title);
    made.disabled = isOff;
    return made;
  };
  const isLast = place === planOf(state).views.length;
  const there = act(viewName(view, words), () => acts.begin(k), { name: "there", title: view });
  there.setAttribute("aria-label", `${fill(strings.goTo, { place })}${colon()}${viewName(view, words)}`);
  return h(
    "li",
    state.isWalked && k === state.at ? { "aria-current": "step" } : {},
    h("span", { class: "place" }, String(place)),
    h(
      "div",
      {},
      there,
      runButton(view, k, shown, acts),
      coverButton(view, k, shown, acts),
      minutesField(minutes, k, shown, acts),
      field("input", "ask", ask, { type: "text" }),
      isCovered ? null : field("textarea", "say", say, { rows: "2" }),
      isCovered ? null : questionField(question, k, shown, acts),
    ),
    sign("↑", strings.up, () => acts.move(k, -1), { name: "up", isOff: k === 0 }),
    sign("↓", strings.down, () => acts.move(k, 1), { name: "down", isOff: isLast }),
    sign("×", strings.removeView, () => acts.remove((now) => withoutView(now, k))),
  );
}

/**
 * What the class is asked at a view when its lecturer presses on; where there is nothing yet, a button for it.
 *
 * @param {string[]} question
 * @param {number} k
 * @param {Shown} shown
 * @param {Acts} acts
 */
function questionField(question, k, { data: { strings, limits } }, acts) {
  const told = { placeholder: strings.askExample, title: strings.question, "data-key": `question ${k}`, rows: "3" };
  const field = h("textarea", { "aria-label": `${strings.question}: ${k + 1}`, ...told });
  field.value = question.join("\n");
  field.addEventListener("input", () =>
    acts.typed((now) => withPart(now, k, "question", linesOf(field.value, limits))),
  );
  field.addEventListener("change", () => {
    field.value = linesOf(field.value, limits).join("\n");
  });
  const label = h("label", { class: "field" }, h("span", {}, strings.questionShort), field);
  if (question.length > 0) return label;
  const begin = act(strings.ownQuestion, () => {
    begin.replaceWith(label);
    field.focus();
  });
  begin.className = "own-question";
  begin.setAttribute("aria-label", `${strings.ownQuestion}: ${k + 1}`);
  return begin;
}

/**
 * How long a view is to take. What the browser's field lets through and no plan may have is put right when it is left.
 *
 * @param {number} minutes
 * @param {number} k
 * @param {Shown} shown
 * @param {Acts} acts
 */
function minutesField(minutes, k, { data: { strings, limits } }, acts) {
  const told = { type: "number", min: 0, max: limits.minutes, "data-key": `minutes ${k}` };
  const title = fill(strings.minutesHint, { place: k + 1 });
  const field = h("input", { "aria-label": `${strings.minutes}${colon()}${k + 1}`, title, ...told });
  const shown = (count) => (count > 0 ? String(count) : "");
  const value = () => Math.max(0, Math.min(limits.minutes, Math.round(Number(field.value) || 0)));
  field.value = shown(minutes);
  field.addEventListener("input", () => {
    acts.typed((now) => {
      const to = withPart(now, k, "minutes", value());
      write(field.closest(".card").querySelector(".together"), togetherWords(planOf(to).views, strings));
      return to;
    });
  });
  field.addEventListener("change", () => {
    field.value = shown(value());
  });
  return h("label", { class: "minutes" }, h("span", {}, strings.minutes), field);
}

/** How long the views are to take together, where they have minutes. */
function togetherWords(views, strings) {
  const minutes = minutesOf(views);
  return minutes > 0 ? fill(strings.together, { minutes }) : "";
}

/**
 * Makes a training that was begun at a place the place's own, or has it train anew.
 *
 * @param {string} view
 * @param {number} k
 * @param {Shown} shown
 * @param {Acts} acts
 */
function runButton(view, k, { data: { strings }, state }, acts) {
  const offers = runAt(state, view);
  if (!offers) return null;
  const isOwn = offers === "own";
  const title = fill(isOwn ? strings.anewHint : strings.thisRunHint, { place: k + 1 });
  const step = (now) => (isOwn ? withoutOwnRun(now, k) : withOwnRun(now, k));
  const made = act(isOwn ? strings.anew : strings.thisRun, () => acts.change(step), { name: "run", title });
  made.dataset.key = `run ${k}`;
  return made;
}

/**
 * Has the stage ask the class before it shows the step at which a view stands, or no longer.
 *
 * @param {string} view
 * @param {number} k
 * @param {Shown} shown
 * @param {Acts} acts
 */
function coverButton(view, k, { data: { strings } }, acts) {
  const cover = coverAt(view);
  if (cover === null) return null;
  const title = fill(strings.askHereHint, { place: k + 1, t: cover.t });
  const made = act(strings.askHere, () => acts.change((now) => withCover(now, k)), { name: "cover", title });
  made.setAttribute("aria-label", `${strings.askHere}${colon()}${k + 1}`);
  made.setAttribute("aria-pressed", String(cover.asks));
  made.dataset.key = `cover ${k}`;
  return made;
}

function option(value, title) {
  return h("option", { value }, title);
}
