// A lecturer's plan: the card in which it is made, and the strip that leads through it on every page.

/** @import {PlansData} from "../plans.d.ts" */
/** @import {Arrival, Desk} from "../desk.d.ts" */

import { asked } from "../../web/asked.js";
import { h, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { hallDock } from "./dock.js";
import { giveKeysBack } from "./keysback.js";
import { hallNotice } from "./notice.js";
import {
  freshView,
  isSameView,
  keepPlans,
  keptPlans,
  KEPT_PLANS,
  planIn,
  planOf,
  viewBegun,
  viewName,
  withBegun,
  withChosen,
  withLent,
  withMoved,
  withoutLanguage,
  withPlan,
  withTitle,
  withViews,
} from "./plans.js";
import { seenViews } from "./seen.js";

// What the root of the page says while a view fills the window.
const PRESENTING_MARKS = ["data-presents", "data-presenting"];
const isPresenting = () => PRESENTING_MARKS.some((mark) => document.documentElement.hasAttribute(mark));

/**
 * Put the card into `host`. data: {strings, words, plans, limits}, see `rnnviz.hall.lecture_plans`. desk: where the
 * lecturer is. notes: the second window, as `hallwindow.js` has it. go(view, lands): as in `way.js`. Returns {open,
 * add, draw, walk, walked, end}.
 *
 * @param {HTMLElement} host
 * @param {PlansData} data
 * @param {string} css
 * @param {Desk} desk
 * @param {{isOpen: () => boolean, open: () => void, end: () => void}} notes
 * @param {(view: string, lands: Arrival["lands"]) => void} go
 */
export function mount(host, { strings, words, plans, limits }, css, desk, notes, go) {
  let state = keptPlans(limits);
  // What the last removal took away, and whether the lecturer has uncovered the notes in the card.
  let before = null;
  let isUncovered = false;
  const card = h("dialog", { class: "card planner", "aria-label": strings.plan });
  const say = h("p", { class: "say" });
  const count = h("span", { class: "count" });
  const back = act(strings.back, () => walk(-1), "", "<");
  const next = act(strings.next, () => walk(1), "primary", ">");
  const beside = act(strings.notes, notes.open);
  beside.title = `${strings.notesHint} (T)`;
  const away = act("×", () => change({ ...state, isWalked: false }));
  away.setAttribute("aria-label", strings.stopWalk);
  away.title = strings.stopWalk;
  const strip = h("section", { class: "walk", "aria-label": strings.plan }, count, say, back, next, beside, away);
  const dock = hallDock();
  dock.place("plan", strip, css);
  const style = h("style", {}, css);
  host.append(style, card);
  card.addEventListener("click", (event) => {
    if (event.target === card) card.close();
  });

  const plan = () => planOf(state);
  function change(to, refused = "") {
    state = to;
    before = null;
    const isKept = keepPlans(state);
    drawCard(isKept ? refused : strings.unkept);
    drawStrip();
  }
  /** As change, with a way back. */
  function remove(to) {
    const now = state;
    change(to);
    before = now;
    drawCard();
  }
  /** What is typed is kept with each letter; nothing in the card moves for it. */
  function typed(to) {
    if (to === state) {
      tell(strings.crowded);
      return;
    }
    const wasLent = state.lent !== null;
    state = to;
    before = null;
    card.querySelector(".undo")?.remove();
    if (!keepPlans(state)) tell(strings.unkept);
    if (wasLent) drawCard();
    drawStrip();
  }
  /** Whether the class may be looking at this window. */
  const isLecture = () => desk.room !== null || state.isWalked || notes.isOpen() || isPresenting();

  // The strip

  function drawStrip() {
    const here = state.isWalked ? plan().views[state.at] : null;
    if (here) {
      write(say, here.ask || viewName(here.view, words));
      write(count, `${state.at + 1}/${plan().views.length}`);
      back.disabled = state.at === 0;
      next.disabled = state.at === plan().views.length - 1;
    }
    // The class sees what is for the class; while the notes stand in a window of their own, the page has all the room.
    dock.show("plan", here !== null && !(notes.isOpen() && isPresenting()));
  }
  /** A training that was begun at a view of the plan belongs to it, in a file of the views. */
  function noteTraining() {
    const here = state.isWalked ? plan().views[state.at] : null;
    const noted = here ? withBegun(state, here.view, withoutLanguage(desk.view)) : state;
    if (noted === state) return;
    state = noted;
    keepPlans(state);
  }
  /**
   * To the view after or before, if there is one.
   *
   * @param {number} by
   * @param {Arrival["lands"]} [lands]
   */
  function walk(by, lands = "start") {
    noteTraining();
    const views = plan()?.views ?? [];
    const to = state.isWalked ? state.at + by : state.at;
    if (!(to in views)) return false;
    state = { ...state, at: to, isWalked: true };
    keepPlans(state);
    drawStrip();
    if (card.open) {
      card.close();
      giveKeysBack();
    }
    go(views[to].view, lands);
    return true;
  }
  // Another tab may have changed the plan; all that was typed here is kept already.
  function onStorage({ key }) {
    if (key !== KEPT_PLANS) return;
    state = keptPlans(limits);
    drawCard();
    drawStrip();
  }

  // The card

  function drawCard(refused = "") {
    if (!card.open) return;
    const restore = placeIn(card);
    const close = act("×", () => card.close(), "close");
    close.setAttribute("aria-label", strings.closeDialog);
    const file = h("input", {
      type: "file",
      accept: ".json,application/json",
      hidden: true,
      "aria-label": strings.open,
    });
    file.addEventListener("change", () => read(file.files[0]));
    const views = plan()?.views ?? [];
    const isCovered = isLecture() && !isUncovered;
    const list = h("ol", { class: "stops" }, ...views.map((one, k) => stopRow(one, k, isCovered)));
    card.replaceChildren(
      close,
      h("h2", {}, strings.plan),
      h("p", { class: "choice" }, planChoice(), titleField()),
      state.lent ? h("p", { class: "keys" }, strings.lent) : "",
      ...state.unread.map(unreadRow),
      isCovered && views.length ? covered() : "",
      views.length ? list : h("p", { class: "empty" }, strings.empty),
      h("p", { class: "refused", role: "alert" }, refused),
      before
        ? h(
            "p",
            { class: "acts undo" },
            act(strings.undo, () => change(before)),
          )
        : "",
      h(
        "p",
        { class: "acts" },
        act(strings.add, addHere, "primary"),
        views.length ? act(strings.start, () => begin(0)) : null,
        views.length ? act(strings.save, () => save(plan()), "", "", strings.saveHint) : null,
        views.length ? act(strings.saveViews, saveOwn, "", "", strings.saveViewsHint) : null,
        seenButton(),
        act(strings.open, () => file.click()),
        plan() && !state.lent ? act(strings.remove, removePlan) : null,
        file,
      ),
      plan() ? h("p", { class: "acts" }, appendChoice()) : "",
      h("p", { class: "keys" }, strings.keys),
    );
    restore();
  }
  function planChoice() {
    const choice = h(
      "select",
      { "aria-label": strings.plan, "data-key": "plan" },
      plan() ? null : h("option", { value: "" }, strings.choose),
      h("optgroup", { label: strings.yours }, ...state.plans.map(({ title }, k) => option(`own ${k}`, title))),
      h("option", { value: "new" }, `${strings.newPlan} …`),
      h("optgroup", { label: strings.builtIn }, ...plans.map(({ title }, k) => option(`built ${k}`, title))),
      // One that was kept in another language.
      state.lent && builtIn() < 0 ? option("lent", state.lent.title) : null,
    );
    choice.value = state.lent ? (builtIn() < 0 ? "lent" : `built ${builtIn()}`) : plan() ? `own ${state.chosen}` : "";
    choice.addEventListener("change", () => choose(choice.value));
    return choice;
  }
  const builtIn = () => plans.findIndex(({ title }) => title === state.lent?.title);
  /** Two prepared plans can be put together. */
  function appendChoice() {
    const others = [...state.plans, ...plans].filter((one) => one !== plan() && one.views.length > 0);
    const choice = h(
      "select",
      { "aria-label": strings.append, "data-key": "append" },
      h("option", { value: "" }, `${strings.append} …`),
      ...others.map(({ title }, k) => option(String(k), title)),
    );
    choice.addEventListener("change", () => append(others[Number(choice.value)]));
    return choice;
  }
  function append(other) {
    const views = [...plan().views, ...other.views];
    if (views.length > limits.views) change(state, fill(strings.full, { most: limits.views }));
    else changed(withViews(state, views));
  }
  /** What this browser keeps and cannot show: its lecturer may take it away, and every other plan is there. */
  function unreadRow(one, k) {
    const title = typeof one?.title === "string" ? one.title : "?";
    const away = () => remove({ ...state, unread: state.unread.filter((_, at) => at !== k) });
    return h(
      "p",
      { class: "unread" },
      `${fill(strings.unread, { title })} `,
      act(strings.save, () => save(one)),
      " ",
      act(strings.remove, away),
    );
  }
  function covered() {
    const uncover = act(strings.uncover, () => {
      isUncovered = true;
      drawCard();
    });
    return h("p", { class: "covered" }, `${strings.covered} `, uncover);
  }
  function titleField() {
    if (!plan()) return null;
    const attributes = { type: "text", "aria-label": strings.title, maxlength: limits.title, "data-key": "title" };
    const field = h("input", attributes);
    field.value = plan().title;
    field.addEventListener("input", () => {
      typed(withTitle(state, field.value));
      /** @type {HTMLSelectElement} */
      const choice = card.querySelector("[data-key=plan]");
      const chosen = choice.selectedOptions[0];
      if (chosen) write(chosen, field.value);
    });
    return field;
  }
  function stopRow({ view, ask, say: sentence }, k, isCovered) {
    const place = k + 1;
    const field = (tag, name, value, more) => {
      const made = h(tag, { "aria-label": `${strings[name]}: ${place}`, maxlength: limits.say, ...more });
      made.dataset.key = `${name} ${k}`;
      made.value = value;
      made.placeholder = strings[name];
      made.title = strings[name];
      const told = () => plan().views.map((one, at) => (at === k ? { ...one, [name]: made.value } : one));
      made.addEventListener("input", () => typed(withViews(state, told())));
      return h("label", { class: "field" }, h("span", {}, strings[`${name}Short`]), made);
    };
    const sign = (words_, name, onclick, isOff = false) => {
      const made = act(words_, onclick, "", "", fill(name, { place }));
      made.setAttribute("aria-label", fill(name, { place }));
      made.disabled = isOff;
      return made;
    };
    const move = (by) => {
      changed(withMoved(state, k, k + by));
      /** @type {HTMLElement | null} */
      const again = card.querySelectorAll(".stops li")[k + by]?.querySelector(by < 0 ? ".up" : ".down");
      again?.focus();
    };
    const up = sign("↑", strings.up, () => move(-1), k === 0);
    const down = sign("↓", strings.down, () => move(1), k === plan().views.length - 1);
    up.classList.add("up");
    down.classList.add("down");
    const isHere = state.isWalked && k === state.at;
    const there = sign(viewName(view, words), strings.goTo, () => begin(k));
    there.className = "there";
    there.setAttribute("aria-label", `${fill(strings.goTo, { place })}: ${viewName(view, words)}`);
    there.title = view;
    return h(
      "li",
      isHere ? { "aria-current": "step" } : {},
      h("span", { class: "place" }, String(place)),
      h(
        "div",
        {},
        there,
        field("input", "ask", ask, { type: "text" }),
        isCovered ? null : field("textarea", "say", sentence, { rows: "2" }),
      ),
      up,
      down,
      sign("×", strings.removeView, () => {
        const rest = withViews(
          state,
          plan().views.filter((_, at) => at !== k),
        );
        if (rest === state) changed(rest);
        else remove(rest);
      }),
    );
  }
  /** As change; a state that could not change is told: there are as many plans as a browser keeps. */
  function changed(to) {
    change(to, to === state ? strings.crowded : "");
  }
  function choose(value) {
    const [kind, k] = value.split(" ");
    if (kind === "own") change(withChosen(state, Number(k)));
    else if (kind === "built") change(withLent(state, plans[Number(k)]));
    else if (kind === "new") changed(withPlan(state, { title: strings.untitled, views: [] }));
  }
  function add() {
    const begun = plan() ? state : withPlan(state, { title: strings.untitled, views: [] });
    const views = planOf(begun)?.views ?? [];
    const view = freshView(withoutLanguage(desk.view));
    const added_ = withViews(begun, [...views, { view, ask: "", say: "" }]);
    const refused = views.length >= limits.views ? fill(strings.full, { most: limits.views }) : "";
    const problem =
      refused || (view.length > limits.view ? strings.tooLong : "") || (added_ === begun ? strings.crowded : "");
    change(problem ? state : added_, problem);
    return problem;
  }
  function addHere() {
    if (add()) return;
    /** @type {HTMLInputElement} */
    const last = card.querySelector(".stops li:last-child input");
    last.focus();
  }
  function begin(k) {
    state = { ...state, at: k, isWalked: false };
    walk(0);
  }
  function removePlan() {
    const rest = state.plans.filter((_, k) => k !== state.chosen);
    remove(withChosen({ ...state, plans: rest }, 0));
  }
  /** The plan itself, notes and all: it is for lecturers. */
  function save(told) {
    const file = new Blob([JSON.stringify(told, null, 1)], { type: "application/json" });
    hand(file, `${fileNameOf(String(told?.title))}.rnnviz-plan.json`);
  }
  function saveOwn() {
    noteTraining();
    const { title, views } = plan();
    saveViews({ title, views: views.map((one) => ({ ...one, view: viewBegun(state, one.view) })) });
  }
  function seenButton() {
    const { views } = seenViews();
    if (views.length === 0) return null;
    const title = `${strings.seen}, ${new Date().toLocaleDateString(language())}`;
    const stops = [...state.plans, ...(state.lent ? [state.lent] : [])].flatMap((one) => one.views);
    const told = views.map((view) => ({ view, ask: stops.find((one) => isSameView(one.view, view))?.ask ?? "" }));
    const button = act(fill(strings.saveSeen, { count: views.length }), () => saveViews({ title, views: told }));
    button.title = strings.saveSeenHint;
    return button;
  }
  /**
   * One file with all these views, made by the server; what it could not hold is said here, and in the file. It is for
   * students: notes do not leave this browser for it.
   */
  async function saveViews({ title, views }) {
    tell(strings.making);
    const send = { title, views: views.map(({ view, ask }) => ({ view, ask: ask || named(view), say: "" })) };
    const made = await asked(`/views-file?lang=${language()}`, { words: strings, as: "blob", send });
    if (made.refused) return tell(made.refused);
    hand(made.told, `${fileNameOf(title)}.rnnviz.html`);
    const places = made.header("x-rnnviz-left-out");
    const left = places ? places.split(",").length : 0;
    const said = { count: views.length - left, places: places?.replaceAll(",", ", ") };
    return tell(fill(left ? strings.madeBut : strings.made, said));
  }
  const named = (view) => viewName(view, words).slice(0, limits.say);
  function tell(words) {
    const place = card.querySelector(".refused");
    if (place) write(place, words);
  }
  async function read(file) {
    // As many characters as a plan may have, a few bytes each.
    const most = 4 * limits.views * (limits.view + limits.say);
    const found = file.size > most ? { refused: "tooLong" } : planIn(await file.text(), limits);
    if (found.refused) change(state, strings[found.refused]);
    else changed(withPlan(state, found));
  }

  const presenting = new MutationObserver(drawStrip);
  presenting.observe(document.documentElement, { attributeFilter: PRESENTING_MARKS });
  window.addEventListener("storage", onStorage);
  window.addEventListener("pagehide", noteTraining);
  drawStrip();
  return {
    open() {
      state = keptPlans(limits);
      before = null;
      isUncovered = false;
      noteTraining();
      card.showModal();
      drawCard();
    },
    /** Add the view without the card, and say so for a moment. */
    add() {
      state = keptPlans(limits);
      const problem = add();
      hallNotice().say(problem || fill(strings.added, { title: plan().title, place: plan().views.length }));
    },
    draw: drawStrip,
    walk,
    /** The link of the view at which the walk is, or "". */
    walked: () => (state.isWalked ? plan().views[state.at].view : ""),
    end() {
      presenting.disconnect();
      window.removeEventListener("storage", onStorage);
      window.removeEventListener("pagehide", noteTraining);
      card.remove();
      style.remove();
      dock.remove("plan");
    },
  };
}

function language() {
  return document.documentElement.lang || "en";
}

function fileNameOf(title) {
  return title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "lecture";
}

function hand(blob, name) {
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function option(value, title) {
  return h("option", { value }, title);
}

/** Returns a function that puts the focus, the selection and the scrolling of a card where they are now. */
function placeIn(card) {
  const focused = card.getRootNode().activeElement;
  const key = card.contains(focused) ? focused.dataset.key : undefined;
  const isText = key !== undefined && focused.matches("input, textarea");
  const selection = isText ? [focused.selectionStart, focused.selectionEnd] : null;
  const scrollTop = card.querySelector(".stops")?.scrollTop ?? 0;
  return () => {
    const list = card.querySelector(".stops");
    if (list) list.scrollTop = scrollTop;
    const found = key && card.querySelector(`[data-key="${key}"]`);
    if (!found) return;
    found.focus({ preventScroll: true });
    if (selection) found.setSelectionRange(...selection);
  };
}

function act(words, onclick, name, key, title) {
  const attributes = { type: "button", class: name || undefined, title: title || undefined };
  const button = h("button", attributes, words, key ? h("kbd", {}, key) : null);
  button.addEventListener("click", onclick);
  return button;
}
