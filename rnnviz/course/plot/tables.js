// A figure of a chapter as tables: its numbers are those that its picture is drawn from, and no figure says them twice.
// Pure.

/** @import {Drawing, Mark} from "../picture.d.ts" */
/** @import {Strings} from "../definition.d.ts" */
/** @import {Text} from "./texts.js" */
/** @import {TitledTable} from "./told.js" */
/** @import {Offer} from "../../web/tables.d.ts" */

import { lineTable } from "../../web/table.js";
import { mapTables } from "./maptables.js";
import { plotTables } from "./plottables.js";
import { textsIn, wordsOf } from "./texts.js";
import { marksIn, toldOf } from "./told.js";

// Pixels by which texts in one line may differ in height.
const ONE_LINE = 4;

/**
 * What a picture shows, as tables: those that its marks bring along, the curves and points of each plot, what is set by
 * hand, and all that is written in it.
 *
 * @param {Drawing} picture
 * @param {Strings} words
 * @returns {Offer[]}
 */
export function tablesOf(picture, words) {
  const marks = [...marksIn(picture)];
  const texts = textsIn(marks);
  const found = [
    ...marks.flatMap((mark) => toldOf(mark).table ?? []).map(inWords),
    ...plotTables(marks, texts, words),
    ...mapTables(marks, texts, words),
    ...handTable(marks, words),
    ...writtenTable(texts, words),
  ];
  // What is drawn twice, such as a vector on its way, is one table.
  const others = new Map(found.map((one) => [JSON.stringify(one), one]));
  return [...others.values()].map(({ title, isLine, ...table }, k) => ({
    name: String(k + 1),
    title,
    make: isLine ? lineTable(table, words) : () => table,
  }));
}

/**
 * A table whose words were written for a picture, as one reads them.
 *
 * @param {TitledTable} table
 */
const inWords = ({ title, corner, columns, rows }) => ({
  title: wordsOf(title),
  corner: wordsOf(corner),
  columns: columns.map(wordsOf),
  rows: rows.map(({ head, cells }) => ({ head: wordsOf(head), cells })),
});

/**
 * @param {Mark[]} marks
 * @returns {TitledTable[]}
 */
function handTable(marks, words) {
  const rows = marks
    .filter(([, { role }]) => role === "slider")
    .map(([, more]) => ({ head: String(more["aria-label"]), cells: [String(more["aria-valuetext"])] }));
  if (rows.length === 0) return [];
  return [{ title: words.figureHand, corner: words.figureName, columns: [words.tableValue], rows }];
}

/**
 * @param {Text[]} texts
 * @returns {TitledTable[]}
 */
function writtenTable(texts, words) {
  if (texts.length === 0) return [];
  // As one reads: what stands at about the same height is one line.
  const lines = [];
  for (const one of [...texts].sort((a, b) => a.y - b.y)) {
    const last = lines.at(-1);
    if (last && one.y - last[0].y < ONE_LINE) last.push(one);
    else lines.push([one]);
  }
  const rows = lines.map((line, k) => ({
    head: String(k + 1),
    cells: [
      line
        .sort((a, b) => a.x - b.x)
        .map((one) => one.words)
        .join("  ·  "),
    ],
  }));
  return [{ title: words.figureWritten, corner: words.figureLine, columns: [words.figureText], rows }];
}
