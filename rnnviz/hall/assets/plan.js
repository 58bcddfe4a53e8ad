// A lecturer's plan: the card in which it is made, and the strip that leads through it on every page.

/** @import {PlansData} from "../plans.d.ts" */
/** @import {Arrival, Desk} from "../desk.d.ts" */
/** @import {Step} from "./plancard.js" */
/** @import {ClickerAct} from "../../web/window.d.ts" */

import { h, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { recall, remember } from "../../web/tab.js";
import { viewOfAddress } from "./address.js";
import { closing } from "./buttons.js";
import { placeIn } from "./cardplace.js";
import { copied } from "./copied.js";
import { hallDock } from "./dock.js";
import { giveKeysBack, stageIn } from "./keysback.js";
import { hallNotice } from "./notice.js";
import { planCard } from "./plancard.js";
import { handoutAddress, planInFile, savePlan, saveViews, slidesAddress } from "./planfiles.js";
import { hashOfPlan } from "./planinlink.js";
import { viewBegun, viewNow, withBegun, withStart } from "./planruns.js";
import { openFields, relabel } from "./planstops.js";
import { walkStrip } from "./planstrip.js";
import { planThumbs } from "./planthumbs.js";
import { withTime } from "./plantime.js";
import { HEARD_WITHIN } from "./asker.js";
import { prepare, prepared, withQuestion } from "./prepared.js";
import { linesOf, questionOf, questionToAsk, withAsked } from "./question.js";
import {
  freshView,
  keepPlans,
  keptPlans,
  KEPT_PLANS,
  planOf,
  viewName,
  WALKS,
  withAdded,
  withMoved,
  withoutLanguage,
  withPlan,
} from "./plans.js";

// What the root of the page says while a view fills the window.
const PRESENTING_MARKS = ["data-presents", "data-presenting"];
// Milliseconds between two looks whether a training that was asked for has its name, and how many looks there are.
const LOOK_EVERY = 100;
const MOST_LOOKS = 50;
// Milliseconds between two looks whether the lecturer is still where the plan is.
const IS_HERE_EVERY = 250;
const pageOfAddress = () => location.pathname.split("/").pop();
/** Whether this page shows a view; the first one shows a stage, too. */
const isPageOf = (view) => (view.split("?")[0] || "step") === (pageOfAddress() || "step");
const isPresenting = () => PRESENTING_MARKS.some((mark) => document.documentElement.hasAttribute(mark));

/**
 * Put the card into `host`. data: {strings, words, plans, limits}, see `rnnviz.hall.lecture_plans`. desk: where the
 * lecturer is. notes: the second window, as `hallwindow.js` has it. go(view, lands): as in `way.js`. Returns {open,
 * add, addQuestion, asks, draw, walk, walkAct, walked, end}.
 *
 * @param {HTMLElement} host
 * @param {PlansData} data
 * @param {string} css
 * @param {Desk} desk
 * @param {{isOpen: () => boolean, open: () => void, end: () => void}} notes
 * @param {(view: string, lands: Arrival["lands"]) => void} go
 */
export function mount(host, data, css, desk, notes, go) {
  const { strings, words, limits } = data;
  let state = keptPlans(limits);
  // What the last removal took away, and whether the lecturer has uncovered the notes in the card.
  let before = null;
  let isUncovered = false;
  // The view whose fields are open in the card.
  let picked = 0;
  // The page as it was left for another view of the plan: what it says is none of that view's.
  let left = "";
  // The page that shows the plan's view, once it is there.
  let page = "";
  const card = h("dialog", { class: "card planner", "aria-label": strings.plan });
  const strip = walkStrip(strings, {
    walk,
    notes: notes.open,
    stop() {
      noteTraining();
      change((now) => ({ ...now, isWalked: false }));
    },
  });
  const dock = hallDock();
  dock.place("plan", strip.element, css);
  const style = h("style", {}, css);
  host.append(style, card);
  const thumbs = planThumbs(card, strings.plan);
  card.addEventListener("close", thumbs.rest);
  card.addEventListener("click", (event) => {
    if (event.target === card) card.close();
  });
  const plan = () => planOf(state);
  /** The view at which the walk is; null where there is none, and in another tab that is elsewhere. */
  function hereInPlan() {
    const here = state.isWalked ? plan().views[state.at] : null;
    return here && (recall(WALKS) === "on" || isPageOf(here.view)) ? here : null;
  }
  const acts = {
    change,
    choose(step) {
      picked = 0;
      change(step);
    },
    remove,
    typed,
    undo() {
      picked = before.picked;
      change(() => before.state);
    },
    uncover() {
      isUncovered = true;
      drawCard();
    },
    refuse: (sentence) => change((now) => now, sentence),
    start() {
      noteTraining();
      state = withStart(state);
      acts.begin(0);
    },
    begin(k) {
      noteTraining();
      state = { ...state, at: k, isWalked: false };
      walk(0);
    },
    pick(k) {
      picked = k;
      openFields(listIn(), shownNow(), acts);
      focusOn(`stop ${k}`);
      // With its fields, where they lie in it.
      listIn().children[k].scrollIntoView({ block: "nearest" });
    },
    move(k, to, by) {
      picked = to;
      change((now) => withMoved(now, k, to));
      const button = /** @type {HTMLButtonElement | null} */ (by ? card.querySelector(`.fields .${by}`) : null);
      // At an end the button is off.
      if (button && !button.disabled) button.focus();
      else focusOn(`stop ${to}`);
    },
    add() {
      if (add()) return;
      picked = planOf(state).views.length - 1;
      drawCard();
      focusOn(`ask ${picked}`);
    },
    save: savePlan,
    // What was typed since the card was drawn is part of it.
    saveThis: () => savePlan(plan()),
    async copyLink() {
      const { hash, length } = await hashOfPlan(plan(), limits.link);
      if (!hash) {
        tell(fill(strings.linkLong, { length, most: limits.link }));
        return;
      }
      const link = new URL(`/lecture-plan#${hash}`, location.href).href;
      const isCopied = await copied(link);
      tell(isCopied ? strings.linkCopied : strings.linkHere);
      if (!isCopied) card.querySelector(".refused")?.append(linkField(link));
    },
    saveOwn() {
      noteTraining();
      const { title, views } = plan();
      take({ title, views: views.map((one) => ({ ...one, view: viewBegun(state, one.view) })) });
    },
    saveViews: take,
    slides() {
      noteTraining();
      open(slidesAddress(), "_blank", "noopener");
    },
    handout() {
      noteTraining();
      open(handoutAddress(), "_blank", "noopener");
    },
    async read(file) {
      const found = await planInFile(file, limits);
      if (found.refused) acts.refuse(fill(strings[found.refused], { place: found.place, most: limits.minutes }));
      else change((now) => withPlan(now, found));
    },
  };

  /**
   * A state that could not change is told: there are as many plans as a browser keeps.
   *
   * @param {Step} step
   * @param {string} [refused]
   */
  function change(step, refused) {
    const to = step(state);
    const why = refused ?? (to === state ? strings.crowded : "");
    state = to;
    before = null;
    drawCard(keepPlans(state) ? why : strings.unkept);
    drawStrip();
  }
  const listIn = () => card.querySelector(".stops");
  /** The focus comes to a part of the card, which scrolls there. */
  function focusOn(key) {
    /** @type {HTMLElement | null} */
    const found = card.querySelector(`[data-key="${key}"]`);
    found?.focus();
  }
  /** As change, with a way back. @param {Step} step */
  function remove(step) {
    const now = { state, picked };
    change(step);
    if (state === now.state) return;
    before = now;
    drawCard();
    // The last card has no next one at its place.
    if (!card.matches(":focus-within")) focusOn(`stop ${picked}`);
  }
  /** What is typed is kept with each letter; nothing in the card moves for it. @param {Step} step */
  function typed(step) {
    const to = step(state);
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
    if (listIn()) relabel(listIn(), shownNow());
    drawStrip();
  }
  /** The view of the page becomes one of the plan; or the sentence why it does not. */
  function add(question = []) {
    const view = freshView(withoutLanguage(desk.view));
    const added = withAdded(state, view, limits, strings.untitled, question);
    const problem = added.refused ? fill(strings[added.refused], { most: limits.views }) : "";
    change(() => added.state, problem);
    return problem;
  }
  async function take({ title, views }) {
    tell(strings.making);
    const named = (view) => viewName(view, words).slice(0, limits.say);
    const told = views.map(({ view, ask }) => ({ view, ask: ask || named(view) }));
    tell(await saveViews({ title, views: told }, strings));
  }
  function tell(sentence) {
    const place = card.querySelector(".refused");
    if (place) write(place, sentence);
  }

  /** What the card shows. */
  function shownNow(refused = "") {
    // Whether the class may be looking at this window.
    const isLecture = desk.room !== null || state.isWalked || notes.isOpen() || isPresenting();
    picked = Math.max(0, Math.min(picked, (plan()?.views.length ?? 0) - 1));
    return { data, state, picked, isCovered: isLecture && !isUncovered, canUndo: before !== null, refused };
  }
  function drawCard(refused = "") {
    if (!card.open) return;
    const restore = placeIn(card);
    card.replaceChildren(closing(card, strings.closeDialog), ...planCard(shownNow(refused), acts));
    thumbs.watch(listIn());
    restore();
  }
  function drawStrip() {
    const here = hereInPlan();
    if (here) strip.show(here.ask || viewName(here.view, words), state.at, plan().views.length);
    // The class sees what is for the class; while the notes stand in a window of their own, it sees nothing else.
    const isQuiet = notes.isOpen() && isPresenting();
    strip.element.toggleAttribute("data-quiet", isQuiet);
    dock.show("plan", here !== null && (!isQuiet || here.ask !== ""));
    desk.says(here?.ask ?? "");
  }
  /** A training that was begun at a view of the plan belongs to it. */
  function noteTraining() {
    const here = hereInPlan();
    const now = withoutLanguage(viewOfAddress());
    const noted = here && now !== left ? withBegun(state, here.view, now) : state;
    if (noted === state) return;
    state = noted;
    keepPlans(state);
  }
  /**
   * Who goes to another page, by the bar or by a link, leaves the plan, and > leads back to where it was left. A reload
   * leaves nothing, nor does whatever is looked at on the page of the plan's view.
   */
  function lookAround() {
    const here = hereInPlan();
    if (!here || recall(WALKS) !== "on" || desk.isArriving() || withoutLanguage(viewOfAddress()) === left) return;
    noteTraining();
    const now = pageOfAddress();
    if (page === "" ? isPageOf(here.view) : now === page) {
      page = now;
      return;
    }
    remember(WALKS, null);
    state = { ...state, isWalked: false };
    keepPlans(state);
    drawStrip();
  }
  /** Whether a training is asked for here, and has no name yet by which one could come back to it. */
  const isBeginning = () => stageIn()?.dataset.begins !== undefined;
  /**
   * To the view after or before, if there is one: with the training that was begun there, which goes on meanwhile.
   *
   * @param {number} by
   * @param {Arrival["lands"]} [lands]
   */
  function walk(by, lands = "start", looks = MOST_LOOKS) {
    const views = plan()?.views ?? [];
    const to = state.isWalked ? state.at + by : state.at;
    if (!(to in views)) {
      // Silence would be taken for a clicker that has failed.
      if (hereInPlan()) hallNotice().say(strings[by < 0 ? "atStart" : "atEnd"]);
      return false;
    }
    if (isBeginning() && looks > 0) {
      setTimeout(() => walk(by, lands, looks - 1), LOOK_EVERY);
      return true;
    }
    noteTraining();
    left = withoutLanguage(viewOfAddress());
    page = "";
    remember(WALKS, "on");
    state = withTime({ ...state, at: to, isWalked: true }, Date.now());
    keepPlans(state);
    drawStrip();
    if (card.open) {
      card.close();
      giveKeysBack();
    }
    go(viewNow(state, views[to].view), lands);
    return true;
  }
  // Another tab may have changed the plan; all that was typed here is kept already.
  function onStorage({ key }) {
    if (key !== KEPT_PLANS) return;
    state = keptPlans(limits);
    drawCard();
    drawStrip();
  }

  const presenting = new MutationObserver(drawStrip);
  presenting.observe(document.documentElement, { attributeFilter: PRESENTING_MARKS });
  window.addEventListener("storage", onStorage);
  window.addEventListener("pagehide", noteTraining);
  const looking = setInterval(lookAround, IS_HERE_EVERY);
  drawStrip();
  return {
    open() {
      state = keptPlans(limits);
      before = null;
      isUncovered = false;
      noteTraining();
      picked = state.isWalked ? state.at : 0;
      card.showModal();
      drawCard();
    },
    /** Add the view without the card, and say so for a moment. */
    add() {
      state = keptPlans(limits);
      const problem = add();
      hallNotice().say(problem || fill(strings.added, { title: plan().title, place: plan().views.length }));
    },
    /** A question becomes a view of the plan: the next one of a walk, else the last. What does not fit is kept. */
    addQuestion(written) {
      state = keptPlans(limits);
      const place = hereInPlan() ? state.at + 1 : undefined;
      const problem = add(linesOf(written, limits));
      if (problem) prepare(withQuestion(prepared(), written));
      else if (place !== undefined) change((now) => withMoved(now, planOf(now).views.length - 1, place));
      hallNotice().say(
        problem || fill(strings.added, { title: plan().title, place: (place ?? plan().views.length - 1) + 1 }),
      );
    },
    /** The class is asked the question of the walk's view, once in its room. @returns {ClickerAct | null} */
    asks() {
      const { room, news } = desk;
      // Without a room it stands on the hall's screen.
      const code = room?.code ?? "";
      const written = hereInPlan() && news.drives ? questionToAsk(state, code) : "";
      if (!written) return null;
      return {
        does: "ask",
        run() {
          state = withAsked(state, code);
          keepPlans(state);
          desk.ask(questionOf(written));
          setTimeout(() => desk.refused && hallNotice().say(desk.refused), HEARD_WITHIN);
        },
      };
    },
    draw: drawStrip,
    walk,
    /** A clicker goes on in a plan, and begins none. @param {number} by @returns {ClickerAct | null} */
    walkAct(by) {
      if (!hereInPlan()) return null;
      const { length } = plan().views;
      const to = state.at + by;
      const does = to in plan().views ? "view" : by < 0 ? "start" : "end";
      return { does, at: to + 1, of: length, run: () => walk(by, by < 0 ? "end" : "start") };
    },
    /** The link of the view at which the walk is, or "". */
    walked: () => hereInPlan()?.view ?? "",
    end() {
      presenting.disconnect();
      window.removeEventListener("storage", onStorage);
      window.removeEventListener("pagehide", noteTraining);
      clearInterval(looking);
      thumbs.end();
      card.remove();
      style.remove();
      dock.remove("plan");
    },
  };
}

/** A link to be copied by hand. */
function linkField(link) {
  const field = h("input", { type: "text", class: "planlink", readonly: true });
  field.value = link;
  field.addEventListener("focus", () => field.select());
  return field;
}
