// The page that grows: a row a checkpoint, always with the same draws, so that noise becomes language downwards; and
// beside it the loss, along which one goes back to a row.

/** @import {FirstPage} from "../../run.d.ts" */
/** @import {GrowingPage} from "../../page.d.ts" */

import { h, s, set, write } from "../../../web/dom.js";
import { sampleOf } from "../curves/dots.js";
import { linesOf, SHAPES } from "../curves/lines.js";
import { drawRows } from "./list.js";
import { marginOf } from "./margin.js";
import { followPointer } from "./pointer.js";
import { rowSteps } from "./rows.js";
import { isBefore, placeNow, shownRuns } from "./trainings.js";

// A row's height at least, at most and where the page is as long as it likes, in sizes of its letters.
const [LEAST_HIGH, MOST_HIGH, USUAL_HIGH] = [1.2, 2, 1.45];
const ENDED = ["finished", "stopped", "failed"];

/**
 * first: a training that was recorded, shown before one begins. goTo(step): back to a row; null for now.
 * Returns {element, update(view), remove()}.
 *
 * @param {FirstPage | null} first
 */
export function page(context, note, first, goTo) {
  const grown = pageOf(context, first);
  const { element, sheet } = grown;
  followPointer(grown, note, goTo);

  function update(view) {
    grown.view = view;
    if (element.hidden || element.clientWidth === 0) return;
    draw(grown);
  }
  const sizes = new ResizeObserver(() => grown.view && update(grown.view));
  sizes.observe(sheet);
  return { element, update, remove: () => sizes.disconnect() };
}

/** @param {FirstPage | null} first @returns {GrowingPage} */
function pageOf(context, first) {
  const { strings } = context;
  const list = h("ol", { class: "page-rows", "aria-label": strings.page });
  const picture = s("svg", { class: "page-margin", role: "img", "aria-label": strings.pageMargin });
  const sheet = h(
    "div",
    { class: "page-sheet", tabindex: "0", role: "group", "aria-label": strings.page },
    list,
    picture,
  );
  const words = h("p", { class: "page-words", hidden: true });
  const heads = h("div", { class: "page-heads" });
  const head = h("div", { class: "page-head" }, words, heads);
  return {
    ...{ context, first, list, picture, sheet, head, words, heads },
    element: h("div", { class: "page" }, head, sheet),
    view: null,
    rows: [],
    many: 0,
    high: 0,
    drawn: { heads: "", list: "", margin: "" },
    widths: { font: "", of: new Map(), paper: document.createElement("canvas").getContext("2d") },
  };
}

/** @param {GrowingPage} page */
function draw(page) {
  const { view, sheet, words, list, first, context } = page;
  const runs = shownRuns(page);
  const now = view.runs[0]?.now;
  const isOver = isBefore(page) || ENDED.includes(now?.status ?? "");
  const steps = [...new Set(runs.flatMap((run) => run.writings.map(({ step }) => step)))].sort((a, b) => a - b);
  page.many = steps.length;
  page.rows = rowSteps(steps, isOver ? null : (now?.steps ?? null));
  sheet.hidden = page.many === 0 && isOver;
  words.hidden = !isBefore(page) && !sheet.hidden;
  write(words, isBefore(page) ? (first?.title ?? "") : context.strings.pageNone);
  page.element.classList.toggle("pale", isBefore(page));
  if (sheet.hidden) return;
  const letters = Number.parseFloat(getComputedStyle(list).fontSize);
  drawHeads(page, runs);
  measure(page, letters);
  drawRows(page, runs, letters);
  drawMargin(page, runs, letters);
}

/**
 * In a race a column is a network's, and looks as its curve does; of one network the curves of its loss are named.
 *
 * @param {GrowingPage} page
 */
function drawHeads(page, runs) {
  const { heads } = page;
  const isRace = runs.length > 1;
  const named = isRace
    ? runs.map(({ title }, k) => ({ title, look: `validation race-${k}`, dots: SHAPES[k] }))
    : linesOf(trainingOf(page, runs)).filter(({ panel }) => panel === "loss");
  heads.classList.toggle("of-race", isRace);
  const next = JSON.stringify(named.map(({ title, look, dots }) => [title, look, dots]));
  if (next === page.drawn.heads) return;
  page.drawn.heads = next;
  heads.replaceChildren(...named.map(({ title, look, dots }) => h("span", {}, sampleOf(look, dots), title)));
}

/** How high a row is, so that all of them are to be seen, or whole rows of them. @param {GrowingPage} page */
function measure(page, letters) {
  const { element, sheet, head, rows } = page;
  const lines = rows.length + (isBefore(page) ? 1.5 : 0);
  const room = element.clientHeight - head.offsetHeight;
  const isLong = getComputedStyle(sheet).overflowY === "visible";
  const fair = isLong ? USUAL_HIGH * letters : room / lines;
  const high = Math.floor(Math.min(MOST_HIGH * letters, Math.max(LEAST_HIGH * letters, fair)));
  page.high = high;
  sheet.style.setProperty("--row", `${high}px`);
  const isCut = !isLong && lines * high > room;
  sheet.style.maxHeight = isCut ? `${Math.floor(room / high) * high}px` : "";
}

/** @param {GrowingPage} page */
function drawMargin(page, runs, letters) {
  const { picture, rows, high, view } = page;
  const [width, height] = [picture.clientWidth, rows.length * high];
  const grown = runs.map(({ metrics }) => metrics.step.length);
  const at = placeNow(page);
  const next = JSON.stringify([rows, grown, view.unit, at, view.lines, letters, width, high]);
  if (next === page.drawn.margin || width === 0) return;
  page.drawn.margin = next;
  set(picture, "height", height);
  picture.replaceChildren(...marginOf(trainingOf(page, runs), { rows, width, high, letters, at }));
}

/** What is drawn of the loss, as for `linesOf`. @param {GrowingPage} page */
function trainingOf(page, runs) {
  const { view, first, context, rows } = page;
  return {
    runs,
    under: isBefore(page) ? [] : context.under,
    unit: view.unit,
    strings: context.strings,
    lines: isBefore(page) ? first.lines : view.lines,
    steps: rows.at(-1),
  };
}
