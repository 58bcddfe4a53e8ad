// A line with a ring on it, above a figure.

import { label, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { NUMBERS } from "../settings.js";

/** A ring on a line from one number to another, under words for its ends. */
export function slider(name, values, x, y, u, said, marks = []) {
  const { least, most } = NUMBERS[name];
  return [
    ["line", { class: "axis", x1: x.at(least), x2: x.at(most), y1: y, y2: y }],
    ...marks.flatMap(([value, word]) => [
      ["line", { class: "axis", x1: x.at(value), x2: x.at(value), y1: y - 0.4 * u, y2: y + 0.4 * u }],
      label(x.at(value), y + 1.7 * u, word, { place: "middle", more: "muted small" }),
    ]),
    handle({
      drag: name,
      names: [name],
      numbers: NUMBERS,
      values,
      x: x.at(values[name]),
      y,
      label: said,
      hue: NUMBERS[name].hue,
    }),
  ];
}

export const sliderScale = (name, box) => {
  const { least, most } = NUMBERS[name];
  return scale([least, most], [3.4 * box.u, box.width - 3.4 * box.u]);
};
export const slides = (name) => ({ [name]: (x, _y, _values, box) => ({ [name]: sliderScale(name, box).of(x) }) });
