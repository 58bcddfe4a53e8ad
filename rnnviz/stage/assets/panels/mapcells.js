// A map for those who hear it: a grid of units and steps. Of its cells only that of the place and those around it are
// there, so that a long text costs no more than a short one; a move brings the focus to another one.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */
/** @import {ReadQuantity} from "../../model.d.ts" */

import { h, hide, set } from "../../../web/dom.js";
import { fill, short } from "../../../web/numbers.js";
import { atRest } from "../../../web/rest.js";
import { visible, wordRead } from "../place/cursor.js";
import { isDifferenceAt } from "../place/sorting.js";

// Milliseconds of rest after which a grid without the focus follows: nobody hears it on the way.
const FOLLOWS_AFTER = 120;
// Right and left, down and up: by how many steps and rows.
const AROUND = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
];

/**
 * The cells of a quantity's map, {element, update(place, order)}. order: the units from the top, or null for that of
 * their numbers.
 *
 * @param {Context} context
 * @param {ReadQuantity} quantity
 */
export function mapCells(context, quantity) {
  const { model, forward, strings } = context;
  const { T } = model.sizes;
  const units = model.length(quantity.name);
  // The cell of the place and those around it, so that a move brings the focus to one that is there already: what has
  // only just come, a screen reader does not always tell.
  const cells = Array.from({ length: 1 + AROUND.length }, () => {
    const element = h("span", { class: "map-cell", role: "gridcell", tabindex: "-1" });
    return { element, row: h("div", { role: "row", hidden: true }, element), t: -1, unit: -1 };
  });
  const size = { "aria-rowcount": units, "aria-colcount": T };
  const rows = cells.map(({ row }) => row);
  const element = h("div", { class: "map-cells", role: "grid", "aria-label": quantity.title, ...size }, ...rows);
  const resting = atRest(show, FOLLOWS_AFTER);
  let current = cells[0];
  /** @type {Place | null} */
  let place = null;
  let order = null;

  /** @param {Place} state */
  function update(state, sorted) {
    const isFirst = place === null;
    place = state;
    order = sorted;
    if (isFirst || current.element.matches(":focus")) show();
    else resting.later();
  }

  /** Bring the cells to the place; the focus goes along. */
  function show() {
    resting.stop();
    const hasFocus = current.element.matches(":focus");
    const here = { t: place.t, row: rowAt(unitAt()) };
    const isHere = (one) => one.t === place.t && one.unit === unitAt();
    // Without the focus the first one is it, where a screen reader comes to the grid.
    const next = hasFocus ? (cells.find(isHere) ?? cells.find((one) => one !== current)) : cells[0];
    const isMoved = next !== current;
    put(next, here);
    set(next.element, "tabindex", 0);
    if (isMoved) set(current.element, "tabindex", -1);
    current = next;
    if (hasFocus && isMoved) current.element.focus({ preventScroll: true });
    const others = cells.filter((one) => one !== current);
    AROUND.forEach(([by, down], k) => put(others[k], { t: here.t + by, row: here.row + down }));
  }

  /** One of them at a step and a row of the map; beyond its ends it is not there. */
  function put(one, { t, row }) {
    const isInside = t >= 0 && t < T && row >= 0 && row < units;
    hide(one.row, !isInside);
    Object.assign(one, isInside ? { t, unit: order === null ? row : order[row] } : { t: -1, unit: -1 });
    if (!isInside) return;
    set(one.element, "aria-label", wordsAt(t, one.unit));
    set(one.element, "aria-colindex", t + 1);
    for (const part of [one.row, one.element]) set(part, "aria-rowindex", row + 1);
    const at = `left:${(100 * t) / T}%;top:${(100 * row) / units}%;width:${100 / T}%;height:${100 / units}%`;
    set(one.element, "style", at);
  }

  function unitAt() {
    return Math.min(place.unit, units - 1);
  }

  function rowAt(unit) {
    return order === null ? unit : order.indexOf(unit);
  }

  /** Where one is and what stands there: "unit 3, t = 4, 有: 0.566". */
  function wordsAt(t, unit) {
    const isDifference = isDifferenceAt(model, place);
    const isSeen = isDifference || visible(place, quantity, t);
    const input = wordRead(place, forward, t);
    const now = isSeen ? short(model.value(quantity.name, t, unit)) : strings.notYet;
    const before = isDifference ? `; ${fill(strings.before, { value: short(beforeAt(t, unit)) })}` : "";
    return fill(strings.gridCell, { unit: unit + 1, t: t + 1, input, value: `${now}${before}` });
  }

  function beforeAt(t, unit) {
    return model.original.value(quantity.name, t, unit);
  }

  // ← and → are the stage's: a step is a column. The rows are the grid's own.
  element.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = Math.min(units - 1, Math.max(0, rowAt(unitAt()) + by));
    context.go({ unit: order === null ? row : order[row] });
    event.preventDefault();
    event.stopPropagation();
  });
  element.addEventListener("focusin", () => set(current.element, "aria-label", wordsAt(place.t, unitAt())));
  return { element, update };
}
