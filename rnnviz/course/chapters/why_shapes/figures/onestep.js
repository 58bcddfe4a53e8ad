// One step as a graph, every operation a node, g too (004).

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { cells, down, largest } from "../../../plot/cells.js";
import { arrow, boxed, round, straight } from "../../../plot/diagram.js";
import { barY, ruleY } from "../../../plot/marks.js";
import { label, letter, note, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { written } from "../../../reader/values.js";
import { GRAPH_WEIGHTS, graphStep } from "../graph.js";

export const GRAPH_NUMBERS = {
  raise: { usual: 0, least: -4, most: 4, step: 0.1, digits: 1, hue: "output", symbol: "b_y" },
  x1: { usual: 1, least: -2, most: 2, step: 0.1, digits: 1, hue: "input", symbol: "x" },
};
export const GRAPH_CHOICES = {
  f: { usual: "tanh", of: ["tanh", "sigmoid", "relu"] },
  g: { usual: "softmax", of: ["identity", "sigmoid", "softmax"] },
};

/** Every node of the graph for what the reader has chosen. */
export function stepOf({ f, g, x1, raise }) {
  const x = [x1, -0.5, 0.8];
  return { x, ...graphStep({ f, g, x, b_y: [0, raise, 0] }) };
}
/** @type {Figure} */
export const GRAPH = {
  drags: {
    raise: (_x, y, _values, box, from) => ({ raise: from.values.raise + (from.y - y) / (1.6 * box.u) }),
    x1: (_x, y, _values, box, from) => ({ x1: from.values.x1 + (from.y - y) / (1.6 * box.u) }),
  },
  draw(values, box, words) {
    const { u, width, height } = box;
    const step = stepOf(values);
    const across = (part) => part * width;
    const line = height * 0.3;
    const low = height * 0.52;
    const size = Math.min(1.25 * u, height / 30);
    const isRead = width > 34 * u;
    const wide = isRead ? 2.9 * u : 1.3 * u;
    const column = (part, y, row, name, index, hue, symbol) => [
      cells(down(row), across(part) - wide / 2, y - (row.length * size) / 2, wide, size, {
        full: largest([row], 1),
        symbol,
        isWritten: isRead,
      }),
      label(across(part), y - (row.length * size) / 2 - 0.5 * u, letter(name, index), {
        place: "middle",
        hue,
        more: "bold",
        symbol,
      }),
    ];
    const half = wide / 2 + 0.1 * u;
    const r = Math.min(0.95 * u, width * 0.024);
    const box1 = Math.min(5.2 * u, width * 0.135);
    const product = (part, y, matrix, index, name, index2, symbol, hue) => [
      boxed(across(part) - box1 / 2, y - 1.1 * u, box1, 2.2 * u, "", { u, hue, symbol }),
      label(
        across(part),
        y,
        isRead ? [...letter(matrix, index), ...letter(` ${name}`, index2)] : letter(matrix, index),
        { base: "middle", place: "middle", more: "bold", symbol },
      ),
    ];
    const wire = (from, to, y, hue, symbol) => straight([from, y], [to, y], u * 0.8, { hue, symbol });
    const parts = [0.04, 0.175, 0.285, 0.365, 0.475, 0.615, 0.73, 0.81, 0.945];
    const [h0, p1, s1, f, h1, p2, s2, g, y1] = parts.map(across);
    return [
      ...column(parts[0], line, GRAPH_WEIGHTS.before, "h", "t−1", "state", "h_t−1"),
      wire(h0 + half, p1 - box1 / 2, line, "state", "h_t−1"),
      ...product(parts[1], line, "W", "hh", "h", "t−1", "W_hh", "state"),
      wire(p1 + box1 / 2, s1 - r, line, "state"),
      ...column(parts[0], low, step.x, "x", "t", "input", "x"),
      handle({
        drag: "x1",
        numbers: GRAPH_NUMBERS,
        values,
        x: h0 + half + 0.5 * u,
        y: low - (step.x.length / 2 - 0.5) * size,
        label: words.x1,
        hue: "input",
        symbol: "x",
        radius: 5,
      }),
      wire(h0 + half, p1 - box1 / 2, low, "input", "x"),
      ...product(parts[1], low, "W", "xh", "x", "t", "W_xh", "input"),
      arrow(
        [
          [p1 + box1 / 2, low],
          [s1, low],
          [s1, line + r],
        ],
        u * 0.8,
        { hue: "input" },
      ),
      label(s1, line - 4.2 * u, letter("b", "h"), { place: "middle", more: "bold", symbol: "b_h" }),
      straight([s1, line - 3.8 * u], [s1, line - r], u * 0.8),
      round(s1, line, r, "+"),
      wire(s1 + r, f - r, line),
      round(f, line, r * 1.15, [["tspan", { class: "letter" }, "f"]], { hue: "state", symbol: "f" }),
      note(f, line + 2.4 * u, ACTIVATION_TITLES[values.f], { place: "middle" }),
      wire(f + r, h1 - half, line, "state"),
      ...column(parts[4], line, step.h, "h", "t", "state", "h_t"),
      wire(h1 + half, p2 - box1 / 2, line, "state", "h_t"),
      arrow(
        [
          [h1, line + (step.h.length * size) / 2 + 0.2 * u],
          [h1, low],
          [across(0.62), low],
        ],
        u * 0.8,
        { hue: "state", symbol: "h_t" },
      ),
      note(across(0.63), low, words.onward, { base: "middle" }),
      ...product(parts[5], line, "W", "hy", "h", "t", "W_hy", "output"),
      wire(p2 + box1 / 2, s2 - r, line, "output"),
      label(s2, line - 5.2 * u, letter("b", "y"), { place: "middle", hue: "output", more: "bold", symbol: "b_y" }),
      straight([s2, line - 3.2 * u], [s2, line - r], u * 0.8, { hue: "output" }),
      handle(
        {
          drag: "raise",
          numbers: GRAPH_NUMBERS,
          values,
          x: s2,
          y: line - 3.9 * u,
          label: words.raise,
          hue: "output",
          symbol: "b_y",
        },
        label(s2 + 0.9 * u, line - 3.6 * u, written(GRAPH_NUMBERS.raise, values.raise), {
          hue: "output",
          more: "bold halo",
        }),
      ),
      round(s2, line, r, "+", { hue: "output" }),
      wire(s2 + r, g - r, line, "output"),
      round(g, line, r * 1.15, [["tspan", { class: "letter" }, "g"]], { hue: "output", symbol: "g" }),
      note(g, line + 2.4 * u, words[`g_${values.g}`], { place: "middle" }),
      wire(g + r, y1 - half, line, "output"),
      ...column(parts[8], line, step.y, "y", "t", "output", "y"),
      ...outputsOf(step, values.g, box, words),
    ];
  },
  describe(values, words) {
    const { h, y } = stepOf(values);
    return fill(words.altGraph, {
      f: ACTIVATION_TITLES[values.f],
      g: values.g,
      h: h.map(short).join(", "),
      y: y.map(short).join(", "),
    });
  },
};
const ACTIVATION_TITLES = { tanh: "tanh", sigmoid: "sigmoid", relu: "ReLU" };

/** The outputs as bars, and as they would be without the change of their bias. */
function outputsOf({ y, without }, g, { u, width, height }, words) {
  const [top, floor] = [height * 0.66, height - 2.2 * u];
  const range = g === "identity" ? [-5, 5] : [0, 1];
  const bar = scale(range, [floor, top + 2.4 * u]);
  const wide = (width / 7) * 0.8;
  const zero = bar.at(0);
  const tall = (value) => bar.at(Math.min(range[1], Math.max(range[0], value)));
  const sum = short(y.reduce((a, b) => a + b, 0));
  return [
    label(0, top + 0.6 * u, words.outputs, { hue: "output", more: "bold", symbol: "y" }),
    label(width, top + 0.6 * u, fill(words.sum, { sum }), { place: "end", more: "muted" }),
    ruleY(zero, [0, width], "axis"),
    ...y.flatMap((value, k) => {
      const x = (k + 1) * (width / 7) * 1.7;
      const left = x - (width / 7) * 0.4;
      const high = tall(value);
      const name = [...letter("y", "t"), `[${k + 1}]`];
      return [
        barY(left, wide, zero, high, "solid hue-output", { "data-symbol": "y" }),
        barY(left, wide, zero, tall(without[k]), "outline hue-text", { "stroke-dasharray": "3 3" }),
        label(x, Math.min(zero, high) - 0.4 * u, short(value), { place: "middle", more: "bold halo", hue: "output" }),
        label(x, floor + 1.5 * u, name, { place: "middle", hue: "output", more: "bold" }),
      ];
    }),
  ];
}
