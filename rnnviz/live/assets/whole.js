// A run as it is told whole, to a page that cannot ask for what is new; see `whole.py`.

/** @import {LiveAnswer, LiveServer, Present, WholePresent} from "../run.d.ts" */

import { floatsOf } from "../../web/bytes.js";

const COLUMNS = ["step", "loss", "norm", "scale", "validation", "seconds"];
const REFUSED = 400;

/**
 * The same as the answer to a look from the first row on.
 *
 * @param {WholePresent} whole
 * @returns {Present}
 */
function presentOf(whole) {
  const numbers = [...floatsOf(whole.metrics.data, 64)].map((value) => (Number.isFinite(value) ? value : null));
  const width = COLUMNS.length;
  const columns = COLUMNS.map((name, k) => [name, numbers.filter((_, place) => place % width === k)]);
  return { ...whole, metrics: Object.fromEntries(columns) };
}

/**
 * What is told of a run as an answer: it, or the sentence that says why there is nothing.
 *
 * @param {WholePresent | {refused: string}} found
 * @param {boolean} steers
 * @returns {LiveAnswer}
 */
export function answerOf(found, steers) {
  if ("refused" in found) return { told: null, refused: found.refused, status: REFUSED };
  return { told: { ...presentOf(found), isOwner: steers, wait: 0 }, refused: "", status: 200 };
}

/**
 * The server of a file: it tells each run as it stood, once, and nothing else.
 *
 * @param {Record<string, WholePresent>} runs
 * @param {string} sentence
 * @returns {LiveServer}
 */
export function frozenServer(runs, sentence) {
  const never = new Promise(() => {});
  const told = new Set();
  const refuse = async () => ({ told: null, refused: sentence, status: REFUSED });
  return {
    async ask(run, what) {
      if (what !== "present") return refuse();
      if (told.has(run)) return never;
      told.add(run);
      return answerOf(runs[run], false);
    },
    command: refuse,
  };
}
