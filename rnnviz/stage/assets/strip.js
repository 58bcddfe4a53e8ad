// A vector as a strip of cells, one a unit, coloured on its fixed scale.

import { s, set } from "./dom.js";
import { stripCell, stripLayout } from "./geometry.js";

/**
 * The strip of a quantity, its corner at (x, y). `update(t, unit)` shows step t, or a ghost
 * where t is null, with the chosen unit framed.
 */
export function strip(context, name, { x, y, width, height, before = false, maxRows = 4 }) {
  const { model } = context;
  const length = model.length(name);
  const layout = stripLayout(length, width, height, maxRows);
  const cells = Array.from({ length }, (_, unit) => {
    const [left, top, w, tall] = stripCell(layout, unit, width);
    return s("rect", { x: left, y: top, width: w, height: tall, rx: Math.min(2, w / 4), "data-u": unit });
  });
  const frame = s("rect", { class: "frame", rx: 2 });
  const element = s("g", {
    class: "strip",
    transform: `translate(${x} ${y})`,
    "data-q": name,
    "data-before": before,
  }, ...cells, frame);
  let shown;

  function update(t, unit) {
    element.classList.toggle("ghost", t === null);
    if (t !== null && t !== shown) {
      cells.forEach((cell, k) => set(cell, "fill", context.colour(name, model.value(name, t, k, before))));
      shown = t;
    }
    const framed = t !== null && unit < length;
    frame.style.display = framed ? "" : "none";
    if (!framed) return;
    const [left, top, w, tall] = stripCell(layout, unit, width);
    set(frame, "x", left - 1);
    set(frame, "y", top - 1);
    set(frame, "width", w + 2);
    set(frame, "height", tall + 2);
  }
  return { element, update };
}
