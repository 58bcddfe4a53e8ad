// The lecturer's side of a room: a button in the bar, the room's card with its QR code, and the wire that says where
// the lecturer is.

import { h, s, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { recall } from "../../web/tab.js";
import { boardOf, raise } from "./board.js";
import { CLOCK_KEPT, toolOf, toolRows } from "./toolkeys.js";
import { paceCurve, pollPanel } from "./poll.js";
import { keepSeen } from "./seen.js";
import { wire } from "./wire.js";

// The room stays this browser's own until it is closed; all tabs know it, and one of them drives.
const KEPT = "rnnviz room";
// Pages other than the stage say where they are in the address alone.
const LOOK_EVERY = 250;
// Where a figure is dragged, a room hears of it so often, in milliseconds.
const MOVE_EVERY = 40;
// Questions that a lecturer has prepared, and how many; answers of one, as the server takes them.
const PREPARED = "rnnviz questions";
const MOST_PREPARED = 50;
// Lecture plans; whoever has none need not load what shows them.
const PLANS = "rnnviz plans";
// How long the curve of the pace reaches back, in milliseconds.
const PACE_SPAN = 10 * 60_000;
// Where the question to the class lies among the boards: above a spotlight, below a pen.
const POLL_LEVEL = 2;
// One for all pages that this tab shows, and for all versions of this file that it may have fetched.
const desk = (window.rnnvizDesk ??= lectern());

/**
 * Where a lecturer's browser says where it is, and hears of its class: {room, news, question, paces, connection, open,
 * connect, close, moved, ask, asked, show, reveal, end, draw}. paces: how the pace was felt, as `paceCurve` takes it.
 */
function lectern() {
  let line = null;
  let isGreeted = false;
  // The question of the stage or of a chapter that the class was asked last.
  let own = "";
  const at = {
    room: kept(),
    news: { present: 0, following: 0, votes: 0, counted: [], drives: true },
    question: null,
    paces: [],
    refused: "",
    connection: "waiting",
    view: viewOfAddress(),
    /** What to call after each change. */
    draw() {},
    lit: "",
    /** The keys of the lecture hall, as a help lists them. */
    keys: () => [],
    /** A promise of what lies over the page, once it has been asked for. */
    tools: null,
    open,
    connect,
    close: () => line?.send({ close: true }),
    moved,
    shine,
    ask,
    asked,
    isOnStage: () => own !== "",
    show: (show) => line?.send({ show }),
    reveal: () => line?.send({ reveal: true }),
    end: () => line?.send({ end: true }),
  };

  /** Open a room; returns the server's sentence where it opens none. */
  async function open() {
    const answer = await fetch("/hall", { method: "POST", body: JSON.stringify({ view: at.view }) });
    const told = await answer.json();
    if (!answer.ok) return told.error;
    at.room = told;
    localStorage.setItem(KEPT, JSON.stringify(told));
    connect();
    return "";
  }
  function connect() {
    line?.close();
    isGreeted = false;
    line = wire(at.room.code, {
      key: at.room.key,
      language: document.documentElement.lang || "en",
      onNews: take,
      onState: follow,
    });
  }
  function take(told) {
    at.news = { ...at.news, ...told };
    if ("question" in told) at.question = told.question;
    at.refused = told.refused ?? "";
    if (told.paces) feel(told);
    // A room that has just been found, or found again, hears where its lecturer is now.
    if (at.news.drives && !isGreeted) {
      line.send({ view: at.view });
      if (at.lit) shine(at.lit);
    }
    isGreeted = true;
    at.draw();
  }
  function follow(to) {
    at.connection = to;
    if (to === "waiting") isGreeted = false;
    if (to === "over") {
      localStorage.removeItem(KEPT);
      at.room = null;
      line = null;
    }
    at.draw();
  }
  function feel({ paces, present }) {
    const now = Date.now();
    at.paces = [...at.paces.filter((one) => now - one.at < PACE_SPAN), { at: now, present, ...paces }];
  }

  /** Ask the class {text, choices, truth}; where nobody is connected, nothing is asked. */
  function ask(question) {
    if (at.room === null || !at.news.drives) return false;
    line?.send({ ask: question });
    return true;
  }
  /** The stage asks a question, or no longer: the class is asked the same, and sees the answer with the lecturer. */
  function asked(question, isAnswered) {
    if (at.room === null || at.news.present === 0) return;
    if (own) line?.send(isAnswered ? { reveal: true } : { end: true });
    own = question?.key ?? "";
    if (question !== null) ask({ text: question.text, choices: question.choices, truth: question.truth });
  }
  /** The part of the page that is lit, or "". */
  function shine(part) {
    at.lit = part;
    if (at.room !== null && at.news.drives) line?.send({ light: part ? { part } : null });
  }
  let moving = 0;
  function moved(view) {
    if (view === at.view) return;
    at.view = view;
    if (moving) return;
    tellView();
    moving = setTimeout(() => {
      moving = 0;
      if (at.view !== last) tellView();
    }, MOVE_EVERY);
  }
  let last = "";
  function tellView() {
    last = at.view;
    if (at.news.drives && isGreeted) line?.send({ view: last });
  }
  if (at.room !== null) connect();
  // A stage tells its place at once and the address a little later: only an address that has changed is news.
  let address = at.view;
  setInterval(() => {
    if (viewOfAddress() === address) return;
    address = viewOfAddress();
    moved(address);
  }, LOOK_EVERY);
  return at;
}

/** Put the button into `host`. strings: the words; css: the style sheet. Returns a function that takes it away. */
export function mount(host, strings, css) {
  const button = h("button", { type: "button", class: "teach", title: strings.teachHint });
  const dialog = h("dialog", { class: "card" });
  const plan = h("button", { type: "button", class: "plan", title: strings.planHint }, strings.plan);
  host.replaceChildren(button, plan, dialog);
  const poll = pollPanel(strings, desk);
  const board = boardOf(poll.element, css, POLL_LEVEL, "is-poll");
  button.addEventListener("click", async () => {
    const refusal = desk.room === null ? await desk.open() : "";
    if (refusal) dialog.replaceChildren(closing(), h("p", {}, refusal));
    else drawCard();
    dialog.showModal();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });

  let isEnded = false;
  let planner = null;
  /** The plans, fetched when they are asked for, or when there are any. */
  async function plans() {
    const from = (name) => new URL(name, import.meta.url).href;
    planner ??= Promise.all([import(from("plan.js")), import(from(`plans.${host.lang}.js`))]).then(
      ([view, { data }]) => (isEnded ? null : view.mount(host, data, view.css, () => desk.view)),
    );
    return planner;
  }
  plan.addEventListener("click", async () => (await plans())?.open());
  if (localStorage.getItem(PLANS)) plans();

  function draw() {
    const { room, news, connection } = desk;
    if (room === null && dialog.open) dialog.close();
    const counted = news.present ? fill(strings.present, news) : strings.nobody;
    const state = connection === "waiting" ? strings.offline : news.drives ? counted : strings.elsewhere;
    write(button, room === null ? strings.teach : `${fill(strings.room, room)} · ${news.present}`);
    button.toggleAttribute("data-open", room !== null);
    const said = dialog.querySelector(".state");
    if (said) write(said, state);
    const over = dialog.querySelector(".take-over");
    if (over) over.hidden = news.drives;
    const question = room !== null && news.drives ? desk.question : null;
    poll.show(question, news, desk.isOnStage());
    raise(board, question !== null);
    dialog.querySelector(".felt")?.replaceWith(paceCurve(desk.paces, strings) ?? h("div", { class: "felt" }));
    const refused = dialog.querySelector(".refused");
    if (refused && desk.refused) write(refused, desk.refused);
  }

  function drawCard() {
    const { room } = desk;
    const [link, ...further] = room.links;
    const isAlone = ["localhost", "127.0.0.1", "[::1]"].includes(new URL(link.url).hostname);
    const act = (words, onclick, name) => {
      const element = h("button", { type: "button", class: name }, words);
      element.addEventListener("click", onclick);
      return element;
    };
    const copy = act(strings.copy, () =>
      navigator.clipboard?.writeText(link.url).then(() => write(copy, strings.copied)),
    );
    const over = act(strings.takeOver, desk.connect, "take-over");
    const end = act(strings.closeRoom, desk.close);
    dialog.setAttribute("aria-label", fill(strings.room, room));
    dialog.replaceChildren(
      closing(),
      h("h2", {}, fill(strings.room, room)),
      h(
        "div",
        { class: "halves" },
        h(
          "div",
          {},
          qr(link),
          h("p", { class: "link" }, link.url),
          ...further.map(({ url }) => h("p", { class: "other" }, url)),
          h("p", {}, isAlone ? strings.alone : strings.scan),
        ),
        h(
          "div",
          {},
          h("p", { class: "state", role: "status" }),
          h("div", { class: "felt" }),
          asking(),
          h("p", { class: "acts" }, over, copy, end),
        ),
      ),
    );
    draw();
  }
  /** Where a free question is written: its first line asks, the others answer; * marks the right one. */
  function asking() {
    const field = h("textarea", { rows: "4", "aria-label": strings.askLabel, placeholder: strings.askExample });
    const refused = h("p", { class: "refused", role: "alert" });
    const list = h("ul", { class: "prepared" });
    const button = (words, onclick) => {
      const made = h("button", { type: "button" }, words);
      made.addEventListener("click", onclick);
      return made;
    };
    const drawList = () =>
      list.replaceChildren(
        ...prepared().map((text) =>
          h(
            "li",
            {},
            button(text.split("\n")[0], () => {
              field.value = text;
            }),
            button("×", () => {
              prepare(prepared().filter((one) => one !== text));
              drawList();
            }),
          ),
        ),
      );
    const ask = button(strings.ask, () => {
      write(refused, "");
      desk.ask(questionOf(field.value));
    });
    const keep = button(strings.keep, () => {
      if (!field.value.trim()) return;
      prepare([...new Set([...prepared(), field.value])].slice(-MOST_PREPARED));
      drawList();
    });
    const save = button(strings.saveVotes, saveVotes);
    drawList();
    return h("div", { class: "asking" }, field, refused, h("p", { class: "acts" }, ask, keep, save), list);
  }
  async function saveVotes() {
    const { code, key } = desk.room;
    const answer = await fetch(`/hall/${code}/votes`, { headers: { "x-rnnviz-key": key } });
    if (!answer.ok) return;
    const url = URL.createObjectURL(await answer.blob());
    h("a", { href: url, download: `rnnviz-${code}.csv` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }
  function closing() {
    const close = h("button", { type: "button", class: "close", "aria-label": strings.closeDialog }, "×");
    close.addEventListener("click", () => dialog.close());
    return close;
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
    if (!event.repeat) press(name);
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
  const onFullscreen = () => raise(board, !poll.element.hidden, true);

  const rest = keepSeen(() => ({ view: desk.view, lecture: desk.room?.code ?? (isPlanWalked() ? "plan" : "") }));
  desk.draw = draw;
  desk.keys = () => toolRows(strings, location.pathname);
  document.addEventListener("keydown", onKey);
  document.addEventListener("keydown", onTool, true);
  addEventListener("keydown", onHelp);
  document.addEventListener("fullscreenchange", onFullscreen);
  draw();
  if (recall(CLOCK_KEPT) !== null && desk.tools === null) press("resume");
  return () => {
    document.removeEventListener("keydown", onKey);
    document.removeEventListener("keydown", onTool, true);
    removeEventListener("keydown", onHelp);
    document.removeEventListener("fullscreenchange", onFullscreen);
    dialog.close();
    board.remove();
    rest();
    isEnded = true;
    planner?.then((made) => made?.end());
  };
}

/** A question as it is written, {text, choices, truth}. */
function questionOf(written) {
  const [text = "", ...lines] = written
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const truth = lines.findIndex((line) => line.startsWith("*"));
  return { text, choices: lines.map((line) => line.replace(/^\*\s*/, "")), truth: truth < 0 ? null : truth };
}

function prepared() {
  try {
    const found = JSON.parse(localStorage.getItem(PREPARED)) ?? [];
    return Array.isArray(found) ? found.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

function prepare(questions) {
  localStorage.setItem(PREPARED, JSON.stringify(questions));
}

function isPlanWalked() {
  try {
    return JSON.parse(localStorage.getItem(PLANS))?.isWalked === true;
  } catch {
    return false;
  }
}

function viewOfAddress() {
  const name = location.pathname.split("/").pop() || "step";
  return `${name}${location.search}`;
}

function kept() {
  try {
    const room = JSON.parse(localStorage.getItem(KEPT));
    return room?.code && room.key && room.links?.length ? room : null;
  } catch {
    return null;
  }
}

/** A QR code as one path, dark on white whatever the theme: cameras want it so. */
function qr({ url, qr: rows }) {
  const cells = rows.flatMap((row, y) => [...row].map((dark, x) => (dark === "1" ? `M${x + 4} ${y + 4}h1v1h-1z` : "")));
  const size = rows.length + 8;
  return s(
    "svg",
    { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": url, "shape-rendering": "crispEdges" },
    s("rect", { width: size, height: size, fill: "#fff" }),
    s("path", { d: cells.join(""), fill: "#000" }),
  );
}
