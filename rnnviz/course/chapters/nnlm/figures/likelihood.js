// The likelihood of a sentence.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { barY, rect, ruleY } from "../../../plot/marks.js";
import { label, note, paragraph, scale } from "../../../plot/plot.js";
import { tabled } from "../../../plot/told.js";
import { codesIn, passAt, wordsIn } from "../network.js";
import { START, STOP } from "../settings.js";

/** The places of the sentence that the chosen place is in. */
function sentenceAt(values) {
  const codes = codesIn(values);
  let from = values.place;
  while (from > START && codes[from - 1] !== STOP) from -= 1;
  const places = [];
  for (let place = from; place < codes.length; place += 1) {
    places.push(place);
    if (codes[place] === STOP) break;
  }
  return places;
}
export const chancesOf = (values) => sentenceAt(values).map((place) => passAt(values, place).Y[codesIn(values)[place]]);
/** @type {Figure} */
export const LIKELIHOOD = {
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const places = sentenceAt(values);
    const chances = chancesOf(values);
    const taken = Math.min(values.upTo, places.length);
    const names = wordsIn(values);
    const wide = Math.min(8 * u, box.width / places.length);
    const size = Math.min(1, wide / (4.6 * u)).toFixed(2);
    const half = box.height * 0.46;
    const y = scale([0, 1], [half - 2.2 * u, 2.8 * u]);
    const costs = chances.map((p) => -Math.log(p));
    const sum = costs.slice(0, taken).reduce((a, b) => a + b, 0);
    const all = costs.reduce((a, b) => a + b, 0);
    const x = scale([0, Math.max(all, 1) * 1.02], [0, box.width - u]);
    const product = chances.slice(0, taken).reduce((a, b) => a * b, 1);
    const strip = half + 6.2 * u;
    let from = 0;
    return [
      label(0, 1.1 * u, words.chances, { hue: "output", more: "bold" }),
      ruleY(y.at(0), [0, wide * places.length], "axis"),
      ...places.flatMap((place, k) => {
        const isIn = k < taken;
        return [
          [
            "g",
            { "data-pick": `upTo ${k + 1}`, class: "pickable", style: `font-size:${size}em` },
            rect(k * wide, 2 * u, wide, half - 2 * u, "grip"),
            barY(
              k * wide + wide * 0.2,
              wide * 0.6,
              y.at(0),
              y.at(chances[k]),
              isIn ? "solid hue-output" : "pale hue-output",
            ),
            label((k + 0.5) * wide, y.at(chances[k]) - 0.4 * u, short(chances[k]), {
              place: "middle",
              more: "small halo",
            }),
            label((k + 0.5) * wide, y.at(0) + 1.3 * u, names[codesIn(values)[place]], {
              place: "middle",
              more: isIn ? "bold" : "muted",
            }),
          ],
        ];
      }),
      tabled({
        title: words.chances,
        corner: words.figureName,
        columns: ["p", "−log p"],
        rows: places.map((place, k) => ({ head: names[codesIn(values)[place]], cells: [chances[k], costs[k]] })),
      }),
      label(0, half + 1.2 * u, `${words.product} = ${short(product)}`, { hue: "output", more: "bold large" }),
      note(0, half + 3.4 * u, words.productOf),
      label(0, strip - 0.6 * u, words.costs, { hue: "loss", more: "bold" }),
      ...costs.flatMap((cost, k) => {
        const node = [
          rect(
            x.at(from),
            strip,
            Math.max(0, x.at(from + cost) - x.at(from) - 1),
            1.8 * u,
            k < taken ? "solid hue-loss" : "pale hue-loss",
          ),
          x.at(from + cost) - x.at(from) > 2.4 * u &&
            label(x.at(from + cost / 2), strip + 3.1 * u, short(cost), { place: "middle", more: "small" }),
        ];
        from += cost;
        return node;
      }),
      label(0, strip + 5.4 * u, fill(words.total, { sum: short(sum), words: taken, mean: short(sum / taken) }), {
        hue: "loss",
        more: "bold",
      }),
      ...paragraph(0, strip + 7.2 * u, fill(words.perplexed, { perplexity: short(Math.exp(sum / taken)) }), {
        u: 0.9 * u,
        width: box.width,
        more: "muted small",
      }),
    ];
  },
  describe(values, words) {
    const chances = chancesOf(values);
    const taken = Math.min(values.upTo, chances.length);
    const product = chances.slice(0, taken).reduce((a, b) => a * b, 1);
    return fill(words.altLikelihood, { words: taken, product: short(product), sum: short(-Math.log(product)) });
  },
};
