// A lecturer's plan: the card in which it is made, and the strip that leads through it on every page.

import { h, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { boardOf, raise } from "./board.js";
import { hallDock } from "./dock.js";
import { giveKeysBack } from "./keysback.js";
import {
  freshView,
  isSameView,
  keepPlans,
  keptPlans,
  planIn,
  withMoved,
  withoutLanguage,
  withPlan,
  withViews,
} from "./plans.js";
import { seenViews } from "./seen.js";

// Above all boards but the dark.
const NOTICE_LEVEL = 4;
const NOTICE_FOR = 2500;
// What the root of the page says while a view fills the window.
const PRESENTING_MARKS = ["data-presents", "data-presenting"];
const isPresenting = () => PRESENTING_MARKS.some((mark) => document.documentElement.hasAttribute(mark));

/**
 * Put the card into `host`. data: {strings, words, plans, limits}, see `rnnviz.hall.plans`. viewNow(): the link of
 * what the page shows. notes: the second window, as `hallwindow.js` has it. go(view, lands): as in `way.js`. Returns
 * {open, add, draw, walk, walked, end}.
 */
export function mount(host, { strings, words, plans, limits }, css, viewNow, notes, go) {
  let state = keptPlans(limits);
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
  const added = h("p", { class: "added", role: "status" });
  const notice = boardOf(added, css, NOTICE_LEVEL, "is-notice");
  let announced = 0;
  const style = h("style", {}, css);
  host.append(style, card);
  card.addEventListener("click", (event) => {
    if (event.target === card) card.close();
  });

  const plan = () => state.plans[state.chosen];
  function change(to, refused = "") {
    state = to;
    const isKept = keepPlans(state);
    drawCard(isKept ? refused : strings.unkept);
    drawStrip();
  }

  /** Say something above the page, for a moment. */
  function announce(words) {
    write(added, words);
    raise(notice, true, true);
    clearTimeout(announced);
    announced = setTimeout(() => raise(notice, false), NOTICE_FOR);
  }

  // The strip

  function drawStrip() {
    const here = state.isWalked ? plan().views[state.at] : null;
    if (here) {
      write(say, here.say || viewName(here.view, words));
      write(count, `${state.at + 1}/${plan().views.length}`);
      back.disabled = state.at === 0;
      next.disabled = state.at === plan().views.length - 1;
    }
    // The hall sees no notes while they stand in a window of their own.
    dock.show("plan", here !== null && !(notes.isOpen() && isPresenting()));
  }
  /** To the view after or before, if there is one. */
  function walk(by, lands = "start") {
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
  // Another tab may have changed the plan.
  function onStorage() {
    if (card.open) return;
    state = keptPlans(limits);
    drawStrip();
  }

  // The card

  function drawCard(refused = "") {
    if (!card.open) return;
    const choice = h(
      "select",
      { "aria-label": strings.plan },
      plan() ? null : h("option", { value: "" }, strings.choose),
      h("optgroup", { label: strings.yours }, ...state.plans.map(({ title }, k) => option(`own ${k}`, title))),
      h("option", { value: "new" }, `${strings.newPlan} …`),
      h("optgroup", { label: strings.builtIn }, ...plans.map(({ title }, k) => option(`built ${k}`, title))),
    );
    choice.value = plan() ? `own ${state.chosen}` : "";
    choice.addEventListener("change", () => choose(choice.value));
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
    const { scrollTop = 0 } = card.querySelector(".stops") ?? {};
    const list = h("ol", { class: "stops" }, ...views.map(stopRow));
    card.replaceChildren(
      close,
      h("h2", {}, strings.plan),
      h("p", { class: "choice" }, choice, titleField()),
      views.length ? list : h("p", { class: "empty" }, strings.empty),
      h("p", { class: "refused", role: "alert" }, refused),
      h(
        "p",
        { class: "acts" },
        act(strings.add, addHere, "primary"),
        views.length ? act(strings.start, () => begin(0)) : null,
        views.length ? act(strings.save, save) : null,
        views.length ? act(strings.saveViews, () => saveViews(plan())) : null,
        seenButton(),
        act(strings.open, () => file.click()),
        plan() ? act(strings.remove, removePlan) : null,
        file,
      ),
      h("p", { class: "keys" }, strings.keys),
    );
    list.scrollTop = scrollTop;
  }
  function titleField() {
    if (!plan()) return null;
    const field = h("input", { type: "text", "aria-label": strings.title, maxlength: limits.title });
    field.value = plan().title;
    field.addEventListener("input", () => {
      state.plans[state.chosen] = { ...plan(), title: field.value };
      keepPlans(state);
    });
    field.addEventListener("change", () => change(state));
    return field;
  }
  function stopRow({ view, say: sentence }, k) {
    const place = k + 1;
    const field = h("textarea", { rows: "2", "aria-label": `${strings.say}: ${place}`, maxlength: limits.say });
    field.value = sentence;
    field.placeholder = strings.say;
    field.addEventListener("input", () => {
      state = withViews(
        state,
        plan().views.map((one, at) => (at === k ? { view, say: field.value } : one)),
      );
      keepPlans(state);
      drawStrip();
    });
    const sign = (words_, name, onclick, isOff = false) => {
      const made = act(words_, onclick);
      made.setAttribute("aria-label", fill(name, { place }));
      made.title = fill(name, { place });
      made.disabled = isOff;
      return made;
    };
    const move = (by) => {
      change(withMoved(state, k, k + by));
      card
        .querySelectorAll(".stops li")
        [k + by]?.querySelector(by < 0 ? ".up" : ".down")
        ?.focus();
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
      h("div", {}, there, field),
      up,
      down,
      sign("×", strings.removeView, () => {
        change(
          withViews(
            state,
            plan().views.filter((_, at) => at !== k),
          ),
        );
      }),
    );
  }
  function choose(value) {
    const [kind, k] = value.split(" ");
    if (kind === "own") change({ ...state, chosen: Number(k), at: 0, isWalked: false });
    else change(withPlan(state, kind === "built" ? plans[Number(k)] : { title: strings.untitled, views: [] }));
  }
  function add() {
    const begun = plan() ? state : withPlan(state, { title: strings.untitled, views: [] });
    const { views } = begun.plans[begun.chosen];
    const view = freshView(withoutLanguage(viewNow()));
    const refused = views.length >= limits.views ? fill(strings.full, { most: limits.views }) : "";
    const problem = refused || (view.length > limits.view ? strings.tooLong : "");
    change(problem ? state : withViews(begun, [...views, { view, say: "" }]), problem);
    return problem;
  }
  function addHere() {
    if (!add()) card.querySelector(".stops li:last-child textarea").focus();
  }
  function begin(k) {
    state = { ...state, at: k, isWalked: false };
    walk(0);
  }
  function removePlan() {
    change({ plans: state.plans.filter((_, k) => k !== state.chosen), chosen: 0, at: 0, isWalked: false });
  }
  function save() {
    const file = new Blob([JSON.stringify(plan(), null, 1)], { type: "application/json" });
    hand(file, `${fileNameOf(plan().title)}.rnnviz-plan.json`);
  }
  function seenButton() {
    const { views } = seenViews();
    if (views.length === 0) return null;
    const title = `${strings.seen}, ${new Date().toLocaleDateString(language())}`;
    const stops = state.plans.flatMap((one) => one.views);
    const told = views.map((view) => ({ view, say: stops.find((one) => isSameView(one.view, view))?.say ?? "" }));
    const button = act(fill(strings.saveSeen, { count: views.length }), () => saveViews({ title, views: told }));
    button.title = strings.saveSeenHint;
    return button;
  }
  /** One file with all these views, made by the server; what it could not hold is said here, and in the file. */
  async function saveViews(told) {
    tell(strings.making);
    const asked = { method: "POST", body: JSON.stringify(told) };
    const answer = await fetch(`/views-file?lang=${language()}`, asked).catch(() => null);
    if (!answer?.ok) return tell((await answer?.text()) || strings.unmade);
    hand(await answer.blob(), `${fileNameOf(told.title)}.rnnviz.html`);
    const places = answer.headers.get("x-rnnviz-left-out");
    const left = places ? places.split(",").length : 0;
    const words = { count: told.views.length - left, places: places?.replaceAll(",", ", ") };
    return tell(fill(left ? strings.madeBut : strings.made, words));
  }
  function tell(words) {
    const place = card.querySelector(".refused");
    if (place) write(place, words);
  }
  async function read(file) {
    // As many characters as a plan may have, a few bytes each.
    const most = 4 * limits.views * (limits.view + limits.say);
    const found = file.size > most ? { refused: "tooLong" } : planIn(await file.text(), limits);
    if (found.refused) change(state, strings[found.refused]);
    else change(withPlan(state, found));
  }

  const presenting = new MutationObserver(drawStrip);
  presenting.observe(document.documentElement, { attributeFilter: PRESENTING_MARKS });
  window.addEventListener("storage", onStorage);
  drawStrip();
  return {
    open() {
      state = keptPlans(limits);
      card.showModal();
      drawCard();
    },
    /** Add the view without the card, and say so for a moment. */
    add() {
      state = keptPlans(limits);
      const problem = add();
      announce(problem || fill(strings.added, { title: plan().title, place: plan().views.length }));
    },
    draw: drawStrip,
    walk,
    /** The link of the view at which the walk is, or "". */
    walked: () => (state.isWalked ? plan().views[state.at].view : ""),
    end() {
      presenting.disconnect();
      window.removeEventListener("storage", onStorage);
      card.remove();
      style.remove();
      dock.remove("plan");
      clearTimeout(announced);
      notice.remove();
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

function act(words, onclick, name, key) {
  const button = h("button", { type: "button", class: name || undefined }, words, key ? h("kbd", {}, key) : null);
  button.addEventListener("click", onclick);
  return button;
}
