// The place on the page: which network and text, quantity, unit, label and character. Pure.

/** @import {Change, Field, Place} from "../units.d.ts" */

import { shownInstead, taken, readWord, wordOf } from "../../../web/fields.js";
import { fill } from "../../../web/numbers.js";
import { askedOf, guessAt } from "./guess.js";

const ASKED_OF = ["quantity", "unit", "label", "pattern", "spans"];

/**
 * The place that an address names; what does not fit is as usual there.
 *
 * @param {Field[]} fields
 * @param {URLSearchParams} query
 * @returns {Place}
 */
export function placeIn(fields, query) {
  const place = { hover: null, lit: null, mask: null, brushing: false, isRefused: false, ...askedOf(null) };
  for (const field of fields) {
    const { value, refused } = takenIn(field, query);
    place[field.name] = refused ? readWord(field, field.usual) : value;
  }
  return /** @type {Place} */ (place);
}

/**
 * What in an address does not fit, and what is shown in its place: sentences, none where all of it does.
 *
 * @param {Field[]} fields
 * @param {URLSearchParams} query
 * @returns {string[]}
 */
export function problemsIn(fields, query) {
  return fields.flatMap((field) => {
    const { refused } = takenIn(field, query);
    return refused ? [shownInstead(field, refused, field.usual)] : [];
  });
}

/** @param {Field} field @param {URLSearchParams} query */
function takenIn(field, query) {
  return taken(field, query.has(field.name) ? query.getAll(field.name) : [field.usual]);
}

/**
 * The words of an address for a place, by their names; those with their usual value are left out.
 *
 * @param {Field[]} fields
 * @param {Record<string, unknown>} place
 * @returns {Record<string, string>}
 */
export function wordsOf(fields, place) {
  const words = {};
  for (const field of fields) {
    const { name, usual } = field;
    if (place[name] === undefined || place[name] === null) continue;
    const word = wordOf(field, place[name]);
    if (word !== usual) words[name] = word;
  }
  return words;
}

/**
 * The place after a change, kept within a text of `count` characters and within a quantity's units.
 *
 * @param {Place} place
 * @param {Change} change
 * @param {{count: number, units: (quantity: string) => number}} bounds
 * @returns {Place}
 */
export function moved(place, change, { count, units }) {
  const next = /** @type {Place} */ ({ ...place, ...change });
  const most = units(next.quantity);
  if (most === 0) next.quantity = place.quantity;
  next.unit = within(next.unit, units(next.quantity));
  next.k = within(next.k, count);
  next.guess = guessAt(place, next);
  // A threshold is one unit's, for one label.
  const isOther = ASKED_OF.some((name) => place[name] !== next[name]);
  if (isOther && change.threshold === undefined) next.threshold = null;
  return next;
}

/**
 * What an address names that is not here, and what is shown in its place: sentences, none where all of it is.
 *
 * @param {Place} asked
 * @param {Place} shown
 * @param {{count: number, units: (quantity: string) => number}} bounds
 * @param {Record<string, string>} strings
 * @returns {string[]}
 */
export function missing(asked, shown, { count, units }, strings) {
  const second = secondOf(asked);
  const isThere = !asked.second || (second && second.unit >= 0 && second.unit < units(second.quantity));
  const [quantity, most] = [shown.quantity, units(shown.quantity)];
  return [
    asked.quantity === quantity ? "" : fill(strings.missingQuantity, { asked: asked.quantity, quantity }),
    asked.unit === shown.unit ? "" : fill(strings.missingUnit, { asked: asked.unit + 1, quantity, most }),
    isThere ? "" : fill(strings.missingLine, { asked: asked.second }),
    asked.k === shown.k ? "" : fill(strings.missingPlace, { asked: asked.k + 1, count }),
  ].filter(Boolean);
}

/** A second unit, "H.12", as {quantity, unit}; null where there is none. */
export function secondOf({ second }) {
  const dot = second.lastIndexOf(".");
  if (dot < 1) return null;
  return { quantity: second.slice(0, dot), unit: Number(second.slice(dot + 1)) - 1 };
}

const within = (value, count) => Math.min(Math.max(0, count - 1), Math.max(0, Math.trunc(Number(value)) || 0));
