// What the Units page draws, as tables. Pure.

/** @import {Learnt, Page, Ranking, Spread} from "../units.d.ts" */
/** @import {Offer, Table} from "../../../web/tables.d.ts" */

import { asWord } from "../../../web/csv.js";
import { fill } from "../../../web/numbers.js";
import { unitWords, visible } from "./symbols.js";

// Places of a text that are read one by one, around the place; its file has all of them.
const MOST_READ = 240;

/**
 * One or two units along the text, with the label where one is asked. columns: [{name, values}].
 *
 * @param {Page} page
 * @param {{name: string, values: ArrayLike<number>}[]} units
 * @returns {Offer}
 */
export function valuesOffer(page, units) {
  const { strings, source } = page;
  const { k, mask } = page.place();
  const label = /** @type {Uint8Array | null} */ (mask);
  const make = (isWhole) => {
    const count = isWhole ? source.count : Math.min(source.count, MOST_READ);
    const from = Math.max(0, Math.min(source.count - count, Number(k) - Math.floor(count / 2)));
    const said = { from: from + 1, to: from + count, T: source.count };
    return {
      corner: strings.tablePlace,
      columns: [strings.tableCharacter, ...units.map(({ name }) => name), ...(label ? [strings.tableLabel] : [])],
      rows: Array.from({ length: count }, (_, i) => from + i).map((at) => ({
        head: String(at + 1),
        cells: [
          asWord(visible(source.characters[at])),
          ...units.map(({ values }) => values[at]),
          ...(label ? [label[at] === 255 ? 1 : label[at] / 255] : []),
        ],
      })),
      note: count < source.count ? fill(strings.tablePlaces, said) : "",
    };
  };
  return { name: "values", title: `${strings.text}: ${units.map(({ name }) => name).join(", ")}`, make };
}

/**
 * @param {Ranking} told
 * @returns {Table}
 */
export function rankingTable({ best, measure, chance }, strings) {
  return {
    corner: strings.unit,
    columns: [`${strings[measure]}: ${strings.tableSecondHalf}`, strings.tableFirstHalf, strings.chanceLine],
    rows: best.map(({ quantity, unit, auc, first }) => ({
      head: unitWords(quantity, unit),
      cells: [auc, first, chance],
    })),
  };
}

/**
 * @param {Learnt} told
 * @param {{unit: number, symbol: string}} chosen
 * @returns {Table}
 */
export function learntTable(told, { unit, symbol }, strings) {
  return {
    corner: strings.steps,
    columns: [symbol, strings.tableBest, strings[told.measure], strings.probeAll, strings.chanceLine, strings.loss],
    rows: told.steps.map((step, k) => ({
      head: String(step),
      cells: [
        told.units[k][unit],
        unitWords(told.bestUnits[k][0], told.bestUnits[k][1]),
        told.best[k],
        told.probe[k],
        told.chance[k],
        told.loss[k],
      ],
    })),
  };
}

/**
 * kinds: the title of each kind of probe; sizes(size): how many units it may use, in words.
 *
 * @param {Spread} told
 * @param {{kinds: Record<string, string>, sizes: (size: string) => string}} words
 * @returns {Table}
 */
export function spreadTable(told, { kinds, sizes }, strings) {
  const known = Object.keys(kinds).filter((kind) => told[kind]);
  return {
    corner: strings.probe,
    columns: [...known.map((kind) => kinds[kind]), strings.chanceLine],
    rows: told.probe.map(([size], k) => ({
      head: sizes(size),
      cells: [...known.map((kind) => told[kind][k]?.[1] ?? ""), told.chance],
    })),
  };
}
