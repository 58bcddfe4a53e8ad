// A text's steps in words, as a tree that one walks through: step, phase, quantity, unit, terms; and which gate closed
// first. Pure: a model and a place in, sentences out.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { sumOf } from "../../../engine/expression.js";
import { fill, full, numberedMessage, short } from "../../../web/numbers.js";
import { colon, comma, fullStop, semicolon } from "../../../web/punctuation.js";
import { placedFactors } from "../model/factors.js";
import { isOfOutput } from "../model/model.js";
import { visible, wordRead } from "../place/cursor.js";
import { plainExpression, plainLetter } from "./labels.js";

/** Below this a gate lets nearly nothing through. */
const CLOSED = 0.1;

/**
 * key: tells it from all others of the tree. to: where a stage goes for it. inner(): what is below it; none where it is
 * a leaf. isHere: whether the place is in it.
 *
 * @typedef {{
 *   key: string, text: string, to: Partial<Place>, isHere: boolean, inner?: () => Line[],
 * }} Line
 */

/**
 * The steps of the text. amount: how much is said of each, as `amount.js` has it.
 *
 * @param {Context} context
 * @param {Place} place
 * @param {string} amount
 * @returns {Line[]}
 */
export function stepLines(context, place, amount) {
  const { model } = context;
  return Array.from({ length: model.sizes.T }, (_, t) => {
    const isBegun = model.phases.some((_, k) => isThere(context, place, k, t));
    return {
      key: `${t}`,
      text: stepWords(context, place, t, amount, isBegun),
      to: { t },
      isHere: t === place.t,
      inner: isBegun ? () => phaseLines(context, place, t, amount) : undefined,
    };
  });
}

/** @param {Context} context */
function isThere({ model }, place, phase, t) {
  return visible(place, { phase, leg: model.legAt(phase) }, t);
}

/** @param {Context} context */
function stepWords(context, place, t, amount, isBegun) {
  const { model, forward, strings, isBack } = context;
  const input = wordRead(place, forward, t);
  const said = [fill(strings.accountStep, { t: t + 1, input })];
  if (!isBegun) return [...said, strings.notYet].join(semicolon());
  const predicted = model.quantity("Y_hat");
  if (amount === "short" || isBack || model.labels.length === 0 || !visible(place, predicted, t)) return said[0];
  const best = model.likeliest[t][0];
  const verdict = model.targets === null ? "" : model.targets[t] === best ? strings.right : strings.wrong;
  const made = [model.labels[best], short(model.value("Y_hat", t, best)), verdict].filter(Boolean).join(comma());
  return [...said, fill(strings.columnPredicted, { made })].join(semicolon());
}

/**
 * @param {Context} context
 * @returns {Line[]}
 */
function phaseLines(context, place, t, amount) {
  const { model, notation, strings } = context;
  return model.phases.map((phase, k) => {
    const { title, meaning, target, before = false } = phase;
    const isSeen = isThere(context, place, k, t);
    const letter = letterOf(context, target, t, before);
    const equation = model.forward ? "" : ` = ${plainExpression(model, notation, phase.expression, t)}`;
    const usual = `${title}${colon()}${letter}${equation}`;
    const told = amount === "short" ? title : amount === "all" ? `${usual}${fullStop()}${meaning}` : usual;
    return {
      key: `${t} ${k}`,
      text: isSeen ? told : `${title}${semicolon()}${strings.notYet}`,
      to: { t, phase: k },
      isHere: t === place.t && k === place.phase,
      inner: isSeen ? () => quantityLines(context, place, t, k, amount) : undefined,
    };
  });
}

/**
 * What a phase makes, and the sum below it where that goes through a function.
 *
 * @param {Context} context
 * @returns {Line[]}
 */
function quantityLines(context, place, t, k, amount) {
  const { model, strings } = context;
  const { target, before = false } = model.phases[k];
  const { pre } = model.quantity(target);
  const names = pre && !model.forward ? [target, pre] : [target];
  return names.map((name) => {
    const quantity = model.quantity(name);
    const units = unitsOf(context, name);
    const value = (unit) => model.value(name, t, unit, before);
    const [least, most] = [Math.min, Math.max].map((end) => end(...units.map(value)));
    const called = quantity.isPre ? `${quantity.title}${comma()}${strings.preActivation}` : quantity.title;
    const ends = { least: short(least), most: short(most), count: units.length };
    const range = fill(strings[isOfOutput(quantity) ? "accountOutputs" : "accountUnits"], ends);
    const whole = `${letterOf(context, name, t, before)}${comma()}${called}`;
    return {
      key: `${t} ${k} ${name}`,
      text: amount === "short" ? called : `${whole}${colon()}${range}`,
      to: { t, phase: k },
      isHere: t === place.t && k === place.phase && name === target,
      inner: () => unitLines(context, place, { t, k, name, before, units }, amount),
    };
  });
}

/** The units whose numbers are there: of thousands of outputs only some were sent. */
function unitsOf({ model }, name) {
  return isOfOutput(model.quantity(name)) ? model.listed : [...Array(model.length(name)).keys()];
}

/**
 * @param {Context} context
 * @returns {Line[]}
 */
function unitLines(context, place, { t, k, name, before, units }, amount) {
  const { model, strings } = context;
  const isOutput = isOfOutput(model.quantity(name));
  return units.map((unit) => {
    const value = model.value(name, t, unit, before);
    const said = isOutput ? model.labels[unit] : fill(strings.unit, { unit: unit + 1 });
    return {
      key: `${t} ${k} ${name} ${unit}`,
      text: `${said}${colon()}${amount === "all" ? full(value) : short(value)}`,
      to: { t, phase: k, ...(isOutput ? { choice: unit } : { unit }) },
      isHere: t === place.t && k === place.phase && unit === context.focus(place).unit,
      inner: () => termLines(context, place, t, k, unit, amount),
    };
  });
}

/**
 * The terms that make a unit, from the largest down.
 *
 * @param {Context} context
 * @returns {Line[]}
 */
function termLines(context, place, t, k, unit, amount) {
  const { model } = context;
  const phase = model.phases[k];
  const { isOutput, isInput } = context.focus({ ...place, t, phase: k });
  const { terms } = sumOf(model, phase, t, unit);
  const sorted = [...terms].sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  const written = amount === "all" ? full : short;
  return sorted.map((term, n) => {
    return {
      key: `${t} ${k} ${unit} term ${n}`,
      text: `${termLetters(context, { t, isOutput, isInput }, term)}: ${written(term.value)}`,
      to: { t, phase: k, ...(isOutput ? { choice: unit } : { unit }) },
      isHere: false,
    };
  });
}

/**
 * A term of a sum in letters: "H₂[2] · W_hz[2, 3]".
 *
 * @param {Context} context
 */
export function termLetters(context, { t, isOutput, isInput }, term) {
  const { model, notation, strings } = context;
  if (term.count) return fill(numberedMessage(strings, "others", term.count), { count: term.count });
  return placedFactors(model, notation, term, isOutput, isInput)
    .map(({ expression, place }) => letterAt(context, expression, place.join(", "), term.t ?? t))
    .join(" · ");
}

/**
 * A factor of a term in letters: "H₂[2]".
 *
 * @param {Context} context
 */
export function letterAt(context, expression, at, t) {
  const { model, notation } = context;
  if (expression.op === "gradient") return `∂L/∂${letterAt(context, expression.of, at, t)}`;
  const { name, before } = expression;
  if (expression.op === "tensor") return plainLetter(notation, name, model.stepNumber(name, t, before), at);
  if (expression.op === "parameter") return plainLetter(notation, name, "", at);
  return `(${plainExpression(model, notation, expression, t)})[${at}]`;
}

/** @param {Context} context */
function letterOf({ model, notation }, name, t, before) {
  return `${model.forward ? "∂L/∂" : ""}${plainLetter(notation, name, model.stepNumber(name, t, before))}`;
}

/**
 * Of each gate when it first closed, as far as one sees, the first of them first: {gate, t, unit, value}; at the end
 * those that have not closed yet, with their smallest number.
 *
 * @param {Context} context
 * @param {Place} place
 */
export function closings(context, place) {
  const { model } = context;
  const gates = model.forward ? [] : model.vectors.filter(({ kind }) => kind === "gate");
  const found = gates.flatMap((gate) => {
    const steps = [...Array(model.sizes.T).keys()].filter((t) => visible(place, gate, t));
    // A cell that reads from the end meets the last step first.
    if (model.isBackward(gate.name)) steps.reverse();
    const leastAt = (t) => {
      const values = Array.from({ length: model.length(gate.name) }, (_, unit) => model.value(gate.name, t, unit));
      const value = Math.min(...values);
      return { gate, t, unit: values.indexOf(value), value };
    };
    const least = steps.map(leastAt);
    const first = least.find(({ value }) => value < CLOSED);
    if (first) return [{ ...first, isClosed: true, at: least.indexOf(first) }];
    const nearest = least.toSorted((a, b) => a.value - b.value)[0];
    return nearest ? [{ ...nearest, isClosed: false, at: Infinity }] : [];
  });
  // Of two that close in one step the one that is computed first.
  return found.sort((a, b) => (a.at === b.at ? a.gate.phase - b.gate.phase : a.at - b.at));
}

/** The same as a sentence: "First to close (below 0.1): reset gate of unit 5 at t = 2, with 0.043." */
export function closingWords({ strings }, { gate, t, unit, value, isClosed }, isFirst) {
  const message = !isClosed ? strings.notClosed : isFirst ? strings.closedFirst : strings.closedLater;
  const told = { limit: String(CLOSED), gate: gate.title, unit: unit + 1, t: t + 1, value: short(value) };
  return fill(message, told);
}
