// What the Units page draws of places of the text and of states, as tables. Pure.

/** @import {Page} from "../units.d.ts" */
/** @import {Rest, Similar} from "../states.d.ts" */
/** @import {Table} from "../../../web/tables.d.ts" */

import { asWord } from "../../../web/csv.js";
import { fill } from "../../../web/numbers.js";
import { surroundings } from "./surroundings.js";
import { visible } from "./symbols.js";

// Columns of text on each side of a place.
const AROUND = 12;

/**
 * What was expected after a place. outputs, p: the likeliest ones, and their probabilities.
 *
 * @param {{outputs: number[], p: number[]}} told
 * @param {Page["source"]} source
 * @returns {Table}
 */
export function expectedTable({ outputs, p }, source, strings) {
  return {
    corner: strings.tableCharacter,
    columns: [strings.tableProbability],
    rows: outputs.map((output, k) => ({ head: asWord(visible(source.outputs[output])), cells: [p[k]] })),
  };
}

/**
 * Places with what stands around them. more: the heads of further columns, and their cells at the k-th place.
 *
 * @param {ArrayLike<number>} places
 * @param {Page["source"]} source
 * @param {{heads: string[], cells: (k: number) => (number | string)[]}} more
 * @returns {Table}
 */
export function placesTable(places, source, { heads, cells }, strings) {
  return {
    corner: strings.tablePlace,
    columns: [strings.tableCharacter, strings.tableAround, ...heads],
    rows: Array.from(places, (place, k) => {
      const { before, character, after } = surroundings(source.characters, source.widths, place, AROUND);
      const words = [visible(source.characters[place]), `${before}${character}${after}`].map(asWord);
      return { head: String(place + 1), cells: [...words, ...cells(k)] };
    }),
  };
}

/**
 * The places whose states are nearest.
 *
 * @param {Similar} told
 * @param {Page["source"]} source
 * @returns {Table}
 */
export function similarTable({ places, distances, outputs, p }, source, strings) {
  const heads = [strings.distance, strings.expected, strings.tableProbability];
  const expects = (k) => (outputs[k] === undefined ? ["", ""] : [asWord(visible(source.outputs[outputs[k]])), p[k]]);
  return placesTable(places, source, { heads, cells: (k) => [distances[k], ...expects(k)] }, strings);
}

/**
 * Where the state rests.
 *
 * @param {Rest} told
 * @param {Page["source"]} source
 * @returns {Table}
 */
export function restTable({ points, tried }, source, strings) {
  const heads = ["restHolds", "restFactor", "restCame", "restNear", "restExpects", "tableProbability"];
  return {
    corner: strings.restPoint,
    columns: heads.map((name) => strings[name]),
    rows: points.map(({ isStable, radius, reached, place, outputs, p }, k) => ({
      head: String(k + 1),
      cells: [
        strings[isStable ? "restStable" : "restNotStable"],
        radius,
        fill(strings.restOf, { count: reached, of: tried }),
        String(place + 1),
        asWord(visible(source.outputs[outputs[0]])),
        p[0],
      ],
    })),
  };
}

/**
 * Where the states lie in their components. titles: of the components; coordinates: of every place, a row a component.
 *
 * @param {Float32Array[]} coordinates
 * @param {string[]} titles
 * @param {Page["source"]} source
 * @returns {Table}
 */
export function cloudTable(coordinates, titles, source, strings) {
  return {
    corner: strings.tablePlace,
    columns: [strings.tableCharacter, ...titles],
    rows: Array.from({ length: source.count }, (_, k) => ({
      head: String(k + 1),
      cells: [asWord(visible(source.characters[k])), ...coordinates.map((row) => row[k])],
    })),
  };
}
