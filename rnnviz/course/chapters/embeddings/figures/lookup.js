// A row by a product, and by looking it up.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { oneHot, productSoFar } from "../../../maths/vectors.js";
import { cells, largest } from "../../../plot/cells.js";
import { rect } from "../../../plot/marks.js";
import { label, letter, note } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { D, NUMBERS, V } from "../settings.js";
import { learntRows, wordsOf } from "../vectors.js";

const rowPlace = (box) => {
  const { u } = box;
  const [top, low] = [4.2 * u, box.height - 7.4 * u];
  return { top, low, high: (low - top) / V };
};
/** @type {Figure} */
export const LOOKUP = {
  isTall: true,
  drags: {
    word: (_x, y, _values, box) => {
      const { top, high } = rowPlace(box);
      return { word: Math.floor((y - top) / high) };
    },
  },
  draw(values, box, words) {
    const { u } = box;
    const names = wordsOf(values);
    const rows = learntRows(values);
    const x = oneHot(values.word, V);
    const { top, low, high } = rowPlace(box);
    const full = largest(rows);
    const size = Math.min(1, (high / u) * 0.86).toFixed(2);
    const left = 6.4 * u;
    const one = 2.2 * u;
    const wide = Math.min(3.9 * u, (box.width - 15 * u) / (2 * D));
    const hasNumbers = wide > 3.3 * u;
    const matrix = left + one + 2 * u;
    const end = matrix + D * wide;
    const picked = box.width - D * wide;
    const sum = productSoFar(x, rows, values.terms);
    const at = top + values.word * high;
    const [middle, bend] = [at + high / 2, 3 * u];
    const under = low + 2 * u;
    const isDone = values.terms > values.word;
    return [
      label(matrix - 0.9 * u, 1.1 * u, [...letter("x"), ` 1 × ${V}`], {
        hue: "input",
        symbol: "x",
        more: "bold",
        place: "end",
      }),
      label(matrix, 1.1 * u, [...letter("E"), ` ${V} × ${D}`], { hue: "candidate", symbol: "E", more: "bold" }),
      note(matrix, 2.7 * u, fill(words.taken, { terms: values.terms, V })),
      ...names.map((name, k) => [
        "g",
        { "data-pick": `word ${k}`, class: "pickable", style: `font-size:${size}em` },
        label(left - 0.6 * u, top + (k + 0.74) * high, name, {
          place: "end",
          more: k === values.word ? "bold" : "muted",
        }),
        label(left + one / 2, top + (k + 0.74) * high, String(x[k]), {
          place: "middle",
          hue: "input",
          more: x[k] ? "bold" : "muted",
        }),
      ]),
      cells(rows, matrix, top, wide, high, { full, pick: (row) => `word ${row}`, symbol: "E" }),
      // What the product has not reached yet.
      rect(left, top + values.terms * high, end - left, Math.max(0, low - top - values.terms * high), "veil"),
      rect(left, at, end - left, high, "outline hue-input"),
      handle({
        drag: "word",
        numbers: NUMBERS,
        values,
        said: names[values.word],
        x: left - 0.1 * u,
        y: at + high / 2,
        label: words.word,
        hue: "input",
        radius: 5,
      }),
      label(matrix - 0.8 * u, under + 1.3 * u, [...letter("x"), " ", ...letter("E"), " ="], {
        place: "end",
        hue: "candidate",
        symbol: "E",
      }),
      cells([sum], matrix, under, wide, 1.9 * u, { full, isWritten: hasNumbers }),
      note(left - 0.6 * u, under + 3.6 * u, fill(words.products, { all: V * D, zeros: (V - 1) * D })),
      !hasNumbers &&
        label(
          end + 0.6 * u,
          under + 1.3 * u,
          `(${sum.map((value) => value.toFixed(1).replace("-", "−")).join(", ")})`,
          { more: "small" },
        ),
      // The same row, picked.
      [
        "path",
        {
          class: "curve thin hue-candidate",
          d: `M${end},${middle}C${end + bend},${middle} ${picked - bend},${middle} ${picked - 4},${middle}`,
        },
      ],
      ...(!hasNumbers
        ? []
        : [
            label(picked, at - 1.9 * u, fill(words.row, { row: values.word + 1 }), { more: "bold", hue: "candidate" }),
            note(picked, at - 0.6 * u, words.nothing),
          ]),
      cells([rows[values.word]], picked, at + high / 2 - 0.95 * u, wide, 1.9 * u, { full, isWritten: hasNumbers }),
      label(matrix, under + 5 * u, isDone ? words.same : words.notYet, {
        more: "bold",
        hue: isDone ? "right" : undefined,
      }),
    ];
  },
  describe: (values, words) =>
    fill(words.altLookup, {
      word: wordsOf(values)[values.word],
      terms: values.terms,
      sum: productSoFar(oneHot(values.word, V), learntRows(values), values.terms).map(short).join(", "),
      row: learntRows(values)[values.word].map(short).join(", "),
    }),
};
