// How often the answers to a task may be handed in: as often as one wants, and each is judged where it is entered; or a
// few times, and all are judged at once, when they are. Pure.

/** @import {Begun} from "./keeping.js" */

/** @typedef {Record<string, {right: boolean, follows: boolean, slip: string}>} Verdicts */

/**
 * The tries of a task: most of them, 0 for as many as one wants. state: of the task, in which they are counted.
 *
 * @param {number} most
 * @param {Begun} state
 */
export function triesOf(most, state) {
  /**
   * What was handed in last, by the names of entries; after a reload nothing: who could look again without handing in
   * would have one more try.
   *
   * @type {Record<string, string[]>}
   */
  let handed = {};
  const left = () => most - (state.tried ?? 0);
  return {
    isLimited: most > 0,
    left,
    /** No try is left, and not all is right. */
    isSpent: () => most > 0 && left() <= 0 && !state.isDone,
    /** @param {Record<string, string[]>} typed */
    handIn(typed) {
      state.tried = (state.tried ?? 0) + 1;
      handed = typed;
    },
    /**
     * What a reader is told: all of it; or what he has handed in and not changed since.
     *
     * @param {Verdicts} judged @param {Record<string, string[]>} typed @returns {Verdicts}
     */
    told(judged, typed) {
      if (most === 0) return judged;
      const isHanded = (name) => JSON.stringify(typed[name]) === JSON.stringify(handed[name]);
      return Object.fromEntries(Object.entries(judged).filter(([name]) => isHanded(name)));
    },
  };
}
