// An equation as text: read into a tree, and written from one, as `../equation.py` does it. The text has been
// cut into names and signs that take turns (`script.js`); it is read as Python reads it, and never run.

/** @import {Equation, Expression} from "../../engine/program.d.ts" */

import { apply, negative, oneMinus, pair, parameter, partsOf, sum, tensor } from "./tree.js";

export const BEFORE = "_prev";
const TERMS = ["+", "-"];
const FACTORS = ["*", "/", "@"];
const PRODUCTS = { "*": "product", "/": "quotient" };
// How closely an expression binds, as it is written here, and as Python writes its own.
const [SUM, PRODUCT, ATOM] = [1, 2, 3];
const UNARY = 3;

/** A text that is no equation; its message is that part of it which cannot be read. */
export class Unreadable extends Error {}

/**
 * What Python's parser makes of a part of a line.
 *
 * @typedef {{type: string, name?: string, sign?: string, left?: Node, right?: Node, of?: Node, parts?: Node[]}} Node
 */

/**
 * The tree of a line. Throws Unreadable.
 *
 * @param {string[]} tokens
 * @param {Set<string>} parameters the names in it that are weights or biases
 * @param {string[]} functions
 * @returns {Equation}
 */
export function parse(tokens, parameters, functions) {
  const node = nodeOf(tokens.slice(2));
  return { target: tokens[0], expression: expressionOf(node, parameters, functions) };
}

/** What Python's own parser makes of the right side. @returns {Node} */
function nodeOf(tokens) {
  let at = 0;
  const whole = listed("");
  return whole;

  /** What stands between commas; several are a tuple, but for those that a function takes. */
  function listed(end, isCall = false) {
    const parts = [terms()];
    while (tokens[at] === ",") {
      at += 1;
      parts.push(terms());
    }
    if (end) at += 1;
    if (isCall) return { type: "parts", parts };
    return parts.length > 1 ? { type: "tuple", parts } : parts[0];
  }

  function terms() {
    let left = factors();
    while (TERMS.includes(tokens[at])) left = binary(left, factors);
    return left;
  }

  function factors() {
    let left = unary();
    while (FACTORS.includes(tokens[at])) left = binary(left, unary);
    return left;
  }

  /** @returns {Node} */
  function binary(left, next) {
    const sign = tokens[at];
    at += 1;
    return { type: "binary", sign, left, right: next() };
  }

  /** @returns {Node} */
  function unary() {
    if (tokens[at] !== "-") return atom();
    at += 1;
    return { type: "minus", of: unary() };
  }

  /** @returns {Node} */
  function atom() {
    const name = tokens[at];
    at += 1;
    if (name === "(") return listed(")");
    if (tokens[at] !== "(") return { type: name === "1" ? "one" : "name", name };
    at += 1;
    return { type: "call", name, parts: listed(")", true).parts };
  }
}

/**
 * @param {Node} node
 * @param {Set<string>} parameters
 * @param {string[]} functions
 * @returns {Expression}
 */
function expressionOf(node, parameters, functions) {
  const of = (one) => expressionOf(one, parameters, functions);
  const { type, name, sign, left, right, parts } = node;
  if (type === "name") {
    if (parameters.has(name)) return parameter(name);
    const isBefore = name.endsWith(BEFORE);
    return tensor(isBefore ? name.slice(0, -BEFORE.length) : name, isBefore);
  }
  if (type === "binary" && sign === "-" && left.type === "one") return oneMinus(of(right));
  if (type === "binary" && TERMS.includes(sign)) {
    // Of two parts that cannot be read, the last one is named, as Python does.
    const last = sign === "+" ? of(right) : negative(of(right));
    return sum([of(left), last].flatMap((side) => (side.op === "sum" ? side.terms : [side])));
  }
  if (type === "minus" && node.of.type !== "one") return negative(of(node.of));
  if (type === "binary" && sign in PRODUCTS) return pair(PRODUCTS[sign], of(left), of(right));
  if (type === "binary") {
    const matrix = of(right);
    if (matrix.op === "parameter") return pair("matmul", of(left), matrix);
  }
  if (type === "call" && name === "max") {
    if (parts.length === 2) return pair("maximum", of(parts[0]), of(parts[1]));
  } else if (type === "call" && functions.includes(name) && parts.length === 1) return apply(name, of(parts[0]));
  throw new Unreadable(asPython(node));
}

/** A part of a line as Python writes it. least: how closely it must bind to stand without brackets. */
function asPython(node, least = 0) {
  const { type, name, sign, left, right, parts } = node;
  if (type === "name" || type === "one") return name;
  if (type === "tuple") return `(${parts.map((one) => asPython(one)).join(", ")})`;
  if (type === "call") return `${name}(${parts.map((one) => asPython(one)).join(", ")})`;
  const level = type === "minus" ? UNARY : TERMS.includes(sign) ? SUM : PRODUCT;
  const written =
    type === "minus"
      ? `-${asPython(node.of, level)}`
      : `${asPython(left, level)} ${sign} ${asPython(right, level + 1)}`;
  return level < least ? `(${written})` : written;
}

/** An expression of an equation as `parse` reads it. */
export function textOf(e, least = SUM) {
  const [written, level] = writtenOf(e);
  return level >= least ? written : `(${written})`;
}

/**
 * The text, and how closely it binds.
 *
 * @param {Expression} e
 * @returns {[string, number]}
 */
function writtenOf(e) {
  switch (e.op) {
    case "tensor":
      return [e.name + (e.before ? BEFORE : ""), ATOM];
    case "parameter":
      return [e.name, ATOM];
    case "matmul":
      return [`${textOf(e.left, ATOM)} @ ${textOf(e.right, ATOM)}`, PRODUCT];
    case "sum":
      return [e.terms.map(termOf).join(""), SUM];
    case "negative":
      return [`-${textOf(e.of, ATOM)}`, PRODUCT];
    case "oneminus":
      return [`1 - ${textOf(e.of, PRODUCT)}`, SUM];
    case "product":
      return [`${textOf(e.left, PRODUCT)} * ${textOf(e.right, ATOM)}`, PRODUCT];
    case "quotient":
      return [`${textOf(e.left, PRODUCT)} / ${textOf(e.right, ATOM)}`, PRODUCT];
    case "maximum":
      return [`max(${textOf(e.left)}, ${textOf(e.right)})`, ATOM];
    case "apply":
      return [`${e.function}(${textOf(e.of)})`, ATOM];
  }
  throw new Error(`${e.op} is no part of an equation.`);
}

function termOf(term, k) {
  if (k === 0) return textOf(term, SUM);
  const isMinus = term.op === "negative";
  return ` ${isMinus ? "-" : "+"} ${textOf(isMinus ? term.of : term, PRODUCT)}`;
}

export function depthOf(e) {
  return 1 + Math.max(0, ...partsOf(e).map(depthOf));
}
