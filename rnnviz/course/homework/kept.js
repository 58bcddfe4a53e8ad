// The tasks of a homework as one line that a platform keeps: each by itself, so that one that is damaged costs no
// other.
// Pure.

/** @import {Begun} from "../practice/keeping.js" */
/** @import {Program} from "../../practice/program.d.ts" */

import { typedNumber } from "../../web/typednumber.js";

const BETWEEN = "~";
// As many as one digit says.
const MOST_TRIED = 9;
const TASK = /^([01])([01])([0-3])([0-9]?)((?:;[0-9a-z]{1,2}=[^;=~]*)*)$/;

/** @returns {Begun} */
export const untouched = () => ({ typed: {}, open: [], help: 0, isWrong: false, isDone: false, worked: 0, tried: 0 });

/**
 * The line. programs: of each task, in their order; most: characters. What does not fit is left out: operations first,
 * then what was typed for tasks that are not done.
 *
 * @param {Begun[]} tasks @param {Program[]} programs @param {number} most
 */
export function lineOf(tasks, programs, most) {
  const isWanted = (k, name) => programs[k].wanted.some(({ target }) => target === name);
  const ways = [() => true, isWanted, (k, name) => tasks[k].isDone && isWanted(k, name), () => false];
  for (const keeps of ways) {
    const line = tasks.map((one, k) => taskLine(one, programs[k], (name) => keeps(k, name))).join(BETWEEN);
    if (line.length <= most) return line;
  }
  return "";
}

/** @param {Begun} task @param {Program} program */
function taskLine({ typed, help, isWrong, isDone, tried = 0 }, program, keeps) {
  const entries = program.entries
    .map(({ name }, k) =>
      typed[name]?.some(Boolean) && keeps(name) ? `;${k.toString(36)}=${textsOf(typed[name])}` : "",
    )
    .join("");
  return `${Number(isDone)}${Number(isWrong)}${help}${tried > 0 ? Math.min(tried, MOST_TRIED) : ""}${entries}`;
}

/** Numbers as short as they can be; all else as it was typed. */
function textsOf(texts) {
  const short = (text) => {
    const { value } = typedNumber(text);
    return Number.isFinite(value) ? String(value) : text;
  };
  return texts.map((text) => encodeURIComponent(text && short(text)).replaceAll("~", "%7E")).join(" ");
}

/**
 * The tasks of a line, as many as there are programs; one that says nothing that can be read is untouched.
 *
 * @param {string} line @param {Program[]} programs @returns {Begun[]}
 */
export function tasksOf(line, programs) {
  const parts = line.split(BETWEEN);
  return programs.map((program, k) => taskOf(parts[k] ?? "", program) ?? untouched());
}

/** @param {string} part @param {Program} program @returns {Begun | null} */
function taskOf(part, program) {
  const found = TASK.exec(part);
  if (!found) return null;
  const [, isDone, isWrong, help, tried, rest] = found;
  const typed = {};
  for (const one of rest.split(";").slice(1)) {
    const [at, texts] = one.split("=");
    const entry = program.entries[Number.parseInt(at, 36)];
    const read = texts.split(" ").map(decoded);
    if (entry && read.every((text) => text !== null)) typed[entry.name] = read;
  }
  return {
    typed,
    open: [],
    help: Number(help),
    isWrong: isWrong === "1",
    isDone: isDone === "1",
    worked: 0,
    tried: Number(tried),
  };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** What was answered, as `rnnviz grade` reads it: "R=0.31 0.62;Z=…". @param {Begun} task @param {Program} program */
export function responseOf({ typed }, { wanted }) {
  return wanted
    .filter(({ target }) => typed[target]?.every((text) => Number.isFinite(typedNumber(text).value)))
    .map(({ target }) => `${target}=${typed[target].map((text) => typedNumber(text).value).join(" ")}`)
    .join(";");
}
