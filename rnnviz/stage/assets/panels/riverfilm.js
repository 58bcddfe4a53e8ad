// What is seen to happen in the river: the letter falls into it, and it flows on, its older layers thinner than before.

/** @import {Context} from "../../context.d.ts" */
/** @import {Film, Filmed, Move} from "../../motion.d.ts" */

import { h } from "../../../web/dom.js";
import { FALLS, flight, held, sign, SLIDES } from "../motion/moves.js";

/**
 * The films of a river's board. gutter: where its columns begin; lettersAt: the middle of the line's letters; top,
 * drawn: where the river begins, and how high it is; columnsAt(t): as `riverColumns`; newest(): the middle of the
 * newest layer, from the river's top. All in pixels.
 *
 * @param {Context} context
 * @returns {Filmed}
 */
export function riverFilm({ model }, { element, gutter, lettersAt, top, drawn, columnsAt, newest }) {
  /**
   * @param {Film} film
   * @returns {Move[]}
   */
  function moves({ t, from, reads: span, isBack }) {
    const at = columnsAt(t);
    // A line that has moved on under the reader has other letters everywhere.
    if (!span || isBack || at.first !== columnsAt(from).first) return [];
    const x = gutter + at.x(t);
    return [fallen(t, x, span), flowing(x, at.column, span)];
  }

  function fallen(t, x, span) {
    const letter = sign("letter", "text", model.inputWord(t));
    return flight(element, letter, span, [x, lettersAt], [x, top + newest()], FALLS);
  }

  /** The newest column is uncovered from the left. */
  function flowing(x, column, span) {
    const cover = h("div", { class: "river-cover" });
    Object.assign(cover.style, {
      left: `${x - column / 2}px`,
      top: `${top}px`,
      width: `${column}px`,
      height: `${drawn - 1}px`,
    });
    const frames = [1, 0].map((scale, share) => ({ share, transform: `scaleX(${scale})`, easing: SLIDES }));
    return { element: cover, into: element, frames: held(span, frames), isOnward: true };
  }
  return { element, moves };
}
