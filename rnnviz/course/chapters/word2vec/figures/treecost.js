// What a word's loss costs, with a softmax over all words and with a tree.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, powerOfTen } from "../../../../web/numbers.js";
import { zipfLength } from "../../../maths/huffman.js";
import { DOT, dot, ruleX } from "../../../plot/marks.js";
import { axes, curve, label, letter, note, scale, wholeNumber } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { bounded } from "../../../reader/values.js";

const [LEAST_POWER, MOST_POWER] = [3, 17];

export const COST_NUMBERS = {
  power: { usual: 14, least: LEAST_POWER, most: MOST_POWER, step: 1, whole: true },
  long: { usual: 100, least: 1, most: 1000, step: 1, whole: true },
};

export const LENGTHS = Array.from({ length: MOST_POWER + 1 }, (_, k) => (k < LEAST_POWER ? 0 : zipfLength(2 ** k)));
const isSlim = (box) => box.width < 32 * box.u;
const costScale = (box) => scale([LEAST_POWER, MOST_POWER], [4.6 * box.u, box.width - (isSlim(box) ? 2 : 8.5) * box.u]);
/** @type {Figure} */
export const COST = {
  drags: { power: (x, _y, _values, box) => ({ power: costScale(box).of(x) }) },
  draw(values, box, words) {
    const { u } = box;
    const x = costScale(box);
    const y = scale([0, 8], [box.height - 4.4 * u, 4.2 * u]);
    const powers = Array.from({ length: MOST_POWER - LEAST_POWER + 1 }, (_, k) => LEAST_POWER + k);
    /** @type {[hue: string, name: string, cost: (k: number) => number][]} */
    const lines = [
      ["loss", words.full, (k) => 2 ** k * values.long],
      ["text", words.fixed, (k) => k * values.long],
      ["right", words.tree, (k) => LENGTHS[k] * values.long],
    ];
    const log = (value) => bounded({ least: 0, most: 8 }, Math.log10(value));
    const k = values.power;
    // The names keep off the lines: two stand above theirs, Huffman's tree below.
    const above = [-1.9, -1.9, 1.3];
    const isBefore = (row) => (row === 0 ? k > 7 : isSlim(box) && k > 10);
    return [
      ...axes(x, y, {
        u,
        ticksX: [4, 8, 12, 16],
        ticksY: [0, 2, 4, 6, 8],
        titleX: words.vocabulary,
        written: powerOfTen,
        writtenX: (one) => wholeNumber(2 ** one),
        realX: (one) => 2 ** one,
      }),
      note(x.start - 0.5 * u, 1.1 * u, words.products),
      ...lines.map(([hue, , cost], row) =>
        curve(
          powers.map((one) => [x.at(one), y.at(log(cost(one)))]),
          hue,
          row === 1 ? "thin dashed" : "",
        ),
      ),
      handle(
        {
          drag: "power",
          numbers: COST_NUMBERS,
          values,
          x: x.at(k),
          y: y.start,
          label: words.vocabulary,
          hue: "text",
          said: String(2 ** k),
        },
        ruleX(x.at(k), y, "guide hue-text"),
        label(x.at(k), y.end - 0.6 * u, [...letter("V"), ` = ${wholeNumber(2 ** k)}`], {
          place: "middle",
          more: "bold",
        }),
      ),
      ...lines.flatMap(([hue, name, cost], row) => [
        dot(x.at(k), y.at(log(cost(k))), DOT.usual * u, hue),
        ...[name, wholeNumber(cost(k))].map((text, line) =>
          label(x.at(k) + (isBefore(row) ? -0.8 : 0.8) * u, y.at(log(cost(k))) + (above[row] + 1.2 * line) * u, text, {
            hue,
            place: isBefore(row) ? "end" : "start",
            more: line === 0 ? "halo small" : "halo bold",
          }),
        ),
      ]),
    ];
  },
  describe(values, words) {
    return fill(words.altCost, {
      V: wholeNumber(2 ** values.power),
      full: wholeNumber(2 ** values.power * values.long),
      tree: wholeNumber(LENGTHS[values.power] * values.long),
    });
  },
};
