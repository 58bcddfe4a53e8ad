// The lecturer's side of a room: a button in the bar, the room's card, the question that stands, and their keys.

/** @import {ClickerAct} from "../../web/window.d.ts" */

import { h, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { clickersWay, isOfClicker, pageTurner } from "../../web/onward.js";
import { isComingBack } from "../../web/presenter.js";
import { recall, remember } from "../../web/tab.js";
import { roomCard } from "./card.js";
import { lectern } from "./desk.js";
import { hallDock } from "./dock.js";
import { hallWindow } from "./hallwindow.js";
import { giveKeysBack } from "./keysback.js";
import { lectureAct } from "./order.js";
import { OPENS } from "./plans.js";
import { pollPanel } from "./poll.js";
import { hallNotice } from "./notice.js";
import { keepSeen } from "./seen.js";
import { CLOCK_KEPT, isOfChoices, toolOf, toolRows, uncovers, wayOf } from "./toolkeys.js";
import { goTo } from "./way.js";

// Lecture plans; whoever has none need not load what shows them.
const PLANS = "rnnviz plans";
/** @type {Omit<ClickerAct, "run">[]} */
const [NOTHING, ARRIVING] = [{ does: "nothing" }, { does: "arriving" }];
// One for all pages that this tab shows, and for all versions of this file that it may have fetched.
window.rnnvizDesk ??= lectern();
const desk = window.rnnvizDesk;

/**
 * Put the button into `host`, in place of the one before: a change of language draws it anew. strings: the words; css:
 * the style sheet; send(target): asks Streamlit for another page. Returns a function that takes it away.
 */
export function mount(host, strings, css, send) {
  desk.unmount();
  const button = h("button", { type: "button", class: "teach", title: strings.teachHint });
  desk.words = strings;
  const card = roomCard(strings, desk, giveKeysBack, () => notes.open());
  const plan = h("button", { type: "button", class: "plan", title: strings.planHint }, strings.plan);
  host.replaceChildren(button, plan, card.element);
  const poll = pollPanel(strings, desk);
  const dock = hallDock();
  dock.place("poll", poll.element, css);
  button.addEventListener("click", card.open);

  let isEnded = false;
  let planner = null;
  /** The plans, fetched when they are asked for, or when there are any; null where they cannot be. */
  function plans() {
    planner ??= fetchPlans();
    return planner;
  }
  async function fetchPlans() {
    const [view, told] = await Promise.all([brought("plan.js"), brought(`plans.${host.lang}.js`)]);
    if (view === null || told === null) {
      planner = null;
      return null;
    }
    if (isEnded) return null;
    const made = view.mount(host, told.data, view.css, desk, notes, go);
    desk.walkAct = made.walkAct;
    desk.walked = made.walked;
    desk.asksOfPlan = made.asks;
    return made;
  }
  /** A module beside this one; null, with a sentence, where there is no connection. */
  async function brought(name) {
    const found = await import(new URL(name, import.meta.url).href).catch(() => null);
    if (found === null) hallNotice().say(strings.noConnection);
    return found;
  }
  const go = (view, lands) => goTo(view, lands, { desk, send });
  const notes = hallWindow(desk, async () => (await planner)?.draw());
  desk.hasNotes = notes.isOpen;
  desk.intoPlan = async (written) => (await plans())?.addQuestion(written);
  plan.addEventListener("click", async () => (await plans())?.open());
  if (localStorage.getItem(PLANS)) plans();
  if (recall(OPENS) !== null) {
    remember(OPENS, null);
    plans().then((made) => made?.open());
  }

  function draw() {
    const { room, news, connection } = desk;
    const isLost = room !== null && connection === "waiting";
    const present = isLost ? "…" : news.drives ? news.present : strings.onlooker;
    const lost = room !== null && news.drives && news.paces.lost > 0 ? ` · ${strings.lost} ${news.paces.lost}` : "";
    write(button, room === null ? strings.teach : `${fill(strings.room, { code: room.code })} · ${present}${lost}`);
    button.toggleAttribute("data-lost", lost !== "");
    button.title = isLost ? strings.offline : strings.teachHint;
    button.toggleAttribute("data-open", room !== null);
    card.draw();
    const question = news.drives ? desk.question : null;
    poll.show(question, news, desk.isOnStage(), isLost ? strings.offline : news.fails);
    dock.show("poll", question !== null);
  }

  const acts = {
    desk,
    uncover: () => press("dark"),
    wait: () => hallNotice().say(strings.waitsForAnswer),
  };
  // The key whose press was the lecture's: held down, it does nothing more.
  let spent = "";
  /** While the class is asked, or sees a black screen, a key does one thing, wherever one is: see `order.js`. */
  function onLecture(event) {
    // Of a page that was loaded anew, the first press is its view's: it brings the whole screen back.
    if (isComingBack() && isOfClicker(event)) {
      take(event);
      return;
    }
    if (event.repeat && event.key === spent) {
      take(event);
      return;
    }
    const by = wayOf(event);
    const isOurs = desk.isDark ? uncovers(event) : by !== 0;
    const act = isOurs ? lectureAct(by, acts) : null;
    spent = act ? event.key : "";
    if (act === null) return;
    take(event);
    act.run();
  }
  function take(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  /** Tools come before the page's own keys: none of theirs is lost, and what plays goes on. */
  function onTool(event) {
    const name = toolOf(event, desk.lectures());
    // Who presses twice in impatience passes no view, and who lectures answers by no letter.
    if ((desk.isArriving() && isOfClicker(event)) || (desk.lectures() && isOfChoices(event))) take(event);
    if (!name) return;
    take(event);
    if (event.repeat) return;
    if (name === "before" || name === "after") plans().then((made) => made?.walk(name === "after" ? 1 : -1));
    else if (name === "notes") notes.open();
    else if (name === "plan") plans().then((made) => made?.open());
    else if (name === "add") plans().then((made) => made?.add());
    else press(name);
  }
  async function press(name) {
    desk.tools ??= brought("tools.js").then((found) => {
      if (found === null) desk.tools = null;
      return found?.tools(strings, found.css, desk);
    });
    (await desk.tools)?.press(name);
  }
  /** A page without a help of its own has this one. */
  function onHelp(event) {
    if (event.key !== "?" || event.defaultPrevented || event.composedPath()[0].matches?.("input, textarea")) return;
    press("keys");
  }

  // A page without keys of its own is read a screen at a time.
  const pages = pageTurner();
  const ofPage = clickersWay((by) => pages.act(by));
  function onPage(event) {
    if (event.defaultPrevented || !isOfClicker(event)) return;
    ofPage.press(event.key === "PageDown" ? 1 : -1);
    event.preventDefault();
  }

  const rest = keepSeen(() => ({ view: desk.view, lecture: desk.room?.code ?? (isPlanWalked() ? "plan" : "") }));
  desk.draw = draw;
  desk.keys = () => toolRows(strings);
  desk.next = () => {
    // While a view is on its way, a press does nothing to it.
    const ofView = () => (desk.isArriving() ? ARRIVING : ((window.rnnvizNext ?? ofPage.next)(1) ?? NOTHING));
    const { does, at, of } = lectureAct(1, acts) ?? ofView();
    return { does, at, of };
  };
  document.addEventListener("keydown", onLecture, true);
  document.addEventListener("keydown", onTool, true);
  addEventListener("keydown", onHelp);
  addEventListener("keydown", onPage);
  draw();
  if (recall(CLOCK_KEPT) !== null && desk.tools === null) press("resume");
  /** What has been put in this one's place stays, however late this one is taken away. */
  const unmount = () => {
    if (desk.unmount !== unmount) return;
    desk.unmount = () => {};
    document.removeEventListener("keydown", onLecture, true);
    document.removeEventListener("keydown", onTool, true);
    removeEventListener("keydown", onHelp);
    removeEventListener("keydown", onPage);
    card.element.close();
    dock.remove("poll");
    rest();
    notes.end();
    isEnded = true;
    planner?.then((made) => made?.end());
  };
  desk.unmount = unmount;
  return unmount;
}

function isPlanWalked() {
  try {
    return JSON.parse(localStorage.getItem(PLANS))?.isWalked === true;
  } catch {
    return false;
  }
}
