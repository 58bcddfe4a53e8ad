// A cell as a reader writes it: lines of text, read into equations and checked, as `../script.py` does it and
// held to it by a test. Limits, names and sentences come from there.

/** @import {Equation, Expression} from "../../engine/program.d.ts" */
/** @import {Line, OwnCells, Script, Words} from "./cells.d.ts" */

import { fill } from "../../web/numbers.js";
import { visible } from "../../web/characters.js";
import { BLANKS, LINE_ENDS } from "../../web/python.js";
import { BEFORE, depthOf, parse, textOf, Unreadable } from "./equation.js";
import { isSame, partsOf, tensor, walk } from "./tree.js";

const SIGN = "[A-Za-z_][A-Za-z0-9_]*|[0-9][0-9.]*|[-+*/@(),=]";
const READABLE = new RegExp(`^(?:${SIGN})$`);
const TOKEN = new RegExp(`${SIGN}|[^${BLANKS}]`, "gu");
const VALUE = /^[A-Za-z0-9_]/;
const NAME = /^[A-Za-z_]/;
const LINE_END = new RegExp(LINE_ENDS);
const AROUND = new RegExp(`^[${BLANKS}]+|[${BLANKS}]+$`, "g");
const OPERATORS = ["+", "-", "*", "/", "@"];
const MOST_IN_NAME = 24;

/** A text that is no cell; its message is the sentence for the reader. */
export class Unfit extends Error {}

/**
 * The equations in a text, one a line; empty lines and what follows a # are left out. Throws Unfit.
 *
 * @param {OwnCells} told
 * @param {string} script
 * @returns {Script}
 */
export function read(told, script) {
  const { limits } = told;
  const lines = linesOf(told, script);
  /** @type {Map<string, number>} */
  const written = new Map();
  for (const line of lines) {
    checkTarget(told, line, written);
    written.set(line.target, line.number);
  }
  if (!written.has("H")) refuse(told, "noH");
  const { matrices, rows, states } = parametersOf(told, lines, written);
  const count = matrices.length + rows.length;
  if (count > limits.parameters) refuse(told, "tooManyParameters", { count, most: limits.parameters });
  const parameters = new Set([...matrices, ...rows]);
  const equations = lines.map((line) => lineOf(told, line, parameters));
  const axes = axesOf(told, equations, matrices);
  if (!Object.values(axes).includes("dh")) refuse(told, "noX");
  return { lines: equations, matrices: axes, rows, states };
}

/** @param {OwnCells} told @returns {never} */
function refuse({ sentences }, key, values = {}) {
  throw new Unfit(fill(sentences[key], values));
}

/** @param {OwnCells} told @param {string} script */
function linesOf(told, script) {
  const { limits } = told;
  const count = lengthOf(script);
  if (count > limits.characters) refuse(told, "tooLong", { count, most: limits.characters });
  const ends = script.split(LINE_END);
  // The last line may have an end of its own.
  if (ends.at(-1) === "") ends.pop();
  const cut = ends.map((line, k) => [k + 1, plain(told, line).split("#")[0].replace(AROUND, "")]);
  const found = cut.filter(([, line]) => line).map(([number, line]) => wordsOf(told, Number(number), String(line)));
  if (found.length === 0) refuse(told, "nothing");
  if (found.length > limits.lines) refuse(told, "tooManyLines", { count: found.length, most: limits.lines });
  return found;
}

/** Full-width letters and signs, as Chinese keyboards write them, as plain ones; and the documents' signs. */
function plain(told, line) {
  return [...line.normalize("NFKC")].map((sign) => told.written[sign] ?? sign).join("");
}

/** @param {OwnCells} told @returns {Words} */
function wordsOf(told, number, line) {
  const { limits, called } = told;
  const length = lengthOf(line);
  if (length > limits.inLine) refuse(told, "lineTooLong", { line: number, count: length, most: limits.inLine });
  const tokens = line.match(TOKEN) ?? [];
  for (const token of tokens) {
    if (!READABLE.test(token)) {
      const code = token.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
      refuse(told, "strangeSign", { line: number, sign: visible(token), code: `U+${code}` });
    }
    if (/^[0-9]/.test(token) && token !== "1") refuse(told, "number", { line: number, number: short(token) });
  }
  if (tokens[1] !== "=" || tokens.filter((token) => token === "=").length !== 1)
    refuse(told, "noEquation", { line: number });
  checkGrammar(told, number, tokens);
  // Each name that the line reads, with the sign before it.
  const names = tokens.slice(2).map((token, k) => /** @type {[string, string]} */ ([tokens[k + 1], token]));
  return {
    number,
    tokens,
    target: tokens[0],
    names: names.filter(([, token]) => NAME.test(token) && !called.includes(token)),
  };
}

/** Names and signs take turns, functions have brackets, and all brackets are closed. */
function checkGrammar(told, line, tokens) {
  const { called } = told;
  const functions = called.join(", ");
  let wantsValue = true;
  let before = "=";
  let depth = 0;
  for (let k = 2; k < tokens.length; k += 1) {
    const token = tokens[k];
    const isValue = VALUE.test(token);
    if (told.refused.includes(token)) refuse(told, token, { line });
    const follows = tokens[k + 1] ?? "";
    const isCalled = called.includes(token);
    if (isValue && follows === "(" && !isCalled) refuse(told, "notCalled", { line, name: short(token), functions });
    if (isCalled && follows !== "(") refuse(told, "callsNothing", { line, name: token });
    if (token === "@" && !NAME.test(follows)) refuse(told, "noWeight", { line });
    let fits = isValue || token === "(" || (token === "-" && ["=", "(", ",", "+"].includes(before));
    if (wantsValue) {
      wantsValue = !isValue;
    } else {
      const opens = token === "(" && called.includes(before);
      fits = OPERATORS.includes(token) || token === ")" || token === "," || opens;
      wantsValue = token !== ")";
    }
    if (!fits) refuse(told, "missing", { line, before: short(before), after: short(token) });
    depth += Number(token === "(") - Number(token === ")");
    if (depth < 0) refuse(told, "closes", { line });
    before = token;
  }
  if (depth) refuse(told, "opens", { line });
  if (wantsValue) refuse(told, "ends", { line, sign: before });
}

/**
 * @param {OwnCells} told
 * @param {Words} words
 * @param {Map<string, number>} written the lines above, by what they write
 */
function checkTarget(told, { number: line, target: name }, written) {
  if (written.has(name)) refuse(told, "writtenTwice", { line, name, first: written.get(name) });
  for (const [other, first] of written) {
    if (other.toLowerCase() === name.toLowerCase()) refuse(told, "capitals", { line, name, first, other });
  }
  if (name.endsWith(BEFORE) && name.length > BEFORE.length) {
    refuse(told, "writesBefore", { line, name: short(name), now: short(now(name)) });
  }
  if (told.taken.includes(name) || !wholly(told.quantity).test(name))
    refuse(told, "notWritable", { line, name: short(name) });
}

/** The matrices, the rows and the states that the lines read. */
function parametersOf(told, lines, written) {
  const matrices = new Set();
  for (const { number, names } of lines) {
    for (const [before, name] of names) {
      if (before !== "@") continue;
      checkMatrix(told, number, name, written);
      matrices.add(name);
    }
  }
  const rows = new Set();
  const states = new Set();
  const above = new Set();
  for (const { number: line, names, target } of lines) {
    for (const [before, name] of names) {
      const own = now(name);
      if (before === "@") continue;
      if (matrices.has(name)) refuse(told, "weightWithoutAt", { line, name });
      if (own !== name) {
        if (!written.has(own)) refuse(told, "noStateLine", { line, name: short(name), own: short(own) || "…" });
        states.add(own);
      } else if (written.has(name)) {
        if (!above.has(name)) notYet(told, line, name, written.get(name));
      } else if (/^[a-z]/.test(name)) {
        checkParameter(told, line, name);
        rows.add(name);
      } else if (name !== "X") {
        const known = ["X", ...[...written.keys()].filter((one) => above.has(one)), "H_prev"].join(", ");
        refuse(told, "unknown", { line, name: short(name), known });
      }
    }
    above.add(target);
  }
  const shown = new Set(lines.filter(({ target }) => target === "H").flatMap(({ names }) => names.map(([, n]) => n)));
  const rank = (name) => 2 * Number(name !== "H") + Number(!shown.has(name));
  return {
    matrices: [...matrices],
    rows: [...rows],
    states: [...states].sort((a, b) => rank(a) - rank(b)),
  };
}

function checkMatrix(told, line, name, written) {
  const own = now(name);
  if (written.has(name) || written.has(own) || own === "X") refuse(told, "notAWeight", { line, name });
  checkParameter(told, line, name);
}

function checkParameter(told, line, name) {
  if (told.taken.includes(name) || !wholly(told.parameter).test(name))
    refuse(told, "notAParameter", { line, name: short(name) });
}

function notYet(told, line, name, later) {
  if (later === line) refuse(told, "readsItself", { line, name });
  refuse(told, "notYet", { line, name, later });
}

/**
 * @param {OwnCells} told
 * @param {Words} words
 * @param {Set<string>} parameters
 * @returns {Line}
 */
function lineOf(told, { number: line, tokens }, parameters) {
  const equation = parsed(told, line, tokens, parameters);
  if (depthOf(equation.expression) > told.limits.depth) refuse(told, "tooDeep", { line });
  checkInput(told, line, equation.expression);
  return { number: line, text: `${equation.target} = ${textOf(equation.expression)}`, equation };
}

/** @returns {Equation} */
function parsed(told, line, tokens, parameters) {
  const { called } = told;
  try {
    return parse(tokens, parameters, called);
  } catch (reason) {
    if (!(reason instanceof Unreadable)) throw reason;
    return refuse(told, "notUnderstood", { line, part: short(reason.message), functions: called.join(", ") });
  }
}

/** X has d numbers, all other quantities h: only a weight stands between them. */
function checkInput(told, line, e) {
  if (!readsQuantity(e)) refuse(told, "constant", { line });
  const isInput = (part) => isSame(part, INPUT);
  for (const one of walk({ op: "negative", of: e })) {
    if (one.op === "matmul" && one.right.op === "parameter") {
      if (!readsQuantity(one.left)) refuse(told, "noQuantity", { line, name: one.right.name });
    } else if (partsOf(one).some(isInput)) refuse(told, "inputAlone", { line });
  }
}

/** The axes of each matrix, in the order of the text. */
function axesOf(told, equations, matrices) {
  const found = new Map();
  for (const { number: line, equation } of equations) {
    for (const one of walk(equation.expression)) {
      if (one.op !== "matmul" || one.right.op !== "parameter") continue;
      const { name } = one.right;
      const axes = isSame(one.left, INPUT) ? "dh" : "hh";
      if (!found.has(name)) found.set(name, { axes, line });
      const first = found.get(name);
      if (first.axes !== axes) refuse(told, "otherShape", { line, name, first: first.line });
    }
  }
  return Object.fromEntries(matrices.map((name) => [name, found.get(name).axes]));
}

const INPUT = tensor("X");

/** @param {Expression} e */
function readsQuantity(e) {
  return [...walk(e)].some(({ op }) => op === "tensor");
}

const now = (name) => (name.endsWith(BEFORE) ? name.slice(0, -BEFORE.length) : name);
/** A pattern of a whole name. */
const wholly = (pattern) => new RegExp(`^(?:${pattern})$`);
const short = (word) => (word.length <= MOST_IN_NAME ? word : `${word.slice(0, MOST_IN_NAME - 1)}…`);

/** How many characters a text has, as Python counts them. */
function lengthOf(text) {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
