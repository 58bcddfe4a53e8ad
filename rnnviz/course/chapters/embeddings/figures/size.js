// Sizes, drawn to one scale.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill } from "../../../../web/numbers.js";
import { rect } from "../../../plot/marks.js";
import { label, note, scale, wholeNumber } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { NUMBERS } from "../settings.js";

const squareOf = (box) => Math.min(box.width * 0.62, box.height - 17 * box.u);
/** @type {Figure} */
export const SIZE = {
  drags: {
    width: (x, _y, values, box) => ({ width: Math.max(1, ((x - 0.5) / squareOf(box)) * values.size) }),
  },
  draw(values, box, words) {
    const { u } = box;
    const side = squareOf(box);
    const top = 4.4 * u;
    const wide = (side * values.width) / values.size;
    const right = side + 1.4 * u;
    const bars = top + side + 3.6 * u;
    const log = scale([0, 10.2], [0, box.width - 9 * u]);
    /** @type {[name: string, count: number, hue: string, equation: string][]} */
    const rows = [
      [words.squareNumbers, values.size ** 2, "input", `V × V = ${wholeNumber(values.size ** 2)}`],
      [
        words.tableNumbers,
        values.size * values.width,
        "candidate",
        `V × d = ${wholeNumber(values.size * values.width)}`,
      ],
    ];
    return [
      label(0, 1.1 * u, fill(words.square, { V: wholeNumber(values.size) }), {
        more: "bold",
        hue: "input",
        symbol: "V",
      }),
      label(0, 2.7 * u, fill(words.table, { V: wholeNumber(values.size), d: values.width }), {
        more: "bold",
        hue: "candidate",
        symbol: "d",
      }),
      rect(0.5, top, side, side, "pale hue-input"),
      ["path", { class: "curve thin hue-input faintly", d: `M0.5,${top}L${side},${top + side}` }],
      rect(0.5, top, Math.min(Math.max(wide, 0.4), box.width - 1), side, "solid hue-candidate", {
        "fill-opacity": 0.85,
      }),
      handle({
        drag: "width",
        numbers: NUMBERS,
        values,
        x: Math.min(wide, box.width - 8) + 0.5,
        y: top + side * 0.5,
        label: words.width,
        hue: "candidate",
        symbol: "d",
      }),
      box.width > 34 * u && note(right, top + side * 0.12, words.ones),
      ...rows.flatMap(([name, count, hue, equation], k) => {
        const y = bars + k * 4 * u;
        return [
          label(0, y, name, { more: "small" }),
          rect(0, y + 0.5 * u, log.at(Math.log10(count)), 1.1 * u, `solid hue-${hue}`),
          label(log.at(Math.log10(count)) + 0.5 * u, y + 1.4 * u, equation, { hue, more: "bold small halo" }),
        ];
      }),
      note(0, bars + 7.4 * u, words.logarithmic),
    ];
  },
  describe: (values, words) =>
    fill(words.altSize, {
      V: wholeNumber(values.size),
      d: values.width,
      square: wholeNumber(values.size ** 2),
      table: wholeNumber(values.size * values.width),
    }),
};
