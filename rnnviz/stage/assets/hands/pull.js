// Weights changed by dragging their bars in the sum of a unit, or with keys.

const FURTHEST = 1000;
// A weight whose factor is smaller than this could be dragged for ever and move nothing.
const LEAST_FACTOR = 1e-4;
const KEY_SHARE = 0.05;
// How far a pointer moves before it drags.
const SLACK = 3;

/**
 * The weight of a term: {name, row, column, value, factor}, counted from 0, where factor is what it is multiplied with.
 * Null for a term without one, or if the factor is about 0.
 */
export function weightOf({ factors }) {
  const weights = factors.filter(({ expression }) => expression.op === "parameter");
  if (weights.length !== 1) return null;
  const [{ expression, index, value }] = weights;
  const others = factors.filter((one) => one !== weights[0]);
  const factor = others.reduce((product, one) => product * one.value, 1);
  if (!(Math.abs(factor) >= LEAST_FACTOR)) return null;
  const [row, column] = index.length === 2 ? index : [0, index[0]];
  return { name: expression.name, row, column, value, factor };
}

/**
 * Bars in `svg` that carry `data-weight` change it when they are dragged. `keep(key, {sizes, low, high, room, place})`
 * says what has been drawn: the scale from low to high over `room`; `kept(key)` is what it was as a drag began, or
 * null.
 */
export function weightPull({ act, notation }, svg) {
  let drawn = null;
  let drag = null;
  let wasPulled = false;
  let isKeyed = false;

  const weightAt = (event) => {
    const bar = event.target.closest?.("[data-weight]");
    return bar ? JSON.parse(bar.dataset.weight) : null;
  };

  function change(weight, value) {
    const { track } = drawn.scale.place;
    const tidy = Math.min(FURTHEST, Math.max(-FURTHEST, Math.round(value * 100) / 100));
    const { name, row, column } = weight;
    act({ do: "change", change: { kind: "weight", name, row, column, value: tidy, ...(track > 0 && { track }) } });
  }

  function onDown(event) {
    wasPulled = false;
    const weight = weightAt(event);
    if (weight === null || event.button !== 0 || !event.isPrimary) return;
    drag = { weight, x: event.clientX, scale: drawn.scale, of: drawn.of };
    svg.setPointerCapture(event.pointerId);
  }

  function onMove(event) {
    if (drag === null) return;
    const by = event.clientX - drag.x;
    if (!wasPulled && Math.abs(by) < SLACK) return;
    wasPulled = true;
    const { low, high, room } = drag.scale;
    change(drag.weight, drag.weight.value + (by * (high - low)) / room / drag.weight.factor);
  }

  function onUp() {
    if (drag !== null && wasPulled) act({ do: "settle" });
    drag = null;
  }

  function onClick(event) {
    if (wasPulled) event.stopPropagation();
    wasPulled = false;
  }

  function onKey(event) {
    const weight = weightAt(event);
    const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (weight === null || event.ctrlKey || event.metaKey || event.altKey) return;
    wasPulled = false;
    if (event.key === "Enter") event.target.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true }));
    else if (way) {
      const size = Math.max(0.05, Math.abs(weight.value) * KEY_SHARE);
      isKeyed = true;
      change(weight, weight.value + way * size);
      focusOn(weight);
      isKeyed = false;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Who leaves a bar has changed it; that it is drawn anew between two keys is no end. */
  function onLeave() {
    if (!isKeyed && drag === null) act({ do: "settle" });
  }

  /** The bars are drawn anew after each change; the focus stays at the weight. */
  function focusOn({ name, row, column }) {
    const bars = [...svg.querySelectorAll("[data-weight]")];
    const same = (one) => one.name === name && one.row === row && one.column === column;
    bars.find((bar) => same(JSON.parse(bar.dataset.weight)))?.focus();
  }

  svg.addEventListener("pointerdown", onDown);
  svg.addEventListener("pointermove", onMove);
  svg.addEventListener("pointerup", onUp);
  svg.addEventListener("pointercancel", onUp);
  svg.addEventListener("click", onClick, { capture: true });
  svg.addEventListener("keydown", onKey);
  svg.addEventListener("focusout", onLeave);

  /** What is summed: the same, whatever its numbers are. */
  const subjectOf = (key) => key.slice(0, key.lastIndexOf(" "));
  return {
    keep(key, scale) {
      drawn = { scale, of: subjectOf(key), notation };
    },
    kept: (key) => (drag !== null && drag.of === subjectOf(key) ? drag.scale : null),
  };
}
