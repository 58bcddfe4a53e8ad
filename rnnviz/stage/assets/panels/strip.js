// A vector as a strip of cells, one a unit, coloured on its fixed scale.
// Painted, not built of elements: a step recolours hundreds of cells within one frame. The element of a strip only says
// where it is and what it shows; its cells are on the sheet of its panel.

/** @import {Context} from "../../context.d.ts" */
/** @import {Sheet} from "./sheet.js" */

import { h } from "../../../web/dom.js";
import { colon } from "../../../web/punctuation.js";
import { stripCell, stripLayout, unitAt } from "./geometry.js";

const strips = new WeakMap();
// How far a frame reaches beyond its cell.
const MARGIN = 1.5;
const ROUNDED_FROM = 8;
const BAND_FROM = 0.62;

/**
 * The content of a strip's element: {model, name, before, t, unitAt(event), text(unit), chosen()}; t is null for a
 * ghost. `text` is a unit with all its digits; `chosen` the unit that is framed.
 */
export function stripOf(element) {
  return strips.get(element);
}

/**
 * The strip of a quantity, its corner at (x, y) of the nearest positioned box. `update(t, unit, sorted)` shows step t,
 * or a ghost where t is null, with the chosen unit framed; −1 for none. sorted: the order of the units, where they are
 * sorted; it is that of this strip if it has as many. compares: whether a band below what is changed by hand shows what
 * it was. endAt(t): the end of a scale that is not the quantity's own. `copy(t, isBefore)` is the strip of
 * a step as a picture.
 *
 * @param {Context} context
 * @param {Sheet} sheet
 * @param {string} name
 * @param {{
 *   x: number, y: number, width: number, height: number, before?: boolean, maxRows?: number, compares?: boolean,
 *   endAt?: (t: number) => number,
 * }} options
 */
export function strip(
  context,
  sheet,
  name,
  { x, y, width, height, endAt, before = false, maxRows = 4, compares = false },
) {
  const { model } = context;
  const length = model.length(name);
  const layout = stripLayout(length, width, height, maxRows);
  const [w, tall] = [width + 2 * MARGIN, height + 2 * MARGIN];
  const element = h("div", {
    class: "strip",
    style: `left:${x - MARGIN}px;top:${y - MARGIN}px;width:${w}px;height:${tall}px`,
    "data-q": name,
    "data-before": before,
  });
  const redraw = sheet.place(x, y, draw);
  const under = ({ offsetX, offsetY }) => {
    const place = unitAt(layout, width, offsetX - MARGIN, offsetY - MARGIN, length);
    return order === null ? place : order[place];
  };
  const missing = `${model.quantity(name).title}${colon()}${model.strings.notYet}`;
  const text = (unit) => (record.t === null ? missing : context.describe(name, record.t, unit, before));
  const record = { model, name, before, t: undefined, unitAt: under, text, chosen: () => framed };
  // Where units are sorted, those of this strip from left to right.
  let order = null;
  let framed;
  let version;
  let end = 0;
  strips.set(element, record);

  function update(t, unit, sorted = null) {
    const now = `${model.version} ${context.look.version}`;
    end = endAt && t !== null ? endAt(t) : 0;
    const units = sorted?.length === length ? sorted : null;
    if (t === record.t && unit === framed && version === now && order === units) return;
    order = units;
    version = now;
    record.t = t;
    framed = unit;
    redraw([-MARGIN, -MARGIN, w, tall]);
  }

  function draw(on) {
    const { t } = record;
    paint(on, t, before);
    if (t === null || framed < 0 || framed >= length) return;
    const place = order === null ? framed : order.indexOf(framed);
    const [left, top, cellWidth, cellHeight] = stripCell(layout, place, width);
    on.strokeStyle = context.look.ink;
    on.lineWidth = 1.8;
    rounded(on, [left - 0.6, top - 0.6, cellWidth + 1.2, cellHeight + 1.2]);
    on.stroke();
  }

  function paint(on, t, isBefore) {
    for (let place = 0; place < length; place += 1) {
      const k = order === null ? place : order[place];
      const colour = t === null ? context.look.ghost : colourAt(model.value(name, t, k, isBefore));
      on.fillStyle = colour;
      fill(on, stripCell(layout, place, width));
      if (compares && t !== null && model.effect) band(on, stripCell(layout, place, width), colour, t, k);
    }
  }

  /** The vector of step t by itself, for what carries it elsewhere. isBefore: as the step before left it. */
  function copy(t, isBefore) {
    const ratio = window.devicePixelRatio || 1;
    const size = { width: Math.ceil(width * ratio), height: Math.ceil(height * ratio) };
    const made = h("canvas", { ...size, style: `width:${width}px;height:${height}px` });
    const on = made.getContext("2d");
    on.scale(ratio, ratio);
    paint(on, t, isBefore);
    return made;
  }

  function colourAt(value) {
    return endAt ? context.shareColour(value / end) : context.colour(name, value);
  }

  function band(on, cell, colour, t, k) {
    const [left, top, cellWidth, cellHeight] = cell;
    const was = context.colour(name, model.original.value(name, t, k, before));
    if (was === colour) return;
    const edge = top + BAND_FROM * cellHeight;
    on.clearRect(left, edge - 1, cellWidth, top + cellHeight - edge + 1);
    on.fillStyle = was;
    on.fillRect(left, edge, cellWidth, top + cellHeight - edge);
  }

  /**
   * Corners that nobody would see are not rounded: straight cells are painted much faster.
   *
   * @param {CanvasRenderingContext2D} on
   * @param {number[]} cell
   */
  function fill(on, [left, top, cellWidth, cellHeight]) {
    if (cellWidth < ROUNDED_FROM) on.fillRect(left, top, cellWidth, cellHeight);
    else {
      rounded(on, [left, top, cellWidth, cellHeight]);
      on.fill();
    }
  }

  function rounded(on, [left, top, cellWidth, cellHeight]) {
    on.beginPath();
    on.roundRect(left, top, cellWidth, cellHeight, Math.min(2, cellWidth / 4));
  }
  return { element, update, copy };
}
