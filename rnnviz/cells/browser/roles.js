// What each name of a written cell is, from where it stands in the equations; as `../roles.py`.

/** @import {Equation, Expression} from "../../engine/program.d.ts" */
/** @import {Line, OwnCells, Phase, Quantity, Script, Weight} from "./cells.d.ts" */

import { isSame, partsOf, tensor, walk } from "./tree.js";

const INPUT = tensor("X");

/**
 * The quantities, weights and phases that a script defines; the input is no quantity here.
 *
 * @param {OwnCells} told
 * @param {Script} script
 * @returns {{quantities: Quantity[], weights: Weight[], phases: Phase[]}}
 */
export function rolesOf(told, script) {
  const kinds = kindsOf(script);
  const letters = lettersOf(told, script);
  const quantities = script.lines.map((line) => quantityOf(told, line, kinds, letters));
  const phases = script.lines.map(({ text, equation }, k) => ({
    key: equation.target,
    title: quantities[k].title,
    meaning: told.meanings[quantities[k].kind],
    text,
    equation,
  }));
  return { quantities, weights: toldApart(told, weightsOf(script), letters), phases };
}

/** The parameters in the order of the text, each at the first line that reads it. */
function weightsOf(script) {
  /** @type {Map<string, Weight>} */
  const found = new Map();
  for (const { equation } of script.lines) {
    for (const [name, kind] of usesOf(equation.expression)) {
      if (found.has(name)) continue;
      found.set(name, { name, kind, gate: equation.target, axes: script.matrices[name] ?? "1h", letter: "" });
    }
  }
  return [...found.values()];
}

/**
 * Each parameter of an expression, from left to right, with what it is there.
 *
 * @param {Expression} e
 * @returns {Generator<[string, string]>}
 */
function* usesOf(e) {
  if (e.op === "matmul" && e.right.op === "parameter") {
    yield* usesOf(e.left);
    yield [e.right.name, isSame(e.left, INPUT) ? "input weight" : "recurrent weight"];
  } else if (e.op === "product" && (e.left.op === "parameter" || e.right.op === "parameter")) {
    const [own, other] = e.left.op === "parameter" ? [e.left, e.right] : [e.right, e.left];
    const name = own.op === "parameter" ? own.name : "";
    yield [name, isSame(other, tensor("H", true)) ? "recurrent weight" : "peephole"];
    yield* usesOf(other);
  } else if (e.op === "parameter") {
    yield [e.name, "bias"];
  } else {
    for (const part of partsOf(e)) yield* usesOf(part);
  }
}

/** @param {Script} script */
function kindsOf({ lines, states }) {
  const gates = new Set();
  const kinds = new Map();
  for (const { equation } of lines) {
    const kind = kindOf(equation, states, gates);
    kinds.set(equation.target, kind);
    if (kind === "gate") gates.add(equation.target);
  }
  return kinds;
}

/** @param {Equation} equation */
function kindOf({ target, expression }, states, gates) {
  if (target === "H") return "state";
  if (states.includes(target)) return "memory";
  return isShare(expression, gates) ? "gate" : "candidate";
}

/**
 * Whether an expression lies between 0 and 1, whatever it reads.
 *
 * @param {Expression} e
 */
function isShare(e, gates) {
  if (e.op === "apply") return e.function === "sigmoid";
  if (e.op === "tensor") return !e.before && gates.has(e.name);
  if (e.op === "oneminus") return isShare(e.of, gates);
  if (e.op === "product") return isShare(e.left, gates) && isShare(e.right, gates);
  if (e.op !== "quotient" || e.right.op !== "sum") return false;
  const { terms } = e.right;
  return terms.some((term) => isSame(term, e.left)) && terms.every((term) => isShare(term, gates));
}

/**
 * @param {OwnCells} told
 * @param {Line} line
 * @returns {Quantity}
 */
function quantityOf(told, { equation }, kinds, letters) {
  const { target: name, expression } = equation;
  const kind = kinds.get(name);
  const [title, word] = told.terms[`${name} ${kind}`] ?? told.general[kind];
  const letter = letters.get(name) ?? "";
  const hasPre = expression.op === "apply" && [...walk(expression)].some(({ op }) => op === "parameter");
  const accent = name.includes("_") ? name.slice(name.indexOf("_") + 1) : "";
  const base = accent ? name.slice(0, name.indexOf("_")) : name;
  return { name, kind, title, word, pre: hasPre ? `A_${letter}` : null, letter, accent, base };
}

/**
 * The letter of each quantity that has weights: the end that its weights' subscripts have in common, as f of W_xf, W_hf
 * and b_f; else its own name in small.
 *
 * @param {OwnCells} told
 * @param {Script} script
 */
function lettersOf(told, script) {
  const used = new Set(told.outputLetters);
  const found = new Map();
  for (const { equation } of script.lines) {
    const own = [...walk(equation.expression)].flatMap((one) =>
      one.op === "parameter" ? [subscript(one.name, Object.hasOwn(script.matrices, one.name))] : [],
    );
    if (own.length === 0) continue;
    found.set(equation.target, free(commonEnd(own) || equation.target.replaceAll("_", "").toLowerCase(), used));
  }
  return found;
}

/** What follows the _, without the x or h that says what a matrix is multiplied with. */
function subscript(name, isMatrix) {
  const sub = name.includes("_") ? name.slice(name.indexOf("_") + 1) : "";
  return isMatrix && sub.length > 1 && "xh".includes(sub[0]) ? sub.slice(1) : sub;
}

function commonEnd(words) {
  let length = 0;
  const shortest = Math.min(...words.map((word) => word.length));
  while (length < shortest && new Set(words.map((word) => word.at(-1 - length))).size === 1) length += 1;
  return length ? words[0].slice(-length) : "";
}

/** The letter, with a number behind it where it is taken already; it is taken from now on. */
function free(letter, used) {
  let fitting = letter;
  for (let k = 1; used.has(fitting); k += 1) fitting = `${letter}${k}`;
  used.add(fitting);
  return fitting;
}

/** The weights; where several of a kind serve one quantity, each with a letter of its own. */
function toldApart(told, weights, letters) {
  const sortOf = ({ gate, kind, axes }) => `${gate} ${kind} ${axes}`;
  const used = new Set([...told.outputLetters, ...letters.values()]);
  return weights.map((weight) => {
    const isAlone = weights.filter((other) => sortOf(other) === sortOf(weight)).length === 1;
    return isAlone ? weight : { ...weight, letter: free(letters.get(weight.gate), used) };
  });
}
