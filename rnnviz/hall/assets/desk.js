// The lecturer's desk: the room that this browser drives, and the wire that says where the lecturer is.

import { wire } from "./wire.js";

// The room stays this browser's own until it is closed; all tabs know it, and one of them drives.
const KEPT = "rnnviz room";
// Pages other than the stage say where they are in the address alone.
const LOOK_EVERY = 250;
// Where a figure is dragged, a room hears of it so often, in milliseconds.
const MOVE_EVERY = 40;
// How long the curve of the pace reaches back, in milliseconds.
const PACE_SPAN = 10 * 60_000;

/**
 * Where a lecturer's browser says where it is, and hears of its class: {room, news, question, paces, connection, open,
 * connect, close, moved, ask, asked, show, reveal, end, draw}. paces: how the pace was felt, as `paceCurve` takes it.
 */
export function lectern() {
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
