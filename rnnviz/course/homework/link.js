// A homework as a link: all that is asked stands in the address, and whoever opens it computes in his own browser.
// Pure.

/** @import {PracticeData} from "../practice/practice.d.ts" */
/** @import {Homework} from "./homework.d.ts" */

import { listComma } from "../../web/punctuation.js";
import { homeworkOf, kindOf, nameOf, oneLine } from "./kinds.js";

export const COUNTS = ["1", "2", "3", "5"];
export const HELPS = ["0", "1", "3"];
export const TRIES = ["0", "1", "2", "3", "5"];
export const LONGEST_TITLE = 80;
/** The names of all that such an address says; the first one tells it from others. */
export const NAMES = ["homework", "tasks", "count", "help", "tries", "notation", "title"];
const ID = /^[0-9a-z]{1,7}$/;
// Tasks of one homework: more are no homework, and each is made when it is opened.
const MOST_TASKS = 120;

/** What the page "Practice" is asked for. @param {Homework} homework */
export function queryOf({ id, title, count, help, tries, notation, data }) {
  const tasks = data.families.map(nameOf).join(",");
  const values = { homework: id, tasks, count, help, tries, notation, title };
  return new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString();
}

/**
 * The homework of an address; or what of it cannot be, with what fits.
 *
 * @param {URLSearchParams} query
 * @param {PracticeData} data
 * @returns {{homework: Homework} | {name: string, value: string, choices: string}}
 */
export function fromQuery(query, data) {
  const { families, notations, practice: words } = data;
  const given = (name, usual) => query.get(name) || usual;
  const id = given("homework", "");
  if (!ID.test(id)) return { name: "homework", value: id, choices: words.homeworkLetters };
  const choices = { count: COUNTS, help: HELPS, tries: TRIES, notation: notations.map(([key]) => key) };
  const asked = { count: "1", help: "3", tries: "0", notation: notations[0][0] };
  for (const [name, fitting] of Object.entries(choices)) {
    asked[name] = given(name, asked[name]);
    if (!fitting.includes(asked[name])) return { name, value: asked[name], choices: fitting.join(listComma()) };
  }
  const names = [...new Set(given("tasks", "").split(",").filter(Boolean))];
  const kinds = names.map((name) => kindOf(families, name));
  const [count, help, tries] = [asked.count, asked.help, asked.tries].map(Number);
  const unknown = names.find((_, k) => kinds[k] === null);
  if (unknown !== undefined || kinds.length === 0 || kinds.length * count > MOST_TASKS) {
    const all = families.map((one) => one.program.family).join(listComma());
    return { name: "tasks", value: unknown ?? given("tasks", ""), choices: all };
  }
  const title = oneLine(given("title", ""), LONGEST_TITLE) || words.homeworkTitle;
  const { notation } = asked;
  return { homework: homeworkOf(data, kinds, { id, title, count, help, tries, notation }) };
}
