// A frame in the cloud by two corners, so that nothing has to be dragged: two taps, or two states that one walks to.

/** @import {Point} from "../states.d.ts" */

// Pixels from which a press is a drag.
const DRAG = 4;

/**
 * isOn(): whether a tap on `place` is a corner; pointAt(x, y): the point of the figure under a pointer;
 * onCorner(point): the first corner, null once there is none; onFrame(corners): all four. Returns {put(point), first(),
 * forget(), stop()}.
 *
 * @param {HTMLElement} place
 * @param {{isOn: () => boolean, pointAt: (x: number, y: number) => Point, onCorner: (point: Point | null) => void,
 *   onFrame: (corners: Point[]) => void}} act
 */
export function frameByCorners(place, { isOn, pointAt, onCorner, onFrame }) {
  /** @type {Point | null} */
  let first = null;
  let pressed = [0, 0];

  function onDown({ clientX, clientY, isPrimary }) {
    if (!isOn() || !isPrimary) return;
    pressed = [clientX, clientY];
    // Plotly lays a cover over the whole page while the pointer is down.
    document.addEventListener("pointerup", onUp, { once: true });
  }
  function onUp({ clientX, clientY }) {
    if (Math.hypot(clientX - pressed[0], clientY - pressed[1]) < DRAG) put(pointAt(clientX, clientY));
  }
  place.addEventListener("pointerdown", onDown);

  /** @param {Point} point */
  function put(point) {
    const opposite = first;
    first = opposite ? null : point;
    if (opposite) onFrame(cornersOf(opposite, point));
    onCorner(first);
  }
  return {
    put,
    first: () => first,
    forget() {
      if (first === null) return;
      first = null;
      onCorner(null);
    },
    stop: () => document.removeEventListener("pointerup", onUp),
  };
}

/**
 * All four of them, one after the other, of two that are opposite.
 *
 * @param {Point} one
 * @param {Point} other
 * @returns {Point[]}
 */
const cornersOf = ([x1, y1], [x2, y2]) => [
  [x1, y1],
  [x2, y1],
  [x2, y2],
  [x1, y2],
];
