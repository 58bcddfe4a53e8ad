// What is seen of the states: two of their components across and upwards, or three that are turned. Pure.

/** @import {Point, Turn} from "../states.d.ts" */

import { rangeOf } from "./cloudfigure.js";
import { arms, projected, radiusOf, seenFrom } from "./turning.js";

export function cloudSight() {
  /** @type {Float32Array[]} */
  let coordinates = [];
  // Of each component, and of all three together.
  /** @type {Point[]} */
  let ranges = [];
  let radius = 1;
  /** @type {number[]} */
  let view = [];
  /** @type {Turn} */
  let turn = null;
  // Of each place, what is drawn across and upwards.
  /** @type {Float32Array[]} */
  let flat = [];
  const isTurned = () => view.length > 2;

  return {
    isTurned,
    coordinates: () => coordinates,
    flat: () => flat,
    /** Other states; the ranges stay as they are until they are measured. @param {Float32Array[]} next */
    receive(next) {
      coordinates = next;
    },
    measure() {
      ranges = coordinates.map(rangeOf);
      radius = coordinates.length < 3 ? 1 : radiusOf(coordinates);
    },
    /**
     * The numbers of the components that are seen, and from where three of them are.
     *
     * @param {number[]} components
     * @param {Turn} from
     */
    look(components, from) {
      [view, turn] = [components, from];
      flat = isTurned() ? projected(coordinates, turn) : view.map((component) => coordinates[component]);
    },
    /** The two ranges of the picture. @returns {Point[]} */
    ranges() {
      const whole = rangeOf([-radius, radius]);
      return isTurned() ? [whole, whole] : view.map((component) => ranges[component]);
    },
    /** Where a place lies. @returns {Point} */
    pointOf: (k) => [flat[0][k], flat[1][k]],
    /** Where a point of all components lies. @param {ArrayLike<number>} at @returns {Point} */
    inView: (at) => (isTurned() ? seenFrom(at, turn) : [at[view[0]], at[view[1]]]),
    arms: () => (isTurned() ? arms(radius, turn) : []),
  };
}
