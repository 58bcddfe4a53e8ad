// What each step has written into every unit of the memory and what is left of it, as a map: rows are units, columns
// the steps; a click chooses the unit.

/** @import {Context} from "../../context.d.ts" */

import { h, set, write } from "../../../web/dom.js";
import { cellUnder } from "../../../web/grid.js";
import { full, short } from "../../../web/numbers.js";
import { letterParts } from "../words/labels.js";
import { entryWords, largestWords, LEDGER } from "./balancelayout.js";
import { endWords } from "./memorymap.js";
import { roomIn, textLine, WIDEST_STEP } from "./textline.js";

/**
 * The map in a width and height: {element, update(t, entries, unit, order, most)}, where entries[k + 1] are what is
 * left of step k in each unit, order is that of the units where they are sorted, and most the largest number that any
 * step has written: it has the full colour, whatever the memory adds up to.
 *
 * @param {Context} context
 */
export function entriesMap(context, wide, tall) {
  const { model, strings, scale, notation } = context;
  const { memory } = model.ledger;
  const quantity = model.quantity(memory);
  const { T } = model.sizes;
  const units = model.length(memory);
  const step = Math.min(WIDEST_STEP * scale, wide / T);
  const hasCharacters = roomIn(context, step).character;
  const canvas = h("canvas", { width: T, height: units, role: "img" });
  const row = h("span", { class: "unit-row" });
  const picture = new ImageData(T, units);
  const pixels = new Uint32Array(picture.data.buffer);
  const size = `width:${T * step}px;height:${Math.max(LEDGER.least * scale, tall - LEDGER.characters * scale)}px`;
  const frame = h("div", { class: "map-frame", style: size }, canvas, row);
  const text = textLine(context, step);
  const [{ base }] = letterParts(notation, memory);
  const scaleEnd = h("span", { class: "hint" });
  const named = [h("i", {}, base), ` ${strings.ledgerUnits}`];
  const title = h("span", { class: `account-title hue-${quantity.hue}` }, ...named, " ", scaleEnd);
  const largest = h("span", { class: "account-most" });
  const head = h("div", { class: "account-head" }, title, largest);
  const element = h("section", { class: "account-box" }, head, text.element, frame);
  const paper = canvas.getContext("2d");
  let held = [];
  let sorted = null;

  const under = (event) => {
    const { column, row: place } = cellUnder(frame, event, T, units);
    return { column, unit: sorted?.[place] ?? place };
  };
  frame.addEventListener("click", (event) => context.go({ unit: under(event).unit }));
  frame.addEventListener("pointermove", (event) => {
    const { column, unit } = under(event);
    const entry = held[column + 1]?.[unit];
    frame.dataset.full =
      entry === undefined ? strings.notYet : `[${unit + 1}] ${entryWords(context, entry, column + 1)}`;
  });

  function update(t, entries, unit, order, most) {
    held = entries;
    sorted = order?.length === units ? order : null;
    write(largest, t < 0 ? "" : largestWords(context, t, entries, short));
    largest.dataset.full = t < 0 ? "" : largestWords(context, t, entries, full);
    write(scaleEnd, `±${endWords(most)}`);
    paint(t, most || 1);
    text.update(model.inputs.map((input, k) => (k <= t && hasCharacters ? { text: input } : {})));
    const place = sorted === null ? unit : sorted.indexOf(unit);
    set(row, "style", `top:${(100 * place) / units}%;height:${100 / units}%`);
    canvas.setAttribute("aria-label", strings.ledgerMap);
  }

  function paint(t, most) {
    paper.clearRect(0, 0, T, units);
    if (t < 0) return;
    for (let k = 0; k <= t; k += 1) {
      for (let place = 0; place < units; place += 1) {
        pixels[place * T + k] = context.signedRamp(held[k + 1][sorted?.[place] ?? place] / most);
      }
    }
    paper.putImageData(picture, 0, 0, 0, 0, t + 1, units);
  }
  return { element, update };
}
