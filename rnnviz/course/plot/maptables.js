// The maps and vectors of a picture, as tables; a row or a column is called what stands beside it. Pure.

/** @import {Mark} from "../picture.d.ts" */
/** @import {Text} from "./texts.js" */
/** @import {TitledTable} from "./told.js" */

import { fill } from "../../web/numbers.js";
import { toldOf } from "./told.js";

// What names a row or a column: a word or a character of a text, but no number and no sign.
const NAMED = /[\p{L}·]/u;
const MOST_FROM_HEAD = 160;
// Pixels by which places may differ that are the same.
const SAME = 0.05;

/**
 * The maps of a picture. Vectors of one size in one line, such as the states of all steps, are one table.
 *
 * @param {Mark[]} marks
 * @param {Text[]} texts
 * @returns {TitledTable[]}
 */
export function mapTables(marks, texts, words) {
  const found = [];
  for (const { cells } of marks.map(toldOf)) {
    if (!cells || cells.rows.length === 0) continue;
    const last = found.find(([one]) => isInLine(one, cells));
    if (last) last.push(cells);
    else found.push([cells]);
  }
  return found.map((group, k) => {
    const [{ rows, symbol, x, y, wide, high }] = group;
    const isDown = isColumn(group[0]);
    // Of vectors in one line, each is a row of the table; a map has its own rows.
    const vectors = group.length > 1;
    const all =
      vectors && isDown ? group.map((one) => one.rows.map(([value]) => value)) : group.flatMap((one) => one.rows);
    const outside = texts.filter((one) => !group.some((cells) => isInside(one, cells)));
    const centres = (list, from, size) => list.map((_, k) => from + (k + 0.5) * size);
    const middles = group.map((one) => (isDown ? one.x + wide / 2 : one.y + high / 2));
    const isTurned = vectors && isDown;
    const heads = isTurned
      ? headsAbove(outside, middles, { wide, top: y, low: y + rows.length * high })
      : headsBeside(outside, vectors ? middles : centres(all, y, high), { high, left: x });
    const low = (vectors ? group.at(-1).y : y) + (vectors ? 1 : rows.length) * high;
    const columns = isTurned
      ? headsBeside(outside, centres(all[0], y, high), { high, left: x })
      : headsAbove(outside, centres(all[0], x, wide), { wide, top: y, low });
    return {
      title: symbol ?? fill(words.figureCells, { k: k + 1 }),
      corner: words.tableRow,
      columns,
      rows: all.map((cells, row) => ({ head: heads[row], cells: Array.from(cells) })),
    };
  });
}

const isColumn = ({ rows }) => rows[0].length === 1 && rows.length > 1;
const isRow = ({ rows }) => rows.length === 1;

/** Whether two vectors of one quantity stand in one line: rows below one another, or columns side by side. */
function isInLine(one, other) {
  if (one.symbol !== other.symbol || one.rows.length !== other.rows.length) return false;
  if (one.rows[0].length !== other.rows[0].length) return false;
  if (isRow(one)) return near(one.x, other.x) && near(one.wide, other.wide);
  return isColumn(one) && near(one.y, other.y) && near(one.high, other.high);
}

const isInside = (text, { rows, x, y, wide, high }) =>
  text.x > x && text.x < x + rows[0].length * wide && text.y > y && text.y < y + rows.length * high;

/** What heads rows at some heights: the texts at their left that stand below one another, or else their numbers. */
function headsBeside(texts, middles, { high, left }) {
  const own = texts.filter(({ x }) => x <= left);
  return headsIn(own, middles, { along: "y", across: "x", room: Math.max(0.55 * high, 6), from: (at) => left - at });
}

/** What heads columns: the texts in one line above them, or else below, or else their numbers. */
function headsAbove(texts, middles, { wide, top, low }) {
  const own = texts.filter(({ y }) => y <= top || y >= low);
  const from = (at) => (at <= top ? top - at : at - low);
  return headsIn(own, middles, { along: "x", across: "y", room: Math.max(0.3 * wide, 3), from });
}

function headsIn(texts, middles, { along, across, room, from }) {
  const lines = [...new Set(texts.map((one) => Math.round(one[across])))];
  for (const line of lines.sort((one, other) => from(one) - from(other))) {
    if (from(line) > MOST_FROM_HEAD) break;
    const own = texts.filter((one) => Math.round(one[across]) === line && NAMED.test(one.words));
    const found = middles.map((at) => own.find((one) => Math.abs(one[along] - at) < room)?.words);
    if (found.every(Boolean)) return found;
  }
  return middles.map((_, k) => String(k + 1));
}

const near = (one, other) => Math.abs(one - other) < SAME;
