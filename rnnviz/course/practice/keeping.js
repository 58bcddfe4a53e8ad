// What a reader has done, in this browser alone, and as a file that he takes along. Where nothing may be kept, nothing
// is, and nothing fails; what is damaged counts as nothing, and costs nothing else.

/** @import {Kept} from "./schedule.js" */

import { dayOf, finished, fresh } from "./schedule.js";

const KEY = "rnnviz.practice";
/** The most that a file may hold, in KB; one of all families and questions has some 15. */
export const MOST_KB = 64;
export const FILE_NAME = "rnnviz-practice.json";
// Tasks that were begun and are found again; the newest.
const MOST_TASKS = 12;
const MOST_COUNT = 1e6;
const MOST_DUE = 10;
const LONGEST_TEXT = 40;
const LONGEST_EQUATION = 400;
// The last millisecond that a date can be.
const LATEST = 8.64e15;

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

/** @typedef {{families: Record<string, Kept>, tasks: Record<string, Begun>}} Everything */

/** @returns {Everything} */
export function everything() {
  try {
    return read(localStorage.getItem(KEY) ?? "");
  } catch {
    return nothing();
  }
}

/** Keep a task, beside what another tab has kept meanwhile. @param {Begun} task */
export function keepTask(key, task) {
  const all = everything();
  delete all.tasks[key];
  const tasks = Object.entries({ ...all.tasks, [key]: task }).slice(-MOST_TASKS);
  write({ ...all, tasks: Object.fromEntries(tasks) });
}

/**
 * Keep what becomes of a family, as it is by now: change(kept). Returns it.
 *
 * @param {string} family @param {Kept} unknown where nothing is kept of it @param {(kept: Kept) => Kept} change
 */
export function keepFamily(family, unknown, change) {
  const all = everything();
  const kept = change(all.families[family] ?? unknown);
  write({ ...all, families: { ...all.families, [family]: kept } });
  return kept;
}

/** Under which name a question of a chapter is kept, beside the families. */
export const keyOfQuestion = (chapter, question) => `${chapter}?${question}`;

/** Keep how a question was answered before its answer was shown. Only the first time of a day is a try. */
export function keepQuestion(chapter, question, isRight) {
  const at = Date.now();
  keepFamily(keyOfQuestion(chapter, question), fresh(0), (kept) =>
    dayOf(kept.at) === dayOf(at) ? kept : finished(kept, { isWrong: !isRight, help: 0, quantities: 1, at }),
  );
}

/** A file with what is kept, without tasks that were only begun. */
export function asFile() {
  return new Blob([`${JSON.stringify({ rnnviz: "practice", families: everything().families }, null, 1)}\n`], {
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
  const all = everything();
  const found = known.filter((name) => name in given);
  for (const name of found) {
    // A clock that runs ahead wins once, not for ever.
    const at = Math.min(given[name].at, Date.now());
    if (at >= (all.families[name]?.at ?? 0)) all.families[name] = { ...given[name], at };
  }
  if (found.length > 0) write(all);
  return found;
}

/** @param {Everything} all */
function write(all) {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // Nothing is kept there.
  }
}

const nothing = () => ({ families: {}, tasks: {} });

/** What a text says, but for what cannot be so. @returns {Everything} */
export function read(text) {
  try {
    const given = JSON.parse(text);
    return { families: fitting(given?.families, keptOf), tasks: fitting(given?.tasks, begunOf) };
  } catch {
    return nothing();
  }
}

function fitting(entries, of) {
  const found = Object.entries(isObject(entries) ? entries : {}).map(([name, one]) => [name, of(one)]);
  return Object.fromEntries(found.filter(([, one]) => one !== null));
}

const isObject = (one) => one !== null && typeof one === "object" && !Array.isArray(one);
const isCount = (one, most = MOST_COUNT) => Number.isInteger(one) && one >= 0 && one <= most;

/** @returns {Kept | null} */
function keptOf(one) {
  if (!isObject(one)) return null;
  const { worked, inRow, tries, alone, due, at } = one;
  const areCounts = [worked, inRow, tries, alone].every((count) => isCount(count));
  const isDue = Array.isArray(due) && due.length <= MOST_DUE && due.every((day) => isCount(day));
  return areCounts && isDue && isCount(at, LATEST) ? { worked, inRow, tries, alone, due, at } : null;
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
