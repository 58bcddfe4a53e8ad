// Equations as a reader writes them: the twin of `../writing.py`, which says what is read and how it is judged.

/** @import {Node, Program, Writing} from "../program.d.ts" */
/** @import {Task} from "./tasks.js" */

import { visible } from "../../web/characters.js";
import { generator } from "../../web/pcg64.js";
import { valuesOf } from "./values.js";

const TARGET = "Y_true";
const ALIKE = /** @type {[RegExp, string][]} */ ([
  [/\*\*/g, "^"],
  [/\^\s*\{?T\}?(?![A-Za-z0-9_])/g, ".T"],
  [/\^\{([0-9])\}/g, "^$1"],
]);
const LETTERS = "A-Za-zα-ωΑ-Ω";
const NAME = `[${LETTERS}](?:[${LETTERS}0-9_\u0303\u0302\u0304]|\\{[A-Za-z0-9_,\\s-]*\\})*`;
const TOKEN = new RegExp(
  `[∂d]L\\s*/\\s*[∂d](${NAME})|(\\.T(?![A-Za-z0-9_])|[-+*/@⊙^()\\[\\],√∑])|(${NAME})` +
    "|([0-9]+(?:\\.[0-9]+)?|\\.[0-9]+)|(\\S)",
  "gu",
);
const APART = /[_{}\s]/g;
const OPENS = ["(", "√", "∑"];
const CLOSES = [")", "]"];

/**
 * A name of another notation: the quantity that it is, and what part of it, where two names are one together.
 *
 * @typedef {[name: string, part: number]} Spelt
 */

/** A text that is no equation: what is said of it, and with which words; names: of the letters that may stand there. */
export class Unread extends Error {
  /** @param {string} key @param {Record<string, string | number | string[]>} values */
  constructor(key, values = {}) {
    super(key);
    this.values = values;
  }
}

/** @returns {never} */
function refuse(key, values = {}) {
  throw new Unread(key, values);
}

/**
 * What is right about an equation that was written for a quantity: {right, slip}, as Python's. Throws Unread.
 *
 * @param {Program} program
 * @param {Task} task
 * @param {string} name of `program.wanted`
 * @param {string} text
 * @param {Writing} told
 * @param {{columns?: boolean, spelt?: Record<string, Spelt>}} notation its own names, beside those of the program
 */
export function judgeEquation(program, task, name, text, told, { columns = false, spelt = {} } = {}) {
  const { node } = program.wanted.find(({ target }) => target === name);
  const read = new Reader({ program, task, name, told, columns, spelt }, tokensOf(text, told)).whole();
  const points = Array.from({ length: told.points }, (_, k) => pointOf(program, task, told, k, read));
  const found = points.map((of) => of(read.node));
  const isSame = (other) => points.every((of, k) => areNear(found[k], of(other), told.near));
  const right = isSame(node);
  const fits = (program.slips[node] ?? []).filter(([, trees]) => trees.some(isSame));
  return { right, slip: fits.length === 1 && !right ? fits[0][0] : "" };
}

const areNear = (one, other, near) => one.every((x, k) => Math.abs(x - other[k]) <= near * (1 + Math.abs(other[k])));

/** What the equation of a quantity may read: what is given, and the quantities before it. @param {Program} program */
export function readable({ wanted, leaves }, name) {
  const names = wanted.map(({ target }) => target);
  const later = names.slice(names.indexOf(name));
  return leaves.filter((one) => !later.includes(one));
}

/**
 * Numbers for all that is given, and by them the values of nodes: of(node).
 *
 * @param {Program} program @param {Task} task @param {Writing} told @param {number} number
 * @param {{nodes: Node[], columns: Record<string, number[][]>}} read
 */
function pointOf(program, task, told, number, { nodes, columns }) {
  const { uniform } = generator(0, number);
  const parameters = { ...task.parameters, ...columns };
  for (const { name, low, high, rows, columns: count } of program.parameters) {
    const numbers = uniform(low, high, rows * count);
    parameters[name] = Array.from({ length: rows }, (_, k) => [...numbers.subarray(k * count, (k + 1) * count)]);
  }
  /** @type {Record<string, number[]>} */
  const known = {};
  const [low, high] = told.given;
  for (const name of Object.keys(program.read)) {
    parameters[name] = [[...uniform(low, high, task.parameters[name][0].length)]];
  }
  for (const name of program.leaves) {
    if (name in task.answers || name in task.parameters) continue;
    known[name] = [...uniform(low, high, numbersOf(task, name).length)];
  }
  const { value } = valuesOf({ nodes, phi: program.phi }, (e) => known[nameOf(e)], parameters);
  for (const { target, node } of program.wanted) known[target] = value(node);
  return value;
}

const nameOf = ({ name, before }) => (before ? `${name}_prev` : name);
/** @param {Task} task @param {string} name */
const numbersOf = ({ X, given, answers }, name) => (name === "X" ? X : (given[name] ?? answers[name]));

/** @typedef {{kind: string, token: string}} Token */

/** What stands behind the last "=", in signs, names and numbers. @param {Writing} told */
function tokensOf(text, told) {
  const count = [...text].length;
  if (count > told.mostCharacters) refuse("long", { count, most: told.mostCharacters });
  const plain = ALIKE.reduce((one, [pattern, by]) => one.replace(pattern, by), plainOf(text, told));
  return [...plain.slice(plain.lastIndexOf("=") + 1).matchAll(TOKEN)].map(
    ([, gradient, sign, name, number, strange]) => {
      if (strange) refuse("strange", { sign: visible(strange) });
      if (sign) return { kind: "sign", token: sign };
      return number ? { kind: "number", token: number } : { kind: "name", token: name ?? `d${gradient}` };
    },
  );
}
/** @param {string} text @param {Writing} told */
function plainOf(text, told) {
  return [...text]
    .map((one) => told.signs[one] ?? one)
    .join("")
    .normalize("NFKD");
}
/** A name without what only sets its parts apart. @param {Writing} told */
export function bare(name, told) {
  return [...plainOf(name, told)]
    .map((one) => told.spelt[one] ?? one)
    .join("")
    .replace(APART, "");
}

/**
 * What was read of a part: its node, how many numbers it has, rows × columns (a vector is one row), and its operations.
 *
 * @typedef {{node: number, columns: number, rows: number, operations: number}} Read
 */

/**
 * @typedef {{
 *   program: Program, task: Task, name: string, told: Writing, columns: boolean, spelt: Record<string, Spelt>,
 * }} Given
 */

/** A text as nodes, read from left to right. */
class Reader {
  /** @param {Given} given @param {Token[]} tokens */
  constructor({ program, task, name, told, columns, spelt }, tokens) {
    this.program = program;
    this.task = task;
    this.told = told;
    this.wanted = task.answers[name].length;
    this.order = columns ? "columns" : "rows";
    this.leaves = readable(program, name);
    const own = Object.entries(program.spellings).map(([one, of]) => /** @type {[string, Spelt]} */ ([one, [of, 1]]));
    const all = [...own, ...Object.entries(spelt)].filter(([, [of]]) => this.leaves.includes(of));
    this.names = Object.fromEntries(all);
    // The program's nodes, and those that are read; and the columns and numbers in it, as parameters.
    this.nodes = [...program.nodes];
    /** @type {Record<string, number[][]>} */
    this.columns = {};
    this.tokens = tokens;
    this.at = 0;
    this.depth = 0;
  }

  whole() {
    const read = this.sum();
    if (this.at < this.tokens.length) {
      if (CLOSES.includes(this.next.token)) refuse("brackets");
      this.missing();
    }
    if (vector(read).columns !== this.wanted) refuse("whole", { count: read.columns, wanted: this.wanted });
    return { node: read.node, nodes: this.nodes, columns: this.columns };
  }

  /** @returns {Token} */
  get next() {
    return this.tokens[this.at] ?? { kind: "end", token: "" };
  }
  /** The sign that comes next if it is one of these, which is read by that; else "". */
  takes(...signs) {
    const { kind, token } = this.next;
    if (kind !== "sign" || !signs.includes(token)) return "";
    this.at += 1;
    return token;
  }
  /** @returns {never} */
  missing() {
    return this.at === 0 ? refuse("first") : refuse("missing", { part: this.short(this.tokens[this.at - 1].token) });
  }
  short(word) {
    const { mostInName } = this.told;
    return word.length <= mostInName ? word : `${word.slice(0, mostInName - 1)}…`;
  }

  /** @param {Node} e @param {number} columns @param {number} operations @returns {Read} */
  made(e, columns, operations) {
    if (operations >= this.told.mostOperations) refuse("nested");
    this.nodes.push(e);
    return { node: this.nodes.length - 1, columns, rows: 1, operations: operations + 1 };
  }
  /** A number, or a column, that stands in the equation itself. @returns {Read} */
  itself(name, numbers) {
    this.columns[name] = numbers;
    this.nodes.push({ op: "parameter", name });
    return { node: this.nodes.length - 1, columns: 1, rows: numbers.length, operations: 1 };
  }

  /** @returns {Read} */
  sum() {
    this.depth += 1;
    if (this.depth > this.told.deepest) refuse("nested");
    let read = this.product();
    for (let sign = this.takes("+", "-"); sign; sign = this.takes("+", "-")) {
      const last = this.product();
      read = this.paired(read, sign === "+" ? last : this.negative(last), (x, y) => ({ op: "sum", terms: [x, y] }));
    }
    this.depth -= 1;
    return read;
  }
  product() {
    let read = this.signed();
    for (;;) {
      const sign = this.takes("*", "⊙", "@", "/");
      if (sign === "/") read = this.paired(read, this.signed(), (left, right) => ({ op: "quotient", left, right }));
      else if (sign || this.begins()) read = this.times(sign, read, this.signed());
      else return read;
    }
  }
  /** Whether a factor follows without a sign. */
  begins() {
    const { kind, token } = this.next;
    return ["name", "number"].includes(kind) || OPENS.includes(token);
  }
  /** @returns {Read} */
  signed() {
    return this.takes("-") ? this.negative(this.signed()) : this.raised();
  }
  raised() {
    let read = this.factor();
    for (let sign = this.takes("^", ".T", "["); sign; sign = this.takes("^", ".T", "["))
      read = sign === "^" ? this.power(read) : sign === "[" ? this.letter(read) : this.transposed(read);
    return read;
  }
  /** @returns {Read} */
  factor() {
    const { kind, token } = this.next;
    if (kind === "end" || (kind === "sign" && !OPENS.includes(token))) {
      if (CLOSES.includes(token) && this.depth === 1) refuse("brackets");
      this.missing();
    }
    this.at += 1;
    if (token === "(") {
      const read = this.sum();
      this.closes();
      return read;
    }
    if (kind === "number") return this.itself(token, [[Number(token)]]);
    return Object.hasOwn(this.told.functions, token) && !Object.hasOwn(this.names, bare(token, this.told))
      ? this.called(token)
      : this.leaf(token);
  }
  closes() {
    if (this.takes(")")) return;
    if (this.next.kind === "end") refuse("brackets");
    this.missing();
  }
  /** @returns {Read} */
  called(word) {
    const name = this.told.functions[word];
    if (this.next.token !== "(" && this.told.bracketless.includes(name) && this.begins())
      return this.applied(name, this.raised());
    if (!this.takes("(")) refuse("call", { function: word });
    let of = this.sum();
    if (name === "max") {
      if (!this.takes(",")) this.missing();
      of = this.paired(of, this.sum(), (left, right) => ({ op: "maximum", left, right }));
    }
    this.closes();
    return name === "max" ? of : this.applied(name, of);
  }
  applied(name, of) {
    if (name === "sum") return this.summed(of);
    return this.made({ op: "apply", function: name, of: vector(of).node }, of.columns, of.operations);
  }
  /** @returns {Read} */
  leaf(token) {
    const found = this.nameFor(bare(token, this.told));
    if (!found) refuse("unknown", { name: this.short(token), names: this.leaves });
    const [name, part] = found;
    const node = this.nodes.findIndex(
      (e) => (e.op === "tensor" && nameOf(e) === name) || (e.op === "parameter" && e.name === name),
    );
    const rows = name in this.task.parameters ? this.task.parameters[name].length : 1;
    const columns =
      name in this.task.parameters ? this.task.parameters[name][0].length : numbersOf(this.task, name).length;
    /** @type {Read} */
    const read = { node, columns, rows, operations: 1 };
    // A row, as the prediction is.
    if (name === TARGET) return this.turned(read);
    return part === 1 ? read : this.paired(read, this.itself(String(part), [[part]]), productOf);
  }
  /** Capitals count where they tell names apart. @returns {Spelt | undefined} */
  nameFor(plain) {
    if (Object.hasOwn(this.names, plain)) return this.names[plain];
    const alike = Object.entries(this.names).filter(([one]) => one.toLowerCase() === plain.toLowerCase());
    return new Set(alike.map(([, [name]]) => name)).size === 1 ? alike[0][1] : undefined;
  }
  negative(read) {
    return this.made({ op: "negative", of: vector(read).node }, read.columns, read.operations);
  }
  power(read) {
    const { kind, token } = this.next;
    if (kind !== "number" || !["2", "3"].includes(token)) refuse("power");
    this.at += 1;
    const square = this.paired(read, read, productOf);
    return token === "2" ? square : this.paired(square, read, productOf);
  }
  /** @param {Read} read @returns {Read} */
  turned(read) {
    this.nodes.push({ op: "transposed", of: read.node });
    return { ...read, node: this.nodes.length - 1, columns: read.rows, rows: read.columns };
  }
  transposed(read) {
    const e = this.nodes[read.node];
    // A column of the documents is the row that it is here.
    const of = e.op === "transposed" ? this.nodes[e.of] : null;
    if (of?.op === "parameter" && of.name === TARGET) return read;
    if (e.op !== "parameter" || !this.leaves.includes(e.name)) refuse("turned");
    return this.turned(read);
  }
  letter(read) {
    const { letters } = this.program;
    const { token } = this.next;
    if (!letters.includes(token)) this.missing();
    this.at += 1;
    if (!this.takes("]")) this.missing();
    if (vector(read).columns !== letters.length) refuse("sizes", { left: read.columns, right: letters.length });
    const column = this.itself(
      `letter ${token}`,
      letters.map((one) => [one === token ? 1 : 0]),
    );
    return this.made({ op: "matmul", left: read.node, right: column.node }, 1, read.operations);
  }
  summed(read) {
    const ones = this.itself(
      `ones ${read.columns}`,
      Array.from({ length: vector(read).columns }, () => [1]),
    );
    return this.made({ op: "matmul", left: read.node, right: ones.node }, 1, read.operations);
  }
  /** A product with a matrix, in the order of the vectors; of two vectors place by place, "@" adds that up. */
  times(sign, left, right) {
    const operations = left.operations + right.operations;
    const [one, matrix] = this.order === "columns" ? [right, left] : [left, right];
    if (one.rows === 1 && matrix.rows > 1 && sign !== "⊙") {
      if (one.columns !== matrix.rows) refuse("sizes", { left: one.columns, right: matrix.rows });
      return this.made({ op: "matmul", left: one.node, right: matrix.node }, matrix.columns, operations);
    }
    if (matrix.rows === 1 && one.rows > 1 && sign !== "⊙") refuse(this.order);
    const read = this.paired(left, right, productOf);
    return sign === "@" && Math.min(left.columns, right.columns) > 1 ? this.summed(read) : read;
  }
  /** @param {Read} left @param {Read} right @param {(left: number, right: number) => Node} of */
  paired(left, right, of) {
    const sizes = [left, right].map((one) => vector(one).columns);
    if (sizes[0] !== sizes[1] && !sizes.includes(1)) refuse("sizes", { left: sizes[0], right: sizes[1] });
    return this.made(of(left.node, right.node), Math.max(...sizes), left.operations + right.operations);
  }
}

/** @param {Read} read */
function vector(read) {
  if (read.rows > 1) refuse("alone");
  return read;
}

/** @returns {Node} */
function productOf(left, right) {
  return { op: "product", left, right };
}
