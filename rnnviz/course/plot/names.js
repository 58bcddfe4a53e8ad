// Where the name of a curve or of a point stands, so that no curve crosses it. Pure.

/** @import {Axis, LabelOptions, Way, Words} from "../picture.d.ts" */

import { apart, label, widthOf } from "./plot.js";

/**
 * Ways for a name around a point, the nearest first: [[x, y, place]].
 *
 * @param {number} x
 * @param {number} y
 * @param {number} u
 */
export function waysAround(x, y, u) {
  /** @type {Way[]} */
  const ring = [
    [0.9, 0.35, "start"],
    [0.7, -0.8, "start"],
    [0.7, 1.6, "start"],
    [0, -1.2, "middle"],
    [0, 1.9, "middle"],
    [-0.9, 0.35, "end"],
    [-0.7, -0.8, "end"],
    [-0.7, 1.6, "end"],
  ];
  return [1, 1.8, 2.8].flatMap((far) =>
    ring.map(([dx, dy, place]) => wayTo(x + dx * far * u, y + dy * far * u, place)),
  );
}

/**
 * The names of curves beside their ends, within the axis y and apart from one another: [height, text, hue].
 *
 * @param {[height: number, text: Words, hue?: string][]} names
 * @param {Axis} x
 * @param {Axis} y
 * @param {number} u
 */
export function endNames(names, x, y, u) {
  const heights = apart(
    names.map(([height]) => height),
    1.4 * u,
    y.end,
    y.start,
  );
  return names.map(([, text, hue], k) =>
    label(x.end + 0.6 * u, heights[k], text, { base: "middle", hue, more: "bold small halo" }),
  );
}

/** @returns {Way} */
const wayTo = (x, y, place) => [x, y, place];

/**
 * Ways for a name along a curve, above and below it, its end first. points: in pixels.
 *
 * @param {number[][]} points
 * @param {number} u
 * @returns {Way[]}
 */
export function waysAlong(points, u) {
  const real = points.filter(([x, y]) => Number.isFinite(x + y));
  const parts = [1, 0.94, 0.88, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.12, 0.06, 0];
  return parts.flatMap((part) => {
    const [x, y] = real[Math.round(part * (real.length - 1))] ?? [0, 0];
    const places = part > 0.5 ? ["end", "middle", "start"] : ["start", "middle", "end"];
    return [1, 2].flatMap((far) => [
      ...places.map((place) => wayTo(x, y - 0.6 * far * u, place)),
      ...places.map((place) => wayTo(x, y + (0.65 + 0.7 * far) * u, place)),
      wayTo(x + 0.5 * far * u, y + 0.35 * u, "start"),
      wayTo(x - 0.5 * far * u, y + 0.35 * u, "end"),
    ]);
  });
}

/**
 * Whether the line from one point to another touches a rectangle [left, top, right, bottom].
 *
 * @param {number[]} from
 * @param {number[]} to
 * @param {number[]} room
 */
function touches([x1, y1], [x2, y2], [left, top, right, bottom]) {
  let [from, to] = [0, 1];
  for (const [start, step, least, most] of [
    [x1, x2 - x1, left, right],
    [y1, y2 - y1, top, bottom],
  ]) {
    if (step === 0 && (start < least || start > most)) return false;
    if (step === 0) continue;
    const [a, b] = [(least - start) / step, (most - start) / step].sort((one, two) => one - two);
    [from, to] = [Math.max(from, a), Math.min(to, b)];
  }
  return from <= to;
}

/** How often curves cross a rectangle. */
function crossings(lines, room) {
  let count = 0;
  for (const line of lines)
    for (let k = 1; k < line.length; k += 1) if (touches(line[k - 1], line[k], room)) count += 1;
  return count;
}

/** The words of a text of nodes. */
const wordsOfNode = (node) => (typeof node === "string" ? node : node.slice(2).map(wordsOfNode).join(""));

/**
 * A name at the first of its ways where no line crosses it and no other name stands; where there is none, at the one
 * with the fewest crossings. lines: curves as points in pixels. taken: rectangles [left, top, right, bottom] that are
 * kept free; the name's own is added. within: a rectangle that it stays in. Further options: those of `label`.
 *
 * @param {Words} text
 * @param {Way[]} ways
 * @param {LabelOptions & {u: number, lines?: number[][][], taken?: number[][], within?: number[]}} options
 */
export function nameNode(text, ways, { u, lines = [], taken = [], within, ...options }) {
  const said = [text]
    .flat()
    .map(wordsOfNode)
    .join("")
    .replace(/[$_{}\u200b]/g, "");
  const wide = widthOf(said, u) * (options.more?.includes("small") ? 0.95 : 1.06);
  /** @param {number[]} room */
  const inside = ([left, top, right, bottom]) =>
    !within || (left >= within[0] && top >= within[1] && right <= within[2] && bottom <= within[3]);
  let best = null;
  for (const [x, y, place] of ways) {
    const left = x - { start: 0, middle: wide / 2, end: wide }[place];
    const room = [left, y - 0.85 * u, left + wide, y + 0.2 * u];
    if (!inside(room)) continue;
    const covered = taken.filter(([l, t, r, b]) => room[0] < r && room[2] > l && room[1] < b && room[3] > t).length;
    const cost = covered ? 1000 * covered : crossings(lines, room);
    if (!best || cost < best.cost) best = { cost, x, y, place, room };
    if (cost === 0) break;
  }
  const [x, y, place] = best ? [best.x, best.y, best.place] : ways[0];
  if (best) taken.push(best.room);
  return label(x, y, text, { ...options, place });
}
