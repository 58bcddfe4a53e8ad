// Two fully connected layers as neurons and wires, with the sizes to be dragged (003, "全连接层").

/** @import {Figure} from "../../../definition.d.ts" */

import { fill } from "../../../../web/numbers.js";
import { normals } from "../../../maths/random.js";
import { circle } from "../../../plot/marks.js";
import { label, letter, wholeNumber } from "../../../plot/plot.js";
import { handle, pickable } from "../../../reader/figure.js";
import { integer } from "../../../reader/values.js";

const MOST = 12;
const SEED = 7;
const WEIGHTS = normals(SEED, MOST * MOST);

export const DENSE_NUMBERS = {
  ins: integer(5, 1, MOST, { hue: "input" }),
  units: integer(4, 1, MOST, { hue: "state" }),
  chosen: integer(1, 0, MOST),
  bigIn: integer(10_000, 1, 200_000, { step: 100, hue: "input" }),
  bigOut: integer(512, 1, 20_000, { step: 16, hue: "state" }),
};

/** The weights and biases of a fully connected layer, and the multiplications of a sample. */
export const layerCost = (d, h) => ({ weights: d * h, biases: h, all: d * h + h, products: d * h });

const heights = (count, box) => {
  const { u } = box;
  const [top, low] = [4.4 * u, box.height - 4.6 * u];
  const gap = Math.min(3.4 * u, (low - top) / MOST);
  return Array.from({ length: count }, (_, k) => (top + low) / 2 + (k - (count - 1) / 2) * gap);
};
const columnsOf = (box) => [box.width * 0.26, box.width * 0.74];
const gapOf = (box) => Math.min(3.4 * box.u, (box.height - 9 * box.u) / MOST);
const sizeBy = (name) => (_x, y, _values, box, from) => ({
  [name]: from.values[name] + Math.round((2 * (y - from.y)) / gapOf(box)),
});
/** @type {Figure} */
export const DENSE = {
  drags: { ins: sizeBy("ins"), units: sizeBy("units") },
  draw(values, box, words) {
    const { u, width, height } = box;
    const [left, right] = columnsOf(box);
    const [ins, units] = [heights(values.ins, box), heights(values.units, box)];
    const r = Math.min(0.9 * u, 0.36 * gapOf(box));
    const chosen = Math.min(values.chosen, values.units);
    const { all } = layerCost(values.ins, values.units);
    const wire = (i, j, kind) => {
      const w = WEIGHTS[i * MOST + j];
      const place = { x1: left + r, y1: ins[i], x2: right - r, y2: units[j] };
      return [
        "line",
        {
          class: `edge ${kind} is-${w < 0 ? "below" : "above"}`,
          ...place,
          "stroke-width": (0.5 + Math.abs(w)).toFixed(2),
        },
      ];
    };
    const pairs = ins.flatMap((_, i) => units.map((__, j) => [i, j]));
    const ring = (name, x, ys, hue, title) =>
      handle(
        { drag: name, numbers: DENSE_NUMBERS, values, x, y: ys.at(-1) + 0.75 * gapOf(box) + r, label: title, hue },
        label(x, 1.2 * u, title, { place: "middle", hue, more: "bold" }),
      );
    return [
      ...pairs.filter(([, j]) => j !== chosen - 1).map(([i, j]) => wire(i, j, chosen ? "aside" : "")),
      ...pairs.filter(([, j]) => j === chosen - 1).map(([i, j]) => wire(i, j, "")),
      ...ins.map((y) => circle(left, y, r, "node hue-input")),
      ...units.map((y, j) =>
        pickable(
          `chosen ${chosen === j + 1 ? 0 : j + 1}`,
          circle(right, y, r, "node hue-state"),
          circle(right, y, Math.max(r, 0.5 * gapOf(box)), "grip"),
        ),
      ),
      chosen > 0 &&
        label(width / 2, 3.4 * u, fill(words.fanIn, { d: values.ins }), {
          place: "middle",
          hue: "state",
          more: "bold",
        }),
      ring("ins", left, ins, "input", fill(words.insAre, { d: values.ins })),
      ring("units", right, units, "state", fill(words.unitsAre, { h: values.units })),
      label(
        width / 2,
        height - 0.5 * u,
        [
          ...letter("d"),
          " × ",
          ...letter("h"),
          " + ",
          ...letter("h"),
          ` = ${values.ins} × ${values.units} + ${values.units} = ${wholeNumber(all)}`,
        ],
        { place: "middle", more: "bold large" },
      ),
    ].filter(Boolean);
  },
  describe: (values, words) =>
    fill(words.altDense, { d: values.ins, h: values.units, all: layerCost(values.ins, values.units).all }),
};
