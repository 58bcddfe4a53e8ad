// The way of the state to a place: its last steps, drawn over the cloud. Pure.

/** @import {Over, Point} from "../states.d.ts" */

// Steps of the way that are drawn.
const STEPS = 30;
// How much of its ink the oldest step has.
const FAINTEST = 0.12;

/** The places of the last steps to place k, the oldest first: 31, or as many as there are. */
export function placesOfWay(k, steps = STEPS) {
  const first = Math.max(0, k - steps);
  return Array.from({ length: k - first + 1 }, (_, i) => first + i);
}

/**
 * A line for each step, the later the darker, with a ring at the end of the last; and a ring where the pointer is, in
 * any panel.
 *
 * @param {Point[]} points of the way
 * @param {Point | null} hovered
 * @returns {Over}
 */
export function layoutWay(points, hovered = null) {
  const steps = points.length - 1;
  return {
    lines: points.slice(1).map((to, k) => ({
      from: points[k],
      to,
      opacity: FAINTEST + (1 - FAINTEST) * ((k + 1) / steps),
    })),
    rings: [{ at: points[steps], kind: "here" }, ...(hovered ? [{ at: hovered, kind: "there" }] : [])],
  };
}
