// What a cell costs, and its loss.

import { fill, powerOfTen, short } from "../../../../web/numbers.js";
import { median } from "../../../maths/median.js";
import { axes, label, paragraph, scale } from "../../../plot/plot.js";
import { LOSSES, areasOf, guessing, row } from "./scales.js";

/** What its answers cost, beside the map. */
export function costs(cell, box, words, chance) {
  const { u } = box;
  const { head, losses } = areasOf(box);
  const x = scale(LOSSES, [losses.left, box.width - 1.4 * u]);
  const y = { start: losses.low, end: head };
  const first = y.end + 0.3 * (y.start - y.end);
  const second = y.end + 0.72 * (y.start - y.end);
  return [
    ...paragraph(x.start, y.end - 1.7 * u, words.loss, {
      u: 1.06 * u,
      width: box.width - losses.left,
      ends: true,
      more: "bold",
    }),
    ...axes(x, y, { u, ticksX: [-4, -2, 0], writtenX: powerOfTen, isGridX: true }),
    ...guessing(x, y, chance, words, u),
    label(x.start, first - 1.1 * u, fill(words.onceOf, { loss: short(median(cell.once)) }), {
      hue: "state",
      more: "bold small halo",
    }),
    ...row(x, first, cell.once, "state", false, u),
    label(x.start, second - 1.1 * u, fill(words.streamOf, { loss: short(median(cell.stream)) }), {
      hue: "memory",
      more: "bold small halo",
    }),
    ...row(x, second, cell.stream, "memory", true, u),
  ];
}
