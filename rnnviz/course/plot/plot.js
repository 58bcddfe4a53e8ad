// What figures are drawn with: scales, axes, curves and labels, as nodes for `paint`. Pure.

import { ruleX, ruleY } from "./marks.js";
import { telling } from "./told.js";

/** @import {Anchor, Attributes, Axis, LabelOptions, Mark, Part, Scale, Way, Words} from "../picture.d.ts" */
/** @import {Plot} from "./told.js" */

// Letters from a line to the next, and how far below the middle of its letters a text stands.
const LINE = 1.35;
const DROP = "0.35em";

/**
 * A linear scale from [from, to] to pixels: at(value), and back: of(pixel).
 *
 * @param {number[]} values
 * @param {number[]} pixels
 */
export function scale([from, to], [start, end]) {
  const at = (value) => start + ((value - from) / (to - from)) * (end - start);
  const of = (pixel) => from + ((pixel - start) / (end - start)) * (to - from);
  return { at, of, from, to, start, end };
}

/** The nearest number between two. */
export const clamp = (value, least, most) => Math.min(most, Math.max(least, value));

/**
 * The points [x, y] as a path; a gap where one is not finite.
 *
 * @param {number[][]} points
 */
export function pathOf(points) {
  let isDown = false;
  let path = "";
  for (const [x, y] of points) {
    if (!Number.isFinite(x + y)) isDown = false;
    else {
      path += `${isDown ? "L" : "M"}${x.toFixed(2)},${y.toFixed(2)}`;
      isDown = true;
    }
  }
  return path;
}

/**
 * The points of a function over a scale, in pixels, `count` of them.
 *
 * @param {(value: number) => number} f
 * @param {Scale} x
 * @param {Scale} y
 */
export function points(f, x, y, count = 160) {
  return Array.from({ length: count + 1 }, (_, k) => {
    const value = x.from + ((x.to - x.from) * k) / count;
    return [x.at(value), y.at(f(value))];
  });
}

/**
 * A curve through points in pixels. name: what heads its numbers in a table; without one, the text of its hue that is
 * the closest to it.
 *
 * @param {number[][]} points
 * @param {string} hue
 * @param {string} [more] further classes
 * @param {Attributes & {name?: string}} [attributes]
 * @returns {Mark}
 */
export function curve(points, hue, more = "", { name, ...attributes } = {}) {
  /** @type {Mark} */
  const mark = ["path", { class: `curve hue-${hue} ${more}`.trim(), d: pathOf(points), ...attributes }];
  // What is faint is the ground on which others stand.
  return more.includes("faintly") ? mark : telling(mark, { line: { points, hue, name } });
}

/**
 * A text; place: "start", "middle" or "end" of it is at x; base "middle": its letters stand in the middle of y, not on
 * it. Letters in it stand between dollar signs, as in the prose.
 *
 * @param {number} x
 * @param {number} y
 * @param {Words} text
 * @param {LabelOptions} [options]
 * @returns {Mark}
 */
export function label(x, y, text, { hue, place = "start", base, more = "", symbol } = {}) {
  const hued = hue ? `hue-${hue}` : "";
  const kind = [hued, place === "start" ? "" : place, more].filter(Boolean).join(" ");
  return [
    "text",
    { x: x.toFixed(2), y: y.toFixed(2), dy: base && DROP, class: kind || undefined, "data-symbol": symbol },
    ...[text].flat().flatMap((part) => (typeof part === "string" ? lettered(part) : [part])),
  ];
}

/**
 * A text that is drawn closer where it is wider than its room; wide, room: in pixels.
 *
 * @param {Mark} text
 * @param {number} wide
 * @param {number} room
 * @returns {Mark}
 */
export function squeezed([tag, attributes, ...inside], wide, room) {
  const closer = wide > room ? { textLength: room, lengthAdjust: "spacingAndGlyphs" } : {};
  return [tag, { ...attributes, ...closer }, ...inside];
}

/**
 * A remark beside what counts: small and grey.
 *
 * @param {number} x
 * @param {number} y
 * @param {Words} text
 * @param {Omit<LabelOptions, "hue" | "more">} [options]
 */
export const note = (x, y, text, options) => label(x, y, text, { ...options, more: "muted small" });

const LETTER = /(\p{L}\p{M}?)(?:_(?:\{([^}]*)\}|(.)))?|[^\p{L}]+/gu;
/** A text with its letters as the chapters write them: "size of $W_{hh}$". */
function lettered(text) {
  return text.split("$").flatMap((part, k) => {
    if (k % 2 === 0) return part ? [part] : [];
    return [...part.matchAll(LETTER)].flatMap(([all, name, long, short]) =>
      name ? letter(name, long ?? short) : [all],
    );
  });
}
/** Such a text as it is said, letter by letter: "size of W h h". */
export function spoken(text) {
  const said = (all, name, index) => (name && index ? [name, ...index].join(" ") : all);
  return text
    .split("$")
    .map((part, k) =>
      k % 2 === 0 ? part : part.replace(LETTER, (all, name, long, short) => said(all, name, long ?? short)),
    )
    .join("");
}

/**
 * A letter as the chapters write it, with an index below: `z₁`.
 *
 * @param {string} name
 * @param {string | number} [index]
 * @returns {Part[]}
 */
export function letter(name, index = "") {
  /** @type {Part[]} */
  const parts = [["tspan", { class: "letter" }, name]];
  if (index !== "")
    parts.push(["tspan", { class: "sub", dy: "0.3em" }, String(index)], ["tspan", { dy: "-0.22em" }, "\u200b"]);
  return parts;
}

/**
 * The lines of a grid with their numbers: below, for the ticks of x; at the left, for those of y. written, writtenX:
 * how a tick reads. realX, realY: the number at a place of an axis that has another one, such as its logarithm; an axis
 * whose ticks are powers of ten needs none.
 *
 * @param {Axis} x
 * @param {Axis} y
 * @param {{
 *   u: number, ticksX?: number[], ticksY?: number[], titleX?: Words, titleY?: Words, isGridX?: boolean,
 *   written?: (value: number) => string, writtenX?: (value: number) => string,
 *   realX?: (value: number) => number, realY?: (value: number) => number,
 * }} options
 */
export function axes(
  x,
  y,
  { u, ticksX = [], ticksY = [], titleX = "", titleY = "", written = plainNumber, writtenX, isGridX, realX, realY },
) {
  const across = ticksY.map((value) => {
    const at = y.at(value);
    return [
      "g",
      {},
      ruleY(at, x, "grid"),
      note(x.start - 0.5 * u, at, written(value), { base: "middle", place: "end" }),
    ];
  });
  const up = ticksX.map((value) => {
    const at = x.at(value);
    const line = isGridX ? ruleX(at, y, "grid") : null;
    return ["g", {}, line, note(at, y.start + 1.35 * u, (writtenX ?? written)(value), { place: "middle" })];
  });
  const titles = [];
  if (titleX) titles.push(note((x.start + x.end) / 2, y.start + 2.7 * u, titleX, { place: "middle" }));
  if (titleY) titles.push(note(x.start - 0.5 * u, y.end - 0.9 * u, titleY));
  const told = { titleX, titleY, written, writtenX, realX, realY };
  return [...across, ...up, ...titles, plotOn(x, y, /^[−-]/.test(written(-1)), told)];
}

/**
 * What says on which axes the curves of a plot stand, for those who hear them or read them as a table. isSigned:
 * whether a number below zero is below zero there, and not the exponent of a small one. told: what `axes` knows of
 * them.
 *
 * @param {Axis} x
 * @param {Axis} y
 * @param {boolean} isSigned
 * @param {Omit<Plot, "x" | "y">} [told]
 * @returns {Mark}
 */
export function plotOn(x, y, isSigned, told) {
  const zero = isSigned && y.from < 0 && y.to > 0 ? ` ${y.at(0)}` : "";
  /** @type {Mark} */
  const mark = ["g", { class: "heard-on", "data-x": `${x.start} ${x.end}`, "data-y": `${y.start} ${y.end}${zero}` }];
  return telling(mark, { plot: { x, y, ...told } });
}

/**
 * A number of an axis, with a real minus sign.
 *
 * @param {number} value
 */
export function plainNumber(value) {
  return String(Number(value.toPrecision(6))).replace("-", "−");
}

/**
 * Whole ticks of one step within a range.
 *
 * @param {number} from
 * @param {number} to
 * @param {number} step
 */
export function ticks(from, to, step) {
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, k) => Number(((first + k) * step).toPrecision(10)));
}

/**
 * Heights at least `gap` apart, in their order and between `most` below and `least` above, as near as can be.
 *
 * @param {number[]} places
 * @param {number} gap
 */
export function apart(places, gap, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY) {
  const sorted = places.map((y, k) => ({ y: Math.min(most, Math.max(least, y)), k })).sort((a, b) => a.y - b.y);
  for (let k = 1; k < sorted.length; k += 1) sorted[k].y = Math.max(sorted[k].y, sorted[k - 1].y + gap);
  for (let k = sorted.length - 1, top = most; k >= 0; k -= 1, top -= gap) sorted[k].y = Math.min(sorted[k].y, top);
  /** @type {number[]} */
  const found = [];
  for (const { y, k } of sorted) found[k] = y;
  return found;
}

/** A whole number with its thousands set apart. */
export function wholeNumber(count) {
  return Math.round(count)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ",");
}

/**
 * About how wide a text is, in letters of size u: Chinese characters are twice as wide as Latin ones.
 *
 * @param {string} text
 * @param {number} u
 */
export function widthOf(text, u) {
  return [...text].reduce((sum, one) => sum + (one > "\u2e7f" ? 1 : 0.54), 0) * u;
}

// A word with the space after it, or one Chinese character with the marks that stay on its line.
const PIECE = /[「『《（]*[\u2e80-\uffff][，。：；、！？）》」』”]*\s*|[^\s\u2e80-\uffff]+\s*/g;

/**
 * A text in lines no wider than `width`, as labels under one another: the first at (x, y) or, where it ends there, the
 * last. u: the size of the letters; more: as for `label`.
 *
 * @param {number} x
 * @param {number} y
 * @param {string} text
 * @param {LabelOptions & {u: number, width: number, ends?: boolean}} options
 */
export function paragraph(x, y, text, { u, width, ends = false, ...more }) {
  const lines = [""];
  for (const piece of text.match(PIECE) ?? []) {
    if (lines.at(-1) && widthOf((lines.at(-1) + piece).trim(), u) > width) lines.push("");
    lines[lines.length - 1] += piece;
  }
  const first = ends ? y - (lines.length - 1) * LINE * u : y;
  return lines.map((line, k) => label(x, first + k * LINE * u, line.trim(), more));
}

/**
 * Where the names of points stand so that they do not cover one another: [{x, y, place}], in the order of the points
 * [x, y, name]; null where there is no room for one. taken: rectangles [left, top, right, bottom] to be kept free.
 *
 * @param {[x: number, y: number, name: string][]} points
 * @param {number} u
 * @param {number[][]} [taken]
 * @returns {({x: number, y: number, place: Anchor} | null)[]}
 */
export function namePlaces(points, u, taken = []) {
  const covered = [...taken, ...points.map(([x, y]) => [x - 3, y - 3, x + 3, y + 3])];
  return points.map(([x, y, name]) => {
    const wide = widthOf(name, u);
    /** @type {Way[]} */
    const ways = [
      [0.5, 0.35, "start"],
      [-0.5, 0.35, "end"],
      [0, -0.55, "middle"],
      [0, 1.25, "middle"],
      [0.4, -0.5, "start"],
      [0.4, 1.2, "start"],
      [-0.4, -0.5, "end"],
      [-0.4, 1.2, "end"],
    ];
    for (const [dx, dy, place] of ways) {
      const left = x + dx * u - { start: 0, middle: wide / 2, end: wide }[place];
      const room = [left, y + (dy - 0.85) * u, left + wide, y + (dy + 0.15) * u];
      const isFree = covered.every(([l, t, r, b]) => room[2] < l || room[0] > r || room[3] < t || room[1] > b);
      if (isFree) {
        covered.push(room);
        return { x: x + dx * u, y: y + dy * u, place };
      }
    }
    return null;
  });
}
