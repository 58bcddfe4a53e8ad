// What the cells cost: parameters, and multiplications in one step, by where they arise.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill } from "../../../../web/numbers.js";
import { label, scale, wholeNumber } from "../../../plot/plot.js";
import { tabled } from "../../../plot/told.js";
import { cellCost, wholeCost } from "../gates.js";

const CELLS = { rnn: "RNN", gru: "GRU", lstm: "LSTM" };
const costSize = (usual) => ({ usual, least: 1, most: 1000, step: 1, whole: true });
export const COST_NUMBERS = { d: costSize(28), h: costSize(64), q: costSize(28) };
export const COST_CHOICES = { read: { usual: "numbers", of: ["numbers", "hot"] } };
/** A cell's multiplications in one step, in words. */
export const costSaid = (kind) => (values) =>
  wholeNumber(wholeCost(cellCost(kind, values.d, values.h, values.q, values.read === "hot").multiplications));

const PARTS = [
  ["input", "input"],
  ["recurrent", "state"],
  ["gates", "gate1"],
  ["biases", "text"],
  ["output", "output"],
];
// Where a part's name stands below it: at which share of its width, on which side of there, how far below, and how far
// aside. The two that are thin stand to the left of the output layer's.
const NAMES = {
  input: [0.5, "middle", 1.3],
  recurrent: [0.5, "middle", 1.3],
  gates: [0, "end", 2.7, -0.6],
  biases: [0, "end", 2.7, -0.6],
  output: [0, "start", 2.7],
};
const costsOf = ({ d, h, q, read }) => Object.keys(CELLS).map((kind) => cellCost(kind, d, h, q, read === "hot"));
/** @type {Figure} */
export const COST = {
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const costs = costsOf(values);
    const most = Math.max(...costs.flatMap((one) => [wholeCost(one.parameters), wholeCost(one.multiplications)]));
    const x = scale([0, most], [4 * u, box.width - 7 * u]);
    const high = Math.min(3 * u, box.height * 0.065);
    const groups = ["parameters", "multiplications"].map((kind, g) => {
      const top = box.height * (0.09 + 0.46 * g);
      return [
        tabled({
          title: words[kind],
          corner: words.figureName,
          columns: PARTS.map(([part]) => words[`part_${part}`]),
          rows: Object.values(CELLS).map((head, k) => ({
            head,
            cells: PARTS.map(([part]) => costs[k][kind][part]),
          })),
        }),
        label(0, top, words[kind], { more: "bold" }),
        ...Object.keys(CELLS).flatMap((cell, k) => {
          const y = top + 1.2 * u + k * (high + 1.3 * u);
          const isLowest = k === costs.length - 1;
          let from = 0;
          const parts = PARTS.flatMap(([part, hue]) => {
            const value = costs[k][kind][part];
            const wide = x.at(value) - x.at(0);
            const place = { x: x.at(from), width: Math.max(0, wide - 0.6), y, height: high };
            const [share, side, below, aside = 0] = NAMES[part];
            const name = label(x.at(from + value * share) + aside * u, y + high + below * u, words[`part_${part}`], {
              place: side,
              hue,
              more: "bold small",
            });
            from += value;
            return [
              ["rect", { class: `solid hue-${hue}`, ...place, "fill-opacity": 0.85 }],
              isLowest && value > 0 && name,
            ];
          });
          return [
            label(x.start - 0.6 * u, y + high / 2, CELLS[cell], { base: "middle", place: "end", more: "bold" }),
            ...parts,
            label(x.at(from) + 0.5 * u, y + high / 2, wholeNumber(from), { base: "middle", more: "bold" }),
          ];
        }),
      ];
    });
    return groups.flat();
  },
  describe(values, words) {
    const costs = costsOf(values);
    const said = (kind) => costs.map((one, k) => `${Object.values(CELLS)[k]} ${wholeCost(one[kind])}`).join(", ");
    return fill(words.altCost, { parameters: said("parameters"), multiplications: said("multiplications") });
  },
};
