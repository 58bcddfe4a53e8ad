// A map for those who hear it: a grid of units and steps. Of its cells only that of the place is there, so that a long
// text costs no more than a short one; moving on moves the focus to another element, which every screen reader tells.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */
/** @import {ReadQuantity} from "../../model.d.ts" */

import { h, set } from "../../../web/dom.js";
import { fill, short } from "../../../web/numbers.js";
import { atRest } from "../../../web/rest.js";
import { visible } from "../place/cursor.js";
import { isDifferenceAt } from "../place/sorting.js";

// Milliseconds of rest after which a grid without the focus follows: nobody hears it on the way.
const FOLLOWS_AFTER = 120;

/**
 * The cells of a quantity's map, {element, update(place, order)}. order: the units from the top, or null for that of
 * their numbers.
 *
 * @param {Context} context
 * @param {ReadQuantity} quantity
 */
export function mapCells(context, quantity) {
  const { model, strings } = context;
  const { T } = model.sizes;
  const units = model.length(quantity.name);
  // Two, of which the one without the focus waits for the next move.
  const cells = [0, 1].map(() => h("span", { class: "map-cell", role: "gridcell", tabindex: "-1" }));
  const rows = cells.map((cell) => h("div", { role: "row", hidden: true }, cell));
  const size = { "aria-rowcount": units, "aria-colcount": T };
  const element = h("div", { class: "map-cells", role: "grid", "aria-label": quantity.title, ...size }, ...rows);
  const resting = atRest(() => show(current), FOLLOWS_AFTER);
  let current = 0;
  /** @type {Place | null} */
  let place = null;
  let order = null;

  /** @param {Place} state */
  function update(state, sorted) {
    const isFirst = place === null;
    place = state;
    order = sorted;
    if (isFirst) show(current);
    else if (cells[current].matches(":focus")) moveOn();
    else resting.later();
  }

  /** To the other element, where that says anything else. */
  function moveOn() {
    resting.stop();
    if (cells[current].getAttribute("aria-label") === wordsAt(unitAt())) return;
    show(1 - current);
  }

  function show(next) {
    const [unit, row] = [unitAt(), rowAt()];
    set(cells[next], "aria-label", wordsAt(unit));
    set(cells[next], "aria-colindex", place.t + 1);
    set(rows[next], "aria-rowindex", row + 1);
    set(cells[next], "tabindex", 0);
    const at = `left:${(100 * place.t) / T}%;top:${(100 * row) / units}%;width:${100 / T}%;height:${100 / units}%`;
    set(cells[next], "style", at);
    rows[next].hidden = false;
    if (next === current) return;
    // The element that had the focus goes once the other one has it.
    const before = current;
    current = next;
    cells[current].focus({ preventScroll: true });
    rows[before].hidden = true;
    set(cells[before], "tabindex", -1);
  }

  function unitAt() {
    return Math.min(place.unit, units - 1);
  }

  function rowAt() {
    return order === null ? unitAt() : order.indexOf(unitAt());
  }

  /** Where one is and what stands there: "unit 3, t = 4, 有: 0.566". */
  function wordsAt(unit) {
    const { t } = place;
    const isDifference = isDifferenceAt(model, place);
    const isSeen = isDifference || visible(place, quantity, t);
    const input = visible(place, model.quantity("X"), t) ? model.inputWord(t) : "?";
    const now = isSeen ? short(model.value(quantity.name, t, unit)) : strings.notYet;
    const before = isDifference ? `; ${fill(strings.before, { value: short(beforeAt(unit)) })}` : "";
    return fill(strings.gridCell, { unit: unit + 1, t: t + 1, input, value: `${now}${before}` });
  }

  function beforeAt(unit) {
    return model.original.value(quantity.name, place.t, unit);
  }

  // ← and → are the stage's: a step is a column. The rows are the grid's own.
  element.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = Math.min(units - 1, Math.max(0, rowAt() + by));
    context.go({ unit: order === null ? row : order[row] });
    event.preventDefault();
    event.stopPropagation();
  });
  element.addEventListener("focusin", () => show(current));
  return { element, update };
}
