// Every matrix of a step in its size, with the sizes to be dragged (002, 004).

/** @import {Figure} from "../../../definition.d.ts" */
/** @import {Mark, Part} from "../../../picture.d.ts" */

import { fill } from "../../../../web/numbers.js";
import { listComma } from "../../../../web/punctuation.js";
import { straight } from "../../../plot/diagram.js";
import { rect } from "../../../plot/marks.js";
import { label, letter, note } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { integer } from "../../../reader/values.js";

const LARGEST = 12;

export const SHAPES_NUMBERS = {
  n: integer(2, 1, 6),
  d: integer(3, 1, LARGEST, { hue: "input" }),
  h: integer(4, 1, LARGEST, { hue: "state" }),
  q: integer(2, 1, LARGEST, { hue: "output" }),
  T: integer(100, 1, 1000),
};
export const SHAPES_CHOICES = {
  order: { usual: "row", of: ["row", "column"] },
  sizes: { usual: "dhq", of: ["dhq", "xhy", "dnk"] },
};
// How the documents write the numbers of inputs, hidden units and outputs: 002 and 003, 000, 004.
const LETTERS = { dhq: ["d", "h", "q"], xhy: ["x", "h", "y"], dnk: ["D", "N", "K"] };
const sizeLetters = ({ sizes }) => {
  const [d, h, q] = LETTERS[sizes];
  return { d, h, q };
};

// 000 and 004 write W_hy and b_y.
const OUTPUT_INDICES = { hq: "hy", q: "y" };

/** The products of a step in the reader's order: of each line its matrices, with the signs between them. */
function lineup({ sizes, order, ...values }) {
  const letters = { n: "n", 1: "1", ...sizeLetters({ sizes }) };
  const [n, d, h, q] = ["n", "d", "h", "q"];
  // Each size is named by its letter in rnnviz, and shown by its number and the document's letter.
  /**
   * @param {string} name
   * @param {string} index
   * @param {string | 1} rows
   * @param {string | 1} columns
   * @param {string} hue
   * @param {{isOwn?: boolean, copies?: number}} [more]
   */
  const matrix = (name, index, rows, columns, hue, more = {}) => ({
    name,
    index: sizes === "dhq" ? index : (OUTPUT_INDICES[index] ?? index),
    rows: values[rows] ?? rows,
    columns: values[columns] ?? columns,
    written: `${letters[rows]} × ${letters[columns]}`,
    hue,
    ...more,
  });
  if (order === "row") {
    return [
      [
        matrix("X", "t", n, d, "input"),
        matrix("W", "xh", d, h, "text", { isOwn: true }),
        "+",
        matrix("H", "t−1", n, h, "state"),
        matrix("W", "hh", h, h, "text", { isOwn: true }),
        "+",
        matrix("b", "h", 1, h, "text", { isOwn: true, copies: values.n }),
        "→",
        matrix("H", "t", n, h, "state"),
      ],
      [
        matrix("H", "t", n, h, "state"),
        matrix("W", "hq", h, q, "text", { isOwn: true }),
        "+",
        matrix("b", "q", 1, q, "text", { isOwn: true, copies: values.n }),
        "=",
        matrix("O", "t", n, q, "output"),
      ],
    ];
  }
  return [
    [
      matrix("W", "hh", h, h, "text", { isOwn: true }),
      matrix("h", "t−1", h, 1, "state"),
      "+",
      matrix("W", "xh", h, d, "text", { isOwn: true }),
      matrix("x", "t", d, 1, "input"),
      "+",
      matrix("b", "h", h, 1, "text", { isOwn: true }),
      "→",
      matrix("h", "t", h, 1, "state"),
    ],
    [
      matrix("W", "hy", q, h, "text", { isOwn: true }),
      matrix("h", "t", h, 1, "state"),
      "+",
      matrix("b", "y", q, 1, "text", { isOwn: true }),
      "→",
      matrix("y", "t", q, 1, "output"),
    ],
  ];
}
/** @type {Figure} */
export const SHAPES = {
  drags: {
    dh: (x, y, _values, box, from) => ({
      h: from.values.h + Math.round((x - from.x) / (1.5 * box.u)),
      d: from.values.d + Math.round((y - from.y) / (1.5 * box.u)),
    }),
    n: (_x, y, _values, box, from) => ({ n: from.values.n + Math.round((y - from.y) / (1.5 * box.u)) }),
    q: (x, _y, _values, box, from) => ({ q: from.values.q + Math.round((x - from.x) / (1.5 * box.u)) }),
  },
  draw(values, box, words) {
    const { u, width, height } = box;
    const count = parameters(values);
    return [
      ...lineNodes(values, box, words),
      label(
        0,
        height - 1.8 * u,
        fill(words.count, { sum: count.terms.join(" + "), all: count.all.toLocaleString("en") }),
        { more: "bold" },
      ),
      width > 34 * u && note(0, height - 0.4 * u, words.countOf),
    ];
  },
  describe(values, words) {
    const said = lineup(values).map((line) =>
      line
        .filter((one) => typeof one !== "string")
        .map((one) => `${one.name}_${one.index} ${one.written} = ${one.rows} × ${one.columns}`)
        .join(", "),
    );
    return fill(words.altShapes, { shapes: said.join("; "), all: parameters(values).all });
  },
};
export function parameters({ d, h, q }) {
  const terms = [d * h, h * h, h, h * q, q];
  return { terms, all: terms.reduce((sum, one) => sum + one, 0) };
}

const isSign = (one) => typeof one === "string";
/** How many rows the tallest matrix of a line has; a bias is copied to all samples. */
const tallest = (line) =>
  Math.max(...line.filter((one) => !isSign(one)).map(({ rows, copies = 0 }) => Math.max(rows, copies)));

/** The size of a number, and the room that is left, in pixels: all lines fit. */
function fitted(lines, { u, width, height }) {
  const least = width < 34 * u ? 1.9 * u : 2.6 * u;
  const [sign, gap] = [1.5 * u, 0.7 * u];
  const room = (line, size) =>
    line.reduce((sum, one) => sum + (isSign(one) ? sign : Math.max(one.columns * size, least) + gap), 0);
  const high = (size) => lines.reduce((sum, line) => sum + tallest(line) * size, 0);
  const space = height - 13.2 * u;
  let size = 1.9 * u;
  while (size > 2 && (lines.some((line) => room(line, size) > width - u) || high(size) > space)) size *= 0.96;
  return { size, least, sign, gap, spare: Math.max(0, space - high(size)) / 3 };
}

/** All lines, one below the other. @returns {Part[]} */
function lineNodes(values, box, words) {
  const { u } = box;
  const lines = lineup(values);
  const place = { u, ...fitted(lines, box) };
  let top = 4.7 * u + place.spare * 0.6;
  return lines.flatMap((line, k) => {
    const middle = top + (tallest(line) * place.size) / 2;
    let x = 0.3 * u;
    const nodes = line.flatMap((one) => {
      const at = { ...place, x, top, middle, isFirst: k === 0 };
      x += isSign(one) ? place.sign : Math.max(one.columns * place.size, place.least) + place.gap;
      return isSign(one) ? signNodes(one, values, at) : matrixNodes(one, values, words, at);
    });
    top += tallest(line) * place.size + 6.1 * u + place.spare;
    return nodes;
  });
}

/** A sign between two matrices; an arrow has its function above it. @returns {Part[]} */
function signNodes(sign, { order }, { u, sign: wide, x, middle, isFirst }) {
  const name = sign !== "→" ? sign : isFirst ? (order === "row" ? "φ" : "f") : "g";
  const line = middle + 0.9 * u;
  return [
    label(x + wide * 0.36, middle, name, { base: "middle", place: "middle", more: "bold" }),
    ...(sign === "→" ? [straight([x - 0.1 * u, line], [x + wide * 0.8, line], u * 0.7)] : []),
  ];
}

/** A matrix number by number, with its name and its sizes above it, and what drags the sizes. @returns {Part[]} */
function matrixNodes(one, values, words, { u, size, least, x, top, middle, isFirst }) {
  const { name, index, rows, columns, hue, copies = 0 } = one;
  const isRow = values.order === "row";
  const wide = Math.max(columns * size, least);
  const at = x + (wide - columns * size) / 2;
  const y = middle - (rows * size) / 2;
  const from = copies ? middle - (copies * size) / 2 : y;
  const grid = (start, count, kind, strength) =>
    Array.from({ length: count * columns }, (_, k) =>
      rect(
        (at + (k % columns) * size + 0.05 * size).toFixed(2),
        (start + Math.floor(k / columns) * size + 0.05 * size).toFixed(2),
        (0.9 * size).toFixed(2),
        (0.9 * size).toFixed(2),
        kind,
        { "fill-opacity": strength, rx: (0.1 * size).toFixed(2) },
      ),
    );
  const [end, foot] = [at + columns * size, y + rows * size];
  const ring = (drag, names, cx, cy, title) =>
    handle({ drag, names, numbers: SHAPES_NUMBERS, values, x: cx, y: cy, label: title, hue, radius: 5 });
  const both = isRow ? ["h", "d"] : ["d", "h"];
  const isOutput = isRow && name === "W" && index.endsWith(values.sizes === "dhq" ? "q" : "y");
  const isCopied = copies > 1 && isFirst;
  /** @type {Mark} */
  const numbers = [
    "g",
    { "data-symbol": `${name}_${index}` },
    ...grid(from, rows, `solid hue-${hue}`, one.isOwn ? 0.28 : 0.5),
    ...(copies > 1 ? grid(from + size, copies - 1, "outline ghosted") : []),
  ];
  return [
    numbers,
    label(x + wide / 2, top - 2.9 * u, letter(name, index), {
      place: "middle",
      hue,
      more: "bold",
      symbol: `${name}_${index}`,
    }),
    label(x + wide / 2, top - 1.7 * u, one.written, { place: "middle", more: "small" }),
    note(x + wide / 2, top - 0.5 * u, `${rows} × ${columns}`, { place: "middle" }),
    index === "xh" && ring("dh", both, end, foot, both.map((size) => words[size]).join(listComma())),
    name === "X" && ring("n", ["n"], at + (columns * size) / 2, foot, words.n),
    isOutput && ring("q", ["q"], end, foot, words.q),
    isCopied &&
      label(x + wide / 2, from + copies * size + 1.3 * u, words.broadcast, {
        place: "middle",
        more: "muted small halo",
      }),
  ].filter(Boolean);
}
