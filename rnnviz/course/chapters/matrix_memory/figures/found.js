// How alike the queries and the keys are that a memory has learnt.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, rough } from "../../../../web/numbers.js";
import { cells } from "../../../plot/cells.js";
import { label, note } from "../../../plot/plot.js";
import { RUN, isPending } from "../moments.js";
import { likeness } from "../recall.js";
import { DIGITS, SYMBOLS } from "../settings.js";

const LETTERS = [..."abcd"];

/** The map of the chosen cell now: {rows, own, other}; own: the least cosine of a letter with its own keys, other: the
 * largest with those of another letter, both whatever their sign. */
export function found(values) {
  const { state, what } = RUN.at(values, values.given);
  const rows = likeness(state.cells[values.looked].theta, what, values.looked);
  const isOwn = (row, column) => Math.floor(column / SYMBOLS) === row;
  const those = (wanted) => rows.flatMap((one, row) => one.filter((_, column) => isOwn(row, column) === wanted));
  return { rows, own: Math.min(...those(true).map(Math.abs)), other: Math.max(...those(false).map(Math.abs)) };
}

/** @type {Figure} */
export const FOUND = {
  isLow: true,
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const { rows } = found(values);
    const [left, top] = [1.6 * u, 4.4 * u];
    const wide = (box.width - left) / (SYMBOLS * SYMBOLS);
    const high = Math.min(4.4 * u, (box.height - top - u) / SYMBOLS);
    return [
      label(left, u, words.keyOf, { hue: "gate1", more: "bold" }),
      ...LETTERS.flatMap((letter, k) => [
        label(left + (k + 0.5) * SYMBOLS * wide, 2.6 * u, letter, { hue: "gate1", place: "middle", more: "bold" }),
        ...[...DIGITS].map((digit, j) =>
          note(left + (k * SYMBOLS + j + 0.5) * wide, 4 * u, digit, { place: "middle" }),
        ),
        label(left - 0.5 * u, top + (k + 0.5) * high, letter, {
          hue: "gate3",
          place: "end",
          base: "middle",
          more: "bold",
        }),
      ]),
      cells(rows, left, top, wide, high, { isWritten: wide > 2.4 * u, written: rough }),
    ];
  },
  describe(values, words) {
    if (isPending(values)) return words.pending;
    const { own, other } = found(values);
    return fill(words.altFound, { cell: words[values.looked], own: rough(own), other: rough(other) });
  },
};
