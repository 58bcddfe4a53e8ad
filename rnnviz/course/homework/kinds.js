// The kinds of task of a homework: families, or one quantity of one alone, and the tasks that are made of them. Pure.

/** @import {Family, PracticeData} from "../practice/practice.d.ts" */
/** @import {Homework, Kind} from "./homework.d.ts" */

import { colon } from "../../web/punctuation.js";
import { writtenIn } from "../practice/sheet.js";

/** By what name it is kept and graded: "gru.step", or "gru.step.Z". @param {Kind} kind */
export const nameOf = ({ program, ask }) => (ask ? `${program.family}.${ask}` : program.family);

/** @param {Kind} kind */
export const titleOf = ({ title, titles, ask }) => (ask ? `${title}${colon()}${titles[ask]}` : title);

/** Of a kind that is asked several times, which one. @param {Kind} kind @param {number} count */
export const headOf = (kind, number, count) => `${titleOf(kind)}${count > 1 ? ` ${number}` : ""}`;

/** What is asked. @param {Kind} kind */
export const wantedOf = ({ program, ask }) => program.wanted.filter(({ target }) => !ask || target === ask);

/** From which quantity on a reader computes himself, and up to which one. @param {Kind} kind */
export function rangeOf({ program, ask }) {
  const only = program.wanted.findIndex(({ target }) => target === ask);
  return only < 0 ? { worked: 0, last: program.wanted.length - 1 } : { worked: only, last: only };
}

/** What its operations take, up to the last one that is asked. @param {Kind} kind */
export function readsOf(kind) {
  const { program, reads } = kind;
  const wanted = program.wanted.slice(0, rangeOf(kind).last + 1).map(({ target }) => target);
  const shown = program.entries.filter(({ of }) => wanted.includes(of));
  return Object.fromEntries(shown.map(({ name }) => [name, reads[name]]));
}

/**
 * The tasks of each kind, in their order, with the number of each.
 *
 * @param {Pick<Homework, "count" | "data">} homework
 */
export const tasksIn = ({ count, data }) =>
  data.families.flatMap((kind) => Array.from({ length: count }, (_, k) => ({ kind, number: k + 1 })));

/**
 * The kind of a name; null where there is none.
 *
 * @param {Family[]} families @returns {Kind | null}
 */
export function kindOf(families, name) {
  for (const family of families) {
    if (name === family.program.family) return { ...family, ask: "" };
    const [own, ask] = [name.slice(0, family.program.family.length + 1), name.slice(family.program.family.length + 1)];
    const isAsked = family.program.wanted.some(({ target }) => target === ask);
    if (own === `${family.program.family}.` && isAsked) return { ...family, ask };
  }
  return null;
}

/**
 * @param {Pick<PracticeData, "practice" | "slips" | "writing" | "say" | "language">} data
 * @param {Kind[]} kinds
 * @param {Omit<Homework, "data">} asked
 * @returns {Homework}
 */
export function homeworkOf({ practice, slips, writing, say, language }, kinds, asked) {
  const families = kinds.map((one) => ({ ...one, written: { [asked.notation]: writtenIn(one, asked.notation) } }));
  return { ...asked, data: { practice, slips, writing, families, say, language } };
}

/** A name that keeps one homework's numbers apart from another's. */
export const drawnId = () => crypto.getRandomValues(new Uint32Array(1))[0].toString(36);

/** Of a text that somebody has typed one line, without control characters. */
export const oneLine = (text, most) =>
  text
    .replace(/\p{Cc}/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, most);
