// The time machine: a line of the training's steps with a ring on it.

import { ruleY } from "../../../plot/marks.js";
import { label, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { MOST, NUMBERS } from "../settings.js";

export const timeline = (box) => scale([0, MOST], [4.6 * box.u, box.width - 1.6 * box.u]);
export const MOMENT_DRAG = { moment: (x, _y, _values, box) => ({ steps: timeline(box).of(x) }) };

export function momentRing(values, box, y, words) {
  return handle({
    drag: "moment",
    names: ["steps"],
    numbers: NUMBERS,
    values,
    x: timeline(box).at(values.steps),
    y,
    label: words.steps,
    hue: "text",
  });
}

export function guide(x, at, text, u) {
  return [
    "g",
    { class: "hue-loss" },
    ruleY(at, x, "guide hue-loss"),
    text && label(x.end, at - 0.45 * u, text, { hue: "loss", place: "end", more: "small halo" }),
  ];
}
