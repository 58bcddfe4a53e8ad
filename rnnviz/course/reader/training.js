// Training on the spot: weights as a function of the reader's numbers, one of which says how many steps were taken.
// The browser takes the steps in slices of a few milliseconds; a reload, a change of language and a step back arrive at
// the same weights. Pure, but for the clock.

/** @import {Given, Values} from "../definition.d.ts" */

// Milliseconds of a slice, and how many states are kept to go back to.
const SLICE = 8;
const STATES = 24;

/**
 * A training. steps: the name of the number that says how many steps it takes; most: the largest. of(values, given):
 * what it trains with, a little plain data; where that changes, the training begins anew. prepare(what, given): that
 * with what is large, made once. begin(what): the state before the first step, plain data and typed arrays.
 * step(state, k, what): takes step k, from 0, changes the state and returns the loss.
 *
 * Returns {at, isBehind, slice}, which a chapter takes among its `trainings`:
 * at(values, given): {what, state, losses, done}, as far as it has come; done: how many steps.
 *
 * @template State
 * @param {{
 *   steps: string, most: number, of: (values: Values, given: Given) => Values,
 *   prepare?: (what: Values, given: Given) => Values, begin: (what: Values) => State,
 *   step: (state: State, k: number, what: Values) => number,
 * }} options
 */
export function training({ steps, most, of, prepare = (what) => what, begin, step }) {
  const every = Math.max(1, Math.ceil(most / STATES));
  let kept = null;

  function at(values, given) {
    const asked = of(values, given);
    const key = JSON.stringify(asked);
    if (kept?.key !== key) {
      const what = prepare(asked, given);
      kept = { key, what, state: begin(what), done: 0, losses: [], earlier: [] };
    }
    if (kept.done > values[steps]) goBack(values[steps]);
    return kept;
  }
  function goBack(to) {
    kept.earlier.length = Math.min(kept.earlier.length, Math.floor(to / every) + 1);
    const from = kept.earlier.length - 1;
    kept.state = from < 0 ? begin(kept.what) : structuredClone(kept.earlier[from]);
    kept.done = Math.max(0, from * every);
    kept.losses.length = kept.done;
  }
  /** Take steps towards the number of them, until there or until the slice is over; at least one. */
  function slice(values, given) {
    const until = performance.now() + SLICE;
    at(values, given);
    while (kept.done < values[steps]) {
      if (kept.done % every === 0) kept.earlier[kept.done / every] = structuredClone(kept.state);
      kept.losses.push(step(kept.state, kept.done, kept.what));
      kept.done += 1;
      if (performance.now() >= until) return;
    }
  }
  const isBehind = (values, given) => at(values, given).done < values[steps];
  return { at, isBehind, slice };
}

/**
 * An action that walks a number of steps up to `most` within `seconds`, and begins anew at the end. It waits for a
 * training that cannot keep up.
 */
export function flight({ steps, most, seconds }) {
  return {
    start: (values) => (values[steps] >= most ? { [steps]: 0 } : {}),
    frame(values, elapsed, isBehind) {
      if (values[steps] >= most) return null;
      if (isBehind) return {};
      const more = Math.max(1, Math.round((most * elapsed) / (1000 * seconds)));
      return { [steps]: Math.min(most, values[steps] + more) };
    },
  };
}

/**
 * An action that takes `pace` steps at a time up to `most`, as fast as they are computed, and begins anew at the end.
 */
export function march({ steps, most, pace }) {
  return {
    start: (values) => (values[steps] >= most ? { [steps]: 0 } : {}),
    frame(values, _elapsed, isBehind) {
      if (isBehind) return {};
      return values[steps] >= most ? null : { [steps]: Math.min(most, values[steps] + pace) };
    },
  };
}

/** An action that trains again from other weights: another seed, no steps, and off goes the flight of this name. */
export function fromOtherWeights({ steps, seed, flight: name, seeds = 999 }) {
  return { start: (values) => ({ [seed]: (values[seed] % seeds) + 1, [steps]: 0 }), runs: name };
}
