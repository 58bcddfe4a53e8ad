// The lecturer's notes in a window of their own: what to say now and next, the class, the time; and the keys that
// drive the hall's window.

/** @import {Strings} from "../../stage/scene.d.ts" */
/** @import {NextAct} from "../desk.d.ts" */

import { h, set, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { recall, remember } from "../../web/tab.js";
import { askingForm, saveVotes } from "./asking.js";
import { lectureChannel } from "./channel.js";
import { clockTime, countedTo } from "./clock.js";
import { keptRoom } from "./kept.js";
import { loseFocus } from "./keysback.js";
import { offerPanel } from "./offer.js";
import { paceWords, pollPanel, presentWords } from "./poll.js";
import { handoutAddress } from "./planfiles.js";
import { keepPlans, keptPlans, planOf, viewName } from "./plans.js";
import { timeOf, withViewBegun } from "./plantime.js";
import { seriesLink } from "./keptseries.js";
import { isDriven } from "./toolkeys.js";
import { wear } from "./wear.js";

const ASK_EVERY = 1000;
// Milliseconds that a window may be quiet before the notes say so: it may be loading another page.
const QUIET_AFTER = 4000;
const TICK = 250;
const CHOSEN = "rnnviz hall";
const COUNTDOWN = "rnnviz countdown";
const TYPED = "input, textarea, select";
// How many of the views that come later stand there with their names.
const MOST_LATER = 5;
// Notes are written smaller where these and all that is below them have more characters.
const LONG = [120, 280];

/** data: {strings, hall, named, limits, themes}; hall: the words of the room; named: as for `viewName`. */
function begin(host, { strings, hall: words, named, limits, themes }) {
  wear(themes);
  let now = null;
  let heard = 0;
  const channel = lectureChannel(take);
  const press = (key) => channel.send({ kind: "do", hall: now?.hall, press: key });
  const act = (name) => (value) => channel.send({ kind: "do", hall: now?.hall, act: { name, value } });

  const time = h("strong", { class: "time" });
  const rest = h("span", { class: "rest", role: "timer" });
  const field = h("input", { type: "text", inputmode: "numeric", maxlength: "4", placeholder: "20" });
  const minutes = h("label", { class: "minutes" }, h("span", {}, words.minutes), field);
  const pace = h("span", {});
  const fromHere = h("button", { type: "button", title: strings.fromHereHint }, strings.fromHere);
  fromHere.addEventListener("click", () => {
    keepPlans(withViewBegun(keptPlans(limits), Date.now()));
    draw();
  });
  const planTime = h("p", { class: "plan-time", role: "timer" }, pace, fromHere);
  const felt = h("p", { class: "felt", role: "status" });
  const room = h("p", { class: "who", role: "status" });
  const place = h("span", { class: "place" });
  const what = h("p", { class: "what" });
  const shown = h("p", { class: "ask" });
  const say = h("p", { class: "say", "aria-live": "polite" });
  const own = h("p", { class: "own" });
  const then = h("h2", {});
  const after = h("p", { class: "after" });
  const later = h("ol", { class: "later" });
  const state = h("p", { class: "state", role: "status" });
  const poll = pollPanel(words, { show: act("show"), reveal: act("reveal"), end: act("end") });
  const far = { ask: act("ask"), intoPlan: act("intoPlan"), question: null, refused: "", room: null };
  const form = askingForm(words, far, () => {
    questions.open = false;
  });
  const questions = h("details", { class: "questions" }, h("summary", {}, words.ask), form.element);
  const offer = offerPanel(words, act("handOver"));
  const saved = h("p", { class: "refused", role: "alert" });
  const saving = h("button", { type: "button" }, words.saveVotes);
  saving.addEventListener("click", async () => {
    const kept = keptRoom();
    if (kept) write(saved, await saveVotes(kept, words));
  });
  const weeks = h("a", { target: "_blank" }, words.overWeeks);
  const votes = h("p", { class: "acts" }, weeks, saving, saved);
  const button = (label, key, sign) => {
    const made = h("button", { type: "button" }, label, h("kbd", {}, sign));
    made.addEventListener("click", () => press(key));
    return made;
  };
  const back = button(strings.back, "<", "<");
  const next = button(strings.next, ">", ">");
  // What a press of the clicker would do now: one thing a press.
  const onwards = h("span", {});
  const on = button(onwards, "PageDown", "PageDown");
  on.className = "primary on";
  host.replaceChildren(
    h("header", {}, time, rest, minutes, planTime, felt, room),
    state,
    h(
      "main",
      {},
      h("section", { class: "now", tabindex: "0" }, h("p", { class: "where" }, place, what), say, shown, own),
      h(
        "section",
        { class: "beside" },
        poll.element,
        questions,
        votes,
        offer.element,
        h("div", { class: "next" }, then, after, later),
      ),
    ),
    h(
      "footer",
      {},
      on,
      back,
      next,
      button(strings.stepBack, "ArrowLeft", "←"),
      button(strings.stepOn, "ArrowRight", "→"),
      button(strings.dark, "o", "O"),
      h("a", { href: handoutAddress(), target: "_blank", class: "handout" }, strings.handout),
      h("p", { class: "keys" }, strings.notesKeys),
    ),
  );

  /** What a window says of itself. The window that spoke first is the hall's, or one that is used instead. */
  function take(message) {
    if (message.kind === "here") ask();
    if (message.kind !== "told") return;
    const chosen = recall(CHOSEN);
    const isQuiet = Date.now() - heard > QUIET_AFTER;
    if (chosen !== message.hall && !message.isFocused && !(chosen === null || isQuiet)) return;
    remember(CHOSEN, message.hall);
    heard = Date.now();
    now = message;
    draw();
  }
  const ask = () => channel.send({ kind: "ask" });

  function draw() {
    const kept = keptPlans(limits);
    const { at, isWalked } = kept;
    const views = planOf(kept)?.views ?? [];
    const here = isWalked ? views[at] : null;
    const to = isWalked ? views[at + 1] : views[at];
    const isSilent = Date.now() - heard > QUIET_AFTER;
    write(state, now === null ? strings.noHall : isSilent ? strings.quietHall : "");
    drawTime(kept);
    write(place, here ? `${at + 1} / ${views.length}` : "");
    const ofView = here?.minutes ? ` · ${fill(strings.minutes, here)}` : "";
    write(what, here ? `${viewName(here.view, named)}${ofView}` : now ? viewName(now.view, named) : "");
    write(say, here ? here.say || strings.noNotes : strings.noPlanNow);
    say.toggleAttribute("data-none", !here?.say);
    // All of it is to be read without scrolling.
    const all = here ? [here.say, here.ask, ...here.question].join("\n").length : 0;
    say.dataset.long = String(LONG.filter((length) => all > length).length);
    write(shown, here?.ask ? fill(strings.onScreen, { words: here.ask }) : "");
    write(own, here?.question.length ? fill(strings.own, { words: here.question.join("\n") }) : "");
    write(then, to ? fill(strings.then, { words: viewName(to.view, named) }) : here ? strings.last : "");
    write(after, to?.say || to?.ask || "");
    const further = views.slice(views.indexOf(to) + 1, views.indexOf(to) + 1 + MOST_LATER);
    drawLater(to ? further.map(({ view }) => viewName(view, named)) : [], views.indexOf(to) + 2);
    write(onwards, nextWords(now?.next, to ? viewName(to.view, named) : "", strings));
    on.disabled = ["nothing", "arriving", undefined].includes(now?.next?.does);
    back.disabled = !here || at === 0;
    next.disabled = !to;
    const held = now?.drives ? presentWords(now, words) : now?.hasKey ? words.elsewhere : words.handed;
    const said = now?.connection === "waiting" ? words.offline : held;
    const paces = now?.room && now.drives ? now.paces : {};
    write(felt, paceWords(paces, words));
    felt.toggleAttribute("data-lost", paces.lost > 0);
    write(room, now?.room ? `${fill(words.room, { code: now.room })} · ${said}` : strings.noRoom);
    // Here the counts stand before the class sees them.
    const question = now?.drives ? now.question : null;
    poll.show(question, now ?? {}, now?.isOnStage ?? false, "", true);
    questions.hidden = !(now?.room && now.drives);
    const driven = keptRoom();
    votes.hidden = questions.hidden || !driven?.key;
    weeks.hidden = !driven?.series;
    if (driven?.series) set(weeks, "href", seriesLink(driven.series));
    offer.show(Boolean(now?.room && now.drives), now?.offer ?? null);
    Object.assign(far, { question: now?.question ?? null, refused: now?.refused ?? "" });
    form.draw();
  }
  /** How the plan's minutes stand to those that have passed. */
  function drawTime(kept) {
    const passed = timeOf(kept, Date.now());
    planTime.hidden = passed === null;
    if (passed === null) return;
    const { late } = passed;
    const said = late > 0 ? strings.behind : late < 0 ? strings.ahead : strings.onTime;
    write(pace, `${fill(strings.passed, passed)} · ${fill(said, { minutes: Math.abs(late) })}`);
    pace.toggleAttribute("data-late", late > 0);
    fromHere.hidden = late === 0;
  }
  function drawLater(names, first) {
    const told = JSON.stringify([names, first]);
    if (later.dataset.told === told) return;
    later.dataset.told = told;
    later.replaceChildren(...names.map((name, k) => h("li", { value: first + k }, name)));
  }

  function tick() {
    const moment = new Date();
    write(time, `${moment.getHours()}:${String(moment.getMinutes()).padStart(2, "0")}`);
    const until = now?.until || Number(localStorage.getItem(COUNTDOWN)) || 0;
    const left = until - moment.getTime();
    rest.hidden = until === 0;
    rest.toggleAttribute("data-over", left <= 0);
    write(rest, `${left <= 0 ? "+" : ""}${clockTime(left)}`);
    draw();
  }
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    const until = Number(localStorage.getItem(COUNTDOWN)) || 0;
    localStorage.setItem(COUNTDOWN, String(countedTo(field.value, until, Date.now())));
    field.value = "";
    field.blur();
    tick();
  });
  // After a click on a button the keys are the hall's again, and none of them presses the button once more.
  host.addEventListener("click", (event) => {
    if (event.detail > 0 && event.target.closest("button")) loseFocus();
  });
  document.addEventListener("keydown", (event) => {
    const from = /** @type {Partial<Element>} */ (event.composedPath()[0]);
    if (event.ctrlKey || event.metaKey || event.altKey || from.matches?.(TYPED)) return;
    if (from.matches?.("button, summary") && [" ", "Enter"].includes(event.key)) return;
    if (!isDriven(event.key)) return;
    event.preventDefault();
    press(event.key);
  });
  addEventListener("storage", () => {
    draw();
    form.refresh();
  });
  addEventListener("pagehide", () => channel.send({ kind: "bye" }));
  setInterval(ask, ASK_EVERY);
  setInterval(tick, TICK);
  ask();
  tick();
}

/**
 * What a clicker's next press does, in words. view: what the next view of the plan is called.
 *
 * @param {NextAct | undefined} next
 * @param {string} view
 * @param {Strings} strings
 */
function nextWords(next, view, strings) {
  return fill(strings[`next_${next?.does}`] ?? strings.next_nothing, { ...next, view });
}

begin(document.getElementById("notes"), JSON.parse(document.getElementById("data").textContent));
