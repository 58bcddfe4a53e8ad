// The wire between a lecturer's desk and the class: what is said along it, and what is heard.

/** @import {Desk, DeskLine} from "../desk.d.ts" */
/** @import {News, Offer, Said} from "../messages.d.ts" */

import { asked } from "../../web/asked.js";
import { keepRoom, keptRoom } from "./kept.js";
import { packed } from "./parcel.js";
import { wire } from "./wire.js";

// How long the curve of the pace reaches back, in milliseconds.
const PACE_SPAN = 10 * 60_000;
const MOST_UNSENT = 20;

// What is known of a class before the server has told anything.
/** @type {Omit<Desk["news"], "drives">} */
export const NOBODY = {
  ...{ present: 0, following: 0, votes: 0, counted: [], paces: {}, driver: "", fits: false },
  ...{ fails: "", isCrowded: false, isFull: false, often: 0, bars: false, turned: 0 },
};

/** wants: whether this tab is to drive, where several have the key. @param {DeskLine} line @param {boolean} wants */
export function connect(line, wants) {
  const { at } = line;
  line.wire?.close();
  line.isGreeted = false;
  at.offer = null;
  at.news = { ...NOBODY, drives: wants };
  line.wire = wire(at.room.code, {
    // Whoever comes back, after a night or a restart of the server, drives if he did before.
    hello() {
      line.wanted = at.news.drives;
      return { key: at.room.key || at.room.was, wants: line.wanted, language: languageOfPage() };
    },
    onNews: (told) => take(line, told),
    onState: (to) => tellState(line, to),
  });
}

/**
 * Offer the room to one other person, with the plan and the questions; or, with false, to nobody any more.
 *
 * @param {DeskLine} line
 * @param {boolean} offers
 */
export async function handOver(line, offers) {
  const { at } = line;
  if (offers) {
    const headers = { "x-rnnviz-key": at.room.key };
    const sent = await asked(`/hall/${at.room.code}/parcel`, { words: at.words, headers, send: packed() });
    line.stays = sent.refused ?? "";
  }
  line.wire?.send({ offer: offers });
}

/** @param {DeskLine} line @param {Desk["room"]} room */
export function enter({ at }, room) {
  at.room = room;
  showInRoom(room);
}

/** Forget a room that another person drives. @param {DeskLine} line */
export function leave(line) {
  line.wire?.close();
  tellState(line, "over");
}

/** @param {DeskLine} line @param {News} told */
function take(line, told) {
  const { at } = line;
  at.news = { ...at.news, ...told };
  if (told.fits === false && at.room.key) lose(line);
  if ("offer" in told) offered(line, told.offer);
  if ("question" in told || told.refused) line.heard();
  if ("question" in told) at.question = standing(line, told.question);
  at.refused = told.refused ?? "";
  if (told.paces) feel(line, told);
  if (at.news.drives && !line.isGreeted) greet(line);
  if (!at.news.drives || !line.isGreeted) line.unsent = [];
  line.isGreeted = true;
  at.draw();
}

/** A room that has just been found, or found again, hears where its lecturer is now. @param {DeskLine} line */
function greet(line) {
  const { at } = line;
  if (line.wanted) line.wire.send({ view: at.view });
  if (at.lit) shine(line, at.lit);
  lay(line, { wipe: true });
  if (at.isDark) lay(line, { dark: true });
  if (at.sentence) lay(line, { sentence: at.sentence });
  for (const one of at.lines) lay(line, { line: one });
  for (const message of line.unsent) line.wire.send(message);
}

/**
 * The question that stands; one that was put away here may be there for others until that has come to the server.
 *
 * @param {DeskLine} line
 */
function standing({ choiceOf, hasEnded }, question) {
  return question === null || hasEnded(question) ? null : { ...question, mine: choiceOf(question) };
}

/** @param {DeskLine} line @param {Desk["connection"]} to */
function tellState(line, to) {
  const { at } = line;
  at.connection = to;
  if (to === "waiting") line.isGreeted = false;
  if (to === "over") {
    if (keptRoom()?.code === at.room?.code) keepRoom(null);
    enter(line, null);
    at.question = null;
    line.wire = null;
  }
  at.draw();
}

/** Another person has taken the room over: its key has changed. @param {DeskLine} line */
function lose(line) {
  const { at } = line;
  const lost = at.room.key;
  enter(line, { ...at.room, key: "", was: lost });
  at.offer = null;
  at.question = null;
  if (keptRoom()?.key === lost) keepRoom(at.room);
}

/** @param {DeskLine} line @param {Offer | null} offer */
function offered(line, offer) {
  const { at, stays } = line;
  at.offer = offer && { links: offer.links, until: Date.now() + 1000 * offer.seconds, stays };
  if (offer) setTimeout(() => expire(line), 1000 * offer.seconds + 100);
  at.draw();
}

/** The server forgets what was to go along. @param {DeskLine} line */
function expire(line) {
  const { offer } = line.at;
  if (!offer || offer.until > Date.now()) return;
  offered(line, null);
  handOver(line, false);
}

/** @param {DeskLine} line @param {News} news */
function feel({ at }, { paces, present }) {
  const now = Date.now();
  at.paces = [...at.paces.filter((one) => now - one.at < PACE_SPAN), { at: now, present, ...paces }];
}

/** Say something to the class, once there is a connection. @param {DeskLine} line @param {Said} message */
export function say(line, message) {
  if (!line.isGreeted || !line.wire.send(message)) line.unsent = [...line.unsent, message].slice(-MOST_UNSENT);
}

/** What lies over the page. @param {DeskLine} line @param {Said} message */
export function lay({ at, wire: to }, message) {
  if (at.room !== null && at.news.drives) to?.send(message);
}

/** The part of the page that is lit, or "". @param {DeskLine} line @param {string} part */
export function shine(line, part) {
  line.at.lit = part;
  lay(line, { light: part ? { part } : null });
}

/** What only a room needs is there as long as there is one, in every view. @param {Desk["room"]} room */
export function showInRoom(room) {
  document.documentElement.style.setProperty("--in-room", room === null ? "none" : "inline-block");
}

const languageOfPage = () => document.documentElement.lang || "en";
