// Three components in one picture: the cloud turned about its middle, as seen from far away. Pure.

/** @import {Point, Turn} from "../states.d.ts" */

// What a drag turns a pixel, and what a slider turns over its whole way.
const RADIANS_PER_PIXEL = 0.01;
export const MOST_TURN = Math.PI;
export const MOST_TILT = Math.PI / 2;
/** From a little to the side and above, so that depth is seen. */
export const FIRST_TURN = { turn: 0.6, tilt: 0.4 };
// How long the arms are that show the components, as a share of the cloud's radius.
const ARM = 0.9;

/**
 * What of each component goes across and upwards. turn: about the upright axis; tilt: then forwards.
 *
 * @param {Turn} turn
 * @returns {[number[], number[]]}
 */
export function directions({ turn, tilt }) {
  return [
    [Math.cos(turn), 0, Math.sin(turn)],
    [Math.sin(turn) * Math.sin(tilt), Math.cos(tilt), -Math.cos(turn) * Math.sin(tilt)],
  ];
}

/**
 * A point of three components as it is seen.
 *
 * @param {ArrayLike<number>} at
 * @param {Turn} turn
 * @returns {Point}
 */
export function seenFrom(at, turn) {
  const [x, y] = directions(turn).map((weights) => weights.reduce((sum, weight, k) => sum + weight * at[k], 0));
  return [x, y];
}

/**
 * All places of three components as they are seen, across and upwards.
 *
 * @param {Float32Array[]} components
 * @param {Turn} turn
 */
export function projected(components, turn) {
  const [a, b, c] = components;
  return directions(turn).map(([u, v, w]) => a.map((value, k) => u * value + v * b[k] + w * c[k]));
}

/**
 * How far the farthest place is from the middle, whichever way the cloud is turned.
 *
 * @param {Float32Array[]} components three of them
 */
export function radiusOf(components) {
  const [a, b, c] = components;
  return a.reduce((most, value, k) => Math.max(most, Math.hypot(value, b[k], c[k])), 0) || 1;
}

/** The components' own axes from the middle, each with the number of its component. */
export function arms(radius, turn) {
  return [0, 1, 2].map((component) => {
    const at = [0, 0, 0];
    at[component] = ARM * radius;
    return { to: seenFrom(at, turn), component };
  });
}

/** After a drag to the right and down, in pixels: the cloud goes along with the pointer. */
export function turned({ turn, tilt }, right, down) {
  const around = turn + RADIANS_PER_PIXEL * right;
  const over = tilt + RADIANS_PER_PIXEL * down;
  return {
    turn: around - 2 * Math.PI * Math.round(around / (2 * Math.PI)),
    tilt: Math.min(MOST_TILT, Math.max(-MOST_TILT, over)),
  };
}
