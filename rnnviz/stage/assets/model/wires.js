// The factor by which a wire of the diagram takes a gradient back, and why it is small.

/** @import {AnyModel} from "../../model.d.ts" */
/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { h, s, set, write } from "../../../web/dom.js";
import { factor, fill, short } from "../../../web/numbers.js";
import { evaluate } from "../../../engine/expression.js";
import { colon } from "../../../web/punctuation.js";
import { characterAt } from "./model.js";
import { functionName, plainExpression, weightLetter } from "../words/labels.js";

// Below these a factor counts as small. A sigmoid's slope is at most 0.25, so that its limit is a fifth of that.
const LIMITS = { sigmoid: 0.05, slope: 0.1, gate: 0.1, factor: 0.1, weight: 0.1 };
const NOTE_WIDTH = 300;

/**
 * How the end of a wire changes with its beginning at one unit: [{value, unit, parts}], one for each way between them,
 * where the parts multiply to the value: {kind, value, expression, function, reason}. Through a weight matrix the
 * strongest of the unit's connections counts; its parts have the unit to which it leads, `unit`. reason: why a part is
 * small, "" if it is not. Empty for a wire without a factor.
 *
 * @param {AnyModel} model
 */
export function wireFactors(model, { diagram, wire }, t, unit) {
  return model.diagrams[diagram].factors[wire].map(({ minus, factors }) => {
    const weight = factors.find(({ kind }) => kind === "weight");
    const candidates = weight ? [...Array(widthOf(model, weight)).keys()] : [unit];
    let best = null;
    for (const to of candidates) {
      const parts = factors.map((one) => partOf(model, one, t, unit, to));
      const value = parts.reduce((product, part) => product * part.value, minus ? -1 : 1);
      if (best === null || Math.abs(value) > Math.abs(best.value)) best = { value, unit: to, parts };
    }
    return best;
  });
}

/**
 * The number of the reading whose way through a wire is the strongest: an input has few of them, and none is chosen.
 *
 * @param {AnyModel} model
 */
export function strongestReading(model, place, t) {
  const strength = (reading) =>
    Math.max(0, ...wireFactors(model, place, t, reading).map(({ value }) => Math.abs(value)));
  const strengths = Array.from({ length: model.length("X") }, (_, reading) => strength(reading));
  return strengths.indexOf(Math.max(...strengths));
}

/** @param {AnyModel} model */
function widthOf(model, { expression }) {
  return model.weights.get(expression.of.name).shape[1];
}

/** @param {AnyModel} model */
function partOf(model, { kind, function: applied, expression }, t, from, to) {
  const part = { kind, function: applied, expression };
  if (kind === "weight") {
    const { name } = expression.of;
    const value = model.weights.get(name).at(from * widthOf(model, part) + to);
    return { ...part, name, row: from, column: to, value, reason: Math.abs(value) < LIMITS.weight ? "weight" : "" };
  }
  const found = evaluate(model, expression, t, to);
  const value = kind === "divisor" ? 1 / found : found;
  return { ...part, value, reason: smallness(model, part, Math.abs(value)) };
}

/**
 * Why a factor is small; "" if it is not.
 *
 * @param {AnyModel} model
 */
function smallness(model, { kind, function: applied, expression }, size) {
  if (kind === "slope") {
    if (applied === "relu") return size === 0 ? "off" : "";
    return size < (LIMITS[applied] ?? LIMITS.slope) ? "saturated" : "";
  }
  if (size >= LIMITS.factor) return "";
  const isGate = (e) => e.op === "tensor" && model.quantity(e.name)?.kind === "gate";
  if (isGate(expression)) return "closed";
  return expression.op === "oneminus" && isGate(expression.of) ? "open" : "zero";
}

/** The same in a sentence: the factor, its parts with their numbers, and why it is small. */
function wireWords({ model, notation, strings }, place, t, unit) {
  const found = wireFactors(model, place, t, unit);
  if (found.length === 0) return strings.wireNone;
  if (found.length === 1 && found[0].parts.length === 0) {
    return found[0].value > 0 ? strings.wireSame : strings.wireTurned;
  }
  return found.map(wayWords).join(" ");

  /** "σ′[5] · W_hf[3, 5] = 0.021 · 0.41 = 0.0086". */
  function wayWords({ value, unit: to, parts }) {
    const letters = parts.map((part) => partLetters(part, to)).join(" · ");
    const numbers = parts.length > 1 ? parts.map((part, k) => (k === 0 ? short : factor)(part.value)).join(" · ") : "";
    const minus = Math.sign(value) === Math.sign(parts.reduce((product, part) => product * part.value, 1)) ? "" : "−";
    const sides = [minus + letters, numbers && minus + numbers, short(value)].filter(Boolean).join(" = ");
    const isThrough = parts.some(({ kind }) => kind === "weight");
    const words = fill(isThrough ? strings.wireThrough : strings.wireFactor, { unit: unit + 1, to: to + 1, sides });
    return [words, ...parts.filter(({ reason }) => reason).map((part) => smallWords(part, to))].join(" ");
  }

  function partLetters({ kind, expression, function: applied, name, row, column }, to) {
    if (kind === "weight") return weightLetter(notation, name, row, column);
    if (kind === "slope") return `${functionName(model, notation, applied)}′[${to + 1}]`;
    const letters = plainExpression(model, notation, expression, t);
    const written = expression.op === "tensor" ? letters : `(${letters})`;
    return `${kind === "divisor" ? "1 / " : ""}${written}[${to + 1}]`;
  }

  function smallWords({ reason, function: applied, expression }, to) {
    const limit = reason === "saturated" ? (LIMITS[applied] ?? LIMITS.slope) : LIMITS.factor;
    const of = reason === "saturated" ? saturatedOf(expression) : null;
    const letter = of ? `${plainExpression(model, notation, of, t)}[${to + 1}]` : "";
    const value = of ? short(evaluate(model, of, t, to)) : "";
    return fill(strings[SMALL[reason]], { limit, letter, value });
  }
}

const SMALL = {
  saturated: "wireSaturated",
  off: "wireOff",
  closed: "wireClosed",
  open: "wireOpen",
  zero: "wireZero",
  weight: "wireWeight",
};

/** What is near the end of its range: Y of 1 − Y² and of Y (1 − Y). */
export function saturatedOf(e) {
  return e.op === "oneminus" ? (e.of.left ?? e.of) : e.left;
}

/**
 * What of a wire is clicked: a wide path over it, that shows its factor in a note beside it until another click. d: the
 * path; middle: a point of it, in a drawing of width and height.
 * Returns {element, note, update(state, isReached)}.
 *
 * @param {Context} context
 */
export function wireHit(context, place, { d, middle, width, height }) {
  const { model, strings, scale } = context;
  const element = s("path", { class: "wire-hit", d, tabindex: "0", role: "button", "aria-pressed": "false" });
  const left = Math.min(Math.max(0, middle[0] - (NOTE_WIDTH * scale) / 2), Math.max(0, width - NOTE_WIDTH * scale));
  const isLow = middle[1] > height / 2;
  const across = `left:${left}px;width:${Math.min(width, NOTE_WIDTH * scale)}px`;
  const off = 10 * scale;
  const down = isLow ? `bottom:${Math.max(0, height - middle[1] + off)}px` : `top:${middle[1] + off}px`;
  const style = `${across};${down}`;
  const note = h("p", { class: "wire-note", role: "status", hidden: true, style });
  let now = null;

  element.addEventListener("click", (event) => {
    event.stopPropagation();
    toggle();
  });
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    toggle();
  });
  for (const name of ["pointerenter", "focus"]) element.addEventListener(name, label);

  function toggle() {
    const isOpen = note.hidden;
    /** @type {NodeListOf<HTMLElement>} */
    const notes = note.parentElement.querySelectorAll(".wire-note");
    for (const other of notes) other.hidden = true;
    for (const other of element.ownerSVGElement.querySelectorAll(".wire-hit")) set(other, "aria-pressed", "false");
    note.hidden = !isOpen;
    set(element, "aria-pressed", isOpen);
    tell();
  }

  function words() {
    const { state, isReached } = now;
    return isReached ? wireWords(context, place, state.t, unitOf(state)) : strings.notReached;
  }

  /** Of an input the character that was read, or the reading with the strongest way; else the chosen unit. */
  function unitOf({ t, unit }) {
    const { source } = model.diagrams[place.diagram].edges[place.wire];
    const { writes } = model.diagrams[place.diagram].nodes.find((node) => node.key === source);
    if (writes !== "X") return unit;
    return model.vocabulary.length > 0 ? characterAt(model, t) : strongestReading(model, place, t);
  }

  function label() {
    if (now === null) return;
    const said = words();
    set(element, "aria-label", `${strings.wire}${colon()}${said}`);
    set(element, "data-full", said);
  }

  function tell() {
    if (!note.hidden) write(note, words());
  }

  /** @param {Place} state */
  function update(state, isReached) {
    now = { state, isReached };
    tell();
  }
  return { element, note, update, label };
}
