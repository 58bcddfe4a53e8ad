// What a reader has changed by hand: small values in the order of making, with a way back. Pure: it knows nothing of
// drawing, and computes no trace.
//
// `change.d.ts` has the shapes of changes, and of what can be changed.

/** @import {AnyChange, Bounds, Change, History, Misfit} from "../../change.d.ts" */
/** @import {Action} from "../../place.d.ts" */

import { fill, TYPED_NUMBER } from "../../../web/numbers.js";

/** How many changes there may be at a time, and how large a number may be. */
export const MOST_CHANGES = 64;
export const LARGEST = 1000;
const MOST_BACK = 200;
const LINK_INDEX = /^[0-9]{1,6}$/;
const LINK_SPAN = /^([0-9]{1,6})(?:-([0-9]{1,6}))?$/;
const ALL_UNITS = "*";

/** @type {History} A history before any change. */
export const UNCHANGED = { list: [], past: [], future: [], last: "", left: [] };

// ---- the list, and the way back ----------------------------------------------------------

/**
 * What a change is about, whatever its value: two changes of the same thing are one.
 *
 * @param {AnyChange} change
 */
function thingOf(change) {
  const { kind, track = 0, quantity, units, from, to, t, state, unit, name, row, column } = change;
  const own = {
    hold: () => [quantity, units?.join(",") ?? ALL_UNITS, from, to],
    input: () => [t],
    initial: () => [state, unit ?? ALL_UNITS],
    weight: () => [name, row, column],
    weights: () => [],
  };
  return [track, kind, ...own[kind]()].join(" ");
}

/**
 * The history with one more change. A change of the same thing takes the earlier one's place.
 *
 * @param {History} history
 * @param {Change} change
 * @returns {History}
 */
export function addChange(history, change) {
  const thing = thingOf(change);
  const at = history.list.findIndex((one) => thingOf(one) === thing);
  if (at >= 0) return exchangeChange(history, at, change);
  if (history.list.length >= MOST_CHANGES) return history;
  return laterHistory(history, [...history.list, tidyChange(change)], thing);
}

/**
 * The history with another change in the place of the k-th, as when the ends of a held span are dragged.
 *
 * @param {History} history
 * @param {number} k
 * @param {Change} change
 * @returns {History}
 */
export function exchangeChange(history, k, change) {
  const before = history.list[k];
  const thing = thingOf(change);
  const next = tidyChange(change);
  if (JSON.stringify(next) === JSON.stringify(before)) return history;
  const list = history.list.map((one, at) => (at === k ? next : one));
  const others = list.filter((one, at) => at === k || thingOf(one) !== thing);
  // One drag is many changes of one thing, and one step back.
  if (history.last === thingOf(before)) return { ...history, list: others, future: [], last: thing, left: [] };
  return laterHistory(history, others, thing);
}

/**
 * The history without its k-th change.
 *
 * @param {History} history
 * @param {number} k
 */
export function removeChange(history, k) {
  return laterHistory(
    history,
    history.list.filter((_, at) => at !== k),
    "",
  );
}

/**
 * Everything as it was before any change; undo brings the changes back.
 *
 * @param {History} history
 */
export function resetChanges(history) {
  return history.list.length === 0 ? history : laterHistory(history, [], "");
}

/**
 * @param {History} history
 * @returns {History}
 */
export function undoChange(history) {
  if (history.past.length === 0) return history;
  const past = history.past.slice(0, -1);
  return { ...UNCHANGED, list: history.past.at(-1), past, future: [history.list, ...history.future] };
}

/**
 * @param {History} history
 * @returns {History}
 */
export function redoChange(history) {
  if (history.future.length === 0) return history;
  const [list, ...future] = history.future;
  return { ...UNCHANGED, list, past: [...history.past, history.list].slice(-MOST_BACK), future };
}

/**
 * These changes of a track and no others of it, as one step.
 *
 * @param {History} history
 * @param {Change[]} changes
 * @param {number} [track]
 */
export function setChanges(history, changes, track = 0) {
  const others = history.list.filter((one) => (one.track ?? 0) !== track);
  const own = changes.map((one) => tidyChange(track > 0 ? { ...one, track } : one));
  return laterHistory(history, [...others, ...own].slice(0, MOST_CHANGES), "");
}

/**
 * From here on, a change of the same thing is a step of its own: a drag has ended.
 *
 * @param {History} history
 */
export function settleChanges(history) {
  return history.last === "" ? history : { ...history, last: "" };
}

/**
 * The history after an action of the cursor; the very same history if the action is about something else.
 *
 * @param {History} history
 * @param {Action} action
 */
export function changeBy(history, action) {
  switch (action.do) {
    case "change":
      return addChange(history, action.change);
    case "changes":
      return setChanges(history, action.changes, action.track);
    case "exchange":
      return exchangeChange(history, action.k, action.change);
    case "unchange":
      return removeChange(history, action.k);
    case "settle":
      return settleChanges(history);
    case "undo":
      return undoChange(history);
    case "redo":
      return redoChange(history);
    case "reset":
      return resetChanges(history);
  }
  return history;
}

/**
 * @param {History} history
 * @param {Change[]} list
 * @param {string} last
 * @returns {History}
 */
function laterHistory(history, list, last) {
  return { ...UNCHANGED, list, past: [...history.past, history.list].slice(-MOST_BACK), last };
}

/**
 * A number that is dragged has no more digits than its link.
 *
 * @param {Change} change
 */
function tidyChange(change) {
  return "value" in change ? { ...change, value: Number(change.value.toPrecision(6)) } : change;
}

// ---- what fits ---------------------------------------------------------------------------

/** The number that a reader has typed, or null. */
export function numberOf(text) {
  const plain = text.trim().replace("−", "-");
  const value = TYPED_NUMBER.test(plain) ? Number(plain) : NaN;
  return Number.isFinite(value) && Math.abs(value) <= LARGEST ? value : null;
}

/**
 * Why a change does not fit: {key, field, values} of a sentence among the strings, or null if it fits. field: which of
 * its numbers is wrong, where one is.
 *
 * @param {AnyChange} change
 * @param {Bounds} bounds
 * @returns {Misfit | null}
 */
export function misfit(change, bounds) {
  const { kind, quantity, units, from, to, value } = change;
  const least = kind === "hold" && bounds.quantities.get(quantity)?.high === 1 ? 0 : -LARGEST;
  const most = least === 0 ? 1 : LARGEST;
  const numbers = () =>
    Number.isFinite(value) && value >= least && value <= most
      ? null
      : { key: "changeNoNumber", field: "value", values: { least: String(least).replace("-", "−"), most } };
  /** @type {(at: number, length: number, key: string, field: string) => Misfit | null} */
  const place = (at, length, key, field) =>
    Number.isInteger(at) && at >= 0 && at < length ? null : { key, field, values: { most: length } };
  switch (kind) {
    case "hold": {
      const known = bounds.quantities.get(quantity);
      if (!known) return { key: "changeNoName", values: { name: String(quantity) } };
      const unitOf = (one) => place(one, known.width, "changeNoUnit", "units");
      const unit = units === null ? null : (units.length > 0 ? units : [NaN]).map(unitOf).find(Boolean);
      const span = place(from, bounds.T, "changeNoStep", "from") ?? place(to, bounds.T, "changeNoStep", "to");
      const isTurned = from > to ? { key: "changeNoSpan", field: "to", values: { from: from + 1 } } : null;
      return unit ?? span ?? isTurned ?? numbers();
    }
    case "input":
      return (
        place(change.t, bounds.T, "changeNoStep", "step") ??
        (bounds.vocabulary.includes(change.character) ? null : { key: "changeNoCharacter", values: {} })
      );
    case "initial": {
      const width = bounds.states.get(change.state);
      if (width === undefined) return { key: "changeNoName", values: { name: String(change.state) } };
      return (change.unit === null ? null : place(change.unit, width, "changeNoUnit", "units")) ?? numbers();
    }
    case "weight": {
      const shape = bounds.weights.get(change.name);
      if (!shape) return { key: "changeNoName", values: { name: String(change.name) } };
      const [row, column] = [
        place(change.row, shape[0], "changeNoRow", "row"),
        place(change.column, shape[1], "changeNoColumn", "column"),
      ];
      return row ?? column ?? numbers();
    }
    case "weights":
      return bounds.moments.includes(change.moment) ? null : { key: "changeNoMoment", values: {} };
  }
  return { key: "changeNoName", values: { name: String(kind) } };
}

// ---- in a link ---------------------------------------------------------------------------

/**
 * The changes as a link has them, counted from 1: "F.5.2-5=1;H0.3=0.5;W_hf.2.5=-0.3;x.3=道".
 *
 * @param {Change[]} list
 */
export function formatChanges(list) {
  return list.map(formatChange).join(";");
}

/** @param {AnyChange} change */
function formatChange(change) {
  const { kind, track = 0, units, from, to, value } = change;
  const prefix = track > 0 ? `${track + 1}:` : "";
  const one = (k) => (k === null ? ALL_UNITS : k + 1);
  const written = {
    hold: () => {
      const steps = from === to ? from + 1 : `${from + 1}-${to + 1}`;
      return `${change.quantity}.${units?.map(one).join(",") ?? ALL_UNITS}.${steps}=${value}`;
    },
    input: () => `x.${change.t + 1}=${escapedEntry(change.character)}`,
    initial: () => `${change.state}0.${one(change.unit)}=${value}`,
    weight: () => `${change.name}.${change.row + 1}.${change.column + 1}=${value}`,
    weights: () => `weights=${change.moment}`,
  };
  return prefix + written[kind]();
}

/**
 * The changes of a link that fit the tracks, and the entries that do not: {changes, left}.
 * tracks: the bounds of each track, null where it cannot be changed.
 *
 * @param {string} text
 * @param {(Bounds | null)[]} tracks
 */
export function parseChanges(text, tracks) {
  const entries = String(text)
    .split(";")
    .filter((entry) => entry.trim() !== "");
  const left = [];
  let history = UNCHANGED;
  for (const entry of entries) {
    const change = history.list.length < MOST_CHANGES ? parseChange(entry.trim(), tracks) : null;
    if (change === null) left.push(entry);
    else history = addChange(history, change);
  }
  return { changes: history.list, left };
}

/**
 * One change of a link, or null if it does not fit.
 *
 * @param {string} entry
 * @param {(Bounds | null)[]} tracks
 * @returns {Change | null}
 */
function parseChange(entry, tracks) {
  const [, number = "1", name, right] = /^(?:([0-9]{1,2}):)?([^=]+)=(.*)$/s.exec(entry) ?? [];
  const track = Number(number) - 1;
  const bounds = tracks[track];
  if (name === undefined || !bounds) return null;
  const change = changeOf(name, right, bounds);
  if (change === null || misfit(change, bounds)) return null;
  return track > 0 ? { ...change, track } : change;
}

/**
 * @param {string} name
 * @param {string} right
 * @param {Bounds} bounds
 * @returns {Change | null}
 */
function changeOf(name, right, bounds) {
  if (name === "weights") return LINK_INDEX.test(right) ? { kind: "weights", moment: Number(right) } : null;
  const parts = name.split(".");
  const last = parts.at(-1);
  if (parts.length === 2 && parts[0] === "x")
    return { kind: "input", t: linkIndex(last), character: unescapedEntry(right) };
  const value = numberOf(right);
  if (value === null) return null;
  const state = parts.slice(0, -1).join(".");
  if (state.endsWith("0") && bounds.states.has(state.slice(0, -1))) {
    return { kind: "initial", state: state.slice(0, -1), unit: last === ALL_UNITS ? null : linkIndex(last), value };
  }
  const [own, first] = [parts.slice(0, -2).join("."), parts.at(-2) ?? ""];
  if (bounds.weights.has(own))
    return { kind: "weight", name: own, row: linkIndex(first), column: linkIndex(last), value };
  const span = last === ALL_UNITS ? ["", 1, bounds.T] : LINK_SPAN.exec(last);
  if (span === null) return null;
  const [from, to] = [Number(span[1]) - 1, Number(span[2] ?? span[1]) - 1];
  const units = first === ALL_UNITS ? null : first.split(",").map(linkIndex);
  return { kind: "hold", quantity: own, units, from, to, value };
}

/** A number of a link, counted from 0; NaN, which fits nowhere, if it is none. */
function linkIndex(text) {
  return LINK_INDEX.test(text) ? Number(text) - 1 : NaN;
}

function escapedEntry(character) {
  return character.replace(/[%;]/g, (sign) => (sign === ";" ? "%3B" : "%25"));
}

function unescapedEntry(text) {
  return text.replace(/%3B|%25/g, (sign) => (sign === "%3B" ? ";" : "%"));
}

// ---- in words ----------------------------------------------------------------------------

/**
 * A change as a sentence: "forget gate of unit 5 held at 1 from step 2 to 5".
 * titleOf(name): what a quantity is called. weightOf(name, row, column): how a weight is written. short: a number as
 * people read it. T: the number of steps.
 *
 * @param {AnyChange} change
 * @param {{
 *   strings: Record<string, string>, titleOf: (name: string) => string, short: (value: number) => string, T: number,
 *   weightOf: (name: string, row: number, column: number) => string,
 * }} words
 */
export function sentenceOf(change, { strings, titleOf, weightOf, short, T }) {
  const values = {
    ...change,
    steps: change.kind === "hold" ? stepWords(change, strings, T) : "",
    value: "value" in change ? short(change.value) : "",
    quantity: titleOf(change.quantity ?? change.state),
    units: unitWords(change.kind === "hold" ? change.units : change.unit === null ? null : [change.unit], strings),
    t: change.t + 1,
    name: change.kind === "weight" ? weightOf(change.name, change.row, change.column) : "",
  };
  const keys = {
    hold: "changeHold",
    input: "changeInput",
    initial: "changeInitial",
    weight: "changeWeight",
    weights: change.moment === 0 ? "changeWeightsBefore" : change.moment === 1 ? "changeWeightsOne" : "changeWeights",
  };
  return fill(strings[keys[change.kind]], values);
}

function unitWords(units, strings) {
  if (units === null) return strings.changeAllUnits;
  if (!Array.isArray(units)) return "";
  const numbers = units.map((unit) => unit + 1).join(strings.changeComma);
  return fill(units.length === 1 ? strings.changeUnit : strings.changeUnits, { unit: numbers });
}

/** @param {AnyChange} span */
function stepWords({ from, to }, strings, T) {
  if (from === 0 && to === T - 1) return strings.changeAllSteps;
  return fill(from === to ? strings.changeStep : strings.changeSteps, { from: from + 1, to: to + 1 });
}
