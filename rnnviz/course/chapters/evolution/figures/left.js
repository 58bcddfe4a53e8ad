// What is left of a gradient after some steps.

import { powerOfTen, short } from "../../../../web/numbers.js";
import { nameNode, waysAlong } from "../../../plot/names.js";
import { axes, clamp, curve, label, scale } from "../../../plot/plot.js";
import { POWERS, areasOf } from "./scales.js";

/** What is left of the states of each step at the end, with all cells in pale. */
export function left(name, { cells }, box, words) {
  const { u } = box;
  const steps = cells[name].left.length;
  const area = areasOf(box).left;
  const x = scale([1, steps], [area.left, box.width - 1.4 * u]);
  const y = scale(POWERS, [box.height - 3.6 * u, area.top]);
  const line = (values) => values.map((value, k) => [x.at(k + 1), y.at(clamp(value, POWERS[0], POWERS[1]))]);
  const own = line(cells[name].left);
  const others = Object.entries(cells).flatMap(([other, { left: path }]) => (other === name ? [] : [line(path)]));
  const isLow = cells[name].left[0] < -4;
  return [
    label(x.start - 2.6 * u, y.end - 1.2 * u, words.left, { more: "bold" }),
    ...axes(x, y, {
      u,
      ticksX: [1, 10, 20, steps],
      ticksY: [-8, -6, -4, -2, 0, 2],
      titleX: words.step,
      written: powerOfTen,
      writtenX: String,
    }),
    ...others.map((path) => ["path", { ...curve(path, "text")[1], class: "curve pale-line" }]),
    curve(own, isLow ? "loss" : "state"),
    nameNode(`${cells[name].title}: ${short(10 ** cells[name].left[0])}`, waysAlong([...own].reverse(), u), {
      u,
      lines: [own, ...others],
      within: [x.start, y.end, x.end, y.start],
      hue: isLow ? "loss" : "state",
      more: "bold halo",
    }),
  ];
}
