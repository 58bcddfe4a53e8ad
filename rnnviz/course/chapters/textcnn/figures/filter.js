// One filter slides over a sentence: its products with a window, their sum, and the feature map.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { EMBEDDED, WIDTHS_OF, windowTerms } from "../../../maths/textcnn.js";
import { barX, rect, rule } from "../../../plot/marks.js";
import { label, letter, paragraph, scale, widthOf } from "../../../plot/plot.js";
import { handle, pickable } from "../../../reader/figure.js";
import { bounded } from "../../../reader/values.js";
import {
  MOST_WORDS,
  clipped,
  filterOf,
  numberedCells,
  parametersNow,
  placesOf,
  reading,
  rowsOf,
  sentenceNow,
  two,
  vectorOf,
} from "./sentence.js";

export const FILTER_NUMBERS = {
  at: { usual: 1, least: 0, most: MOST_WORDS - 2, step: 1, whole: true },
};

/** The window that the reader looks at, kept within the sentence. */
export const startNow = (values, length) => Math.min(Math.round(values.at), length - WIDTHS_OF[values.filter]);

const slideRows = (box, count) => {
  const { u } = box;
  const top = 2.4 * u;
  const low = box.height - Math.min(19 * u, box.height * 0.5);
  return { top, low, high: Math.min(2.6 * u, (low - top) / count) };
};
/** @type {Figure} */
export const SLIDE = {
  drags: {
    at: (_x, y, values, box) => {
      const { length } = placesOf(sentenceNow(values).items);
      const { top, high } = slideRows(box, length);
      const width = WIDTHS_OF[values.filter];
      return { at: bounded({ least: 0, most: length - width }, Math.round((y - top) / high - width / 2)) };
    },
  },
  draw(values, box, words) {
    const { u } = box;
    const rows = rowsOf(sentenceNow(values).items);
    const numbers = rows.map(({ word }) => word);
    const { top, high } = slideRows(box, rows.length);
    const { rows: W, width, bias } = filterOf(values, values.filter);
    const t = startNow(values, rows.length);
    const { sums, maps, top: best } = reading(values, numbers);
    const map = maps[values.filter];
    const count = values.given.words.length;
    const terms = windowTerms(parametersNow(values), count, numbers, values.filter, t);
    const names = Math.min(9 * u, box.width * 0.24);
    const cell = Math.min(2.9 * u, (box.width * 0.36) / EMBEDDED);
    const mapLeft = names + EMBEDDED * cell + 4.4 * u;
    const most = Math.max(1, ...map);
    const bar = scale([0, most], [mapLeft, box.width - 4.4 * u]);
    const X = rows.map(({ word }) => vectorOf(values, word));
    const frame = {
      x: names - widthOf("　", u) * 0.2 - 0.2 * u,
      y: top + t * high - 2,
      width: EMBEDDED * cell + 0.7 * u,
      height: width * high + 2,
    };
    const below = box.height - Math.min(16.4 * u, box.height * 0.44);
    const unit = box.width / (3 * EMBEDDED + 2.4);
    const tall = Math.min(2.5 * u, (box.height - below - 5.2 * u) / 4);
    const lefts = [0, 1, 2].map((k) => k * (EMBEDDED + 1.2) * unit);
    const sum = sums[values.filter][t];
    const titles = [
      [words.window, "input"],
      [fill(words.filterTitle, { f: values.filter + 1 }), "candidate"],
      [words.terms, "memory"],
    ];
    const foot = { u: 1.06 * u, width: box.width, more: "bold" };
    const told = paragraph(0, below + width * tall + 2.6 * u, sumText(terms, bias, sum, words), foot);
    return [
      label(names, 1.2 * u, [...letter("X"), ` ${rows.length} × ${EMBEDDED}`], {
        hue: "input",
        more: "bold",
        symbol: "X",
      }),
      label(mapLeft, 1.2 * u, [...letter("c"), ` ${map.length} × 1`], { hue: "memory", more: "bold", symbol: "c" }),
      numberedCells(X, names, top, cell, high, u, 1.5),
      ...rows.map(({ text, word }, k) =>
        label(names - 0.6 * u, top + (k + 0.5) * high, clipped(text, names - 0.8 * u, u), {
          base: "middle",
          place: "end",
          more: k >= t && k < t + width ? "bold" : "",
          hue: word < 0 && text !== "–" ? "loss" : undefined,
        }),
      ),
      ...map.map((value, k) =>
        pickable(
          `at ${k}`,
          rect(mapLeft, top + k * high, box.width - mapLeft, high, "grip"),
          barX(
            top + k * high + high * 0.18,
            high * 0.64,
            mapLeft,
            bar.at(value),
            k === best[values.filter] ? "solid hue-memory" : "pale hue-memory",
          ),
          label(
            bar.at(value) + 0.4 * u,
            top + (k + 0.5) * high,
            `${two(value)}${k === best[values.filter] ? ` ${words.max}` : ""}`,
            { base: "middle", more: k === t ? "bold small" : "small" },
          ),
        ),
      ),
      handle(
        {
          drag: "at",
          numbers: FILTER_NUMBERS,
          values: { ...values, at: t },
          x: names + EMBEDDED * cell + 1.4 * u,
          y: top + (t + width / 2) * high,
          label: words.at,
          hue: "candidate",
          said: rows
            .slice(t, t + width)
            .map(({ text }) => text)
            .join(" "),
        },
        ["rect", { class: "outline hue-candidate", rx: 0.3 * u, ...frame }],
        rule(
          [names + EMBEDDED * cell + 1.9 * u, top + (t + width / 2) * high],
          [mapLeft - 0.3 * u, top + (t + 0.5) * high],
          "guide hue-candidate",
        ),
      ),
      ...titles.map(([title, hue], k) => label(lefts[k], below, title, { hue, more: "bold small" })),
      numberedCells(X.slice(t, t + width), lefts[0], below + 0.7 * u, unit, tall, u, 1.5),
      numberedCells(W, lefts[1], below + 0.7 * u, unit, tall, u, 1.5),
      numberedCells(terms, lefts[2], below + 0.7 * u, unit, tall, u, 1),
      label(lefts[1] - 0.6 * unit, below + 0.7 * u + (width * tall) / 2, "⊙", {
        base: "middle",
        place: "middle",
        more: "bold",
      }),
      label(lefts[2] - 0.6 * unit, below + 0.7 * u + (width * tall) / 2, "=", {
        base: "middle",
        place: "middle",
        more: "bold",
      }),
      ...told,
      label(
        0,
        below + width * tall + (2.85 + 1.35 * told.length) * u,
        [...letter("c", t + 1), ` = ReLU(${short(sum)}) = ${short(Math.max(0, sum))}`],
        { hue: "memory", more: "bold large", symbol: "c" },
      ),
    ];
  },
  describe(values, words) {
    const rows = rowsOf(sentenceNow(values).items);
    const t = startNow(values, rows.length);
    const { maps } = reading(values);
    return fill(words.altSlide, {
      f: values.filter + 1,
      window: rows
        .slice(t, t + WIDTHS_OF[values.filter])
        .map(({ text }) => text)
        .join(" "),
      value: short(maps[values.filter][t]),
    });
  },
};
function sumText(terms, bias, sum, words) {
  const total = terms.flat().reduce((a, b) => a + b, 0);
  return fill(words.sumOf, {
    count: terms.length * EMBEDDED,
    total: short(total),
    bias: `${bias < 0 ? "− " : "+ "}${short(Math.abs(bias))}`,
    sum: short(sum),
  });
}
