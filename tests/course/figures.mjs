// Takes {chapter, data}, what a page is told of it, and gives each figure's tables: [{figure, tables: [{title, corner,
// columns, rows, rowsRead}]}]. Nothing of a page is there: figures are pure.

import { register } from "node:module";
import { readerState } from "../../rnnviz/course/reader/state.js";
import { tablesOf } from "../../rnnviz/course/plot/tables.js";

// A chapter's module gives its definition to the reader's view; here that view only hands it on.
const VIEW = "export const chapter = (_host, _css, definition) => definition;";
const hook = `export const load = (url, context, next) =>
  url.endsWith("/course/reader/chapter.js")
    ? { format: "module", shortCircuit: true, source: ${JSON.stringify(VIEW)} }
    : next(url, context)`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
globalThis.window ??= globalThis;

const BOX = { width: 640, height: 560, u: 15 };

export default async ({ chapter, data, query = "" }) => {
  const { mount } = await import(`../../rnnviz/course/chapters/${chapter}/chapter.js`);
  const definition = mount(null, "");
  const values = readerState(definition, query).seen(data.numbers);
  const shown = data.sections.filter(({ figure }) => figure);
  return shown.map(({ figure, title }) => {
    const words = { ...data.strings, ...data.words, figure: title || data.title };
    const offers = tablesOf(definition.figures[figure].draw(values, BOX, words), data.strings);
    const tables = offers.map(({ title: own, make }) => ({ title: own, ...make(true), read: make(false).rows.length }));
    return { figure, tables };
  });
};
