// Every matrix of a step in its size, with the sizes to be dragged (002, 004).

/** @import {Figure} from "../../../definition.d.ts" */

import { fill } from "../../../../web/numbers.js";
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
    const lines = lineup(values);
    const isRow = values.order === "row";
    const sign = 1.5 * u;
    const gap = 0.7 * u;
    const least = width < 34 * u ? 1.9 * u : 2.6 * u;
    const room = (line, size) =>
      line.reduce((sum, one) => sum + (typeof one === "string" ? sign : Math.max(one.columns * size, least) + gap), 0);
    const tallest = (line) =>
      Math.max(...line.filter((one) => one.rows).map((one) => Math.max(one.rows, one.copies ?? 0)));
    let size = 1.9 * u;
    const space = height - 13.2 * u;
    while (
      size > 2 &&
      (lines.some((line) => room(line, size) > width - u) ||
        lines.reduce((sum, line) => sum + tallest(line) * size, 0) > space)
    )
      size *= 0.96;
    const used = lines.reduce((sum, line) => sum + tallest(line) * size, 0);
    const spare = Math.max(0, space - used) / 3;
    const nodes = [];
    let top = 4.7 * u + spare * 0.6;
    for (const line of lines) {
      let x = 0.3 * u;
      const middle = top + (tallest(line) * size) / 2;
      for (const one of line) {
        if (typeof one === "string") {
          const isTanh = one === "→";
          nodes.push(
            label(x + sign * 0.36, middle, isTanh ? (line === lines[0] ? (isRow ? "φ" : "f") : "g") : one, {
              base: "middle",
              place: "middle",
              more: "bold",
            }),
          );
          if (isTanh)
            nodes.push(straight([x - 0.1 * u, middle + 0.9 * u], [x + sign * 0.8, middle + 0.9 * u], u * 0.7));
          x += sign;
          continue;
        }
        const wide = Math.max(one.columns * size, least);
        const at = x + (wide - one.columns * size) / 2;
        const y = middle - (one.rows * size) / 2;
        const symbol = `${one.name}_${one.index}`;
        const grid = (from, rows, kind, strength) =>
          Array.from({ length: rows * one.columns }, (_, k) =>
            rect(
              (at + (k % one.columns) * size + 0.05 * size).toFixed(2),
              (from + Math.floor(k / one.columns) * size + 0.05 * size).toFixed(2),
              (0.9 * size).toFixed(2),
              (0.9 * size).toFixed(2),
              kind,
              { "fill-opacity": strength, rx: (0.1 * size).toFixed(2) },
            ),
          );
        const copies = one.copies ?? 0;
        const from = copies ? middle - (copies * size) / 2 : y;
        nodes.push(
          [
            "g",
            { "data-symbol": symbol },
            ...grid(from, one.rows, `solid hue-${one.hue}`, one.isOwn ? 0.28 : 0.5),
            ...(copies > 1 ? grid(from + size, copies - 1, "outline ghosted") : []),
          ],
          label(x + wide / 2, top - 2.9 * u, letter(one.name, one.index), {
            place: "middle",
            hue: one.hue,
            more: "bold",
            symbol,
          }),
          label(x + wide / 2, top - 1.7 * u, one.written, { place: "middle", more: "small" }),
          note(x + wide / 2, top - 0.5 * u, `${one.rows} × ${one.columns}`, { place: "middle" }),
        );
        const ring = (drag, names, cx, cy, title) =>
          nodes.push(
            handle({
              drag,
              names,
              numbers: SHAPES_NUMBERS,
              values,
              x: cx,
              y: cy,
              label: title,
              hue: one.hue,
              radius: 5,
            }),
          );
        if (one.index === "xh")
          ring(
            "dh",
            isRow ? ["h", "d"] : ["d", "h"],
            at + one.columns * size,
            y + one.rows * size,
            isRow ? `${words.h}, ${words.d}` : `${words.d}, ${words.h}`,
          );
        if (one.name === "X") ring("n", ["n"], at + (one.columns * size) / 2, y + one.rows * size, words.n);
        if (isRow && one.name === "W" && one.index.endsWith(values.sizes === "dhq" ? "q" : "y"))
          ring("q", ["q"], at + one.columns * size, y + one.rows * size, words.q);
        if (copies > 1 && line === lines[0])
          nodes.push(
            label(x + wide / 2, from + copies * size + 1.3 * u, words.broadcast, {
              place: "middle",
              more: "muted small halo",
            }),
          );
        x += wide + gap;
      }
      top += tallest(line) * size + 6.1 * u + spare;
    }
    const count = parameters(values);
    return [
      ...nodes,
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
