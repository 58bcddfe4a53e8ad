// The map of one vector of the cell: a row a unit, a column a step.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */
/** @import {ReadQuantity} from "../../model.d.ts" */

import { h, hide, set, write } from "../../../web/dom.js";
import { cellUnder } from "../../../web/grid.js";
import { fill, short } from "../../../web/numbers.js";
import { colon, fullStop } from "../../../web/punctuation.js";
import { spans } from "../hands/spans.js";
import { isComputed, visible } from "../place/cursor.js";
import { isDifferenceAt } from "../place/sorting.js";
import { letterParts } from "../words/labels.js";
import { textWidth } from "./geometry.js";
import { mapCells } from "./mapcells.js";

// Where nothing differs, the scale of the differences ends here.
const LEAST_DIFFERENCE = 1e-12;
// Before scaling: the least height of a row with its unit's number beside it.
const NUMBERED_ROW = 11;
const MOST_NUMBERED = 99;
// How high the letters below a map are, before scaling.
const LETTER = 16;

/**
 * width, height: of the map; head: the height of its title, in pixels. canHold: whether its values can
 * be held. sortBy(): its title was pressed. Returns {element, update(place), locate(event)}.
 *
 * @param {Context} context
 * @param {ReadQuantity} quantity
 */
export function memoryMap(context, quantity, { width, height, head }, { canHold, sortBy }) {
  const { model, forward, notation, strings, go, scale } = context;
  const { T } = model.sizes;
  const steps = [...Array(T).keys()];
  const units = model.length(quantity.name);
  const picture = new ImageData(T, units);
  const sortedPicture = new ImageData(T, units);
  let painted = "";
  let order = null;
  const canvas = h("canvas", { width: T, height: units, "aria-hidden": "true" });
  const cells = mapCells(context, quantity);
  const cursor = h("span", { class: "cursor" });
  const row = h("span", { class: "unit-row" });
  const below = h("div", { class: "below", "aria-hidden": "true" });
  const { title, range, sortedSign } = titleOf(quantity, notation, head);
  title.addEventListener("click", sortBy);
  const isNumbered = height / units >= NUMBERED_ROW * scale && units <= MOST_NUMBERED;
  const numbers = h("span", { class: "row-numbers", "aria-hidden": "true", hidden: true });
  const frame = h(
    "div",
    { class: "map-frame", "data-map": quantity.name, style: `height:${height}px` },
    canvas,
    row,
    cursor,
    numbers,
    cells.element,
  );
  const held = spans(context, frame, quantity, {
    locate,
    rowOf: (unit) => (order === null ? unit : order.indexOf(unit)),
    canHold,
  });
  const paper = canvas.getContext("2d");
  const step = width / T;
  frame.addEventListener("click", (event) => go(locate(event)));
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
    if (isRepainted) paint(isDifference);
    painted = version;
    const sorted = context.order(state);
    const placed = sorted?.length === units ? sorted : null;
    const isReordered = order !== placed;
    order = placed;
    if (order !== null && (isRepainted || isReordered)) sortRows(pixelsOf(picture), pixelsOf(sortedPicture), order);
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
    label(state);
  }

  /** The characters below the map; where they have no room, the one of the step. */
  function label(state) {
    if (labels.length === 1) {
      const input = model.inputs[state.t] ?? "";
      write(labels[0], input);
      const left = Math.min(width - textWidth(input, LETTER * scale), state.t * step);
      labels[0].style.transform = `translateX(${Math.max(0, left)}px)`;
    } else {
      labels.forEach((label, t) => {
        write(label, isComputed(state, forward.quantity("X"), t) ? (forward.inputs[t] ?? "") : "?");
        label.classList.toggle("current", t === state.t);
      });
    }
  }

  /** The number of its unit beside each row, where there is room. */
  function numberRows() {
    numbers.hidden = order === null || !isNumbered;
    numbers.replaceChildren(...(numbers.hidden ? [] : order.map((unit) => h("span", {}, String(unit + 1)))));
  }

  /** The whole map, one pixel a number; a step only shows more of it. */
  function paint(isDifference) {
    const { at, width: length } = model.tensors.get(quantity.name);
    const before = model.original.tensors.get(quantity.name);
    const valueAt = isDifference ? (k) => at(k) - before.at(k) : at;
    const end = isDifference ? differenceEnd(valueAt, T * length) : context.high(quantity);
    const colour = isDifference ? context.signedRamp : context.rampOf(quantity);
    const pixels = pixelsOf(picture);
    for (let t = 0; t < T; t += 1) {
      for (let unit = 0; unit < units; unit += 1) pixels[unit * T + t] = colour(valueAt(t * length + unit) / end);
    }
    const isSigned = isDifference || quantity.signed;
    write(range, isSigned && end !== 1 ? ` ±${endWords(end)}` : "");
    const scaleWords = isSigned ? fill(strings.legendSigned, { high: endWords(end) }) : strings.legendGate;
    const meaning = isDifference ? fill(strings.legendChange, { scale: scaleWords }) : scaleWords;
    title.title = `${quantity.title}${colon()}${meaning}${fullStop()}${strings.sortHint}`;
  }
  /** The step and the unit under the pointer. */
  function locate(event) {
    const { column, row } = cellUnder(frame, event, T, units);
    return { t: column, unit: order?.[row] ?? row };
  }
  return { element: h("figure", { class: "map", "aria-label": quantity.title }, title, frame, below), update, locate };
}

/** The button above a map, which sorts its rows. */
function titleOf({ name, hue, word }, notation, head) {
  const [{ base, sub }] = letterParts(notation, name);
  const range = h("span", { class: "hint" });
  const sortedSign = h("span", { class: "sorted-sign" });
  const attributes = { type: "button", class: `map-title hue-${hue}`, style: `height:${head}px` };
  return { title: h("button", attributes, h("i", {}, base), sub, range, ` ${word}`, sortedSign), range, sortedSign };
}

const pixelsOf = (picture) => new Uint32Array(picture.data.buffer);

/** The same picture with its rows in their order. */
function sortRows(from, to, order) {
  const T = from.length / order.length;
  order.forEach((unit, place) => to.set(from.subarray(unit * T, (unit + 1) * T), place * T));
}

/** The end of a scale that holds every difference: 1, 2 or 5 times a power of ten. */
function differenceEnd(valueAt, count) {
  let largest = LEAST_DIFFERENCE;
  for (let k = 0; k < count; k += 1) largest = Math.max(largest, Math.abs(valueAt(k)));
  const power = 10 ** Math.floor(Math.log10(largest));
  return [1, 2, 5, 10].find((step) => step * power >= largest) * power;
}

/** The end of a scale, without digits that say nothing. */
export function endWords(end) {
  return end < 0.001 ? short(end) : String(Number(end.toPrecision(3)));
}
