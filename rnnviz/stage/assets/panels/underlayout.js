// Where the pieces of an equation stand under the drawing that computes it. Pure.

import { sideBySide } from "./geometry.js";

/**
 * The middles of the pieces, {letters, expression, wide}, as `piecesOf` has them, from the left of a room: {numbers,
 * letters}, of each piece that of its numbers and that of its letters; only one of each where no term has a part of its
 * own, so that all pieces stand together. null where they do not fit. parts: as a diagram's `partsOf` gives them, from
 * the same edge. letter: how large the letters of numbers are, in pixels; beside: the room that letters leave free at
 * the right.
 */
export function placeUnder(pieces, parts, { width, letter, beside }) {
  const wide = pieces.map((piece) => piece.wide * letter);
  const own = pieces.map(({ expression }) => expression && parts.termAt(expression));
  const last = pieces.length - 1;
  const written = pieces.findLastIndex(({ letters }) => letters !== null);
  if (own.every((x) => x === null)) {
    const [numbers, letters] = [last, written].map((k) => sum(wide.slice(0, k + 1)));
    const places = sideBySide([parts.computed], [numbers], 0, width);
    return places && { numbers: places, letters: sideBySide([parts.computed], [letters], 0, width - beside) ?? places };
  }
  const wanted = own.map((x, k) => x ?? (k === last ? parts.made : parts.computed));
  // The quantity stands before its first term.
  wanted[0] = wanted[1] - (wide[0] + wide[1]) / 2;
  const found = sideBySide(wanted, wide, 0, width);
  if (found === null) return null;
  const beyond = Math.max(0, found[written] + wide[written] / 2 - (width - beside));
  const moved = found.map((at, k) => (k <= written ? at - beyond : at));
  const places = sideBySide(moved, wide, 0, width);
  return { numbers: places, letters: places };
}

const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);
