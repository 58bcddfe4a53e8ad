// The units of a quantity by size: what can be measured of them, which is the largest, and in which order they stand
// where a reader has sorted them. Pure; what a gate does is read from the equations.

/** @import {AnyModel} from "../../model.d.ts" */

import { evaluate } from "../../../engine/expression.js";
import { usesOf } from "../hands/questions.js";

// Of numbers that differ by less, as a share of the largest, none is the largest.
const EQUALLY_LARGE = 1e-12;
/** Of a gate that does this, what of its operand is counted: the share that it takes away, or that it lets through. */
const DONE = { keep: "erased", replace: "erased", write: "written", show: "shown", see: "seen" };

/**
 * What can be measured of a quantity's units: [{key, done, at(t, unit), whole(t, unit)}], the first one the usual. key:
 * of a gate "share" of its operand, and "amount", that share of its operand's size; of what is carried from step to
 * step "size", and "change" since the step before; of others "size". done: what the gate does with that share
 * (erased, written, shown, seen, or "open" where it has no operand). whole: the number that a share or change is of.
 * With isDifference all is about what a reader's changes have made of the quantity.
 *
 * @param {AnyModel} model
 */
export function measuresOf(model, name, isDifference = false) {
  if (isDifference) {
    const { original } = model;
    const at = (t, unit) => Math.abs(model.value(name, t, unit) - original.value(name, t, unit));
    return [{ key: "difference", done: "", at, whole: (t, unit) => original.value(name, t, unit) }];
  }
  const { kind } = model.quantity(name);
  if (kind === "gate") return gateMeasures(model, name, usesOf(model).get(name) ?? { does: "open" });
  const value = (t, unit) => model.value(name, t, unit);
  const before = (t, unit) => model.value(name, t, unit, true);
  const size = { key: "size", done: "", at: (t, unit) => Math.abs(value(t, unit)), whole: value };
  // What no step hands on, such as that to which two directions are joined, has no number before the first step.
  if (!["state", "memory"].includes(kind) || !model.tensors.has(`${name}0`)) return [size];
  return [
    size,
    { key: "change", done: "", at: (t, unit) => Math.abs(value(t, unit) - before(t, unit)), whole: before },
  ];
}

/** @param {AnyModel} model */
function gateMeasures(model, name, { does, operand }) {
  const value = (t, unit) => model.value(name, t, unit);
  const share = does === "keep" ? (t, unit) => 1 - value(t, unit) : value;
  const whole = (t, unit) => (operand ? evaluate(model, operand, t, unit) : value(t, unit));
  const measures = [{ key: "share", done: DONE[does] ?? "open", at: share, whole }];
  const amount = (t, unit) => Math.abs(whole(t, unit)) * share(t, unit);
  return operand ? [...measures, { key: "amount", done: DONE[does], at: amount, whole }] : measures;
}

/**
 * How many units a quantity has that can be ranked, and the largest of them: {units: [unit, …], count, value}.
 *
 * @param {AnyModel} model
 */
export function largestOf(model, name, measure, t) {
  const count = model.length(name);
  const values = Array.from({ length: count }, (_, unit) => measure.at(t, unit));
  const value = Math.max(...values);
  const units = values.flatMap((one, unit) => (value - one <= EQUALLY_LARGE * Math.abs(value) ? [unit] : []));
  return { units, count, value };
}

/** A sorting as links have it: "F.share". */
export function sortKey(name, key) {
  return `${name}.${key}`;
}

/**
 * The quantity and the measure of a sorting in a model, {name, measure}; null where it has none of that name.
 *
 * @param {AnyModel} model
 */
export function sortingOf(model, sort) {
  const dot = sort.lastIndexOf(".");
  const [name, key] = [sort.slice(0, dot), sort.slice(dot + 1)];
  if (dot < 1 || !model.vectors.some((one) => one.name === name)) return null;
  const isDifference = key === "difference";
  if (isDifference && !model.effect) return null;
  const measure = measuresOf(model, name, isDifference).find((one) => one.key === key);
  return measure ? { name, measure } : null;
}

/**
 * The units of a quantity from the largest down, equal ones by their numbers: [unit, …].
 *
 * @param {AnyModel} model
 */
export function rankedUnits(model, { name, measure }, t) {
  const values = Array.from({ length: model.length(name) }, (_, unit) => measure.at(t, unit));
  return values.map((_, unit) => unit).sort((a, b) => values[b] - values[a] || a - b);
}

/**
 * The quantity that is spoken of at a phase: its target, if it is one of `names`; else the one by which the units are
 * sorted; else the gate that erases, or the last of them.
 *
 * @param {AnyModel} model
 */
export function spokenOf(model, names, { phase, sort }) {
  const sorted = sortingOf(model, sort)?.name;
  if (names.includes(sorted)) return sorted;
  const { target } = model.phases[phase];
  if (names.includes(target)) return target;
  const uses = usesOf(model);
  const erasing = names.find((name) => DONE[uses.get(name)?.does] === "erased");
  return erasing ?? names.at(-1);
}
