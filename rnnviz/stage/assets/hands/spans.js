// Held spans on a memory map: drawn out with a pointer, each with an outline, a handle for its value and two ends,
// which keys move as a pointer does.

/** @import {Change} from "../../change.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { h, set, write } from "../../../web/dom.js";
import { fill, short } from "../../../web/numbers.js";
import { changeSentence } from "./chips.js";
import { movedByKey, movedTo, notched } from "./spanmoves.js";

// How far a pointer moves before it draws, and how far it goes from one end of the scale to the other.
const THRESHOLD = 4;
const TRAVEL = 160;

/**
 * The held spans of a quantity, in the frame of its map. locate(event): the step and unit under a pointer. rowOf(unit):
 * the row in which a unit stands. canHold: whether the quantity can be held. Returns {update(place)}.
 *
 * @param {Context} context
 */
export function spans(context, frame, quantity, { locate, rowOf, canHold }) {
  const { model, strings, act } = context;
  const { T } = model.sizes;
  const units = model.length(quantity.name);
  /** @type {[low: number, high: number]} */
  const scale = [quantity.signed ? -quantity.high : 0, quantity.high];
  const [low, high] = scale;
  let place;
  let drag = null;
  let wasDragged = false;
  let nodes = [];

  function update(now) {
    place = now;
    const own = ownHolds();
    if (nodes.length !== own.length) {
      for (const node of nodes) node.box.remove();
      nodes = own.map(() => spanNode());
      frame.append(...nodes.map((node) => node.box));
    }
    own.forEach((hold, k) => show(nodes[k], hold));
  }

  /** The holds of this map, each with its number in the list of changes. */
  function ownHolds() {
    return place.changes.list
      .map((change, k) => ({ change, k }))
      .filter(({ change }) => change.kind === "hold" && change.quantity === quantity.name)
      .filter(({ change }) => (change.track ?? 0) === place.track);
  }

  function show({ box, from, value, to, label }, { change, k }) {
    const places = change.units === null ? [0, units - 1] : change.units.map(rowOf);
    const first = Math.min(...places);
    const height = Math.max(...places) - first + 1;
    const left = `left:${(100 * change.from) / T}%;width:${(100 * (change.to - change.from + 1)) / T}%`;
    set(box, "style", `${left};top:${(100 * first) / units}%;height:${(100 * height) / units}%`);
    set(box, "data-k", k);
    const sentence = changeSentence(context, change);
    for (const [grip, least, most, now, words] of [
      [from, 1, change.to + 1, change.from + 1, strings.holdFrom],
      [to, change.from + 1, T, change.to + 1, strings.holdTo],
      [value, low, high, change.value, strings.holdValue],
    ]) {
      set(grip, "aria-valuemin", least);
      set(grip, "aria-valuemax", most);
      set(grip, "aria-valuenow", now);
      set(grip, "aria-label", fill(words, { sentence }));
    }
    write(label, short(change.value));
  }

  // ---- with a pointer --------------------------------------------------------------------

  function onDown(event) {
    wasDragged = false;
    frame.classList.remove("is-dragged");
    if (!canHold || event.button !== 0 || !event.isPrimary) return;
    const grip = event.target.closest?.("[data-grip]");
    const at = { x: event.clientX, y: event.clientY };
    if (grip) {
      const k = Number(grip.closest(".hold").dataset.k);
      drag = { part: grip.dataset.grip, k, at, hold: place.changes.list[k] };
      frame.setPointerCapture(event.pointerId);
    } else drag = { part: "new", k: null, at, start: locate(event) };
  }

  function onMove(event) {
    if (drag === null) return;
    if (drag.part === "new" && drag.k === null) begin(event);
    else if (drag.part === "value") {
      const by = ((drag.at.y - event.clientY) / TRAVEL) * (high - low);
      exchange({ value: notched(drag.hold.value + by, scale) });
    } else moveEnd(locate(event).t);
  }

  /** Across the map a pointer draws a span, at the value that the unit has where it began. */
  function begin(event) {
    const [x, y] = [Math.abs(event.clientX - drag.at.x), Math.abs(event.clientY - drag.at.y)];
    if (x < THRESHOLD || x < y) return;
    const { t, unit } = drag.start;
    const value = notched(model.value(quantity.name, t, unit), scale);
    /** @type {Change} */
    const hold = { kind: "hold", quantity: quantity.name, units: [unit], from: t, to: t, value };
    const change = place.track > 0 ? { ...hold, track: place.track } : hold;
    frame.setPointerCapture(event.pointerId);
    if (!act({ do: "change", change })) {
      drag = null;
      return;
    }
    const k = place.changes.list.findLastIndex((one) => one.kind === "hold" && one.quantity === quantity.name);
    drag = { ...drag, k, hold: place.changes.list[k] };
    moveEnd(locate(event).t);
  }

  function moveEnd(t) {
    exchange(movedTo(drag.part, t, place.changes.list[drag.k], drag.start?.t));
  }

  function exchange(part) {
    wasDragged = true;
    frame.classList.add("is-dragged");
    act({ do: "exchange", k: drag.k, change: { ...place.changes.list[drag.k], ...part } });
  }

  function onUp() {
    const isDone = drag !== null && drag.k !== null;
    drag = null;
    frame.classList.remove("is-dragged");
    if (isDone) act({ do: "settle" });
  }

  function onClick(event) {
    if (wasDragged || event.target.closest("[data-grip]")) event.stopPropagation();
    wasDragged = false;
  }

  // ---- with keys -------------------------------------------------------------------------

  function onKey(event) {
    const grip = event.target.closest?.("[data-grip]");
    if (!grip || event.ctrlKey || event.metaKey || event.altKey) return;
    const k = Number(grip.closest(".hold").dataset.k);
    const hold = place.changes.list[k];
    const parts = movedByKey(event.key, grip.dataset.grip, hold, { T, scale });
    const isAway = event.key === "Delete" || event.key === "Backspace";
    if (!isAway && parts === null) return;
    event.preventDefault();
    event.stopPropagation();
    act(isAway ? { do: "unchange", k } : { do: "exchange", k, change: { ...hold, ...parts } });
  }

  frame.addEventListener("pointerdown", onDown);
  frame.addEventListener("pointermove", onMove);
  frame.addEventListener("pointerup", onUp);
  frame.addEventListener("pointercancel", onUp);
  frame.addEventListener("click", onClick, { capture: true });
  frame.addEventListener("keydown", onKey);
  frame.addEventListener("focusout", () => drag === null && act({ do: "settle" }));
  return { update };
}

/** The elements of a span: its outline, with a grip for its value and for each end. */
function spanNode() {
  const grip = (part, orientation) =>
    h("span", {
      class: `hold-${part}`,
      role: "slider",
      tabindex: "0",
      "data-grip": part,
      "aria-orientation": orientation,
    });
  const [from, value, to] = [grip("from", "horizontal"), grip("value", "vertical"), grip("to", "horizontal")];
  const label = h("span", { class: "hold-label" });
  value.append(label);
  return { box: h("span", { class: "hold" }, from, value, to), from, value, to, label };
}
