// A picture of a view on a sheet of paper, with the words of the view above it and lines for notes below.

import { h } from "../dom.js";
import { sheet } from "../print/sheet.js";
import { drawingOf } from "./picture.js";

/**
 * view: as for `pictureOf`. sentence: what a class is asked there; that of the lecture plan, where one is walked.
 * title: in the place of the view's own. link: to the view, in the place of its own. count: which of several sheets
 * this is.
 *
 * @param {{strings: Record<string, string>}} view
 * @param {string} part
 * @param {{sentence?: string, title?: string, link?: string, count?: string}} [said]
 */
export function pictureSheet(view, part, { sentence, title, link, count } = {}) {
  const drawn = drawingOf(view, part, link);
  const lines = title ? [title, ...drawn.lines.filter((line) => line !== title)] : drawn.lines;
  return sheet({
    title: lines[0],
    about: lines.slice(1).join(" · "),
    sentence: sentence ?? window.rnnvizDesk?.sentence ?? "",
    picture: drawn.svg,
    words: drawn.words,
    inside: drawn.formulas.map((one) => h("div", { class: "equation" }, one)),
    foot: [count, drawn.link].filter(Boolean).join(" · "),
    notes: view.strings.notes,
  });
}
