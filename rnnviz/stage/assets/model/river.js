// The river of a memory: at each step what every character has left in it, as layers whose thickness is the size. Pure.

/** @import {AnyModel} from "../../model.d.ts" */

import { evaluate } from "../../../engine/expression.js";
import { ledgerOf } from "./ledger.js";

/**
 * Whether a model has a river: a single cell that reads forwards has one.
 *
 * @param {AnyModel} model
 */
export function hasRiver({ forward, ledger, rows, diagrams }) {
  return !forward && (ledger.memory !== null || (rows.length <= 2 && diagrams[0]?.path.length === 0));
}

/**
 * A model's river: {state, isExact, parts(t), size(k, t, unit), total(t, unit), most(unit), kept(t, unit)}.
 *
 * parts: as a ledger's entries, of every unit the layers at step t, [k][unit], which add up to the state: at 0 what
 * came before the text, at k what character k wrote. A cell without a ledger has no such sum. Its newest layer is what
 * the step makes of its input alone, from a state of 0, and all the rest, at 0, belongs to no character alone.
 * size: how thick layer k is at step t: |part|, of all units their sum where `unit` is null. most: the largest total of
 * all steps. kept: which share of what was there before step t is still there, null where nothing was.
 *
 * @param {AnyModel} model
 */
export function riverOf(model) {
  const ledger = ledgerOf(model);
  const state = ledger?.memory ?? "H";
  const parts = ledger ? ledger.entries : newestOf(model, state);
  const { T } = model.sizes;
  // Of one unit, or of all under null: sizes[t][k] and their sums. Readers go from step to step, and seldom to another.
  let kept = { unit: undefined, sizes: [], totals: [] };

  function of(unit) {
    if (kept.unit === unit) return kept;
    const units = unit === null ? [...Array(model.length(state)).keys()] : [unit];
    const sizes = ledger
      ? flowing(model, ledger, units)
      : Array.from({ length: T }, (_, t) => sizesOf(parts(t), units));
    kept = { unit, sizes, totals: sizes.map(sumOf) };
    return kept;
  }
  const size = (k, t, unit = null) => of(unit).sizes[t][k] ?? 0;
  const total = (t, unit = null) => of(unit).totals[t];
  const most = (unit = null) => Math.max(...of(unit).totals);

  function keptOf(t, unit = null) {
    const before = t === 0 ? 0 : total(t - 1, unit);
    return before === 0 ? null : (total(t, unit) - size(t + 1, t, unit)) / before;
  }
  return { state, isExact: ledger !== null, parts, size, total, most, kept: keptOf };
}

const sumOf = (numbers) => numbers.reduce((sum, one) => sum + one, 0);
const sizesOf = (parts, units) => parts.map((part) => units.reduce((sum, unit) => sum + Math.abs(part[unit]), 0));

/** The sizes of an exact river, [t][k]: each layer as it came in, thinned by one step's gates after another. */
function flowing(model, { memory, written, kept }, units) {
  const { T } = model.sizes;
  const first = model.tensors.get(`${memory}0`);
  const sizes = Array.from({ length: T }, (_, t) => new Float64Array(t + 2));
  const left = new Float64Array(units.length);
  for (let k = 0; k <= T; k += 1) {
    units.forEach((unit, n) => {
      left[n] = Math.abs(k === 0 ? first.at(unit) : written(k - 1, unit));
    });
    for (let t = Math.max(0, k - 1); t < T; t += 1) {
      const isThinned = k <= t;
      for (let n = 0; n < units.length; n += 1) {
        if (isThinned) left[n] *= Math.abs(kept(t, units[n]));
        sizes[t][k] += left[n];
      }
    }
  }
  return sizes;
}

/** The parts of a state without a ledger: the rest at 0, the newest layer at t + 1, and nothing between them. */
function newestOf(model, state) {
  const width = model.length(state);
  return (t) => {
    const alone = fromNothing(model, t);
    const found = Array.from({ length: t + 2 }, () => new Float64Array(width));
    for (let unit = 0; unit < width; unit += 1) {
      const value = model.value(state, t, unit);
      found[t + 1][unit] = model.isHeld(state, t, unit) ? value : alone(state, unit);
      found[0][unit] = value - found[t + 1][unit];
    }
    return found;
  };
}

/** What a step makes of its input alone: its equations once more, from states of 0, whose products are 0. */
function fromNothing(model, t) {
  const known = new Map();
  const made = new Map(model.phases.map(({ target, expression }) => [target, expression]));
  const reading = {
    ...model,
    omitsZeros: true,
    known: (name, step, unit, before) => {
      if (before) return 0;
      return made.has(name) ? alone(name, unit) : model.known(name, step, unit);
    },
  };
  function alone(name, unit) {
    if (!known.has(name)) known.set(name, []);
    const units = known.get(name);
    units[unit] ??= evaluate(reading, made.get(name), t, unit);
    return units[unit];
  }
  return alone;
}
