// Time × unit maps of every vector of the cell, for the whole sequence, with a cursor: its numbers, or what a reader's
// changes have made of them. Beside the tabs stands which unit is the largest at the step, and in which order a reader
// has sorted the rows.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { h, hide, set, write } from "../../../web/dom.js";
import { cellUnder } from "../../../web/grid.js";
import { visible } from "../place/cursor.js";
import { lineCount, mapGrid } from "./geometry.js";
import { letterParts } from "../words/labels.js";
import { fill, short } from "../../../web/numbers.js";
import { changeBounds } from "../model/changed.js";
import { foremostWords } from "../words/foremostwords.js";
import { measuresOf, sortKey } from "../model/ranking.js";
import { mapCells } from "./mapcells.js";
import { isDifferenceAt, mapsOf } from "../place/sorting.js";
import { spans } from "../hands/spans.js";

// Where nothing differs, the scale of the differences ends here.
const LEAST_DIFFERENCE = 1e-12;
// Before scaling: a line of a map's title, its letters, and the least height of a row with its unit's number beside it.
const MAP_TITLE = { line: 17, above: 5, letters: 13 };
const NUMBERED_ROW = 11;
const MOST_NUMBERED = 99;

/** @param {Context} context */
export function memory(context, width, height) {
  const { model, notation, strings, go, scale } = context;
  const { T } = model.sizes;
  const steps = [...Array(T).keys()];
  const shown = mapsOf(model);
  const foot = 20 * scale;
  const gap = 16 * scale;
  const heads = (lines) => (lines * MAP_TITLE.line + MAP_TITLE.above) * scale;
  const laid = (head) => {
    const { columns, rows } = mapGrid(shown.length, T, model.units, width, height, head + foot);
    const most = (columns === 2 ? 360 : 190) * scale * Math.max(1, T / 12);
    // A map alone has the whole row.
    const wide = columns === 1 ? width : Math.min(width / columns - gap, most);
    return { columns, mapWidth: wide, mapHeight: height / rows - head - foot };
  };
  // A title that is longer than its map takes a second line.
  const isLong = ({ mapWidth: wide }) =>
    shown.some((q) => lineCount(titleWords(q), wide, MAP_TITLE.letters * scale) > 1);
  const usual = laid(heads(1));
  const head = heads(isLong(usual) ? 2 : 1);
  const { columns, mapWidth, mapHeight } = head === heads(1) ? usual : laid(head);
  const bounds = changeBounds(model.original);
  const orders = new Map();
  const maps = shown.map(map);
  const foremost = foremostWords(context);
  const element = h(
    "div",
    { class: "maps", style: `grid-template-columns:repeat(${columns},${mapWidth}px);column-gap:${gap}px` },
    ...maps.map((one) => one.element),
  );

  function titleWords(quantity) {
    const [{ base, sub }] = letterParts(notation, quantity.name);
    const end = context.high(quantity);
    return `${base}${sub} ${quantity.signed && end !== 1 ? `±${endWords(end)} ` : ""}${quantity.word} ↓`;
  }

  function map(quantity) {
    const units = model.length(quantity.name);
    const scaleEnd = context.high(quantity);
    const picture = new ImageData(T, units);
    const sortedPicture = new ImageData(T, units);
    let painted = "";
    let order = null;
    const canvas = h("canvas", { width: T, height: units, "aria-hidden": "true" });
    const cells = mapCells(context, quantity);
    const cursor = h("span", { class: "cursor" });
    const row = h("span", { class: "unit-row" });
    const below = h("div", { class: "below", "aria-hidden": "true" });
    const [{ base, sub }] = letterParts(notation, quantity.name);
    const range = h("span", { class: "hint" });
    const sortedSign = h("span", { class: "sorted-sign" });
    const title = h(
      "button",
      { type: "button", class: `map-title hue-${quantity.hue}`, style: `height:${head}px` },
      h("i", {}, base),
      sub,
      range,
      ` ${quantity.word}`,
      sortedSign,
    );
    title.addEventListener("click", () => context.act({ do: "sort", by: nextSorting(quantity.name) }));
    const isNumbered = mapHeight / units >= NUMBERED_ROW * scale && units <= MOST_NUMBERED;
    const numbers = h("span", { class: "row-numbers", "aria-hidden": "true", hidden: true });
    const frame = h(
      "div",
      { class: "map-frame", "data-map": quantity.name, style: `height:${mapHeight}px` },
      canvas,
      row,
      cursor,
      numbers,
      cells.element,
    );
    const held = spans(context, frame, quantity, {
      locate: (event) => locate(frame, event),
      rowOf: (unit) => (order === null ? unit : order.indexOf(unit)),
      canHold: bounds?.quantities.has(quantity.name) ?? false,
    });
    const paper = canvas.getContext("2d");
    const step = mapWidth / T;
    frame.addEventListener("click", (event) => {
      const { t, unit } = locate(frame, event);
      go({ t, unit });
    });
    let drawn = "";
    const hasRoom = step >= 15 * context.widestInput * scale;
    const labels = hasRoom ? model.inputs.map((input) => h("span", {}, input)) : [h("span")];
    below.append(...labels);
    below.style.gridTemplateColumns = hasRoom ? `repeat(${T},1fr)` : "1fr";

    /** @param {Place} state */
    function update(state) {
      const isDifference = isDifferenceAt(model, state);
      const version = `${model.version} ${context.look.version} ${isDifference}`;
      // What changed is shown at every step: one sees where it ends.
      const seen = steps.filter((t) => isDifference || visible(state, quantity, t));
      const key = `${seen[0]} ${seen.length} ${version}`;
      const isRepainted = painted !== version;
      if (isRepainted) paint(quantity, isDifference);
      painted = version;
      const sorted = context.order(state);
      const placed = sorted?.length === units ? sorted : null;
      const isReordered = order !== placed;
      order = placed;
      orders.set(quantity.name, order);
      if (order !== null && (isRepainted || isReordered)) sortRows();
      if (isReordered) numberRows();
      const isSortedBy = state.sort.startsWith(`${quantity.name}.`) && order !== null;
      write(sortedSign, isSortedBy ? " ↓" : "");
      set(title, "aria-pressed", isSortedBy);
      if (drawn !== key || isReordered) {
        paper.clearRect(0, 0, T, units);
        const painting = order === null ? picture : sortedPicture;
        if (seen.length > 0) paper.putImageData(painting, 0, 0, seen[0], 0, seen.length, units);
        drawn = key;
      }
      held.update(state);
      cells.update(state, order);
      // Moved, not laid out anew; on whole pixels its edges stay sharp.
      set(cursor, "style", `width:${100 / T}%;transform:translateX(${Math.round(state.t * step)}px)`);
      hide(row, state.unit >= units);
      const place = order === null ? state.unit : order.indexOf(state.unit);
      set(row, "style", `top:${(100 * place) / units}%;height:${100 / units}%`);
      if (labels.length === 1) {
        write(labels[0], model.inputs[state.t] ?? "");
        const left = Math.min(mapWidth - 16 * context.widestInput * scale, state.t * step);
        labels[0].style.transform = `translateX(${left}px)`;
      } else {
        labels.forEach((label, t) => {
          write(label, visible(state, model.quantity("X"), t) ? (model.inputs[t] ?? "") : "?");
          label.classList.toggle("current", t === state.t);
        });
      }
    }

    /** The same picture with its rows in their order. */
    function sortRows() {
      const [from, to] = [picture, sortedPicture].map(({ data }) => new Uint32Array(data.buffer));
      order.forEach((unit, place) => to.set(from.subarray(unit * T, (unit + 1) * T), place * T));
    }

    /** The number of its unit beside each row, where there is room. */
    function numberRows() {
      numbers.hidden = order === null || !isNumbered;
      numbers.replaceChildren(...(numbers.hidden ? [] : order.map((unit) => h("span", {}, String(unit + 1)))));
    }

    /** The whole map, one pixel a number; a step only shows more of it. */
    function paint({ name, signed }, isDifference) {
      const { at, width: length } = model.tensors.get(name);
      const before = model.original.tensors.get(name);
      const valueAt = isDifference ? (k) => at(k) - before.at(k) : at;
      const end = isDifference ? differenceEnd(valueAt, T * length) : scaleEnd;
      const colours = isDifference ? context.signedRamp : context.rampOf(quantity);
      const pixels = new Uint32Array(picture.data.buffer);
      for (let t = 0; t < T; t += 1) {
        for (let unit = 0; unit < units; unit += 1) pixels[unit * T + t] = colours(valueAt(t * length + unit) / end);
      }
      const isSigned = isDifference || signed;
      write(range, isSigned && end !== 1 ? ` ±${endWords(end)}` : "");
      const scaleWords = isSigned ? fill(strings.legendSigned, { high: endWords(end) }) : strings.legendGate;
      const meaning = isDifference ? fill(strings.legendChange, { scale: scaleWords }) : scaleWords;
      title.title = `${quantity.title}: ${meaning}. ${strings.sortHint}`;
    }
    return { element: h("figure", { class: "map", "aria-label": quantity.title }, title, frame, below), update };
  }

  function locate(frame, event) {
    const { column, row } = cellUnder(frame, event, T, model.length(frame.dataset.map));
    return { t: column, unit: orders.get(frame.dataset.map)?.[row] ?? row };
  }

  /** What a click on a map's title sorts by: its measures in turn, then nothing. */
  function nextSorting(name) {
    const keys = measuresOf(model, name, isDifferenceAt(model, last)).map(({ key }) => sortKey(name, key));
    return keys[keys.indexOf(last.sort) + 1] ?? last.sort;
  }

  let last;
  /** @param {Place} state */
  function update(state) {
    last = state;
    for (const one of maps) one.update(state);
    foremost.update(state);
  }
  return { element, aside: foremost.element, update, locate };
}

/** The end of a scale that holds every difference: 1, 2 or 5 times a power of ten. */
function differenceEnd(valueAt, count) {
  let largest = LEAST_DIFFERENCE;
  for (let k = 0; k < count; k += 1) largest = Math.max(largest, Math.abs(valueAt(k)));
  const power = 10 ** Math.floor(Math.log10(largest));
  return [1, 2, 5, 10].find((step) => step * power >= largest) * power;
}

/** The end of a scale, without digits that say nothing. */
function endWords(end) {
  return end < 0.001 ? short(end) : String(Number(end.toPrecision(3)));
}
