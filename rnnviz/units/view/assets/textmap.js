// The small map of the whole text beside it, a pixel a column.

/** @import {Page} from "../units.d.ts" */

import { h } from "../../../web/dom.js";
import { at } from "./lines.js";

const MOST_MAPPED = 4000;
// The most that a line of the map is high, in pixels.
const MAP_LINE = 4;
// Columns that a line may have beyond the last one: of a line break, and of a wide sign.
const BEYOND = 2;

/**
 * Returns {element, draw(lines, columns, unit), showView(first, last, count)}. unit: {values, high}, values null where
 * they are not known yet; first, last: those of the `count` lines that are in view.
 *
 * @param {Page} page
 */
export function textMap(page) {
  const { strings, source } = page;
  const canvas = h("canvas", { role: "img", "aria-label": strings.mapHint });
  const inView = h("span", { class: "map-view" });
  const element = h("div", { class: "text-map", title: strings.mapHint }, canvas, inView);
  let lines = null;
  let width = 0;

  function draw(laid, columns, { values, high }) {
    lines = laid;
    width = columns + BEYOND;
    const rows = Math.min(lines.count, MOST_MAPPED);
    Object.assign(canvas, { width, height: rows });
    element.style.maxHeight = `${lines.count * MAP_LINE}px`;
    const paper = canvas.getContext("2d");
    const picture = paper.createImageData(width, rows);
    const pixels = new Uint32Array(picture.data.buffer);
    for (let k = 0; values && k < source.count; k += 1) {
      const from = Math.floor((lines.line[k] * rows) / lines.count) * width + lines.column[k];
      pixels.fill(page.colours.pixel(values[k] / high), from, from + lines.wide[k]);
    }
    paper.putImageData(picture, 0, 0);
  }

  function showView(first, last, count) {
    inView.style.top = `${(100 * first) / count}%`;
    inView.style.height = `${Math.min(100, (100 * (last - first)) / count)}%`;
  }

  function goTo(event) {
    const box = element.getBoundingClientRect();
    const share = Math.min(0.9999, Math.max(0, (event.clientY - box.top) / box.height));
    const column = ((event.clientX - box.left) / box.width) * width;
    if (lines) page.go({ k: at(lines, Math.floor(share * lines.count), column) });
  }
  element.addEventListener("pointerdown", (event) => {
    element.setPointerCapture(event.pointerId);
    goTo(event);
  });
  element.addEventListener("pointermove", (event) => {
    if (element.hasPointerCapture(event.pointerId)) goTo(event);
  });
  return { element, draw, showView };
}
