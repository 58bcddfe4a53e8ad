// Two products, added, or one of what is joined: the same numbers (002, 6.2.2).

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { cells } from "../../../plot/cells.js";
import { rect } from "../../../plot/marks.js";
import { label, letter, note } from "../../../plot/plot.js";
import { integer } from "../../../reader/values.js";
import { INPUTS_READ, SAMPLES_READ, UNITS_READ, concatenation } from "../unrolled.js";
import { tenth } from "./book.js";

const [N, D, H] = [SAMPLES_READ, INPUTS_READ, UNITS_READ];
const places = Array.from({ length: N * H }, (_, k) => `(${Math.floor(k / H) + 1}, ${(k % H) + 1})`);

export const JOIN_NUMBERS = {
  drawn: integer(1, 1, 999),
  element: integer(0, 0, N * H - 1, { names: () => places }),
};
export const difference = (values) => {
  const { first, second } = concatenation(values.drawn);
  return Math.max(...first.flatMap((row, i) => row.map((one, j) => Math.abs(one - second[i][j]))));
};
/** @type {Figure} */
export const JOIN = {
  drags: {},
  draw(values, box, words) {
    const { u, width, height } = box;
    const { X, W_xh, S, W_hh, XH, W, first, second } = concatenation(values.drawn);
    const [i, j] = [Math.floor(values.element / H), values.element % H];
    const wide = Math.min(3.2 * u, (width - 5 * u) / (D + 3 * H));
    const size = Math.min(2.1 * u, (height - (width < 34 * u ? 11.5 : 12) * u) / 12);
    const isRead = wide > 2.2 * u;
    const put = (x, y, rows, lit, symbol) => [
      cells(rows, x, y, wide, size, { full: 2, lit, symbol, isWritten: isRead, written: tenth }),
      note(x, y - 0.45 * u, `${rows.length} × ${rows[0].length}`),
    ];
    const gap = (width < 34 * u ? 1.3 : 1.4) * u;
    const sign = (x, y, text) => label(x, y, text, { place: "middle", more: "bold" });
    const y1 = 3.2 * u;
    const x2 = D * wide + gap;
    const x3 = x2 + H * wide + gap;
    const x4 = x3 + H * wide + gap;
    const isNarrow = width < 34 * u;
    const y2 = y1 + H * size + (isNarrow ? 3.2 : 4.2) * u;
    const y3 = y2 + (D + H) * size + (isNarrow ? 1.8 : 3.4) * u;
    const each = Math.min(3.4 * u, (width - 2 * u) / (2 * H));
    const right = width / 2 + 0.6 * u;
    const products = XH[i].map((value, k) => value * W[k][j]);
    const result = (x, rows, title) => [
      label(x, y3 - 0.5 * u, title, { more: "bold" }),
      cells(rows, x, y3, each, size, { full: 4, isWritten: each > 2.6 * u, lit: [[i, j]], symbol: "H_t" }),
      ...rows.flatMap((row, a) =>
        row.map((_, b) =>
          rect(x + b * each, y3 + a * size, each, size, "grip", { "data-pick": `element ${a * H + b}` }),
        ),
      ),
    ];
    const term = (value, k) => (k && value >= 0 ? ` + ${short(value)}` : k ? ` − ${short(-value)}` : short(value));
    return [
      label(0, y1 - 2 * u, [...letter("X"), ...letter(" W", "xh"), " + ", ...letter("H"), ...letter(" W", "hh")], {
        more: "bold",
      }),
      ...put(0, y1, X, [[i, null]], "X"),
      ...put(x2, y1, W_xh, [[null, j]], "W_xh"),
      sign(x3 - gap / 2, y1 + size, "+"),
      ...put(x3, y1, S, [[i, null]], "H"),
      ...put(x4, y1, W_hh, [[null, j]], "W_hh"),
      label(0, y2 - 2 * u, ["[ ", ...letter("X"), ", ", ...letter("H"), " ] · ", words.stacked], { more: "bold" }),
      ...put(0, y2, XH, [[i, null]], "X"),
      rect(0, y2, D * wide, N * size, "outline hue-input"),
      rect(D * wide, y2, H * wide, N * size, "outline hue-state"),
      ...put((D + H) * wide + gap, y2, W, [[null, j]], "W"),
      rect((D + H) * wide + gap, y2, H * wide, D * size, "outline hue-input"),
      rect((D + H) * wide + gap, y2 + D * size, H * wide, H * size, "outline hue-state"),
      ...result(0, first, words.added),
      ...result(right, second, words.joined),
      label(0, y3 + N * size + 1.9 * u, `${products.map(term).join("")} = ${short(second[i][j])}`, { more: "bold" }),
      note(0, y3 + N * size + 3.5 * u, fill(words.ofElement, { place: places[values.element] })),
    ];
  },
  describe: (values, words) =>
    fill(words.altJoin, {
      difference: short(difference(values)),
      place: places[values.element],
      value: short(concatenation(values.drawn).first.flat()[values.element]),
    }),
};
