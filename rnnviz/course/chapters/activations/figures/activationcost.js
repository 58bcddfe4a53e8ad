// The time of a fully connected layer: its multiplications, and its activation, measured (003, "运算速度较慢").

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, percent, short } from "../../../../web/numbers.js";
import { listComma } from "../../../../web/punctuation.js";
import { rect, ruleY } from "../../../plot/marks.js";
import { label, letter, note, scale, wholeNumber } from "../../../plot/plot.js";
import { tabled } from "../../../plot/told.js";
import { handle } from "../../../reader/figure.js";
import { layerTimes } from "../activationcost.js";

const LARGEST = 4096;
const SHOWN = ["sigmoid", "tanh", "relu"];
const HUES = { sigmoid: "gate1", tanh: "state", relu: "memory" };

export const COST_NUMBERS = {
  reads: { usual: 8, least: 1, most: LARGEST, step: 1, whole: true, hue: "input", symbol: "d" },
  width: { usual: 8, least: 1, most: LARGEST, step: 1, whole: true, hue: "state", symbol: "h" },
};
export const COST_CHOICES = { cell: { usual: "lstm", of: ["rnn", "gru", "lstm"] } };

const shareOfTime = ({ given, reads, width }, f) => {
  const { products, activation } = layerTimes(reads, width, f, given.times);
  return activation / (products + activation);
};
export const shareText = (values, f) => percent(shareOfTime(values, f));
const spent = (ns) => (ns < 1000 ? `${short(ns)} ns` : ns < 1e6 ? `${short(ns / 1000)} µs` : `${short(ns / 1e6)} ms`);

const sizeScale = (box) => scale([0, Math.log2(LARGEST)], [3.4 * box.u, box.width - 2.4 * box.u]);
const dragSize = (name) => (x, _y, _values, box) => ({ [name]: Math.round(2 ** sizeScale(box).of(x)) });
/** @type {Figure} */
export const COST = {
  isTall: true,
  drags: { reads: dragSize("reads"), width: dragSize("width") },
  draw(values, box, words) {
    const { u, width, height } = box;
    const x = sizeScale(box);
    const axis = (name, letterOf, y, title) => [
      ruleY(y, x, "axis"),
      ...[1, 8, 64, 512, 4096].map((one) =>
        note(x.at(Math.log2(one)), y + 1.9 * u, wholeNumber(one), { place: "middle" }),
      ),
      label(0, y, letter(letterOf), { base: "middle", more: "bold", hue: COST_NUMBERS[name].hue }),
      handle(
        {
          drag: name,
          numbers: COST_NUMBERS,
          values,
          x: x.at(Math.log2(values[name])),
          y,
          label: title,
          hue: COST_NUMBERS[name].hue,
          symbol: letterOf,
        },
        label(x.at(Math.log2(values[name])), y - 1.2 * u, wholeNumber(values[name]), { place: "middle", more: "bold" }),
      ),
    ];
    const rows = SHOWN.map((f) => ({ f, ...layerTimes(values.reads, values.width, f, values.given.times) }));
    const most = Math.max(...rows.map(({ products, activation }) => products + activation));
    const t = scale([0, most], [0, width - 1 * u]);
    const from = 11.4 * u;
    const gap = (height - from - 1.6 * u) / SHOWN.length;
    return [
      tabled({
        title: "ns",
        corner: words.figureName,
        columns: ["W x + b", "f"],
        rows: rows.map(({ f, products, activation }) => ({ head: words[`f_${f}`], cells: [products, activation] })),
      }),
      ...axis("reads", "d", 2.2 * u, words.reads),
      ...axis("width", "h", 7 * u, words.width),
      ...rows.flatMap(({ f, products, activation }, k) => {
        const y = from + k * gap;
        return [
          label(0, y + 0.9 * u, [words[`f_${f}`], `: ${spent(products + activation)}`], { hue: HUES[f], more: "bold" }),
          rect(0, y + 1.5 * u, t.at(products), 1.9 * u, "pale hue-text"),
          rect(t.at(products), y + 1.5 * u, Math.max(0.5, t.at(activation)), 1.9 * u, `solid hue-${HUES[f]}`),
          label(
            0,
            y + 4.9 * u,
            fill(words.costParts, {
              products: spent(products),
              activation: spent(activation),
              share: percent(activation / (products + activation)),
            }),
            { more: width < 34 * u ? "small" : "" },
          ),
        ];
      }),
    ];
  },
  describe: (values, words) =>
    fill(words.altCost, {
      d: values.reads,
      h: values.width,
      shares: SHOWN.map((f) => `${words[`f_${f}`]} ${shareText(values, f)}`).join(listComma()),
    }),
};
