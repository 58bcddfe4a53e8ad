// The likelihood of a sentence.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { label, paragraph, scale } from "../../../plot/plot.js";
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
    const places = sentenceAt(values);
    const chances = chancesOf(values);
    const taken = Math.min(values.upTo, places.length);
    const names = wordsIn(values);
    const wide = Math.min(8 * box.u, box.width / places.length);
    const size = Math.min(1, wide / (4.6 * box.u)).toFixed(2);
    const half = box.height * 0.46;
    const y = scale([0, 1], [half - 2.2 * box.u, 2.8 * box.u]);
    const costs = chances.map((p) => -Math.log(p));
    const sum = costs.slice(0, taken).reduce((a, b) => a + b, 0);
    const all = costs.reduce((a, b) => a + b, 0);
    const x = scale([0, Math.max(all, 1) * 1.02], [0, box.width - box.u]);
    const product = chances.slice(0, taken).reduce((a, b) => a * b, 1);
    const strip = half + 6.2 * box.u;
    let from = 0;
    return [
      label(0, 1.1 * box.u, words.chances, { hue: "output", more: "bold" }),
      ["line", { class: "axis", x1: 0, x2: wide * places.length, y1: y.at(0), y2: y.at(0) }],
      ...places.flatMap((place, k) => {
        const isIn = k < taken;
        return [
          [
            "g",
            { "data-pick": `upTo ${k + 1}`, class: "pickable", style: `font-size:${size}em` },
            ["rect", { class: "grip", x: k * wide, y: 2 * box.u, width: wide, height: half - 2 * box.u }],
            [
              "rect",
              {
                class: isIn ? "solid hue-output" : "pale hue-output",
                x: k * wide + wide * 0.2,
                width: wide * 0.6,
                y: y.at(chances[k]),
                height: Math.max(0.5, y.at(0) - y.at(chances[k])),
              },
            ],
            label((k + 0.5) * wide, y.at(chances[k]) - 0.4 * box.u, short(chances[k]), {
              place: "middle",
              more: "small halo",
            }),
            label((k + 0.5) * wide, y.at(0) + 1.3 * box.u, names[codesIn(values)[place]], {
              place: "middle",
              more: isIn ? "bold" : "muted",
            }),
          ],
        ];
      }),
      label(0, half + 1.2 * box.u, `${words.product} = ${short(product)}`, { hue: "output", more: "bold large" }),
      label(0, half + 3.4 * box.u, words.productOf, { more: "muted small" }),
      label(0, strip - 0.6 * box.u, words.costs, { hue: "loss", more: "bold" }),
      ...costs.flatMap((cost, k) => {
        const node = [
          [
            "rect",
            {
              class: k < taken ? "solid hue-loss" : "pale hue-loss",
              x: x.at(from),
              width: Math.max(0, x.at(from + cost) - x.at(from) - 1),
              y: strip,
              height: 1.8 * box.u,
            },
          ],
          x.at(from + cost) - x.at(from) > 2.4 * box.u &&
            label(x.at(from + cost / 2), strip + 3.1 * box.u, short(cost), { place: "middle", more: "small" }),
        ];
        from += cost;
        return node;
      }),
      label(0, strip + 5.4 * box.u, fill(words.total, { sum: short(sum), words: taken, mean: short(sum / taken) }), {
        hue: "loss",
        more: "bold",
      }),
      ...paragraph(0, strip + 7.2 * box.u, fill(words.perplexed, { perplexity: short(Math.exp(sum / taken)) }), {
        u: 0.9 * box.u,
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
