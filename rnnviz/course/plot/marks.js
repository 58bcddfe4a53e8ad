// The marks that figures are made of: rules, bars, dots and rectangles, as nodes for `paint`. Pure.
//
// kind: what a mark is in the style sheet, such as "axis", "grid", "guide hue-loss". more: further attributes.

/** @import {Attributes, Mark, Pixels} from "../picture.d.ts" */

import { telling } from "./told.js";

/** @typedef {{start: number, end: number} | Pixels[]} Ends of a scale, or two places */

// How large dots are, in letters.
export const DOT = { small: 0.24, usual: 0.33, large: 0.4 };
// Pixels that a bar has at least, so that it is seen.
const LEAST = 0.5;

/** @type {(ends: Ends) => Pixels[]} */
const endsOf = (ends) => (Array.isArray(ends) ? ends : [ends.start, ends.end]);

/**
 * A line across, at a height.
 *
 * @param {Pixels} y
 * @param {Ends} x
 * @param {string} kind
 * @param {Attributes} [more]
 * @returns {Mark}
 */
export function ruleY(y, x, kind, more) {
  const [x1, x2] = endsOf(x);
  return ["line", { class: kind, x1, x2, y1: y, y2: y, ...more }];
}

/**
 * An upright line.
 *
 * @param {Pixels} x
 * @param {Ends} y
 * @param {string} kind
 * @param {Attributes} [more]
 * @returns {Mark}
 */
export function ruleX(x, y, kind, more) {
  const [y1, y2] = endsOf(y);
  return ["line", { class: kind, x1: x, x2: x, y1, y2, ...more }];
}

/**
 * A line from one point to another.
 *
 * @param {Pixels[]} from
 * @param {Pixels[]} to
 * @param {string} kind
 * @param {Attributes} [more]
 * @returns {Mark}
 */
export const rule = ([x1, y1], [x2, y2], kind, more) => ["line", { class: kind, x1, y1, x2, y2, ...more }];

/**
 * A point of a hue.
 *
 * @param {Pixels} x
 * @param {Pixels} y
 * @param {Pixels} r
 * @param {string} hue
 * @param {Attributes} [more]
 */
export const dot = (x, y, r, hue, more) => circle(x, y, r, `dot hue-${hue}`, more);

/**
 * @param {Pixels} x
 * @param {Pixels} y
 * @param {Pixels} r
 * @param {string} kind
 * @param {Attributes} [more]
 * @returns {Mark}
 */
export const circle = (x, y, r, kind, more) => {
  /** @type {Mark} */
  const mark = ["circle", { class: kind, cx: x, cy: y, r, ...more }];
  const [, hue] = /^(?:dot|open) hue-([\w-]+)/.exec(kind) ?? [];
  return hue ? telling(mark, { point: { x: Number(x), y: Number(y), hue } }) : mark;
};

/**
 * A rectangle: a card, a frame around something, a band of a plot.
 *
 * @param {Pixels} x
 * @param {Pixels} y
 * @param {Pixels} width
 * @param {Pixels} height
 * @param {string} kind
 * @param {Attributes} [more]
 * @returns {Mark}
 */
export const rect = (x, y, width, height, kind, more) => ["rect", { class: kind, x, y, width, height, ...more }];

/**
 * A bar across, from one place to another, at least half a pixel long. y: of its upper edge.
 *
 * @param {number} y
 * @param {number} high
 * @param {number} from
 * @param {number} to
 * @param {string} kind
 * @param {Attributes} [more]
 */
export const barX = (y, high, from, to, kind, more) =>
  rect(Math.min(from, to), y, Math.max(LEAST, Math.abs(to - from)), high, kind, more);

/**
 * An upright bar, from one height to another, at least half a pixel high. x: of its left edge.
 *
 * @param {number} x
 * @param {number} wide
 * @param {number} from
 * @param {number} to
 * @param {string} kind
 * @param {Attributes} [more]
 */
export const barY = (x, wide, from, to, kind, more) =>
  telling(rect(x, Math.min(from, to), wide, Math.max(LEAST, Math.abs(to - from)), kind, more), {
    bar: { x: x + wide / 2, y: to, hue: /hue-([\w-]+)/.exec(kind)?.[1] ?? "" },
  });
