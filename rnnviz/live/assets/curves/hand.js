// The hand on the curves: a pointer, or two fingers, as what they ask for.

import { between, CLICK, drawnAlong, isRange, moved, pinched, sidesOf } from "./zoom.js";

const NAMES = ["x", "loss", "norm"];

/**
 * Listens to pointers on `svg`. axes(): the scales as they are drawn. Calls zoom(ranges) with those of {x, loss, norm}
 * that change; box(corners) with the corners of a box in the making, null when it is gone; read(x) with a pointer's
 * place, null when it has left; choose(x) for a click, and whole() for a double one. Returns {isBusy()}.
 */
export function curveHand(svg, axes, { zoom, box, read, choose, whole }) {
  const pointers = new Map();
  // What the hand has begun: {kind: "box", "pan", "x", "loss", "norm" or "pinch", axes, from, …}, or null.
  let doing = null;
  let isClick = false;

  const placeOfEvent = (event) => {
    const { left, top } = svg.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };

  /** What is under a place: "loss" or "norm" for a panel, or the axis whose numbers stand there. */
  function partAt([x, y]) {
    const { x: across, loss, norm } = axes();
    if (y > norm.start) return { axis: "x" };
    const panel = y > (loss.start + norm.end) / 2 ? "norm" : "loss";
    return x < across.start ? { axis: panel } : { panel };
  }

  svg.addEventListener("pointerdown", (event) => {
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

  svg.addEventListener("pointermove", (event) => {
    const to = placeOfEvent(event);
    if (pointers.has(event.pointerId)) pointers.set(event.pointerId, to);
    if (doing?.kind === "pinch") return pinch();
    if (!doing) return read(partAt(to).panel ? to[0] : null);
    const { from } = doing;
    doing.isBegun ||= Math.hypot(to[0] - from[0], to[1] - from[1]) >= CLICK;
    if (!doing.isBegun) return undefined;
    isClick = false;
    read(null);
    if (doing.kind === "box") box(cornersTo(to));
    else if (doing.kind === "pan") pan(to);
    else along(to);
    return undefined;
  });

  svg.addEventListener("pointerup", (event) => {
    if (doing?.kind === "box" && doing.isBegun) {
      const { axes: drawn, from, panel } = doing;
      const to = placeOfEvent(event);
      const sides = sidesOf(to[0] - from[0], to[1] - from[1]);
      give({
        ...(sides.x ? { x: between(drawn.x, from[0], to[0]) } : {}),
        ...(sides.y ? { [panel]: between(drawn[panel], from[1], to[1]) } : {}),
      });
    }
    end(event);
  });
  svg.addEventListener("pointercancel", end);
  // What a finger has touched stays to be read.
  svg.addEventListener("pointerleave", (event) => !doing && event.pointerType !== "touch" && read(null));
  svg.addEventListener("click", (event) => {
    // The second click of two belongs to the first.
    const [x, y] = placeOfEvent(event);
    const isRead = isClick && Boolean(partAt([x, y]).panel);
    read(isRead ? x : null);
    if (isRead && event.detail < 2) choose(x);
  });
  svg.addEventListener("dblclick", whole);

  function end(event) {
    pointers.delete(event?.pointerId);
    doing = null;
    box(null);
  }

  /** The box from where the hand began: a whole band where only one side of it counts. */
  function cornersTo([x, y]) {
    const { axes: drawn, from, panel } = doing;
    const sides = sidesOf(x - from[0], y - from[1]);
    const axis = drawn[panel];
    const within = (value, { start, end: far }) =>
      Math.min(Math.max(value, Math.min(start, far)), Math.max(start, far));
    return {
      x: sides.x ? [from[0], within(x, drawn.x)] : [drawn.x.start, drawn.x.end],
      y: sides.y ? [from[1], within(y, axis)] : [axis.start, axis.end],
    };
  }

  function pan([x, y]) {
    const { axes: drawn, from, panel } = doing;
    const shifted = ({ start, end: far }, by) => [
      [start, far],
      [start + by, far + by],
    ];
    give({
      x: moved(drawn.x, ...shifted(drawn.x, x - from[0])),
      [panel]: moved(drawn[panel], ...shifted(drawn[panel], y - from[1])),
    });
  }

  function along([x, y]) {
    const { kind, axes: drawn, from } = doing;
    const [begun, now] = kind === "x" ? [from[0], x] : [from[1], y];
    give({ [kind]: drawnAlong(drawn[kind], begun, now) });
  }

  function beginPinch() {
    const before = new Map(pointers);
    const [[, y], [, otherY]] = [...before.values()];
    const panel = partAt([Number.POSITIVE_INFINITY, (y + otherY) / 2]).panel ?? "norm";
    doing = { kind: "pinch", panel, before, axes: axes(), isBegun: true };
    box(null);
  }

  function pinch() {
    const { axes: drawn, before, panel } = doing;
    const pairs = (side) => [before, pointers].map((places) => [...before.keys()].map((id) => places.get(id)[side]));
    const ranges = { x: pinched(drawn.x, ...pairs(0)), [panel]: pinched(drawn[panel], ...pairs(1)) };
    give(Object.fromEntries(Object.entries(ranges).filter(([, range]) => range !== null)));
  }

  function give(ranges) {
    const fit = NAMES.filter((name) => ranges[name] && isRange(ranges[name]));
    if (fit.length > 0) zoom(Object.fromEntries(fit.map((name) => [name, ranges[name]])));
  }

  return { isBusy: () => doing !== null };
}
