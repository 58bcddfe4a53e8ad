// What a reader can do alone, and what comes back: a worked example fades with what he gets right, and what he got
// wrong returns with other numbers on later days, at even distances (Latimier and others, 2021). Pure.

/** Days between the returns of what went wrong, and how many of them there are. */
export const EVERY_DAYS = 2;
export const RETURNS = 3;
// Right so often in a row, one quantity less is worked.
const IN_A_ROW = 2;
const DAY = 24 * 3600 * 1000;

/**
 * Of a family: worked: how many of the first quantities of a task are worked; inRow: tasks right without help, one
 * after the other; tries, alone: tasks that were finished, and those right without help; due: the days on which it
 * comes back, as `dayOf` counts them; at: when something was changed, in milliseconds.
 *
 * @typedef {{worked: number, inRow: number, tries: number, alone: number, due: number[], at: number}} Kept
 */

/** A family that nobody has tried: the first task is wholly worked. @param {number} quantities @returns {Kept} */
export const fresh = (quantities) => ({ worked: quantities, inRow: 0, tries: 0, alone: 0, due: [], at: 0 });

/** After a wholly worked task has been read. @param {Kept} kept @returns {Kept} */
export const followed = (kept, quantities, at) => ({ ...kept, worked: Math.min(kept.worked, quantities - 1), at });

/**
 * After a task. help: 0 without, 2 where its numbers were named, 3 where an operation was done.
 *
 * @param {Kept} kept
 * @param {{isWrong: boolean, help: number, quantities: number, at: number}} done
 * @returns {Kept}
 */
export function finished(kept, { isWrong, help, quantities, at }) {
  const today = dayOf(at);
  const isAlone = !isWrong && help < 2;
  const tries = kept.tries + 1;
  if (!isAlone) {
    const worked = help > 2 ? Math.min(quantities - 1, kept.worked + 1) : kept.worked;
    const due = Array.from({ length: RETURNS }, (_, k) => today + (k + 1) * EVERY_DAYS);
    return { ...kept, worked, inRow: 0, tries, due, at };
  }
  const inRow = kept.inRow + 1;
  const isLess = inRow >= IN_A_ROW && kept.worked > 0;
  return {
    worked: kept.worked - (isLess ? 1 : 0),
    inRow: isLess ? 0 : inRow,
    tries,
    alone: kept.alone + 1,
    due: kept.due.filter((day) => day > today),
    at,
  };
}

/** Whether a family's time has come. @param {Kept} kept */
export const isDue = ({ due }, at) => due.some((day) => day <= dayOf(at));

/** The reader's own day, as a number that grows by 1 at his midnight. */
export function dayOf(at) {
  const date = new Date(at);
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY);
}

/** A day in words. */
export function dayInWords(day, language) {
  const format = new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
  return format.format(new Date(day * DAY));
}
