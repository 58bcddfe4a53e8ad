// The sheet of the text: only the lines in view are on the page, and it scrolls to the current place.

/** @import {Page, TextView} from "../units.d.ts" */

import { h, hide } from "../../../web/dom.js";
import { layoutLines } from "./lines.js";
import { colourRow, rowOf } from "./textrows.js";
import { zoomOf } from "./zoom.js";

// Lines that are drawn beyond each edge of the view, and kept beyond that.
const [AHEAD, KEPT] = [10, 40];
// Lines between the current place and the edge of the view.
const MARGIN = 2;
const LETTERS_MEASURED = 100;
const LEAST_COLUMNS = 10;

/**
 * {element, sheet, lines(), linesInView(), measure(), keepWhole(), draw(), recolour(), mark(), reveal()}: the scroller
 * and what scrolls in it. map: of the whole text, as high as the scroller may be.
 *
 * @param {Page} page
 * @param {ReturnType<typeof import("./textmap.js").textMap>} map
 * @param {TextView} view
 */
export function textSheet(page, map, view) {
  const { strings, source } = page;
  const ruler = h("span", { class: "text-ruler", "aria-hidden": "true" }, "0".repeat(LETTERS_MEASURED));
  const here = h("span", { class: "text-here" });
  const there = h("span", { class: "text-there", hidden: true });
  const sheet = h("div", { class: "text-sheet", "aria-hidden": "true" }, ruler, here, there);
  const element = h(
    "div",
    { class: "text-scroller", tabindex: "0", role: "application", "aria-label": strings.text, "data-testid": "text" },
    sheet,
  );
  const drawn = new Map();
  let lines = layoutLines(source.characters, source.widths, 80);
  let size = { columns: 0, letter: 0, line: 0 };
  // Of the text that is in view, in pixels.
  let height = 0;
  let isMapOld = true;

  function measure() {
    const letter = ruler.getBoundingClientRect().width / zoomOf(ruler) / LETTERS_MEASURED;
    const high = Number.parseFloat(getComputedStyle(sheet).lineHeight);
    if (!(letter > 0)) return;
    // A line break may stand beyond the last column.
    const columns = Math.max(LEAST_COLUMNS, Math.floor(sheet.clientWidth / letter) - 1);
    if (columns === size.columns && letter === size.letter && high === size.line) return;
    const isFirst = size.columns === 0;
    size = { columns, letter, line: high };
    lines = layoutLines(source.characters, source.widths, columns);
    sheet.style.height = `${lines.count * high}px`;
    for (const one of drawn.values()) one.remove();
    drawn.clear();
    isMapOld = true;
    reveal(isFirst || undefined);
  }

  /** The text is as high as whole lines, and the place that was in view stays there when it becomes lower. */
  function keepWhole() {
    if (size.columns === 0) return;
    const top = lines.line[view.place.k] * size.line - element.scrollTop;
    const wasInView = top >= 0 && top < height;
    height = Math.max(1, Math.floor(map.element.clientHeight / size.line)) * size.line;
    element.style.maxHeight = `${height}px`;
    if (wasInView) reveal();
  }

  function draw() {
    if (size.columns === 0) return;
    const first = Math.floor(element.scrollTop / size.line);
    const last = Math.ceil((element.scrollTop + element.clientHeight) / size.line);
    for (const [number, one] of drawn) {
      if (number < first - KEPT || number > last + KEPT) {
        one.remove();
        drawn.delete(number);
      }
    }
    for (let number = Math.max(0, first - AHEAD); number <= Math.min(lines.count - 1, last + AHEAD); number += 1) {
      if (!drawn.has(number)) {
        const one = rowOf(source.characters, lines, number, size.line);
        colour(one, number);
        drawn.set(number, one);
        sheet.append(one);
      }
    }
    map.showView(first, last, lines.count);
    if (isMapOld) map.draw(lines, size.columns, view.unit);
    isMapOld = false;
  }

  function colour(row, number) {
    const { unit, label, lit, line } = view;
    colourRow(page, row, lines.starts[number], { unit, label, lit, second: { ...line, lines, size } });
  }

  function recolour() {
    for (const [number, one] of drawn) colour(one, number);
    isMapOld = true;
    draw();
  }

  function mark() {
    const { k, hover } = view.place;
    surround(here, k);
    hide(there, hover === null);
    if (hover !== null) surround(there, hover);
  }
  function surround(one, k) {
    one.style.transform = `translate(${lines.column[k] * size.letter}px, ${lines.line[k] * size.line}px)`;
    one.style.width = `${lines.wide[k] * size.letter}px`;
  }

  /** Scroll so that the current place is in view; by far, so that it is in the middle. */
  function reveal(isFar = false) {
    mark();
    scrollTo(element, lines.line[view.place.k] * size.line, size.line, isFar);
    draw();
  }
  const linesInView = () => Math.max(1, Math.floor(element.clientHeight / size.line) - 1);
  return { element, sheet, lines: () => lines, linesInView, measure, keepWhole, draw, recolour, mark, reveal };
}

/** Scroll to a line at `top`, so that some lines stay between it and the edge. line: the height of one, in pixels. */
function scrollTo(scroller, top, line, isFar) {
  const [from, high] = [scroller.scrollTop, scroller.clientHeight];
  const [above, under] = [top - MARGIN * line, top + (MARGIN + 1) * line - high];
  const third = Math.floor(high / line / 3) * line;
  if (isFar || above > from + 2 * high || under < from - 2 * high) scroller.scrollTop = top - third;
  else if (above < from) scroller.scrollTop = above;
  else if (under > from) scroller.scrollTop = under;
}
