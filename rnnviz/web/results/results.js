// What a reader has answered, in this browser alone, wherever he was asked: in tasks, in chapters, on the stage and
// about units. Where nothing may be kept, nothing is, and nothing fails; what is damaged counts as nothing, and costs
// nothing else.

/** @import {Kept} from "./schedule.js" */

import { dayOf, finished, fresh } from "./schedule.js";

const KEY = "rnnviz.practice";
const MOST_COUNT = 1e6;
const MOST_DUE = 10;
// The last millisecond that a date can be.
const LATEST = 8.64e15;

/**
 * families: of each kind of task and each question. tasks: those that were begun, as `course/practice/keeping.js` reads
 * them.
 *
 * @typedef {{families: Record<string, Kept>, tasks: Record<string, unknown>}} Results
 */

/** @returns {Results} */
export function results() {
  try {
    return read(localStorage.getItem(KEY) ?? "");
  } catch {
    return nothing();
  }
}

/** @param {Results} all */
export function write(all) {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // Nothing is kept there.
  }
}

/**
 * Keep what becomes of a family, as it is by now: change(kept). Returns it.
 *
 * @param {string} family @param {Kept} unknown where nothing is kept of it @param {(kept: Kept) => Kept} change
 */
export function keepFamily(family, unknown, change) {
  const all = results();
  const kept = change(all.families[family] ?? unknown);
  write({ ...all, families: { ...all.families, [family]: kept } });
  return kept;
}

/** Under which name a question of a page is kept, beside the families. */
export const keyOfQuestion = (page, question) => `${page}?${question}`;

/** Keep how a question was answered before its answer was shown. */
export function keepAnswer(page, question, isRight) {
  const done = { isWrong: !isRight, help: 0, quantities: 1, at: Date.now() };
  keepFamily(keyOfQuestion(page, question), fresh(0), (kept) => finished(kept, done));
}

/** The same of a question that is always the same one: only the first time of a day is a try. */
export function keepQuestion(page, question, isRight) {
  const kept = results().families[keyOfQuestion(page, question)];
  if (kept === undefined || dayOf(kept.at) !== dayOf(Date.now())) keepAnswer(page, question, isRight);
}

const nothing = () => ({ families: {}, tasks: {} });

/** What a text says, but for what cannot be so. @returns {Results} */
export function read(text) {
  try {
    const given = JSON.parse(text);
    return { families: fitting(given?.families, keptOf), tasks: isObject(given?.tasks) ? given.tasks : {} };
  } catch {
    return nothing();
  }
}

/** Of some entries those that can be so; of(entry): what it says, or null. */
export function fitting(entries, of) {
  const found = Object.entries(isObject(entries) ? entries : {}).map(([name, one]) => [name, of(one)]);
  return Object.fromEntries(found.filter(([, one]) => one !== null));
}

export const isObject = (one) => one !== null && typeof one === "object" && !Array.isArray(one);
export const isCount = (one, most = MOST_COUNT) => Number.isInteger(one) && one >= 0 && one <= most;

/** @returns {Kept | null} */
function keptOf(one) {
  if (!isObject(one)) return null;
  const { worked, inRow, tries, alone, due, at } = one;
  const areCounts = [worked, inRow, tries, alone].every((count) => isCount(count));
  const isDue = Array.isArray(due) && due.length <= MOST_DUE && due.every((day) => isCount(day));
  return areCounts && isDue && isCount(at, LATEST) ? { worked, inRow, tries, alone, due, at } : null;
}
