// The lecturer's side of a room: a button in the bar, the room's card, the question that stands, and their keys.

import { h, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { recall } from "../../web/tab.js";
import { roomCard } from "./card.js";
import { lectern } from "./desk.js";
import { hallDock } from "./dock.js";
import { hallWindow } from "./hallwindow.js";
import { pollPanel } from "./poll.js";
import { keepSeen } from "./seen.js";
import { CLOCK_KEPT, toolOf, toolRows } from "./toolkeys.js";

// Lecture plans; whoever has none need not load what shows them.
const PLANS = "rnnviz plans";
// One for all pages that this tab shows, and for all versions of this file that it may have fetched.
window.rnnvizDesk ??= lectern();
const desk = window.rnnvizDesk;

/** Put the button into `host`. strings: the words; css: the style sheet. Returns a function that takes it away. */
export function mount(host, strings, css) {
  const button = h("button", { type: "button", class: "teach", title: strings.teachHint });
  const card = roomCard(strings, desk);
  const plan = h("button", { type: "button", class: "plan", title: strings.planHint }, strings.plan);
  host.replaceChildren(button, plan, card.element);
  const poll = pollPanel(strings, desk);
  const dock = hallDock();
  dock.place("poll", poll.element, css);
  button.addEventListener("click", async () => {
    card.open(desk.room === null ? await desk.open() : "");
    draw();
  });

  let isEnded = false;
  let planner = null;
  /** The plans, fetched when they are asked for, or when there are any. */
  async function plans() {
    const from = (name) => new URL(name, import.meta.url).href;
    planner ??= Promise.all([import(from("plan.js")), import(from(`plans.${host.lang}.js`))]).then(
      ([view, { data }]) => (isEnded ? null : view.mount(host, data, view.css, desk, notes)),
    );
    return planner;
  }
  const notes = hallWindow(desk, async () => (await planner)?.draw());
  desk.hasNotes = notes.isOpen;
  plan.addEventListener("click", async () => (await plans())?.open());
  if (localStorage.getItem(PLANS)) plans();

  function draw() {
    const { room, news, connection } = desk;
    const isLost = room !== null && connection === "waiting";
    const present = isLost ? "…" : news.drives ? news.present : strings.onlooker;
    write(button, room === null ? strings.teach : `${fill(strings.room, room)} · ${present}`);
    button.title = isLost ? strings.offline : strings.teachHint;
    button.toggleAttribute("data-open", room !== null);
    card.draw();
    const question = room !== null && news.drives ? desk.question : null;
    poll.show(question, news, desk.isOnStage(), isLost ? strings.offline : news.fails ? strings.unkept : "");
    dock.show("poll", question !== null);
  }

  /** U goes on with the question that stands: its answer, and then it is done. */
  function onKey(event) {
    const from = event.composedPath()[0];
    const isTyped = from.matches?.("input, textarea, select, [contenteditable]");
    if (event.key.toLowerCase() !== "u" || event.ctrlKey || event.metaKey || event.altKey || isTyped) return;
    if (!desk.question || !desk.news.drives || desk.isOnStage()) return;
    if (desk.question.isOver) desk.end();
    else desk.reveal();
    event.preventDefault();
  }
  /** Tools come before the page's own keys: none of theirs is lost, and what plays goes on. */
  function onTool(event) {
    const name = toolOf(event, location.pathname);
    if (!name) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    if (name === "notes") notes.open();
    else if (name === "plan") plans().then((made) => made?.open());
    else if (name === "add") plans().then((made) => made?.add());
    else press(name);
  }
  async function press(name) {
    desk.tools ??= import(new URL("tools.js", import.meta.url).href).then(({ css, tools }) =>
      tools(strings, css, desk),
    );
    (await desk.tools).press(name);
  }
  /** A page without a help of its own has this one. */
  function onHelp(event) {
    if (event.key !== "?" || event.defaultPrevented || event.composedPath()[0].matches?.("input, textarea")) return;
    press("keys");
  }

  const rest = keepSeen(() => ({ view: desk.view, lecture: desk.room?.code ?? (isPlanWalked() ? "plan" : "") }));
  desk.draw = draw;
  desk.keys = () => toolRows(strings, location.pathname);
  document.addEventListener("keydown", onKey);
  document.addEventListener("keydown", onTool, true);
  addEventListener("keydown", onHelp);
  draw();
  if (recall(CLOCK_KEPT) !== null && desk.tools === null) press("resume");
  return () => {
    document.removeEventListener("keydown", onKey);
    document.removeEventListener("keydown", onTool, true);
    removeEventListener("keydown", onHelp);
    card.element.close();
    dock.remove("poll");
    rest();
    notes.end();
    isEnded = true;
    planner?.then((made) => made?.end());
  };
}

function isPlanWalked() {
  try {
    return JSON.parse(localStorage.getItem(PLANS))?.isWalked === true;
  } catch {
    return false;
  }
}
