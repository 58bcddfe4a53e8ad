// The gradients of all pairs of a loss and a step.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, powerOfTen, short } from "../../../../web/numbers.js";
import { colon } from "../../../../web/punctuation.js";
import { DOT, dot, rect, ruleY } from "../../../plot/marks.js";
import { axes, curve, label, note, scale } from "../../../plot/plot.js";
import { tabled } from "../../../plot/told.js";
import { farthest, momentOf, untrained } from "../moments.js";
import { POWERS, log } from "./powers.js";
import { MOMENT_DRAG, momentRing } from "./timeline.js";

/** @type {Figure} */
export const TRIANGLE = {
  isTall: true,
  drags: MOMENT_DRAG,
  draw(values, box, words) {
    const { u } = box;
    const moment = momentOf(values);
    const { rows } = moment;
    const x = scale([0, values.k + 2], [4.6 * u, box.width - 1.6 * u]);
    const top = 4.4 * u;
    const high = Math.min(2.6 * u, (box.height * 0.56 - top - 3 * u) / rows.length);
    const low = top + rows.length * high;
    const y = scale(POWERS, [box.height - 3.6 * u, low + 6.4 * u]);
    const wide = x.at(1) - x.at(0);
    const before = farthest(untrained(values)).reach;
    const now = farthest(moment).reach;
    const line = (reach) => [...reach].map((size, t) => [x.at(t + 0.5), y.at(log(size))]);
    return [
      momentRing(values, box, 1.2 * u, words),
      ruleY(1.2 * u, x, "axis"),
      label(x.start - 0.6 * u, 1.6 * u, String(moment.done), { place: "end", more: "bold" }),
      note(x.start - 0.6 * u, top - 0.9 * u, fill(words.triangle, { steps: moment.done })),
      ...rows.flatMap(({ distance, reach }, row) => [
        note(x.start - 0.5 * u, top + (row + 0.68) * high, String(distance), { place: "end" }),
        ...[...reach].map((size, t) =>
          rect(
            x.at(t).toFixed(1),
            (top + row * high + 0.5).toFixed(1),
            Math.max(1, wide - 0.7).toFixed(1),
            (high - 1).toFixed(1),
            "solid hue-state",
            { "fill-opacity": shade(size) },
          ),
        ),
      ]),
      tabled({
        title: fill(words.triangle, { steps: moment.done }),
        corner: words.distance,
        columns: Array.from(now, (_, t) => String(t + 1)),
        rows: rows.map(({ distance, reach }) => ({
          head: String(distance),
          cells: Array.from(now, (_, t) => reach[t] ?? ""),
        })),
      }),
      label(x.start, low + 1.3 * u, words.firstStep, { hue: "gate2", more: "bold small" }),
      label(x.end, low + 1.3 * u, words.askedStep, { place: "end", hue: "loss", more: "bold small" }),
      ...legend(x, low + 2.2 * u, u),
      ...axes(x, y, {
        u,
        ticksX: [],
        ticksY: [-8, -6, -4, -2, 0, 2],
        titleX: words.stepOfText,
        titleY: fill(words.lastRow, { k: values.k }),
        written: powerOfTen,
      }),
      curve(line(before), "text", "thin dashed", { name: `${words.steps}${colon()}0` }),
      curve(line(now), "state", "", { name: `${words.steps}${colon()}${moment.done}` }),
      dot(x.at(0.5), y.at(log(now[0])), DOT.large * u, "gate2"),
      label(x.at(0.5) + 0.9 * u, y.at(log(now[0])) - 0.7 * u, short(now[0]), { hue: "gate2", more: "bold halo" }),
    ];
  },
  describe(values, words) {
    const moment = momentOf(values);
    const { reach } = farthest(moment);
    return fill(words.altTriangle, {
      steps: moment.done,
      k: values.k,
      first: short(reach[0]),
      last: short(reach.at(-1)),
    });
  },
};

/** How dark a cell is: a power of ten a shade. */
function shade(size) {
  return ((log(size) - POWERS[0]) / (POWERS[1] - POWERS[0])).toFixed(3);
}

function legend(x, top, u) {
  const powers = [-8, -6, -4, -2, 0, 2];
  const wide = (x.end - x.start) / powers.length;
  return powers.flatMap((exponent, k) => [
    rect(x.start + k * wide, top, wide - 2, 0.7 * u, "solid hue-state", { "fill-opacity": shade(10 ** exponent) }),
    note(x.start + (k + 0.5) * wide, top + 1.8 * u, powerOfTen(exponent), { place: "middle" }),
  ]);
}
