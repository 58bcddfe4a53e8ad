// The same words in another order, read by the same filters.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, percent } from "../../../../web/numbers.js";
import { WIDTHS_OF, exchanged } from "../../../maths/textcnn.js";
import { cells, largest } from "../../../plot/cells.js";
import { barX, rect } from "../../../plot/marks.js";
import { label, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { bounded } from "../../../reader/values.js";
import {
  FILTERS,
  KIND_HUES,
  MOST_WORDS,
  clipped,
  joinedText,
  placesOf,
  reading,
  sentenceNow,
  two,
} from "./sentence.js";

export const ORDER_NUMBERS = {
  cut: { usual: 3, least: 1, most: MOST_WORDS - 1, step: 1, whole: true, hue: "gate2" },
};

const cutNow = (values, length) => bounded({ least: 1, most: Math.max(1, length - 1) }, values.cut);
const orders = (values) => {
  const { items } = sentenceNow(values);
  return [items, exchanged(items, cutNow(values, items.length))];
};
/** @type {Figure} */
export const ORDER = {
  drags: {
    cut: (x, _y, values, box) => {
      const { items } = sentenceNow(values);
      return { cut: Math.round((x / box.width) * items.length) };
    },
  },
  draw(values, box, words) {
    const { u } = box;
    const both = orders(values);
    const cut = cutNow(values, both[0].length);
    const read = both.map((items) => reading(values, placesOf(items)));
    const column = box.width / both[0].length;
    const high = box.height / 2;
    const isNarrow = box.width < 32 * u;
    const most = largest(
      read.map(({ pooled }) => pooled),
      1,
    );
    return both.flatMap((items, k) => {
      const y = k * high;
      const { pooled, shares } = read[k];
      const names = isNarrow ? 0 : 6 * u;
      const wide = (box.width - names) / FILTERS;
      const bars = scale([0, 1], [6 * u, box.width - 4 * u]);
      const row = Math.min(1.8 * u, (high - 10.6 * u) / 3);
      const changed = (f) => Math.abs(read[0].pooled[f] - read[1].pooled[f]) > 1e-9;
      return [
        label(0, y + 1.2 * u, words[k ? "asExchanged" : "asWritten"], { more: "bold" }),
        ...items.map(({ text }, j) => {
          const isFirst = k === 0 ? j < cut : j >= items.length - cut;
          return [
            "g",
            {},
            rect(j * column + 1, y + 2 * u, column - 2, 2.2 * u, isFirst ? "pale hue-gate2" : "pale hue-state", {
              rx: 0.3 * u,
            }),
            label((j + 0.5) * column, y + 3.45 * u, clipped(text, column - 4, u), { place: "middle" }),
          ];
        }),
        k === 0 &&
          both[0].length > 1 &&
          handle({
            drag: "cut",
            numbers: ORDER_NUMBERS,
            values: { ...values, cut },
            x: cut * column,
            y: y + 3.1 * u,
            label: words.cut,
            hue: "gate2",
          }),
        !isNarrow && label(0, y + 7.1 * u, words.pooled, { hue: "memory", more: "bold" }),
        cells([pooled], names, y + 5.8 * u, wide, 2 * u, { hue: "memory", full: most, written: two, isWritten: true }),
        ...pooled.map((_, f) =>
          label(
            names + wide * (f + 0.5),
            y + 9.1 * u,
            k ? (changed(f) ? "≠" : "=") : fill(words.filterShort, { f: f + 1, width: WIDTHS_OF[f] }),
            { place: "middle", more: k ? "bold" : "small", hue: k ? (changed(f) ? "loss" : "right") : "candidate" },
          ),
        ),
        ...shares.flatMap((share, kind) => [
          label(5.6 * u, y + 10 * u + row * (kind + 0.66), words[`kind_${kind}`], {
            place: "end",
            hue: KIND_HUES[kind],
            more: "small",
          }),
          barX(y + 10 * u + row * (kind + 0.12), row * 0.7, bars.at(0), bars.at(share), `solid hue-${KIND_HUES[kind]}`),
          label(bars.at(share) + 0.4 * u, y + 10 * u + row * (kind + 0.66), percent(share), { more: "small" }),
        ]),
      ].filter((part) => part !== false);
    });
  },
  describe(values, words) {
    const [one, other] = orders(values);
    return fill(words.altOrder, {
      one: joinedText(values, one),
      other: joinedText(values, other),
      same: sameFeatures(values),
      of: FILTERS,
    });
  },
};
export function sameFeatures(values) {
  const [one, other] = orders(values).map((items) => reading(values, placesOf(items)).pooled);
  return one.filter((value, f) => Math.abs(value - other[f]) < 1e-9).length;
}
