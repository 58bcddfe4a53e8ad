// What stands before and after a place, in columns of a fixed-width font. Pure.

import { inText } from "./symbols.js";

/**
 * The characters around place k, on one line: {before, character, after}. widths: of each character, "1" or "2".
 * columns: how many there are room for before the place, and as many after it.
 *
 * @param {string[]} characters
 * @param {string} widths
 * @param {number} k
 * @param {number} columns
 */
export function surroundings(characters, widths, k, columns) {
  let [first, last] = [k, k];
  for (let free = columns; first > 0 && (free -= Number(widths[first - 1])) >= 0; ) first -= 1;
  for (let free = columns; last + 1 < characters.length && (free -= Number(widths[last + 1])) >= 0; ) last += 1;
  const written = (from, to) => characters.slice(from, to).map(inText).join("");
  return { before: written(first, k), character: inText(characters[k]), after: written(k + 1, last + 1) };
}
