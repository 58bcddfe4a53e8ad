// What the Units page draws, as tables. Pure.

/** @import {Enough, Held, Known, Learnt, Page, PairCost, Ranking, Spread} from "../units.d.ts" */
/** @import {Offer, Table} from "../../../web/tables.d.ts" */

import { asWord } from "../../../web/csv.js";
import { fill, short } from "../../../web/numbers.js";
import { colon, listComma } from "../../../web/punctuation.js";
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
  return { name: "values", title: `${strings.text}${colon()}${units.map(({ name }) => name).join(listComma())}`, make };
}

/**
 * @param {Ranking} told
 * @returns {Table}
 */
export function rankingTable({ best, measure, chance }, strings) {
  return {
    corner: strings.unit,
    columns: [`${strings[measure]}${colon()}${strings.tableSecondHalf}`, strings.tableFirstHalf, strings.chanceLine],
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

/**
 * How often a unit has each value where the label is on and where it is off; of a label of numbers its quartiles at
 * each of them.
 *
 * @param {Ranking["own"]} own
 * @returns {Table}
 */
export function partedTable(own, strings) {
  if ("levels" in own) {
    const heads = ["tableLower", "tableMedian", "tableUpper", "tablePlaceCount"];
    return {
      corner: strings.tableLabel,
      columns: heads.map((name) => strings[name]),
      rows: own.levels.map(({ value, lower, median, upper, places }) => ({
        head: String(value),
        cells: [lower, median, upper, String(places)],
      })),
    };
  }
  const { edges, on, off } = own;
  return {
    corner: strings.tableFrom,
    columns: [strings.tableTo, strings.tableOn, strings.tableOff],
    rows: on.map((count, k) => ({
      head: short(edges[k]),
      at: edges[k],
      cells: [edges[k + 1], String(count), String(off[k])],
    })),
  };
}

/**
 * What each unit tells, and what it costs to hold it; a unit that was not held yet has no cost.
 *
 * @param {Known} known
 * @param {string} quantity
 * @returns {Table}
 */
export function costsTable({ ranking, costs }, quantity, strings) {
  return {
    corner: strings.unit,
    columns: [strings[ranking.measure], ...intervalHeads(strings), strings.tableElsewhere],
    rows: ranking.units.map((score, unit) => {
      const one = costs.get(unit);
      const cells = one ? [one.on, one.low, one.high, one.off ?? ""] : ["", "", "", ""];
      return { head: unitWords(quantity, unit), cells: [score, ...cells] };
    }),
  };
}

/**
 * The chosen unit, held in each way.
 *
 * @param {Record<string, Held>} held
 * @returns {Table}
 */
export function waysTable(held, strings) {
  return {
    corner: strings.tableHeld,
    columns: [...intervalHeads(strings), strings.tableElsewhere, strings.tablePlaceCount],
    rows: Object.entries(held).map(([way, { on, off, places }]) => ({
      head: strings[`way_${way}`],
      cells: [on.cost, on.low, on.high, off?.cost ?? "", String(places)],
    })),
  };
}

/**
 * What two units cost beyond what each costs.
 *
 * @param {PairCost[]} pairs
 * @param {string} quantity
 * @returns {Table}
 */
export function pairsTable(pairs, quantity, strings) {
  return {
    corner: strings.unit,
    columns: [strings.unit, ...intervalHeads(strings)],
    rows: pairs.map(({ units: [first, second], cost, low, high }) => ({
      head: unitWords(quantity, first),
      cells: [unitWords(quantity, second), cost, low, high],
    })),
  };
}

/**
 * The share of a difference that comes along with a unit, and with all of them.
 *
 * @param {Enough} found
 * @param {{own: string, every: string}} names
 * @returns {Table}
 */
export function enoughTable(found, names, strings) {
  return {
    corner: strings.unit,
    columns: [strings.tableShare, strings.tableFrom95, strings.tableTo95],
    rows: ["own", "every"].map((who) => {
      const { share, low, high } = found[who];
      return { head: names[who], cells: [share, low, high] };
    }),
  };
}

const intervalHeads = ({ tableCost, tableFrom95, tableTo95 }) => [tableCost, tableFrom95, tableTo95];
