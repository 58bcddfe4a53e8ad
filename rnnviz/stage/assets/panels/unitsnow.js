// All units of a state beside each other: where each was before the step, and where it is now.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { h, hide, s, set, write } from "../../../web/dom.js";
import { HEADING } from "../../../web/heading.js";
import { brief, fill } from "../../../web/numbers.js";
import { visible } from "../place/cursor.js";
import { stateAt } from "../model/states.js";

// Before scaling: the heading, the line under the axis, a row as it is usually and as it is at least to have its
// number, and the room of the numbers.
const HEAD = 30;
const FOOT = 20;
const ROWS = { most: 24, named: 15 };
const NAMES = 30;
// A dot's radius as a share of its row, and the largest.
const DOT = { share: 0.32, most: 5.5 };
// Beside the ends of the axis, before scaling.
const EDGE = 12;

/** How high the units of a model are in rows that can be read, before scaling. */
export function wantedHeight({ units }) {
  return HEAD + FOOT + Math.min(units, 8) * 20;
}

/**
 * The units in a width and height.
 *
 * @param {Context} context
 */
export function unitsNow(context, width, height) {
  const { model, strings, scale, go } = context;
  const count = model.units;
  const inner = height - (HEAD + FOOT) * scale;
  const row = Math.min(ROWS.most * scale, inner / count);
  const tall = row * count;
  const isNamed = row >= ROWS.named * scale;
  const left = (isNamed ? NAMES : EDGE) * scale;
  const right = width - EDGE * scale;
  const radius = Math.min(DOT.most * scale, DOT.share * row + 0.8);
  const y = (place) => (place + 0.5) * row;

  const numbers = Array.from({ length: count }, (_, k) =>
    h("option", { value: String(k) }, fill(strings.unit, { unit: k + 1 })),
  );
  const named = { "aria-label": strings.hiddenUnit, title: strings.hiddenUnit };
  const unit = h("select", { class: "choice", ...named }, ...numbers);
  unit.addEventListener("change", () => go({ unit: Number(unit.value) }));
  const title = h("span", { class: "units-title", ...HEADING });
  const head = h("h2", { role: "presentation" }, title, h("span", { class: "which-unit" }, unit));
  const others = s("path", { class: "units-way" });
  const before = s("path", { class: "units-before" });
  const now = s("path", { class: "units-now" });
  const [way, from, to] = [
    s("path", { class: "units-way is-chosen" }),
    s("path", { class: "units-before is-chosen" }),
    s("path", { class: "units-now is-chosen" }),
  ];
  const zero = s("line", { class: "units-zero", x1: 0, x2: 0, y1: 0, y2: tall });
  const ends = ["start", "middle", "end"].map((anchor) =>
    s("text", { class: "small muted", "text-anchor": anchor, y: tall + 15 * scale }),
  );
  const names = isNamed
    ? Array.from({ length: count }, (_, place) =>
        s("text", { class: "small units-name", x: left - 10 * scale, y: y(place) + 4.5 * scale }),
      )
    : [];
  const hit = s("rect", { class: "units-hit", x: 0, y: 0, width, height: Math.max(1, tall) });
  const size = { width, height: tall + FOOT * scale };
  const svg = s(
    "svg",
    { class: "units-now-of", ...size, viewBox: `0 0 ${size.width} ${size.height}`, role: "img" },
    zero,
    ...ends,
    ...names,
    others,
    before,
    now,
    way,
    from,
    to,
    hit,
  );
  const element = h("section", { class: "units-panel panel" }, head, svg);
  let shown;

  /** The unit of a row. */
  const unitOf = (place) => (shown.order ? shown.order[place] : place);
  function unitAt(event) {
    const { top } = svg.getBoundingClientRect();
    const place = Math.floor((event.clientY - top) / row);
    return unitOf(Math.min(Math.max(place, 0), shown.units - 1));
  }
  hit.addEventListener("click", (event) => go({ unit: unitAt(event) }));
  hit.addEventListener("pointermove", (event) => {
    set(hit, "data-full", wordsOf(unitAt(event)));
  });

  /** On the way back the step before is the one that the cell has read after it. */
  const laterOf = ({ leg }, t) => t - leg.by;
  const hasLater = (quantity, t) => laterOf(quantity, t) >= 0 && laterOf(quantity, t) < model.sizes.T;

  function valueBefore(quantity, t, k) {
    const { name } = quantity;
    return context.isBack ? model.value(name, laterOf(quantity, t), k) : model.value(name, t, k, true);
  }

  /** A unit now, or where it is before as long as the step has not come to it. */
  function wordsOf(unit) {
    const { quantity, t, isThere, hasBefore } = shown;
    const { name } = quantity;
    if (isThere) return context.describe(name, t, unit);
    if (!hasBefore) return "";
    return context.isBack ? context.describe(name, laterOf(quantity, t), unit) : context.describe(name, t, unit, true);
  }

  /** @param {Place} place */
  function update(place) {
    const { name, isCarried } = stateAt(model, place.phase);
    const quantity = model.quantity(name);
    const { t } = place;
    const hasBefore = isCarried && (!context.isBack || hasLater(quantity, t));
    const units = model.length(name);
    const order = context.order(place);
    const isThere = visible(place, quantity, t);
    shown = { quantity, t, units, order: order?.length === units ? order : null, isThere, hasBefore };
    const high = context.high(quantity);
    const x = (value) => left + (0.5 + Math.max(-1, Math.min(1, value / high)) / 2) * (right - left);
    const value = (k, was) => x(was ? valueBefore(quantity, t, k) : model.value(name, t, k));
    const rows = Array.from({ length: units }, (_, at) => ({ k: unitOf(at), at }));
    const chosen = Math.min(place.unit, units - 1);
    const rest = rows.filter(({ k }) => k !== chosen);
    const one = rows.filter(({ k }) => k === chosen);
    const wayOf = ({ k, at }) => (hasBefore && isThere ? `M${value(k, true)} ${y(at)}H${value(k, false)}` : "");
    const drawn = (list, was, isSeen, r) =>
      isSeen ? list.map(({ k, at }) => circle(value(k, was), y(at), r)).join("") : "";
    set(others, "d", rest.map(wayOf).join(""));
    set(before, "d", drawn(rest, true, hasBefore, radius * 0.85));
    set(now, "d", drawn(rest, false, isThere, radius));
    set(way, "d", one.map(wayOf).join(""));
    set(from, "d", drawn(one, true, hasBefore, radius));
    set(to, "d", drawn(one, false, isThere, radius * 1.15));
    set(svg, "class", `units-now-of hue-${quantity.hue}`);
    set(zero, "x1", x(0));
    set(zero, "x2", x(0));
    [-high, 0, high].forEach((end, k) => {
      set(ends[k], "x", x(end) + Math.sign(end) * EDGE * scale);
      write(ends[k], `${end < 0 ? "−" : ""}${brief(Math.abs(end))}`);
    });
    names.forEach((text, at) => {
      hide(text, at >= units);
      if (at < units) write(text, String(unitOf(at) + 1));
      text.classList.toggle("is-chosen", at < units && unitOf(at) === chosen);
    });
    write(title, titleOf(quantity));
    unit.value = String(place.unit);
    set(svg, "aria-label", fill(strings.unitsAria, { quantity: quantity.title, units }));
  }

  function titleOf({ title: called = "" }) {
    return context.isBack ? fill(strings.unitsGradient, { quantity: called }) : called;
  }
  return { element, update };
}

function circle(x, y, r) {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
}
