// A lecturer's plan: the card in which it is made, and the strip that leads through it on every page. `planchanges.js`
// changes it, `planwalk.js` leads through it.

/** @import {PlansData} from "../plans.d.ts" */
/** @import {Desk} from "../desk.d.ts" */
/** @import {Planner} from "../planner.d.ts" */
/** @import {ClickerAct} from "../../web/window.d.ts" */

import { h } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { hallDock } from "./dock.js";
import { hallNotice } from "./notice.js";
import { actsOf } from "./planacts.js";
import { add, change, drawCard } from "./planchanges.js";
import { walkStrip } from "./planstrip.js";
import { planThumbs } from "./planthumbs.js";
import { drawStrip, hereInPlan, lookAround, noteTraining, PRESENTING_MARKS, walk, walkAct } from "./planwalk.js";
import { HEARD_WITHIN } from "./asker.js";
import { prepare, prepared, withQuestion } from "./prepared.js";
import { linesOf, questionOf, questionToAsk, withAsked } from "./question.js";
import { keepPlans, keptPlans, KEPT_PLANS, planOf, withMoved } from "./plans.js";

// Milliseconds between two looks whether the lecturer is still where the plan is.
const IS_HERE_EVERY = 250;

/**
 * Put the card into `host`. data: {strings, words, plans, limits}, see `rnnviz.hall.lecture_plans`. desk: where the
 * lecturer is. notes: the second window, as `hallwindow.js` has it. go(view, lands): as in `way.js`. Returns {open,
 * add, addQuestion, asks, draw, walk, walkAct, walked, end}.
 *
 * @param {HTMLElement} host
 * @param {PlansData} data
 * @param {string} css
 * @param {Desk} desk
 * @param {Planner["notes"]} notes
 * @param {Planner["go"]} go
 */
export function mount(host, data, css, desk, notes, go) {
  const planner = plannerOf(data, desk, notes, go);
  const { card, dock, strip, thumbs } = planner;
  dock.place("plan", strip.element, css);
  const style = h("style", {}, css);
  host.append(style, card);
  card.addEventListener("close", thumbs.rest);
  card.addEventListener("click", (event) => {
    if (event.target === card) card.close();
  });
  const read = () => {
    planner.state = keptPlans(data.limits);
  };
  // Another tab may have changed the plan; all that was typed here is kept already.
  function onStorage({ key }) {
    if (key !== KEPT_PLANS) return;
    read();
    drawCard(planner);
    drawStrip(planner);
  }
  const onLeave = () => noteTraining(planner);
  const presenting = new MutationObserver(() => drawStrip(planner));
  presenting.observe(document.documentElement, { attributeFilter: PRESENTING_MARKS });
  window.addEventListener("storage", onStorage);
  window.addEventListener("pagehide", onLeave);
  const looking = setInterval(() => lookAround(planner), IS_HERE_EVERY);
  drawStrip(planner);
  return {
    open() {
      read();
      planner.before = null;
      planner.isUncovered = false;
      noteTraining(planner);
      planner.picked = planner.state.isWalked ? planner.state.at : 0;
      card.showModal();
      drawCard(planner);
    },
    /** Add the view without the card, and say so for a moment. */
    add() {
      read();
      const problem = add(planner);
      sayAdded(planner, problem, planOf(planner.state)?.views.length);
    },
    addQuestion(written) {
      read();
      addQuestion(planner, written);
    },
    asks: () => questionAct(planner),
    draw: () => drawStrip(planner),
    /** @param {number} by @param {import("../desk.d.ts").Arrival["lands"]} [lands] */
    walk: (by, lands) => walk(planner, by, lands),
    walkAct: (by) => walkAct(planner, by),
    /** The link of the view at which the walk is, or "". */
    walked: () => hereInPlan(planner)?.view ?? "",
    end() {
      presenting.disconnect();
      window.removeEventListener("storage", onStorage);
      window.removeEventListener("pagehide", onLeave);
      clearInterval(looking);
      thumbs.end();
      card.remove();
      style.remove();
      dock.remove("plan");
    },
  };
}

/**
 * @param {PlansData} data
 * @param {Desk} desk
 * @param {Planner["notes"]} notes
 * @param {Planner["go"]} go
 * @returns {Planner}
 */
function plannerOf(data, desk, notes, go) {
  const { strings, limits } = data;
  const card = h("dialog", { class: "card planner", "aria-label": strings.plan });
  const strip = walkStrip(strings, {
    walk: (by) => walk(planner, by),
    notes: notes.open,
    stop() {
      noteTraining(planner);
      change(planner, (now) => ({ ...now, isWalked: false }));
    },
  });
  /** @type {Planner} */
  const planner = {
    ...{ data, desk, notes, go, card, strip },
    dock: hallDock(),
    thumbs: planThumbs(card, strings.plan),
    state: keptPlans(limits),
    before: null,
    isUncovered: false,
    picked: 0,
    left: "",
    page: "",
    acts: null,
  };
  planner.acts = actsOf(planner);
  return planner;
}

/**
 * A question becomes a view of the plan: the next one of a walk, else the last. What does not fit is kept.
 *
 * @param {Planner} planner
 */
function addQuestion(planner, written) {
  const place = hereInPlan(planner) ? planner.state.at + 1 : undefined;
  const problem = add(planner, linesOf(written, planner.data.limits));
  if (problem) prepare(withQuestion(prepared(), written));
  else if (place !== undefined) change(planner, (now) => withMoved(now, planOf(now).views.length - 1, place));
  sayAdded(planner, problem, (place ?? planOf(planner.state)?.views.length - 1) + 1);
}

/** @param {Planner} planner @param {string} problem why it was not @param {number} place */
function sayAdded({ data, state }, problem, place) {
  hallNotice().say(problem || fill(data.strings.added, { title: planOf(state).title, place }));
}

/**
 * The class is asked the question of the walk's view, once in its room.
 *
 * @param {Planner} planner
 * @returns {ClickerAct | null}
 */
function questionAct(planner) {
  const { room, news } = planner.desk;
  // Without a room it stands on the hall's screen.
  const code = room?.code ?? "";
  const written = hereInPlan(planner) && news.drives ? questionToAsk(planner.state, code) : "";
  if (!written) return null;
  return {
    does: "ask",
    run() {
      const { desk } = planner;
      planner.state = withAsked(planner.state, code);
      keepPlans(planner.state);
      desk.ask(questionOf(written));
      setTimeout(() => desk.refused && hallNotice().say(desk.refused), HEARD_WITHIN);
    },
  };
}
