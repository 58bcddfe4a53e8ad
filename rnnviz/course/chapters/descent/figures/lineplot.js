// The line among its points.

import { short } from "../../../../web/numbers.js";
import { DOT, dot, ruleX } from "../../../plot/marks.js";
import { axes, clamp, curve, label, letter, points, scale } from "../../../plot/plot.js";
import { POINTS } from "../lines.js";

export function lineNodes(box, weights, rows, words) {
  const { u } = box;
  const [[w, b], [top, low]] = [weights, rows];
  const x = scale([-2.2, 2.2], [3 * u, box.width - 2 * u]);
  const y = scale([-3, 3], [low, top]);
  const line = points((one) => w * one + b, x, y, 80).map(([px, py]) => [px, py < top || py > low ? Number.NaN : py]);
  return [
    ...axes(x, y, { u, ticksX: [-2, -1, 0, 1, 2], ticksY: [-2, 0, 2], titleY: words.data }),
    ...POINTS.map(([px, py]) =>
      ruleX(x.at(px), [y.at(py), clamp(y.at(w * px + b), top, low)], "curve thin hue-loss faintly"),
    ),
    curve(line, "candidate"),
    ...POINTS.map(([px, py]) => dot(x.at(px), y.at(py), DOT.usual * u, "text")),
    label(x.end, top + 0.4 * u, [...letter("ŷ"), ` = ${short(w)} x ${b < 0 ? "−" : "+"} ${short(Math.abs(b))}`], {
      place: "end",
      hue: "candidate",
      more: "bold halo",
    }),
  ];
}

export const upper = (box) => [2.4 * box.u, box.height * 0.36];
export const under = (box) => [box.height * 0.36 + 5.2 * box.u, box.height - 3.2 * box.u];
