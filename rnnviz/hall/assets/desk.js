// The lecturer's desk: the room that this browser drives, and the wire that says where the lecturer is.

/** @import {Desk} from "../desk.d.ts" */
/** @import {News, Offer, Said} from "../messages.d.ts" */

import { asked } from "../../web/asked.js";
import { viewOfAddress, withoutAnswers } from "./address.js";
import { arrivals } from "./arrival.js";
import { asker } from "./asker.js";
import { KEPT_ROOM, keepRoom, keptRoom } from "./kept.js";
import { keepSeries, seriesNamed } from "./keptseries.js";
import { packed } from "./parcel.js";
import { wire } from "./wire.js";

// Milliseconds between two looks: pages other than the stage say where they are in the address alone.
const LOOK_EVERY = 250;
// Milliseconds between two times that a room hears of a figure that is dragged.
const MOVE_EVERY = 40;
// How long the curve of the pace reaches back, in milliseconds.
const PACE_SPAN = 10 * 60_000;
const MOST_UNSENT = 20;
// Lines of a pen that a room which has begun anew is told again.
const MOST_LINES = 40;

// What is known of a class before the server has told anything.
/** @type {Omit<Desk["news"], "drives">} */
const NOBODY = {
  ...{ present: 0, following: 0, votes: 0, counted: [], paces: {}, driver: "", fits: false },
  ...{ fails: "", isCrowded: false, isFull: false, often: 0, bars: false, turned: 0 },
};

/**
 * Where a lecturer's browser says where it is, and hears of its class.
 *
 * @returns {Desk}
 */
export function lectern() {
  let line = null;
  let isGreeted = false;
  let wanted = false;
  // Why the plan and the questions do not go along with a room that is offered, or "".
  let stays = "";
  /** @type {Said[]} What the class was to be asked or shown while there was no connection. */
  let unsent = [];
  const { choiceOf, hasEnded, heard, ...questions } = asker(() => at, say);
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
    open,
    joins,
    /** Drive from this tab. */
    connect: () => connect(true),
    close: () => line?.send({ close: true }),
    mayClose: () => at.room !== null && at.news.drives && at.connection === "open",
    leave,
    words: {},
    handOver,
    moved,
    shine,
    says(sentence) {
      if (sentence === at.sentence) return;
      at.sentence = sentence;
      lay({ sentence });
    },
    darken(isDark) {
      at.isDark = isDark;
      lay({ dark: isDark });
    },
    draws(line) {
      at.lines = [...at.lines, line].slice(-MOST_LINES);
      lay({ line });
    },
    wipes() {
      at.lines = [];
      lay({ wipe: true });
    },
    ...questions,
    /** Let in nobody but those who are here now; or, with false, anybody again. */
    bar: (bars) => say({ bar: bars }),
  };

  /**
   * Open a room, of a series of lectures where one is named; returns a sentence where there is none to be had. words:
   * as for `asked`.
   */
  async function open(words, series = "") {
    const { told, refused } = await asked("/hall", { words, send: { view: at.view } });
    if (refused) return refused;
    enter(told);
    keepRoom(told);
    connect(true);
    if (series) await joins(series);
    return "";
  }
  /** The room comes to a series of lectures; whether it did. Why not stands on its card. */
  async function joins(title) {
    const series = seriesNamed(title);
    const headers = { "x-rnnviz-key": at.room.key };
    const address = `/hall/${at.room.code}/series`;
    const { refused } = await asked(address, { words: at.words, headers, send: series });
    at.refused = refused || (keepSeries(series) ? "" : at.words.seriesUnkept);
    if (!refused) {
      enter({ ...at.room, series });
      keepRoom(at.room);
    }
    at.draw();
    return !refused;
  }
  /** wants: whether this tab is to drive, where several have the key. */
  function connect(wants) {
    line?.close();
    isGreeted = false;
    at.offer = null;
    at.news = { ...NOBODY, drives: wants };
    line = wire(at.room.code, {
      // Whoever comes back, after a night or a restart of the server, drives if he did before.
      hello() {
        wanted = at.news.drives;
        return { key: at.room.key || at.room.was, wants: wanted, language: languageOfPage() };
      },
      onNews: take,
      onState: follow,
    });
  }
  /** Offer the room to one other person, with the plan and the questions; or, with false, to nobody any more. */
  async function handOver(offers) {
    if (offers) {
      const headers = { "x-rnnviz-key": at.room.key };
      const sent = await asked(`/hall/${at.room.code}/parcel`, { words: at.words, headers, send: packed() });
      stays = sent.refused ?? "";
    }
    line?.send({ offer: offers });
  }
  /** @param {Desk["room"]} room */
  function enter(room) {
    at.room = room;
    showInRoom(room);
  }
  /** Forget a room that another person drives. */
  function leave() {
    line?.close();
    follow("over");
  }
  /** @param {News} told */
  function take(told) {
    at.news = { ...at.news, ...told };
    if (told.fits === false && at.room.key) lose();
    if ("offer" in told) offered(told.offer);
    if ("question" in told || told.refused) heard();
    if ("question" in told) at.question = standing(told.question);
    at.refused = told.refused ?? "";
    if (told.paces) feel(told);
    // A room that has just been found, or found again, hears where its lecturer is now.
    if (at.news.drives && !isGreeted) {
      if (wanted) line.send({ view: at.view });
      if (at.lit) shine(at.lit);
      lay({ wipe: true });
      if (at.isDark) lay({ dark: true });
      if (at.sentence) lay({ sentence: at.sentence });
      for (const one of at.lines) lay({ line: one });
      for (const message of unsent) line.send(message);
    }
    if (!at.news.drives || !isGreeted) unsent = [];
    isGreeted = true;
    at.draw();
  }
  /** The question that stands; one that was put away here may be there for others until that has come to the server. */
  function standing(question) {
    return question === null || hasEnded(question) ? null : { ...question, mine: choiceOf(question) };
  }
  /** @param {Desk["connection"]} to */
  function follow(to) {
    at.connection = to;
    if (to === "waiting") isGreeted = false;
    if (to === "over") {
      if (keptRoom()?.code === at.room?.code) keepRoom(null);
      enter(null);
      at.question = null;
      line = null;
    }
    at.draw();
  }
  /** Another person has taken the room over: its key has changed. */
  function lose() {
    const lost = at.room.key;
    enter({ ...at.room, key: "", was: lost });
    at.offer = null;
    at.question = null;
    if (keptRoom()?.key === lost) keepRoom(at.room);
  }
  /** @param {Offer | null} offer */
  function offered(offer) {
    at.offer = offer && { links: offer.links, until: Date.now() + 1000 * offer.seconds, stays };
    if (offer) setTimeout(expire, 1000 * offer.seconds + 100);
    at.draw();
  }
  /** The server forgets what was to go along. */
  function expire() {
    if (!at.offer || at.offer.until > Date.now()) return;
    offered(null);
    handOver(false);
  }
  /** Another tab of this browser has opened a room, taken one over, or left it. */
  function onStorage({ key }) {
    if (key !== KEPT_ROOM) return;
    const now = keptRoom();
    if (now?.code === at.room?.code && now?.key === at.room?.key) return;
    line?.close();
    line = null;
    enter(now);
    if (now === null) at.draw();
    else connect(false);
  }
  /** @param {News} news */
  function feel({ paces, present }) {
    const now = Date.now();
    at.paces = [...at.paces.filter((one) => now - one.at < PACE_SPAN), { at: now, present, ...paces }];
  }

  /**
   * Say something to the class, once there is a connection.
   *
   * @param {Said} message
   */
  function say(message) {
    if (!isGreeted || !line.send(message)) unsent = [...unsent, message].slice(-MOST_UNSENT);
  }
  /**
   * What lies over the page.
   *
   * @param {Said} message
   */
  function lay(message) {
    if (at.room !== null && at.news.drives) line?.send(message);
  }
  /** The part of the page that is lit, or "". */
  function shine(part) {
    at.lit = part;
    if (at.room !== null && at.news.drives) line?.send({ light: part ? { part } : null });
  }
  const tellView = paced(() => {
    if (at.news.drives && isGreeted) line?.send({ view: at.view });
  }, MOVE_EVERY);
  function moved(to) {
    const view = withoutAnswers(to);
    if (view === at.view) return;
    at.view = view;
    tellView();
  }
  showInRoom(at.room);
  addEventListener("storage", onStorage);
  if (at.room !== null) connect(true);
  // A stage tells its place at once and the address a little later: only an address that has changed is news.
  let address = at.view;
  setInterval(() => {
    if (viewOfAddress() === address) return;
    address = viewOfAddress();
    moved(address);
  }, LOOK_EVERY);
  return at;
}

/** What only a room needs is there as long as there is one, in every view. */
function showInRoom(room) {
  document.documentElement.style.setProperty("--in-room", room === null ? "none" : "inline-block");
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

const languageOfPage = () => document.documentElement.lang || "en";
