// The rows of the page that grows: of each step what every network wrote, in the ink of its words.

/** @import {Writing} from "../../run.d.ts" */
/** @import {GrowingPage} from "../../page.d.ts" */

import { h } from "../../../web/dom.js";
import { fitting, inkOf, textsOf } from "./ink.js";
import { isBefore, placeNow } from "./trainings.js";

// The room that a row's step takes, in sizes of its letters.
const STEP_WIDE = 4.2;
// Pixels between two columns.
const GAP = 10;

/** @param {GrowingPage} page @param {{writings: Writing[]}[]} runs @param {number} letters their size, in pixels */
export function drawRows(page, runs, letters) {
  const { list, heads, sheet, rows, high, context } = page;
  const counts = runs.map(({ writings }) => writings.length);
  const width = Math.floor((list.clientWidth - STEP_WIDE * letters) / runs.length) - GAP;
  const at = placeNow(page);
  const key = JSON.stringify([rows, counts, letters, width, at, isBefore(page)]);
  if (key === page.drawn.list) return;
  page.drawn.list = key;
  const isAtEnd = sheet.scrollTop + sheet.clientHeight >= sheet.scrollHeight - high;
  const chosen = at === null ? null : rows.findLast((step) => step <= at);
  chooseFont(page, `${letters}px ${getComputedStyle(list).fontFamily}`);
  const columns = `${STEP_WIDE * letters}px repeat(${runs.length}, minmax(0, 1fr))`;
  for (const one of [list, heads]) one.style.gridTemplateColumns = columns;
  heads.style.width = heads.classList.contains("of-race") ? `${list.clientWidth}px` : "";
  const written = rows.filter((step) => runs.some(({ writings }) => writings.some((one) => one.step === step)));
  list.replaceChildren(
    ...written.map((step) => rowOf(page, runs, step, { chosen, width })),
    ...(isBefore(page) ? [h("li", { class: "page-row begins" }, context.strings.pageBegins)] : []),
  );
  if (chosen !== null) show(page, rows.indexOf(chosen));
  else if (isAtEnd) sheet.scrollTop = sheet.scrollHeight;
}

/** In another font all letters are measured anew. @param {GrowingPage} page @param {string} font */
function chooseFont({ widths }, font) {
  if (font !== widths.font) widths.of.clear();
  widths.font = font;
  widths.paper.font = font;
}

/** @param {GrowingPage} page */
function rowOf(page, runs, step, { chosen, width }) {
  const texts = runs.flatMap((run) => {
    const own = run.writings.find((one) => one.step === step);
    // How pale a letter is, is what it says; who cannot see that hears the letters.
    const shown = h("span", { class: "page-text", dir: "auto", "aria-hidden": "true" });
    const heard = h("span", { class: "unseen" }, own ? textsOf(own.tokens).join("") : "");
    if (own) shown.append(...pieces(page, own, width));
    return [shown, heard];
  });
  const isLater = chosen !== null && step > chosen;
  return h(
    "li",
    {
      class: isLater ? "page-row later" : "page-row",
      "data-step": step,
      "aria-current": step === chosen ? "step" : undefined,
    },
    h("span", { class: "page-step number" }, page.context.count(step)),
    ...texts,
  );
}

/** Scroll as far as it takes to see a row. @param {GrowingPage} page @param {number} row */
function show({ sheet, high }, row) {
  const [top, bottom] = [row * high, (row + 1) * high - sheet.clientHeight];
  sheet.scrollTop = Math.max(bottom, Math.min(top, sheet.scrollTop));
}

/**
 * As many characters as fit, each with its ink.
 *
 * @param {GrowingPage} page
 * @param {Writing} writing
 * @param {number} width
 */
function pieces({ widths }, writing, width) {
  const texts = textsOf(writing.tokens);
  const widthOf = (text) => {
    if (!widths.of.has(text)) widths.of.set(text, widths.paper.measureText(text).width);
    return widths.of.get(text);
  };
  return inkOf(writing, texts.slice(0, fitting(texts, width, widthOf))).map(({ text, ink }) =>
    h("span", { class: `ink-${ink}` }, text),
  );
}
