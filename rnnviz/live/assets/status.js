// How the trainings of a view stand, and the words that say it.

/** @import {KnownRun} from "../run.d.ts" */

import { h, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { listComma } from "../../web/punctuation.js";

const ENDED = ["finished", "stopped", "failed"];
const OPEN = ["training", "waiting", "paused"];
const HINT_STAYS = 8000;

/**
 * One word for all runs: "none" before there is one, "gone" if the server does not know one of them.
 *
 * @param {KnownRun[]} runs
 */
export function modeOf(runs) {
  if (runs.length === 0) return "none";
  if (runs.some((run) => run.error)) return "gone";
  const all = runs.map((run) => run.now?.status);
  return (
    ["training", "waiting", "paused", "failed", "stopped", "finished"].find((one) => all.includes(one)) ?? "waiting"
  );
}

export const isEnded = (mode) => ENDED.includes(mode);

export const isOpen = (mode) => OPEN.includes(mode);

/**
 * Whether no run is training, and none is waiting to.
 *
 * @param {KnownRun[]} runs
 */
export function isStill(runs) {
  return runs.length > 0 && !["training", "waiting"].includes(modeOf(runs));
}

/**
 * The status in words, seen and spoken; `draw()` shows it. Returns {element, say, tell, update(isOffline), …}.
 *
 * @param {KnownRun[]} runs
 */
export function statusLine(context, runs, draw) {
  const { strings } = context;
  const element = h("p", { class: "announcement", "aria-live": "polite" });
  let spoken = "";
  let told = "";
  let telling = 0;

  function say(words) {
    write(element, words);
  }

  /** Show a message in the status's place for a while. */
  function tell(words) {
    clearTimeout(telling);
    told = words;
    if (words) telling = setTimeout(() => tell(""), HINT_STAYS);
    draw();
  }

  /** The words to show now; they are spoken when they change. */
  function update(isOffline) {
    const words = told || wordsOf(isOffline);
    if (spoken !== words) {
      spoken = words;
      say(words);
    }
    return words;
  }

  function wordsOf(isOffline) {
    if (isOffline) return strings.offline;
    const mode = modeOf(runs);
    if (mode === "none") return context.isTouch ? strings.readyTouch : strings.ready;
    const message = runs.map((run) => run.error || run.now?.message).find(Boolean);
    if (message) return message;
    const ahead = Math.max(0, ...runs.map((run) => run.now?.ahead ?? 0));
    if (mode === "waiting") return ahead > 0 ? fill(strings.ahead, { count: ahead }) : strings.waiting;
    const hosts = [...new Set(runs.map((run) => run.now?.host).filter(Boolean))];
    if (mode === "training" && hosts.length > 0) return fill(strings.trainingOn, { hosts: hosts.join(listComma()) });
    return strings[mode];
  }
  return { element, say, tell, update, isTelling: () => told !== "", stop: () => clearTimeout(telling) };
}
