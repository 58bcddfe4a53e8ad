// The text, coloured by a unit: only the lines in view are on the page. Beside it a small map of the whole.

/** @import {Page, Place} from "../units.d.ts" */

import { h, hide } from "../../../web/dom.js";
import { HEADING } from "../../../web/heading.js";
import { full } from "../../../web/numbers.js";
import { brush } from "./brush.js";
import { layoutLines } from "./lines.js";
import { secondOf } from "./place.js";
import { unitSymbol, unitWords, visible } from "./symbols.js";
import { textMap } from "./textmap.js";
import { colourRow, rowOf } from "./textrows.js";
import { zoomOf } from "./zoom.js";

// Lines that are drawn beyond each edge of the view, and kept beyond that.
const [AHEAD, KEPT] = [10, 40];
// Lines between the current place and the edge of the view.
const MARGIN = 2;
const LETTERS_MEASURED = 100;
const LEAST_COLUMNS = 10;

/**
 * @param {Page} page
 * @param {HTMLElement} said what is said of the label that is shown on the text
 */
export function textPanel(page, said) {
  const { strings, source } = page;
  const ruler = h("span", { class: "text-ruler", "aria-hidden": "true" }, "0".repeat(LETTERS_MEASURED));
  const here = h("span", { class: "text-here" });
  const there = h("span", { class: "text-there", hidden: true });
  const sheet = h("div", { class: "text-sheet", "aria-hidden": "true" }, ruler, here, there);
  const scroller = h(
    "div",
    { class: "text-scroller", tabindex: "0", role: "application", "aria-label": strings.text, "data-testid": "text" },
    sheet,
  );
  const map = textMap(page);
  const title = h("span", { class: "text-title", ...HEADING });
  const value = h("output", { class: "number text-value", tabindex: "0" });
  const hint = h("span", { class: "hint" });
  const keys = h("span", { class: "hint text-keys" }, strings.textKeys);
  const heading = h("h2", { role: "presentation" }, title, value, hint, said, keys);
  const element = h(
    "section",
    { class: "panel units-text" },
    heading,
    h("div", { class: "text-frame" }, scroller, map.element),
  );

  const drawn = new Map();
  let lines = layoutLines(source.characters, source.widths, 80);
  let size = { columns: 0, letter: 0, line: 0 };
  let unit = { name: "", values: null, high: 1 };
  let line = { name: "", values: null, high: 1, hue: "" };
  let label = null;
  let lit = null;
  let place = page.place();
  let frame = 0;
  // Of the text that is in view, in pixels.
  let height = 0;
  let isMapOld = true;

  // ---- lines --------------------------------------------------------------------------------------

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
    const top = lines.line[place.k] * size.line - scroller.scrollTop;
    const wasInView = top >= 0 && top < height;
    height = Math.max(1, Math.floor(map.element.clientHeight / size.line)) * size.line;
    scroller.style.maxHeight = `${height}px`;
    if (wasInView) reveal();
  }

  function draw() {
    if (size.columns === 0) return;
    const first = Math.floor(scroller.scrollTop / size.line);
    const last = Math.ceil((scroller.scrollTop + scroller.clientHeight) / size.line);
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
    if (isMapOld) map.draw(lines, size.columns, unit);
    isMapOld = false;
  }

  function colour(row, number) {
    colourRow(page, row, lines.starts[number], { unit, label, lit, second: { ...line, lines, size } });
  }

  function recolour() {
    for (const [number, one] of drawn) colour(one, number);
    isMapOld = true;
    draw();
  }

  // ---- the place ----------------------------------------------------------------------------------

  function mark() {
    surround(here, place.k);
    hide(there, place.hover === null);
    if (place.hover !== null) surround(there, place.hover);
  }
  function surround(one, k) {
    one.style.transform = `translate(${lines.column[k] * size.letter}px, ${lines.line[k] * size.line}px)`;
    one.style.width = `${lines.wide[k] * size.letter}px`;
  }

  /** Scroll so that the current place is in view; by far, so that it is in the middle. */
  function reveal(isFar = false) {
    mark();
    const top = lines.line[place.k] * size.line;
    const [from, high] = [scroller.scrollTop, scroller.clientHeight];
    const [above, under] = [top - MARGIN * size.line, top + (MARGIN + 1) * size.line - high];
    const third = Math.floor(high / size.line / 3) * size.line;
    if (isFar || above > from + 2 * high || under < from - 2 * high) scroller.scrollTop = top - third;
    else if (above < from) scroller.scrollTop = above;
    else if (under > from) scroller.scrollTop = under;
    draw();
  }

  async function read({ quantity, unit: number }) {
    const name = unitWords(quantity, number);
    const own = page.quantity(quantity);
    unit = { name, values: unit.name === name ? unit.values : null, high: own.high };
    const values = await page.values(quantity, number);
    if (unit.name !== name) return;
    unit.values = values;
    recolour();
    tell();
  }
  async function readSecond(second) {
    line = { name: place.second, values: null, high: 1, hue: "" };
    const own = second && page.quantity(second.quantity);
    sheet.classList.toggle("with-line", Boolean(own));
    measure();
    keepWhole();
    if (own) {
      const values = await page.values(second.quantity, second.unit);
      if (line.name !== place.second) return;
      line = { name: place.second, values, high: own.high, hue: own.hue };
    }
    recolour();
  }

  function tell() {
    const own = page.quantity(place.quantity);
    title.replaceChildren(unitSymbol(own, place.unit));
    hint.textContent = own.isSigned ? strings.textHint : strings.gateHint;
    hide(value, unit.values === null);
    if (unit.values === null) return;
    page.number(value, unit.values[place.k]);
  }

  /** @param {Place} next */
  function show(next) {
    const before = place;
    place = next;
    element.classList.toggle("brushing", Boolean(next.brushing));
    const isOther = unitWords(next.quantity, next.unit) !== unit.name;
    if (isOther) read(next);
    if (next.second !== line.name) readSecond(secondOf(next));
    if (next.lit !== lit || next.mask !== label) {
      lit = next.lit;
      label = next.mask;
      recolour();
    }
    if (before.k !== next.k) reveal();
    else mark();
    tell();
  }

  /** What is said of the character under the pointer, with all digits. */
  function wordsAt(target) {
    const k = target.closest?.("[data-k]")?.dataset.k;
    if (k === undefined || unit.values === null) return "";
    return `${visible(source.characters[k])} · ${unit.name} = ${full(unit.values[k])}`;
  }

  function fit() {
    measure();
    keepWhole();
    draw();
  }

  scroller.addEventListener(
    "scroll",
    () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(draw);
    },
    { passive: true },
  );
  sheet.addEventListener("click", (event) => {
    const cell = /** @type {Element} */ (event.target).closest("[data-k]");
    if (cell instanceof HTMLElement && !place.brushing) page.go({ k: Number(cell.dataset.k) });
  });
  sheet.addEventListener("pointerover", (event) => {
    const cell = /** @type {Element} */ (event.target).closest("[data-k]");
    page.go({ hover: cell instanceof HTMLElement ? Number(cell.dataset.k) : null });
  });
  sheet.addEventListener("pointerleave", () => page.go({ hover: null }));
  // The list of errors below takes some of its height.
  const heights = new ResizeObserver(() => keepWhole());
  heights.observe(map.element.parentElement);
  const brushing = brush(page, sheet);

  return {
    element,
    heading,
    show,
    fit,
    recolour,
    wordsAt,
    lines: () => lines,
    linesInView,
    mark: brushing.mark,
    cancel,
    remove: () => heights.disconnect(),
  };

  /** Leave marking, with nothing begun. */
  function cancel() {
    brushing.cancel();
    page.go({ brushing: false, lit: null });
  }

  function linesInView() {
    return Math.max(1, Math.floor(scroller.clientHeight / size.line) - 1);
  }
}
