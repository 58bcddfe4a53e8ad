// The hand on the curves: a pointer, or two fingers, as what they ask for.

import { between, CLICK, drawnAlong, isRange, moved, pinched, sidesOf } from "./zoom.js";

const NAMES = ["x", "loss", "norm"];

/**
 * Listens to pointers on `svg`. axes(): the scales as they are drawn, if they are. Calls zoom(ranges) with those of
 * {x, loss, norm} that change; box(corners) with the corners of a box in the making, null when it is gone; read(x) with
 * a pointer's place, null when it has left; choose(x) for a click, and whole() for a double one. Returns {isBusy()}.
 */
export function curveHand(svg, axes, { zoom, box, read, choose, whole }) {
  const pointers = new Map();
  // What the hand has begun: {kind: "box", "pan", "x", "loss", "norm" or "pinch", axes, from, …}, or null.
  let doing = null;
  let isClick = false;

  const placeOfEvent = (event) => {
    const { left, top } = svg.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };

  /** Before anything is drawn, there is nothing to take hold of. */
  const on = (name, act) => svg.addEventListener(name, (event) => axes() && act(event));

  /** What is under a place: "loss" or "norm" for a panel, or the axis whose numbers stand there. */
  function partAt({ x, y }) {
    const { x: across, loss, norm } = axes();
    if (y > norm.start) return { axis: "x" };
    const panel = y > (loss.start + norm.end) / 2 ? "norm" : "loss";
    return x < across.start ? { axis: panel } : { panel };
  }

  on("pointerdown", (event) => {
    if (event.button !== 0) return;
    pointers.set(event.pointerId, placeOfEvent(event));
    svg.setPointerCapture(event.pointerId);
    isClick = pointers.size === 1;
    if (pointers.size === 2) return beginPinch();
    if (pointers.size > 2) return end();
    const from = placeOfEvent(event);
    const { axis, panel } = partAt(from);
    doing = { kind: axis ?? (event.shiftKey ? "pan" : "box"), panel, from, axes: axes(), isBegun: false };
    return undefined;
  });

  on("pointermove", (event) => {
    const to = placeOfEvent(event);
    if (pointers.has(event.pointerId)) pointers.set(event.pointerId, to);
    if (doing?.kind === "pinch") return pinch();
    if (!doing) return read(partAt(to).panel ? to.x : null);
    const { from } = doing;
    doing.isBegun ||= Math.hypot(to.x - from.x, to.y - from.y) >= CLICK;
    if (!doing.isBegun) return undefined;
    isClick = false;
    read(null);
    if (doing.kind === "box") box(cornersTo(to));
    else if (doing.kind === "pan") pan(to);
    else along(to);
    return undefined;
  });

  on("pointerup", (event) => {
    if (doing?.kind === "box" && doing.isBegun) {
      const { axes: drawn, from, panel } = doing;
      const to = placeOfEvent(event);
      const sides = sidesOf(to.x - from.x, to.y - from.y);
      give({
        ...(sides.x ? { x: between(drawn.x, from.x, to.x) } : {}),
        ...(sides.y ? { [panel]: between(drawn[panel], from.y, to.y) } : {}),
      });
    }
    end(event);
  });
  on("pointercancel", end);
  // What a finger has touched stays to be read.
  on("pointerleave", (event) => !doing && event.pointerType !== "touch" && read(null));
  on("click", (event) => {
    // The second click of two belongs to the first.
    const place = placeOfEvent(event);
    const isRead = isClick && partAt(place).panel !== undefined;
    read(isRead ? place.x : null);
    if (isRead && event.detail < 2) choose(place.x);
  });
  on("dblclick", whole);

  function end(event) {
    pointers.delete(event?.pointerId);
    doing = null;
    box(null);
  }

  /** The box from where the hand began: a whole band where only one side of it counts. */
  function cornersTo({ x, y }) {
    const { axes: drawn, from, panel } = doing;
    const sides = sidesOf(x - from.x, y - from.y);
    const axis = drawn[panel];
    const within = (value, { start, end: far }) =>
      Math.min(Math.max(value, Math.min(start, far)), Math.max(start, far));
    return {
      x: sides.x ? [from.x, within(x, drawn.x)] : [drawn.x.start, drawn.x.end],
      y: sides.y ? [from.y, within(y, axis)] : [axis.start, axis.end],
    };
  }

  function pan({ x, y }) {
    const { axes: drawn, from, panel } = doing;
    const shifted = (axis, by) => moved(axis, [axis.start, axis.end], [axis.start + by, axis.end + by]);
    give({ x: shifted(drawn.x, x - from.x), [panel]: shifted(drawn[panel], y - from.y) });
  }

  function along(to) {
    const { kind, axes: drawn, from } = doing;
    const side = kind === "x" ? "x" : "y";
    give({ [kind]: drawnAlong(drawn[kind], from[side], to[side]) });
  }

  function beginPinch() {
    const before = [...pointers];
    const y = before.reduce((sum, [, place]) => sum + place.y / 2, 0);
    const { panel } = partAt({ x: Number.POSITIVE_INFINITY, y: Math.min(y, axes().norm.start) });
    doing = { kind: "pinch", panel, before, axes: axes(), isBegun: true };
    box(null);
  }

  function pinch() {
    const { axes: drawn, before, panel } = doing;
    const pinchedTo = (axis, side) => {
      const [[one, from], [other, otherFrom]] = before;
      return pinched(axis, [from[side], otherFrom[side]], [pointers.get(one)[side], pointers.get(other)[side]]);
    };
    give({ x: pinchedTo(drawn.x, "x"), [panel]: pinchedTo(drawn[panel], "y") });
  }

  function give(ranges) {
    const fit = NAMES.filter((name) => ranges[name] && isRange(ranges[name]));
    if (fit.length > 0) zoom(Object.fromEntries(fit.map((name) => [name, ranges[name]])));
  }

  return { isBusy: () => doing !== null };
}
