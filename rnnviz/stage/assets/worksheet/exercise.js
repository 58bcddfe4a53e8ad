// A step as an exercise: what is left blank, and what one needs to work it out. Every number is the model's own. Pure.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */
/** @import {ReadPhase} from "../../model.d.ts" */

import { evaluate, lengthOf } from "../../../engine/expression.js";
import { placedFactors } from "../model/factors.js";
import { isOfOutput } from "../model/model.js";
import { sumAt } from "../panels/sumlayout.js";
import { letterAt } from "../words/account.js";
import { plainExpression, plainLetter } from "../words/labels.js";

// What is asked for as a whole has at most as many units, outputs, and terms in a sum; of the rest one number is asked.
const MOST = { units: 8, outputs: 12, terms: 12 };
/** The name by which the loss is left blank, beside the phases' own. */
const LOSS = "loss";

/**
 * A number of a sheet. isBlank: whether it is left out on all but the key.
 *
 * @typedef {{value: number, isBlank: boolean}} Cell
 * @typedef {{head: string, cells: Cell[]}} Row
 *
 * A matrix, or the numbers of a vector. name: a parameter's or, of vectors, "".
 * @typedef {{name: string, columns: string[], rows: Row[]}} Grid
 *
 * A term of a sum: its letters, its factors and their product.
 * @typedef {{letters: string, factors: Cell[], product: Cell}} Term
 *
 * What one phase asks: of all its units the `grid`; of one of them the `sum`. left: how many numbers it does not ask.
 * @typedef {{key: string, title: string, phase: ReadPhase | null, grid: Grid | null, sum: AskedSum | null,
 *   left: number, one: string}} Question
 * parts: what a term needs that is no product of two, such as one with a function in it.
 * @typedef {{terms: Term[], parts: {letter: string, value: number}[], rest: {count: number, value: number} | null,
 *   total: Cell, totalLetter: string, result: Cell | null, resultLetter: string}} AskedSum
 *
 * @typedef {{vectors: Grid[], weights: Grid[], isInputRead: boolean, questions: Question[], held: {letter: string,
 *   value: number}[]}} Exercise
 */

/** What of a step may be left blank: [{key, title, letter}], in the order of the step. @param {Context} context */
export function blanksOf(context, place) {
  const { model, isBack, strings } = context;
  const phases = model.phases.map((phase) => ({
    key: phase.key,
    title: phase.title,
    letter: letterOfPhase(context, phase, place.t),
  }));
  return isBack || !hasLoss(context) ? phases : [...phases, { key: LOSS, title: strings.tableLoss, letter: "" }];
}

/** Those that are left blank unless a reader chooses: of the phase where he is, and what comes after it. */
export function usualBlanks(context, place) {
  return new Set(blanksOf(context, place).flatMap(({ key }, k) => (k >= place.phase ? key : [])));
}

/** Whether any phase could be asked for as a whole, so that there is a choice. @param {Context} context */
export const hasChoice = (context, place) => context.model.phases.some((phase) => isSmall(context, phase, place.t));

/**
 * The exercise of a place. blanks: keys of what is left blank. isOneUnit: whether only the chosen unit is asked for.
 *
 * @param {Context} context
 * @param {Place} place
 * @param {{blanks: Set<string>, isOneUnit: boolean}} chosen
 * @returns {Exercise}
 */
export function exerciseOf(context, place, { blanks, isOneUnit }) {
  const { model } = context;
  const asked = model.phases.flatMap((phase, k) => (blanks.has(phase.key) ? askedOf(phase, k) : []));
  /** The places of a phase's numbers that are asked for. */
  function askedOf(phase, k) {
    const isWhole = !isOneUnit && isSmall(context, phase, place.t);
    const units = isWhole ? unitsOf(context, phase.target) : [context.focus({ ...place, phase: k }).unit];
    return { phase, k, isWhole, units };
  }
  const isBlank = blankness(context, place, asked);
  const given = givenFor(context, place, asked, isBlank);
  const hasItsLoss = blanks.has(LOSS) && !context.isBack && hasLoss(context);
  if (hasItsLoss && !isBlank(TRUTH, model.targets[place.t])) given.add(TRUTH, [model.targets[place.t]]);
  return {
    ...given.told(),
    questions: [
      ...asked.map((one) => questionOf(context, place, one, isBlank)),
      ...(hasItsLoss ? [lossQuestion(context, place)] : []),
    ],
    held: heldIn(context, place, asked),
  };
}

const TRUTH = { op: "tensor", name: "Y_hat", before: false };

/** @param {Context} context */
const hasLoss = ({ model }) => model.targets !== null && model.labels.length > 0;

/** @param {Context} context */
function unitsOf({ model }, name) {
  return isOfOutput(model.quantity(name)) ? model.listed : [...Array(model.length(name)).keys()];
}

/** Whether all numbers of a phase fit a sheet, and each sum behind them. @param {Context} context */
function isSmall(context, { target, expression }, t) {
  const { model, isBack } = context;
  // On the way back each path has matrices of its own.
  if (isBack) return false;
  const most = isOfOutput(model.quantity(target)) ? MOST.outputs : MOST.units;
  const isShort = ({ left }) => rowsOf(model, left, t).length <= MOST.terms;
  return model.length(target) <= most && productsIn(expression).every(isShort);
}

function partsOf(e) {
  return [e.left, e.right, e.of, ...(e.terms ?? [])].filter(Boolean);
}

// What stands for itself; a matrix product within a term is one number of it.
const LEAVES = ["tensor", "parameter", "gradient", "outside", "matmul", "outer"];
/** Whether a term is one number that has to be worked out before it can be added. */
const isMade = ({ factors }) => factors.length === 1 && !LEAVES.includes(factors[0].expression.op);

/** The products with a matrix in an expression. */
function productsIn(e) {
  return [...(e.op === "matmul" ? [e] : []), ...partsOf(e).flatMap(productsIn)];
}

/** The elements of a vector that count in a product: of a one-hot input, the one that is 1. */
function rowsOf(model, left, t) {
  const all = [...Array(lengthOf(model, left)).keys()];
  return all.filter((row) => !(isHot(model, left, row) && evaluate(model, left, t, row) === 0));
}

function isHot(model, e, k) {
  if (e.op === "tensor") return e.name === "X" && model.vocabulary.length > 0;
  if (e.op !== "concat") return false;
  const split = lengthOf(model, e.left);
  return k < split ? isHot(model, e.left, k) : isHot(model, e.right, k - split);
}

/**
 * isBlank(expression, k): whether element k of what an expression stands for is, or needs, a number that is asked for.
 *
 * @param {Context} context
 */
function blankness({ model }, place, asked) {
  const isAsked = ({ name, before }, k) =>
    asked.some(({ phase, units }) => {
      const isSame = phase.target === name && Boolean(phase.before) === Boolean(before);
      return isSame && units.includes(k) && !model.isHeld?.(name, place.t, k);
    });
  return function isBlank(e, k) {
    if (e.op === "tensor" || e.op === "gradient") return isAsked(e.of ?? e, k);
    if (e.op === "later" || e.op === "outside") return false;
    if (e.op === "share") return isBlank(e.of, e.start + k);
    if (e.op !== "concat") return partsOf(e).some((part) => isBlank(part, k));
    const split = lengthOf(model, e.left);
    return k < split ? isBlank(e.left, k) : isBlank(e.right, k - split);
  };
}

/** The vectors and weights that the phases asked for as a whole read, each once. @param {Context} context */
function givenFor(context, place, asked, isBlank) {
  const { model, notation } = context;
  const { t } = place;
  const vectors = new Map();
  const weights = new Map();

  function add(e, units) {
    const { name, before } = e;
    const step = model.stepNumber(name, t, before);
    const columns = units.map((unit) => elementName(context, e, unit));
    const cells = units.map((unit) => ({ value: evaluate(model, e, t, unit), isBlank: false }));
    const grid = { name: "", columns, rows: [{ head: plainLetter(notation, name, step), cells }] };
    vectors.set(`${name} ${step}`, grid);
  }
  let isInputRead = false;
  function read(e, target) {
    if (e.op === "tensor") {
      isInputRead ||= e.name === "X";
      if (isHot(model, e, 0)) return;
      const units = unitsOf(context, e.name).filter((unit) => !isBlank(e, unit));
      if (units.length > 0) add(e, units);
    } else if (e.op === "matmul") {
      read(e.left, target);
      weights.set(e.right.name, matrixGrid(context, e, target, t));
    } else if (e.op === "parameter") weights.set(e.name, matrixGrid(context, { right: e, left: null }, target, t));
    else for (const part of partsOf(e)) read(part, target);
  }
  for (const { phase, isWhole } of asked) if (isWhole) read(phase.expression, phase.target);
  return {
    add,
    told: () => ({
      vectors: together([...vectors.values()]),
      weights: [...weights.values()],
      isInputRead,
    }),
  };
}

/** Vectors of the same elements are rows of one grid. */
function together(grids) {
  const all = new Map();
  for (const grid of grids) {
    const key = grid.columns.join();
    const rows = all.get(key)?.rows ?? [];
    all.set(key, { ...grid, rows: [...rows, ...grid.rows] });
  }
  return [...all.values()];
}

/** A matrix, of which the rows that count; or a vector of parameters. @param {Context} context */
function matrixGrid(context, { left, right }, target, t) {
  const { model, notation } = context;
  const { shape, at } = model.weights.get(right.name);
  const width = shape.at(-1);
  const rows = left === null ? [0] : rowsOf(model, left, t);
  const units = [...Array(width).keys()];
  const heads = left === null ? [""] : rows.map((row) => elementLetters(context, left, row, t));
  const numbers = rows.map((row) => units.map((unit) => ({ value: at(row * width + unit), isBlank: false })));
  const names = units.map((unit) => elementName(context, { name: target }, unit));
  if (!notation.columns || left === null)
    return { name: right.name, columns: names, rows: heads.map((head, k) => ({ head, cells: numbers[k] })) };
  // Where vectors are columns, a row of the matrix belongs to the unit that it makes.
  const turned = units.map((unit) => ({ head: names[unit], cells: numbers.map((row) => row[unit]) }));
  return { name: right.name, columns: heads, rows: turned };
}

/** An element's name: a character of inputs and outputs, else its number. @param {Context} context */
function elementName({ model }, e, k) {
  // What is right is no quantity of the step, and is named as what is predicted.
  const kind = model.quantity(e.name)?.kind ?? (e.op === "tensor" ? "output" : "");
  const names = kind === "input" ? model.vocabulary : ["logits", "output"].includes(kind) ? model.labels : [];
  return names[k] ?? String(k + 1);
}

/** An element of a vector in letters: "H₂[3]". @param {Context} context */
function elementLetters(context, e, k, t) {
  const { model, notation } = context;
  if (e.op === "concat") {
    const split = lengthOf(model, e.left);
    return k < split ? elementLetters(context, e.left, k, t) : elementLetters(context, e.right, k - split, t);
  }
  if (e.op !== "tensor") return `(${plainExpression(model, notation, e, t)})[${k + 1}]`;
  return plainLetter(notation, e.name, model.stepNumber(e.name, t, e.before), elementName(context, e, k));
}

/** What a phase makes, in letters: "F₃", "∂L/∂H₂". @param {Context} context */
function letterOfPhase({ model, notation }, { target, before = false }, t, unit = "") {
  const partial = model.forward ? "∂L/∂" : "";
  return `${partial}${plainLetter(notation, target, model.stepNumber(target, t, before), unit)}`;
}

/** @param {Context} context */
function questionOf(context, place, { phase, k, isWhole, units }, isBlank) {
  const { key, title, target } = phase;
  const said = { key, title, phase, left: 0, one: "" };
  if (isWhole) return { ...said, grid: unitsGrid(context, place, phase, units, isBlank), sum: null };
  const here = { ...place, phase: k };
  const { label } = context.focus(here);
  const left = context.model.length(target) - 1;
  const one = letterOfPhase(context, phase, place.t, label);
  return { ...said, grid: null, sum: askedSum(context, here, isBlank), left, one };
}

/** The units of a phase, below their pre-activations where they have some. @param {Context} context */
function unitsGrid(context, { t }, phase, units, isBlank) {
  const { model, notation } = context;
  const { target } = phase;
  const { pre } = model.quantity(target);
  const tensor = { op: "tensor", name: target, before: false };
  const row = (name, value) => ({
    head: plainLetter(notation, name, model.stepNumber(name, t, false)),
    cells: units.map((unit) => ({ value: value(unit), isBlank: isBlank(tensor, unit) })),
  });
  const columns = units.map((unit) => elementName(context, tensor, unit));
  // A held number has a sum, too, which nobody needs.
  const before = pre ? [row(pre, (unit) => model.value(pre, t, unit))] : [];
  return { name: "", columns, rows: [...before, row(target, (unit) => model.value(target, t, unit))] };
}

/** The terms of the place's sum, of many the largest; their total, and what becomes of it. @param {Context} context */
function askedSum(context, here, isBlank) {
  const { model, notation } = context;
  const sum = sumAt(context, here);
  const { phase, unit, applied, target, totalName, step, label } = sum;
  const largest = [...sum.terms].sort((a, b) => Math.abs(b.value) - Math.abs(a.value)).slice(0, MOST.terms);
  const named = sum.terms.length > MOST.terms ? sum.terms.filter((term) => largest.includes(term)) : sum.terms;
  const others = sum.terms.filter((term) => !named.includes(term) || term.count);
  const terms = named.filter((term) => !term.count).map((term) => termOf(context, sum, term, isBlank));
  const rest = others.reduce((all, { value, count = 1 }) => ({ count: all.count + count, value: all.value + value }), {
    count: 0,
    value: 0,
  });
  const isAsked = !model.isHeld?.(target.name, here.t, unit);
  const ofPre = applied && totalName && applied !== "softmax";
  const totalLetter = ofPre ? plainLetter(notation, totalName, step, label) : "";
  const result = { value: model.value(target.name, here.t, unit, phase.before), isBlank: isAsked };
  const terminal = letterOfPhase(context, phase, here.t, label);
  return {
    terms,
    parts: uniqueParts(named.filter(isMade).flatMap((term) => partsGiven(context, term, isBlank, here.t))),
    rest: rest.count > 0 ? rest : null,
    total: { value: sum.total, isBlank: isAsked },
    totalLetter: applied ? totalLetter || "Σ" : terminal,
    result: applied || !isAsked ? result : null,
    resultLetter: terminal,
  };
}

/** What one needs for a term that has to be made, and is not asked for itself. @param {Context} context */
function partsGiven(context, { factors: [{ expression, index }], t: later }, isBlank, t) {
  const { model, notation } = context;
  const at = later ?? t;
  const read = (e, k, around) => {
    if (e.op === "share") return read(e.of, e.start + k, around);
    if (e.op === "later") return read(e.of, k, (one) => ({ ...e, of: one }));
    if (!LEAVES.includes(e.op)) return partsOf(e).flatMap((part) => read(part, k, around));
    const whole = around(e);
    if (isBlank(whole, k)) return [];
    const letter = `${plainExpression(model, notation, whole, at)}[${elementName(context, e.of ?? e, k)}]`;
    return [{ letter, value: evaluate(model, whole, at, k) }];
  };
  return read(expression, index[0], (one) => one);
}

function uniqueParts(parts) {
  return [...new Map(parts.map((one) => [one.letter, one])).values()];
}

/** @param {Context} context */
function termOf(context, { t, isOutput, isInput }, term, isBlank) {
  const { model, notation } = context;
  const at = term.t ?? t;
  const placed = placedFactors(model, notation, term, isOutput, isInput);
  const needed = (expression) => {
    const { index } = term.factors.find((one) => one.expression === expression);
    return index.length === 1 && isBlank(expression, index[0]);
  };
  return {
    letters: placed.map(({ expression, place }) => letterAt(context, expression, place.join(", "), at)).join(" · "),
    factors: placed.map(({ expression, value }) => ({ value, isBlank: isMade(term) || needed(expression) })),
    // A term of one factor, such as a bias, is that factor.
    product: { value: term.value, isBlank: placed.length > 1 || isMade(term) || needed(placed[0].expression) },
  };
}

/** @param {Context} context */
function lossQuestion(context, { t }) {
  const { model, strings, notation } = context;
  const truth = plainLetter(notation, "Y_hat", t + 1, model.labels[model.targets[t]]);
  const cell = { value: model.value("loss", t, 0), isBlank: true };
  const grid = { name: "", columns: [""], rows: [{ head: `−ln ${truth}`, cells: [cell] }] };
  return { key: LOSS, title: strings.tableLoss, phase: null, grid, sum: null, left: 0, one: "" };
}

/** What of the numbers asked for is held by hand, and so is no result of its equation. @param {Context} context */
function heldIn({ model, notation }, { t }, asked) {
  const all = asked.flatMap(({ phase: { target }, units }) => units.map((unit) => ({ target, unit })));
  return all
    .filter(({ target, unit }) => model.isHeld?.(target, t, unit))
    .map(({ target, unit }) => ({
      letter: plainLetter(notation, target, t + 1, unit + 1),
      value: model.value(target, t, unit),
    }));
}
