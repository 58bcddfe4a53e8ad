// A chapter's definition and a reader's values, without a page.

import { register } from "node:module";
import { readerState } from "../../rnnviz/course/reader/state.js";

// A chapter's module gives its definition to the reader's view; here that view only hands it on.
const VIEW = "export const chapter = (_host, _css, definition) => definition;";
const hook = `export const load = (url, context, next) =>
  url.endsWith("/course/reader/chapter.js")
    ? { format: "module", shortCircuit: true, source: ${JSON.stringify(VIEW)} }
    : next(url, context)`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
Object.assign(globalThis, { window: globalThis });

/** The definition of a chapter, and the values at an address. numbers: what Python has computed. */
export async function chapterAt(chapter, numbers, query = "") {
  const { mount } = await import(`../../rnnviz/course/chapters/${chapter}/chapter.js`);
  const definition = mount(null, "");
  return { definition, values: readerState(definition, query).seen(numbers) };
}
