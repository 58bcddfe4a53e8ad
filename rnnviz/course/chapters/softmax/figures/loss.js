// The loss over the share of what is right.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { DOT, dot, ruleX } from "../../../plot/marks.js";
import { axes, curve, label, note, points, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { NUMBERS } from "../settings.js";

const lossScales = (box) => [
  scale([0, 1], [3 * box.u, box.width - 2 * box.u]),
  scale([0, 7], [box.height - 4 * box.u, 2.2 * box.u]),
];
/** @type {Figure} */
export const LOSS = {
  drags: { right: (x, _y, _values, box) => ({ right: lossScales(box)[0].of(x) }) },
  draw(values, box, words) {
    const { u } = box;
    const [x, y] = lossScales(box);
    const p = values.right;
    const loss = -Math.log(p);
    const tangent = [p - 0.12, p + 0.12].map((one) => [x.at(one), y.at(loss - (one - p) / p)]);
    const known = [0.5, 0.1, 0.01];
    const [cx, cy] = [x.at(p), y.at(loss)];
    return [
      ...axes(x, y, {
        u,
        ticksX: [0, 0.25, 0.5, 0.75, 1],
        ticksY: [0, 1, 2, 3, 4, 5, 6, 7],
        titleX: words.right,
        titleY: words.nats,
      }),
      ...known.map((one) => dot(x.at(one), y.at(-Math.log(one)), DOT.small * u, "loss")),
      ...known.map((one) =>
        note(x.at(one) + 0.6 * u, y.at(-Math.log(one)) - 0.3 * u, `${one}: ${short(-Math.log(one))}`),
      ),
      curve(
        points((one) => -Math.log(Math.max(one, 0.0009)), scale([0.0009, 1], [x.at(0.0009), x.end]), y, 400),
        "loss",
        "",
        { "data-symbol": "L", name: "−log ŷ" },
      ),
      curve(tangent, "gate1", "thin", { name: `L′ = ${short(-1 / p)}` }),
      ruleX(cx, [cy, y.start], "guide hue-loss"),
      handle(
        { drag: "right", numbers: NUMBERS, values, x: cx, y: cy, label: words.right, hue: "output", symbol: "ŷ" },
        label(cx + (p > 0.6 ? -1 : 1) * u, Math.max(y.end, cy - 1.4 * u), `−log ${short(p)} = ${short(loss)}`, {
          more: "bold large halo",
          hue: "loss",
          place: p > 0.6 ? "end" : "start",
        }),
      ),
    ];
  },
  describe: (values, words) => fill(words.altLoss, { p: short(values.right), loss: short(-Math.log(values.right)) }),
};
