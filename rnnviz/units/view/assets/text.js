// The text, coloured by a unit, and beside it a small map of the whole; above it, whose values these are.

/** @import {Page, Place, TextView} from "../units.d.ts" */

import { h, hide } from "../../../web/dom.js";
import { HEADING } from "../../../web/heading.js";
import { full } from "../../../web/numbers.js";
import { brush } from "./brush.js";
import { secondOf } from "./place.js";
import { unitSymbol, unitWords, visible } from "./symbols.js";
import { textMap } from "./textmap.js";
import { textSheet } from "./textsheet.js";

/**
 * @param {Page} page
 * @param {HTMLElement} said what is said of the label that is shown on the text
 */
export function textPanel(page, said) {
  /** @type {TextView} */
  const view = {
    place: page.place(),
    unit: { name: "", values: null, high: 1 },
    line: { name: "", values: null, high: 1, hue: "" },
    label: null,
    lit: null,
  };
  const heading = textHeading(page, said);
  const map = textMap(page);
  const text = textSheet(page, map, view);
  const element = h(
    "section",
    { class: "panel units-text" },
    heading.element,
    h("div", { class: "text-frame" }, text.element, map.element),
  );

  async function read({ quantity, unit: number }) {
    const name = unitWords(quantity, number);
    const own = page.quantity(quantity);
    view.unit = { name, values: view.unit.name === name ? view.unit.values : null, high: own.high };
    const values = await page.values(quantity, number);
    if (view.unit.name !== name) return;
    view.unit.values = values;
    text.recolour();
    heading.tell(view);
  }
  async function readSecond(second) {
    view.line = { name: view.place.second, values: null, high: 1, hue: "" };
    const own = second && page.quantity(second.quantity);
    text.sheet.classList.toggle("with-line", Boolean(own));
    text.measure();
    text.keepWhole();
    if (own) {
      const values = await page.values(second.quantity, second.unit);
      if (view.line.name !== view.place.second) return;
      view.line = { name: view.place.second, values, high: own.high, hue: own.hue };
    }
    text.recolour();
  }

  /** @param {Place} next */
  function show(next) {
    const before = view.place;
    view.place = next;
    element.classList.toggle("brushing", Boolean(next.brushing));
    const isOther = unitWords(next.quantity, next.unit) !== view.unit.name;
    if (isOther) read(next);
    if (next.second !== view.line.name) readSecond(secondOf(next));
    if (next.lit !== view.lit || next.mask !== view.label) {
      view.lit = next.lit;
      view.label = next.mask;
      text.recolour();
    }
    if (before.k !== next.k) text.reveal();
    else text.mark();
    heading.tell(view);
  }

  /** What is said of the character under the pointer, with all digits. */
  function wordsAt(target) {
    const { unit } = view;
    const place = target.closest?.("[data-k]");
    // The page, too, names its place so.
    if (!place || !text.element.contains(place) || unit.values === null) return "";
    const { k } = place.dataset;
    return `${visible(page.source.characters[k])} · ${unit.name} = ${full(unit.values[k])}`;
  }

  function fit() {
    text.measure();
    text.keepWhole();
    text.draw();
  }

  followPointer(page, text, view);
  // The list of errors below takes some of its height.
  const heights = new ResizeObserver(() => text.keepWhole());
  heights.observe(map.element.parentElement);
  const brushing = brush(page, text.sheet);
  return {
    element,
    heading: heading.element,
    show,
    fit,
    recolour: text.recolour,
    wordsAt,
    lines: text.lines,
    linesInView: text.linesInView,
    mark: brushing.mark,
    cancel,
    remove: () => heights.disconnect(),
  };

  /** Leave marking, with nothing begun. */
  function cancel() {
    brushing.cancel();
    page.go({ brushing: false, lit: null });
  }
}

/** {element, tell(view)}: the unit, and its value at the place. */
function textHeading(page, said) {
  const { strings } = page;
  const title = h("span", { class: "text-title", ...HEADING });
  const value = h("output", { class: "number text-value", tabindex: "0" });
  const hint = h("span", { class: "hint" });
  const keys = h("span", { class: "hint text-keys" }, strings.textKeys);
  const element = h("h2", { role: "presentation" }, title, value, hint, said, keys);

  /** @param {TextView} view */
  function tell({ place, unit }) {
    const own = page.quantity(place.quantity);
    title.replaceChildren(unitSymbol(own, place.unit));
    hint.textContent = own.isSigned ? strings.textHint : strings.gateHint;
    hide(value, unit.values === null);
    if (unit.values === null) return;
    page.number(value, unit.values[place.k]);
  }
  return { element, tell };
}

/** A place of the text is chosen by a click, and named under the pointer; a scroll brings other lines. */
function followPointer(page, { element, sheet, draw }, view) {
  let frame = 0;
  element.addEventListener(
    "scroll",
    () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(draw);
    },
    { passive: true },
  );
  sheet.addEventListener("click", (event) => {
    const cell = /** @type {Element} */ (event.target).closest("[data-k]");
    if (cell instanceof HTMLElement && !view.place.brushing) page.go({ k: Number(cell.dataset.k) });
  });
  sheet.addEventListener("pointerover", (event) => {
    const cell = /** @type {Element} */ (event.target).closest("[data-k]");
    page.go({ hover: cell instanceof HTMLElement ? Number(cell.dataset.k) : null });
  });
  sheet.addEventListener("pointerleave", () => page.go({ hover: null }));
}
