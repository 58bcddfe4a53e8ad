// tanh as a sigmoid that is stretched.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { stretched } from "../../../maths/activations.js";
import { ruleX } from "../../../plot/marks.js";
import { axes, clamp, curve, label, pathOf, points, scale, ticks } from "../../../plot/plot.js";
import { written } from "../../../reader/values.js";
import { NUMBERS } from "../settings.js";

export const offBy = ({ alpha, beta, gamma }) =>
  Math.max(...ticks(-4, 4, 0.1).map((a) => Math.abs(Math.tanh(a) - stretched(alpha, beta, gamma, a))));
const sameScales = (box) => [
  scale([-4, 4], [3 * box.u, box.width - 5.5 * box.u]),
  scale([-1.5, 2], [box.height - 3 * box.u, 2.4 * box.u]),
];
/** @type {Figure} */
export const SAME = {
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const { alpha, beta, gamma } = values;
    const [x, y] = sameScales(box);
    const f = (a) => stretched(alpha, beta, gamma, a);
    const inside = (list) => list.map(([one, two]) => [one, two >= y.end && two <= y.start ? two : Number.NaN]);
    const gapBetween = [
      ...points(Math.tanh, x, y, 120),
      ...points((a) => clamp(f(a), y.from, y.to), x, y, 120).reverse(),
    ];
    return [
      ...axes(x, y, { u, ticksX: [-4, -2, 0, 2, 4], ticksY: [-1, 0, 1, 2] }),
      ruleX(x.at(0), y, "axis"),
      ["path", { class: "area hue-loss", d: `${pathOf(gapBetween)}Z` }],
      curve(points(Math.tanh, x, y), "state"),
      curve(inside(points(f, x, y)), "gate1"),
      label(x.end + 0.5 * u, y.at(Math.tanh(4)), "tanh(a)", { base: "middle", hue: "state", more: "bold" }),
      label(
        x.at(-3.8),
        y.at(1.7),
        fill(words.stretched, {
          alpha: written(NUMBERS.alpha, alpha),
          beta: written(NUMBERS.beta, beta),
          gamma: written(NUMBERS.gamma, gamma),
        }),
        { hue: "gate1", more: "bold large" },
      ),
      label(
        x.at(-3.8),
        y.at(1.7) + 2 * u,
        fill(words.apart, { off: short(offBy(values) < 1e-12 ? 0 : offBy(values)) }),
        { hue: "loss", more: "bold" },
      ),
    ];
  },
  describe: (values, words) => fill(words.altSame, { off: short(offBy(values)) }),
};
