// What happens between two places that are one key apart. Pure: it knows the tree of a cell, and no cell by name.

/** @import {AnyModel} from "../../model.d.ts" */
/** @import {Place} from "../../place.d.ts" */
/** @import {Film, Span} from "../../motion.d.ts" */

import { isSource, visible } from "../place/cursor.js";

/** The actions that go one step or one phase; all others jump. */
export const SINGLE = ["step", "phase", "on"];

// Where one of these changes, something else stands there and nothing has happened in the network.
const SAME = ["track", "way", "face", "view", "zoom", "changes", "losses"];
/** @type {Span} */
const WHOLE = [0, 1];
/** @type {Span} */
const FIRST = [0, 0.5];
/** @type {Span} */
const SECOND = [0.5, 1];

/**
 * The film of a move: in which part of it which of its scenes is seen; null where the places are further apart than one
 * key. A move back is the film of the move that it undoes.
 *
 * @param {AnyModel} model
 * @param {Place} before
 * @param {Place} after
 * @returns {Film | null}
 */
export function filmOf(model, before, after) {
  if (SAME.some((name) => before[name] !== after[name])) return null;
  const way = wayOf(model, before, after);
  if (way === 0) return null;
  const [from, place] = way > 0 ? [before, after] : [after, before];
  const isBack = place.way === "back";
  const isNew = place.t !== from.t;
  const isEntered = !isNew || isNext(model, from, place);
  const isSaid = comes(model, isBack ? "logits" : "Y_hat", from, place) && (!isBack || isSource(place, place.t));
  // Of a whole step at once nobody could follow the phases.
  const works = isEntered && place.asked === null;
  return {
    place,
    t: place.t,
    from: from.t,
    isUndone: way < 0,
    isBack,
    hands: isNew && model.carries ? FIRST : null,
    reads: isNew && !isBack ? FIRST : null,
    works: works ? (isNew ? SECOND : WHOLE) : null,
    says: isSaid ? (isNew ? SECOND : WHOLE) : null,
  };
}

/**
 * 1 where the walk went on by one key, −1 where it went back, 0 where it went elsewhere.
 *
 * @param {AnyModel} model
 */
function wayOf(model, before, after) {
  const [by, phases] = [after.t - before.t, after.phase - before.phase];
  if (by === 0) return Math.abs(phases) === 1 ? phases : 0;
  const leg = model.legAt(after.phase);
  const isOneLeg = leg === model.legAt(before.phase);
  return isOneLeg && Math.abs(by) === 1 ? by * leg.by : 0;
}

/** Whether a place is the first phase of a step, and the one before it the last of the step before. */
function isNext(model, from, place) {
  const leg = model.legAt(place.phase);
  return from.phase === leg.to && place.phase === leg.from;
}

/** Whether the later place is the first to show a quantity of its step. */
function comes(model, name, from, place) {
  const quantity = model.quantity(name);
  if (!quantity || !visible(place, quantity, place.t)) return false;
  return place.t !== from.t || !visible(from, quantity, place.t);
}
