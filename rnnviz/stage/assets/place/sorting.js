// The order of the units at a place: by what they are sorted, and at which step.

/** @import {AnyModel} from "../../model.d.ts" */
/** @import {Place} from "../../place.d.ts" */

import { visible } from "./cursor.js";
import { measuresOf, rankedUnits, sortingOf, sortKey, spokenOf } from "../model/ranking.js";

const ordersOf = new WeakMap();

/**
 * The units of a model from the largest down, [unit, …], as a place has sorted them; null where it has not.
 *
 * @param {AnyModel} model
 * @param {Place} place
 */
export function orderAt(model, place) {
  const found = sortedAt(model, place);
  if (found === null) return null;
  const { t, sorting } = found;
  const key = `${model.version} ${place.sort} ${t}`;
  // The same array as long as nothing has changed, so that a strip need not compare its units.
  if (ordersOf.get(model)?.key !== key) ordersOf.set(model, { key, units: rankedUnits(model, sorting, t) });
  return ordersOf.get(model).units;
}

/**
 * By what the units of a model are sorted at a place, {sorting, t}: at its step, or at the one before as long as the
 * quantity is not computed there. Null where they are not, and on the way back, where maps and strips are gradients.
 *
 * @param {AnyModel} model
 * @param {Place} place
 */
function sortedAt(model, place) {
  if (place.sort === "" || place.way === "back" || model.forward) return null;
  const sorting = sortingOf(model, place.sort);
  if (sorting === null) return null;
  const t = stepSeen(model, place, sorting.name);
  return t < 0 ? null : { sorting, t };
}

/**
 * The last step at which a quantity can be seen, as its cell reads; −1 where there is none.
 *
 * @param {AnyModel} model
 * @param {Place} place
 */
export function stepSeen(model, place, name) {
  const quantity = model.quantity(name);
  if (visible(place, quantity, place.t)) return place.t;
  const before = place.t - (quantity.leg?.by ?? 1);
  return before >= 0 && before < model.sizes.T && visible(place, quantity, before) ? before : -1;
}

/** The maps of a model: of more than one row of maps can hold, those that are carried from step to step. */
export function mapsOf({ vectors }) {
  const carried = vectors.filter((q) => q.kind === "state" || q.kind === "memory");
  return vectors.length > 8 ? carried : vectors;
}

/**
 * What is said of a place: the quantity, and what is measured of it.
 *
 * @param {AnyModel} model
 * @param {Place} place
 */
export function spokenAt(model, place) {
  const names = mapsOf(model).map(({ name }) => name);
  const name = spokenOf(model, names, place);
  return { name, measures: measuresOf(model, name, isDifferenceAt(model, place)) };
}

/**
 * The sortings that a key goes through at a place.
 *
 * @param {AnyModel} model
 * @param {Place} place
 */
export function sortsAt(model, place) {
  if (place.way === "back" || model.vectors.length === 0) return [];
  const { name, measures } = spokenAt(model, place);
  return measures.map(({ key }) => sortKey(name, key));
}

/**
 * Whether what stands there are the differences that a reader's changes have made.
 *
 * @param {AnyModel} model
 */
export function isDifferenceAt(model, { view }) {
  return view === "difference" && model.effect !== null;
}
