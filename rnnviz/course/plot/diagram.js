// What stands in a diagram between its vectors: arrows, boxes and round nodes. Pure.

/** @import {Mark, Words} from "../picture.d.ts" */

import { circle, rect } from "./marks.js";
import { label } from "./plot.js";

/**
 * An arrow along points in pixels, its head at the last one. more: further classes, such as "faintly".
 *
 * @param {number[][]} points
 * @param {number} u
 * @param {{hue?: string, symbol?: string, more?: string, isBare?: boolean}} [options]
 * @returns {Mark}
 */
export function arrow(points, u, { hue = "", symbol, more = "", isBare = false } = {}) {
  const [[x1, y1], [x2, y2]] = points.slice(-2);
  const long = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / long, (y2 - y1) / long];
  const head = 0.62 * u;
  const [bx, by] = [x2 - dx * head, y2 - dy * head];
  const line = isBare ? points : [...points.slice(0, -1), [bx + dx, by + dy]];
  const kind = [hue && `hue-${hue}`, more].filter(Boolean).join(" ");
  const d = line.map(([x, y], k) => `${k ? "L" : "M"}${x.toFixed(1)},${y.toFixed(1)}`).join("");
  const side = (by1) => `${(bx - dy * by1).toFixed(1)},${(by + dx * by1).toFixed(1)}`;
  const tip = `M${x2.toFixed(1)},${y2.toFixed(1)}L${side(0.32 * u)}L${side(-0.32 * u)}Z`;
  /** @type {Mark[]} */
  const tips = isBare ? [] : [["path", { class: "tip", d: tip }]];
  return ["g", { class: kind || undefined, "data-symbol": symbol }, ["path", { class: "wire", d }], ...tips];
}

/**
 * An arrow from one point to another; options: as for `arrow`.
 *
 * @param {number[]} from
 * @param {number[]} to
 * @param {number} u
 * @param {Parameters<typeof arrow>[2]} [options]
 */
export function straight(from, to, u, options) {
  return arrow([from, to], u, options);
}

/**
 * A box with a text in its middle.
 *
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {Words} text
 * @param {{u: number, hue?: string, symbol?: string, more?: string, round?: number}} options
 */
export function boxed(x, y, width, height, text, { u, hue = "text", symbol, more = "", round = 0.45 }) {
  return [
    "g",
    { "data-symbol": symbol, class: more || undefined },
    rect(x, y, width, height, `node hue-${hue}`, { rx: round * u }),
    label(x + width / 2, y + height / 2, text, { base: "middle", place: "middle", more: "bold" }),
  ];
}

/**
 * A round node with a sign in it, such as +.
 *
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {Words} text
 * @param {{hue?: string, symbol?: string}} [options]
 */
export function round(x, y, r, text, { hue = "text", symbol } = {}) {
  return [
    "g",
    { "data-symbol": symbol },
    circle(x, y, r, `node hue-${hue}`),
    label(x, y, text, { base: "middle", place: "middle", more: "bold" }),
  ];
}
