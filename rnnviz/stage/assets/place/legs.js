// The legs of a walk through the phases. A cell that reads from the end goes through the whole text before anything can
// be read beside it, so that a network in two directions is walked through in two legs: its phases stand in the order
// of computing, and those of one leg are taken at every step before the next leg begins. Pure.

/** @import {Leg} from "../../place.d.ts" */

/** All phases in one leg, as a model of one direction has them. */
const ONE_LEG = { from: -Infinity, to: Infinity };

/**
 * The legs of some phases, {from, to, by}: the first and the last phase, and 1 where its steps are taken from left to
 * right, −1 from right to left. isReversed(target): whether a phase's quantity reads from the end; null for the input,
 * which goes with the phases before it. isBack: on the way back each leg runs the other way.
 *
 * @param {{target: string}[]} phases
 * @param {(target: string) => boolean | null} isReversed
 * @param {boolean} [isBack]
 */
export function legsOf(phases, isReversed, isBack = false) {
  /** @type {Leg[]} */
  const legs = [];
  phases.forEach(({ target }, k) => {
    const reversed = isReversed(target);
    const by = Boolean(reversed) === isBack ? 1 : -1;
    const last = legs.at(-1);
    if (last && (reversed === null || last.by === by)) last.to = k;
    else legs.push({ from: k, to: k, by });
  });
  return legs;
}

/**
 * The number of the leg in which a phase is.
 *
 * @param {Leg[]} legs
 * @param {number} phase
 */
export function legOf(legs, phase) {
  return Math.max(
    0,
    legs.findIndex(({ from, to }) => from <= phase && phase <= to),
  );
}

/**
 * The leg in which the output layer stands: all tracks of a scene have one.
 *
 * @param {Leg[]} legs
 * @param {boolean} isBack
 */
export function mainLeg(legs, isBack) {
  return isBack ? 0 : legs.length - 1;
}

/**
 * The step at which a leg begins, of T, or at which it ends.
 *
 * @param {Leg} leg
 * @param {number} T
 */
export function startOf({ by }, T) {
  return by > 0 ? 0 : T - 1;
}

/**
 * @param {Leg} leg
 * @param {number} T
 */
export function endOfLeg({ by }, T) {
  return by > 0 ? T - 1 : 0;
}

/**
 * Whether a walk that has come to a phase of step `now` has been at another step t in the leg of a quantity. leg:
 * the quantity's, or nothing where there is only one. by: the direction in that case.
 *
 * @param {Leg | undefined} leg
 * @param {{phase: number, now: number, t: number}} walk
 * @param {number} by
 */
export function hasPassed(leg, { phase, now, t }, by) {
  const { from, to, by: own = by } = leg ?? ONE_LEG;
  if (phase > to) return true;
  return phase >= from && (own > 0 ? t < now : t > now);
}
