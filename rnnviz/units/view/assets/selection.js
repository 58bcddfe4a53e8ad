// What lies within an outline of the cloud, and the spans of the text that this is. Pure.

/** @import {Point} from "../states.d.ts" */

/**
 * The places whose points lie within a polygon.
 *
 * @param {ArrayLike<number>} x
 * @param {ArrayLike<number>} y
 * @param {Point[]} corners
 * @returns {number[]}
 */
export function placesWithin(x, y, corners) {
  const found = [];
  for (let k = 0; k < x.length; k += 1) if (isWithin(x[k], y[k], corners)) found.push(k);
  return found;
}

/** Whether a ray to the right crosses the outline an odd number of times. */
function isWithin(x, y, corners) {
  let inside = false;
  let [xa, ya] = corners[corners.length - 1];
  for (const [xb, yb] of corners) {
    if (ya > y !== yb > y && x < ((xa - xb) * (y - yb)) / (ya - yb) + xb) inside = !inside;
    [xa, ya] = [xb, yb];
  }
  return inside;
}

/**
 * The outline of what Plotly says was selected, by lasso or as a box; null for nothing.
 *
 * @param {{lassoPoints?: {x: number[], y: number[]}, range?: {x: number[], y: number[]}} | undefined} told
 * @returns {Point[] | null}
 */
export function outlineOf(told) {
  if (told?.lassoPoints) return told.lassoPoints.x.map((x, k) => [x, told.lassoPoints.y[k]]);
  if (!told?.range) return null;
  const [[x0, x1], [y0, y1]] = [told.range.x, told.range.y];
  return [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ];
}

/** Places in rising order as spans [first, the one after the last]. */
export function spansOf(places) {
  /** @type {[number, number][]} */
  const spans = [];
  for (const k of places) {
    const last = spans.at(-1);
    if (last?.[1] === k) last[1] = k + 1;
    else spans.push([k, k + 1]);
  }
  return spans;
}
