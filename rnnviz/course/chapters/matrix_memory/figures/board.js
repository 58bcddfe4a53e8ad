// What the figures of a memory are made of: its squares with a key and a value beside them, pairs in a row, and keys in
// their plane. Pure.

/** @import {Box, Strings, Values} from "../../../definition.d.ts" */
/** @import {Mark} from "../../../picture.d.ts" */

import { cells, down, inSquare } from "../../../plot/cells.js";
import { circle, dot, rule } from "../../../plot/marks.js";
import { clamp, label, note } from "../../../plot/plot.js";
import { handle, pickable } from "../../../reader/figure.js";
import { strongest } from "../memory.js";
import { DIGITS, NUMBERS } from "../settings.js";

const COLUMNS = DIGITS.length;
// Letters from a grid's title to its rows.
const HEAD = 2.9;
// Letters that a row of squares is high, at least and at most.
const ROWS = [1.75, 2.9];

/** The pair that is looked at: the last one, where there are fewer. */
export const stepAt = (steps, at) => Math.min(at, steps.length);
/** A memory into which nothing is written. */
export const EMPTY = ["a", "b"].map(() => [...DIGITS].map(() => 0));

/**
 * The sides of the squares where two memories stand beside each other, the second with its key, and `rows` rows under
 * one another: {wide, high, u}. rest: letters of the height that the rows do not have.
 *
 * @param {Box} box
 * @param {number} rows
 * @param {number} rest
 */
export function squaresOf({ width, height, u }, rows, rest) {
  const [least, most] = ROWS.map((one) => one * u);
  return {
    wide: Math.min(3.6 * u, (width - 1.4 * u) / (2 * COLUMNS + 1)),
    high: clamp((height - rest * u) / rows, least, most),
    u,
  };
}
/** The height of a grid of `rows` rows, with its title. */
export const gridHeight = ({ high, u }, rows = 2) => HEAD * u + rows * high;

/**
 * A memory at (x, y): a title, the digits over its columns or the numbers of `row` there, and before its rows `key` or
 * `heads`. isAsked: whether the largest number of each row is marked, where there is one.
 *
 * @param {{
 *   title: string, rows: number[][], hue?: string, row?: number[], rowHue?: string, key?: number[], heads?: string[],
 *   isAsked?: boolean,
 * }} what
 * @param {number} x
 * @param {number} y
 * @param {{wide: number, high: number, u: number}} squares
 */
export function memoryGrid(what, x, y, { wide, high, u }) {
  const { title, rows, hue = "memory", row, rowHue = "candidate", key, heads = [], isAsked = false } = what;
  const top = y + HEAD * u;
  const written = (value) => inSquare(value, wide, u);
  const options = { full: 1, isWritten: true, written };
  const lit = isAsked ? rows.flatMap((one, k) => (hasOneLargest(one) ? [[k, strongest(one)]] : [])) : [];
  return [
    label(x, y + 0.9 * u, title, { hue, more: "bold" }),
    ...(row ? framed([row], x, y + 1.25 * u, wide, 1.5 * u, rowHue, options) : digitHeads(x, y + 2.5 * u, wide)),
    ...(key ? framed(down(key), x - wide - 0.15 * u, top, wide, high, "gate1", options) : []),
    ...heads.map((one, k) =>
      label(x - 0.5 * u, top + (k + 0.5) * high, one, { place: "end", base: "middle", hue: "gate3", more: "bold" }),
    ),
    cells(rows, x, top, wide, high, { ...options, lit }),
  ];
}

function hasOneLargest(row) {
  const most = Math.max(...row);
  return most > 0 && row.filter((one) => Math.abs(one - most) < 1e-9).length === 1;
}

/** Squares with a frame in a hue around them. */
function framed(rows, x, y, wide, high, hue, options) {
  const size = { width: rows[0].length * wide, height: rows.length * high };
  return [cells(rows, x, y, wide, high, options), ["rect", { class: `outline hue-${hue}`, x, y, ...size, rx: 3 }]];
}

const digitHeads = (left, y, wide) =>
  [...DIGITS].map((digit, k) => note(left + (k + 0.5) * wide, y, digit, { place: "middle" }));

/**
 * The pairs in the order in which they are written, the one that is looked at between rings.
 *
 * @param {{
 *   steps: {letter: string, digit: string}[], at: number, drag: string, values: Values, words: Strings, y: number,
 * }} what
 * @param {Box} box
 */
export function pairsRow({ steps, at, drag, values, words, y }, { width, u }) {
  const wide = pairWidth(width, u);
  return [
    ...steps.map(({ letter, digit }, k) =>
      pickable(
        `${drag} ${k + 1}`,
        label((k + 0.5) * wide, y + u, `${letter}${digit}`, {
          place: "middle",
          more: k + 1 === at ? "bold" : "muted",
        }),
      ),
    ),
    ...(steps.length > 0
      ? [
          rule([0, y + 2.2 * u], [steps.length * wide, y + 2.2 * u], "axis"),
          handle({
            drag,
            numbers: NUMBERS,
            values: { ...values, [drag]: at },
            x: (at - 0.5) * wide,
            y: y + 2.2 * u,
            label: words[drag],
            hue: "input",
            radius: 6,
          }),
        ]
      : [label(0, y + u, words.noPairs, { more: "muted" })]),
  ];
}
/** What fits a pointer on that row. */
export const pairAt = (x, { width, u }) => Math.max(1, Math.floor(x / pairWidth(width, u)) + 1);
const pairWidth = (width, u) => Math.min(4 * u, width / NUMBERS.at.most);

/**
 * The upper half of the plane in which keys of length 1 point, its middle at (x, y): a ring for each angle that a
 * reader turns. keys: [{name, degrees, hue, drag}].
 *
 * @param {{name: string, degrees: number, hue: string, drag?: string, label?: string}[]} keys
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {Values} values
 * @param {number} u
 */
export function keyPlane(keys, x, y, radius, values, u) {
  const tip = (degrees, far = 1) => {
    const radians = (degrees * Math.PI) / 180;
    return [x + far * radius * Math.cos(radians), y - far * radius * Math.sin(radians)];
  };
  return [
    rule([x - radius - u, y], [x + radius + u, y], "axis"),
    rule([x, y], [x, y - radius - 0.6 * u], "grid"),
    [
      "path",
      { class: "curve thin faintly hue-text", d: `M${x - radius},${y}A${radius},${radius} 0 0 1 ${x + radius},${y}` },
    ],
    ...keys.flatMap(({ name, degrees, hue, drag, label: words = "" }, k) => {
      const [cx, cy] = tip(degrees);
      const [tx, ty] = tip(degrees, 1 + (1.4 * u) / radius);
      // Two keys at one place have their names side by side.
      const beside = keys.slice(0, k).filter((one) => Math.abs(one.degrees - degrees) < 12).length;
      return [
        rule([x, y], [cx, cy], `curve thin hue-${hue}`),
        drag
          ? handle({ drag, numbers: NUMBERS, values, x: cx, y: cy, label: words, hue, radius: 6 })
          : dot(cx, cy, 0.33 * u, hue),
        label(tx + 1.5 * beside * u, ty, name, { hue, place: "middle", base: "middle", more: "bold halo" }),
      ];
    }),
    circle(x, y, 2, "dot hue-text"),
  ];
}
/** The angle at which a pointer stands around (x, y), from 0 to 180. */
export function angleAt(px, py, x, y) {
  const degrees = (Math.atan2(y - py, px - x) * 180) / Math.PI;
  if (degrees >= 0) return degrees;
  return degrees < -90 ? 180 : 0;
}
