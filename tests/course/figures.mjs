// Takes {chapter, data}, what a page is told of it, and gives each figure's tables: [{figure, tables: [{title, corner,
// columns, rows, rowsRead}]}]. Nothing of a page is there: figures are pure.

import { tablesOf } from "../../rnnviz/course/plot/tables.js";
import { chapterAt } from "./definition.mjs";

const BOX = { width: 640, height: 560, u: 15 };

export default async ({ chapter, data, query = "" }) => {
  const { definition, values } = await chapterAt(chapter, data.numbers, query);
  const shown = data.sections.filter(({ figure }) => figure);
  return shown.map(({ figure, title }) => {
    const words = { ...data.strings, ...data.words, figure: title || data.title };
    const offers = tablesOf(definition.figures[figure].draw(values, BOX, words), data.strings);
    const tables = offers.map(({ title: own, make }) => ({ title: own, ...make(true), read: make(false).rows.length }));
    return { figure, tables };
  });
};
