// Three columns, and rows under one another, as several figures have them.

/** @import {Mark} from "../../../picture.d.ts" */

import { fill } from "../../../../web/numbers.js";
import { rect, ruleY } from "../../../plot/marks.js";
import { label, letter } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { written } from "../../../reader/values.js";
import { NUMBERS } from "../settings.js";

/** Three columns, one a class: [left, middle, width]. */
export function columns(box, left = 4.2 * box.u) {
  const wide = (box.width - left) / 3;
  return [0, 1, 2].map((k) => ({ x: left + wide * (k + 0.5), bar: Math.min(wide * 0.5, 5.4 * box.u), wide }));
}

export function rowTitle(y, text, hue, symbol) {
  return label(0, y, text, { hue, more: "bold", symbol });
}

/** e to the power of something, and what it is. */
/** @returns {Mark[]} */
export function power(exponent, value) {
  return [
    ["tspan", {}, "e"],
    ["tspan", { class: "sub", dy: "-0.5em" }, exponent],
    ["tspan", { dy: "0.37em" }, ` = ${value}`],
  ];
}

/** @returns {Mark} */
export function barUp(x, width, from, to, kind, symbol) {
  return rect(x - width / 2, Math.min(from, to), width, Math.max(Math.abs(to - from), 0.5), kind, {
    "data-symbol": symbol,
  });
}

/** Scores as bars with handles, from the middle of the row between `top` and `low`. */
export function scoreBars(values, names, box, y, words) {
  const { u } = box;
  const zero = y.at(0);
  return [
    ruleY(zero, [3.6 * u, box.width], "axis"),
    ...columns(box).map(({ x, bar }, k) => {
      const value = values[names[k]];
      const end = y.at(value);
      const above = value >= 0;
      return handle(
        {
          drag: names[k],
          numbers: NUMBERS,
          values,
          x,
          y: end,
          label: fill(words.scoreOf, { k: k + 1 }),
          hue: "input",
          symbol: `z_${k + 1}`,
        },
        barUp(x, bar, zero, end, "pale hue-input"),
        label(x, end + (above ? -1 : 1.75) * u, [...letter("z", k + 1), ` = ${written(NUMBERS[names[k]], value)}`], {
          place: "middle",
          more: "halo",
        }),
      );
    }),
  ];
}

export const rows = (box, ...weights) => {
  const total = weights.reduce((a, b) => a + b, 0);
  let at = 0;
  return weights.map((weight) => {
    const top = at;
    at += (weight / total) * box.height;
    return [top, at];
  });
};
