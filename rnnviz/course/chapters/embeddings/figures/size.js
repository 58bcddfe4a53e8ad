// Sizes, drawn to one scale.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill } from "../../../../web/numbers.js";
import { label, scale, wholeNumber } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { NUMBERS } from "../settings.js";

const squareOf = (box) => Math.min(box.width * 0.62, box.height - 17 * box.u);
/** @type {Figure} */
export const SIZE = {
  drags: {
    width: (x, _y, values, box) => ({ width: Math.max(1, ((x - 0.5) / squareOf(box)) * values.size) }),
  },
  draw(values, box, words) {
    const side = squareOf(box);
    const top = 4.4 * box.u;
    const wide = (side * values.width) / values.size;
    const right = side + 1.4 * box.u;
    const bars = top + side + 3.6 * box.u;
    const log = scale([0, 10.2], [0, box.width - 9 * box.u]);
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
      label(0, 1.1 * box.u, fill(words.square, { V: wholeNumber(values.size) }), {
        more: "bold",
        hue: "input",
        symbol: "V",
      }),
      label(0, 2.7 * box.u, fill(words.table, { V: wholeNumber(values.size), d: values.width }), {
        more: "bold",
        hue: "candidate",
        symbol: "d",
      }),
      ["rect", { class: "pale hue-input", x: 0.5, y: top, width: side, height: side }],
      ["path", { class: "curve thin hue-input faintly", d: `M0.5,${top}L${side},${top + side}` }],
      [
        "rect",
        {
          class: "solid hue-candidate",
          x: 0.5,
          y: top,
          width: Math.min(Math.max(wide, 0.4), box.width - 1),
          height: side,
          "fill-opacity": 0.85,
        },
      ],
      handle({
        drag: "width",
        names: ["width"],
        numbers: NUMBERS,
        values,
        x: Math.min(wide, box.width - 8) + 0.5,
        y: top + side * 0.5,
        label: words.width,
        hue: "candidate",
        symbol: "d",
      }),
      box.width > 34 * box.u && label(right, top + side * 0.12, words.ones, { more: "muted small" }),
      ...rows.flatMap(([name, count, hue, equation], k) => {
        const y = bars + k * 4 * box.u;
        return [
          label(0, y, name, { more: "small" }),
          [
            "rect",
            {
              class: `solid hue-${hue}`,
              x: 0,
              y: y + 0.5 * box.u,
              width: log.at(Math.log10(count)),
              height: 1.1 * box.u,
            },
          ],
          label(log.at(Math.log10(count)) + 0.5 * box.u, y + 1.4 * box.u, equation, { hue, more: "bold small halo" }),
        ];
      }),
      label(0, bars + 7.4 * box.u, words.logarithmic, { more: "muted small" }),
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
