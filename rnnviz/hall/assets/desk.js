// The lecturer's desk: the room that this browser drives, and the way in which it says where the lecturer is.

/** @import {Desk, DeskLine} from "../desk.d.ts" */

import { asked } from "../../web/asked.js";
import { viewOfAddress, withoutAnswers } from "./address.js";
import { arrivals } from "./arrival.js";
import { asker } from "./asker.js";
import { connect, enter, handOver, lay, leave, NOBODY, say, shine, showInRoom } from "./deskline.js";
import { KEPT_ROOM, keepRoom, keptRoom } from "./kept.js";
import { keepSeries, seriesNamed } from "./keptseries.js";

// Milliseconds between two looks: pages other than the stage say where they are in the address alone.
const LOOK_EVERY = 250;
// Milliseconds between two times that a room hears of a figure that is dragged.
const MOVE_EVERY = 40;
// Lines of a pen that a room which has begun anew is told again.
const MOST_LINES = 40;

/**
 * Where a lecturer's browser says where it is, and hears of its class.
 *
 * @returns {Desk}
 */
export function lectern() {
  const { choiceOf, hasEnded, heard, ...questions } = asker(
    () => at,
    (message) => say(line, message),
  );
  /** @type {Desk} */
  const at = {
    room: keptRoom(),
    news: { ...NOBODY, drives: true },
    offer: null,
    question: null,
    paces: [],
    refused: "",
    connection: "waiting",
    view: viewOfAddress(),
    /** What to call after each change. */
    draw() {},
    /** The way to the next view of the lecture plan, or to the end of the one before; null where none is walked. */
    walkAct: () => null,
    /** Asks the class what the plan has for it at its view; null where there is nothing to ask. */
    asksOfPlan: () => null,
    /** The link of the view at which the plan is, or "" where none is walked. */
    walked: () => "",
    /** A question becomes a view of the plan. */
    intoPlan() {},
    lectures: () => (at.room !== null && at.news.drives) || at.walked() !== "",
    /** What the next press of a clicker does. */
    next: () => ({ does: "nothing" }),
    ...arrivals(),
    /** Takes the lecturer's button away, with all that listens for it. */
    unmount() {},
    /** Whether the lecturer has notes in a window of their own. */
    hasNotes: () => false,
    lit: "",
    isDark: false,
    sentence: "",
    // Lines of the pen, as the class is told them.
    lines: [],
    /** The keys of the lecture hall, as a help lists them. */
    keys: () => [],
    /** A promise of what lies over the page, once it has been asked for. */
    tools: null,
    open: (words, series) => open(line, words, series),
    joins: (title) => joins(line, title),
    /** Drive from this tab. */
    connect: () => connect(line, true),
    close: () => line.wire?.send({ close: true }),
    mayClose: () => at.room !== null && at.news.drives && at.connection === "open",
    leave: () => leave(line),
    words: {},
    handOver: (offers) => handOver(line, offers),
    moved,
    shine: (part) => shine(line, part),
    says(sentence) {
      if (sentence === at.sentence) return;
      at.sentence = sentence;
      lay(line, { sentence });
    },
    darken(isDark) {
      at.isDark = isDark;
      lay(line, { dark: isDark });
    },
    draws(stroke) {
      at.lines = [...at.lines, stroke].slice(-MOST_LINES);
      lay(line, { line: stroke });
    },
    wipes() {
      at.lines = [];
      lay(line, { wipe: true });
    },
    ...questions,
    /** Let in nobody but those who are here now; or, with false, anybody again. */
    bar: (bars) => say(line, { bar: bars }),
  };
  /** @type {DeskLine} */
  const line = {
    ...{ at, wire: null, isGreeted: false, wanted: false, stays: "", unsent: [] },
    ...{ choiceOf, hasEnded, heard },
  };
  const tellView = paced(() => {
    if (at.news.drives && line.isGreeted) line.wire?.send({ view: at.view });
  }, MOVE_EVERY);
  function moved(to) {
    const view = withoutAnswers(to);
    if (view === at.view) return;
    at.view = view;
    tellView();
  }
  showInRoom(at.room);
  addEventListener("storage", ({ key }) => key === KEPT_ROOM && follow(line));
  if (at.room !== null) connect(line, true);
  // A stage tells its place at once and the address a little later: only an address that has changed is news.
  let address = at.view;
  setInterval(() => {
    if (viewOfAddress() === address) return;
    address = viewOfAddress();
    moved(address);
  }, LOOK_EVERY);
  return at;
}

/**
 * Open a room, of a series of lectures where one is named; returns a sentence where there is none to be had. words:
 * as for `asked`.
 *
 * @param {DeskLine} line
 */
async function open(line, words, series = "") {
  const { told, refused } = await asked("/hall", { words, send: { view: line.at.view } });
  if (refused) return refused;
  enter(line, told);
  keepRoom(told);
  connect(line, true);
  if (series) await joins(line, series);
  return "";
}

/** The room comes to a series of lectures; whether it did. Why not stands on its card. @param {DeskLine} line */
async function joins(line, title) {
  const { at } = line;
  const series = seriesNamed(title);
  const headers = { "x-rnnviz-key": at.room.key };
  const address = `/hall/${at.room.code}/series`;
  const { refused } = await asked(address, { words: at.words, headers, send: series });
  at.refused = refused || (keepSeries(series) ? "" : at.words.seriesUnkept);
  if (!refused) {
    enter(line, { ...at.room, series });
    keepRoom(at.room);
  }
  at.draw();
  return !refused;
}

/** Another tab of this browser has opened a room, taken one over, or left it. @param {DeskLine} line */
function follow(line) {
  const { at } = line;
  const now = keptRoom();
  if (now?.code === at.room?.code && now?.key === at.room?.key) return;
  line.wire?.close();
  line.wire = null;
  enter(line, now);
  if (now === null) at.draw();
  else connect(line, false);
}

/** Does something at once, and once more after `every` milliseconds where it has been asked for meanwhile. */
function paced(act, every) {
  let timer = 0;
  let isAsked = false;
  return () => {
    isAsked = timer !== 0;
    if (isAsked) return;
    act();
    timer = setTimeout(() => {
      timer = 0;
      if (isAsked) act();
    }, every);
  };
}
