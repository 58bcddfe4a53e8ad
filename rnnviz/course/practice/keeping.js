// The tasks that a reader has begun, in this browser alone, and what he has done as a file that he takes along. What is
// damaged counts as nothing, and costs nothing else.

/** @import {Results} from "../../web/results/results.js" */

import { fitting, isCount, isObject, read, results, write } from "../../web/results/results.js";

/** The most that a file may hold, in KB; one of all families and questions has some 15. */
export const MOST_KB = 64;
export const FILE_NAME = "rnnviz-practice.json";
// Tasks that were begun and are found again; the newest.
const MOST_TASKS = 12;
const LONGEST_TEXT = 40;
const LONGEST_EQUATION = 400;

/**
 * A task that was begun: what was typed, by the names of entries; the equations that were written, by the names of
 * quantities; which quantities are open term by term, how much help was given, and how often the answers were handed
 * in, where that is limited.
 *
 * @typedef {{
 *   typed: Record<string, string[]>, written?: Record<string, string>, open: string[], help: number, isWrong: boolean,
 *   isDone: boolean, worked: number, tried?: number,
 * }} Begun
 */

/** The tasks that were begun, by their keys. @returns {Record<string, Begun>} */
export const begunTasks = () => fitting(results().tasks, begunOf);

/** Keep a task, beside what another tab has kept meanwhile. @param {Begun} task */
export function keepTask(key, task) {
  const all = results();
  const { [key]: _, ...others } = begunTasks();
  const tasks = Object.entries({ ...others, [key]: task }).slice(-MOST_TASKS);
  write({ ...all, tasks: Object.fromEntries(tasks) });
}

/** A file with what is kept, without tasks that were only begun. */
export function asFile() {
  return new Blob([`${JSON.stringify({ rnnviz: "practice", families: results().families }, null, 1)}\n`], {
    type: "application/json",
  });
}

/**
 * Take in the text of such a file: of each family what is newer stays. Returns the families that the file has, none if
 * it is no such file.
 *
 * @param {string} text
 * @param {string[]} known
 */
export function takeFile(text, known) {
  const given = read(text).families;
  const all = results();
  const found = known.filter((name) => name in given);
  for (const name of found) {
    // A clock that runs ahead wins once, not for ever.
    const at = Math.min(given[name].at, Date.now());
    if (at >= (all.families[name]?.at ?? 0)) all.families[name] = { ...given[name], at };
  }
  if (found.length > 0) write(all);
  return found;
}

/** @returns {Begun | null} */
function begunOf(one) {
  if (!isObject(one)) return null;
  const { typed, written = {}, open, help, isWrong, isDone, worked } = one;
  const isText = (text) => typeof text === "string" && text.length <= LONGEST_TEXT;
  const areTyped = isObject(typed) && Object.values(typed).every((row) => Array.isArray(row) && row.every(isText));
  const isEquation = (text) => typeof text === "string" && text.length <= LONGEST_EQUATION;
  const areWritten = isObject(written) && Object.values(written).every(isEquation);
  const isOpen = Array.isArray(open) && open.every((name) => typeof name === "string");
  if (!areTyped || !areWritten || !isOpen || !isCount(help, 3) || !isCount(worked)) return null;
  return { typed, written, open, help, isWrong: Boolean(isWrong), isDone: Boolean(isDone), worked };
}
