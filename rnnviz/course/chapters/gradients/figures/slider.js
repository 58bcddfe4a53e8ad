// A line with a ring on it, above a figure.

import { ruleX, ruleY } from "../../../plot/marks.js";
import { note, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { NUMBERS } from "../settings.js";

/** A ring on a line from one number to another, under words for its ends. */
export function slider(name, values, x, y, u, said, marks = []) {
  const { least, most } = NUMBERS[name];
  return [
    ruleY(y, [x.at(least), x.at(most)], "axis"),
    ...marks.flatMap(([value, word]) => [
      ruleX(x.at(value), [y - 0.4 * u, y + 0.4 * u], "axis"),
      note(x.at(value), y + 1.7 * u, word, { place: "middle" }),
    ]),
    handle({ drag: name, numbers: NUMBERS, values, x: x.at(values[name]), y, label: said, hue: NUMBERS[name].hue }),
  ];
}

export const sliderScale = (name, box) => {
  const { u } = box;
  const { least, most } = NUMBERS[name];
  return scale([least, most], [3.4 * u, box.width - 3.4 * u]);
};
export const slides = (name) => ({ [name]: (x, _y, _values, box) => ({ [name]: sliderScale(name, box).of(x) }) });
