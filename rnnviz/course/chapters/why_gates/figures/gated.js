// What the figures of held gates share: thirty steps across, and the rows of a state above them.

import { cells } from "../../../plot/cells.js";
import { label, letter, scale } from "../../../plot/plot.js";
import { once } from "../../../reader/once.js";

export const READ_STEPS = 30;

/** A gate as a number that a reader changes. */
export const gateNumber = (usual, hue, symbol) => ({ usual, least: 0, most: 1, step: 0.005, digits: 3, hue, symbol });
/** Whether a reader has asked for what was to be drawn first. */
export const isSeen = (values, name) => values[name] === "yes" || values.all;

/** Steps from 0 to 30 across, with room for letters at the left and words at the right. */
export const across = (box) => scale([0, READ_STEPS], [4.6 * box.u, box.width - 3.4 * box.u]);

/** A quantity's letter and words before a row of the figure. */
export function rowName(y, name, words, hue) {
  return label(0, y, [...letter(name), ` ${words}`], { hue, more: "bold", symbol: name });
}

/**
 * All units of a state, a column a step, from step `first` on; step t ends at t. The same rows in the same place are
 * the same node, which needs no second look.
 */
export function stateMap(rows, x, top, bottom, symbol, first = 1) {
  return once(rows, `map ${x.start} ${x.end} ${top} ${bottom} ${symbol} ${first}`, () => {
    const units = rows[0].map((_, unit) => rows.map((row) => row[unit]));
    const wide = x.at(1) - x.at(0);
    return cells(units, x.at(first - 1), top, wide, (bottom - top) / units.length, { symbol });
  });
}

/** The rows of a state or memory that was read, with the one before the first step. */
export function statesFrom(read, name) {
  return once(read, `states ${name}`, () => [read[`${name}0`], ...read[name]]);
}
