// Shares over the temperature.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { softmax } from "../../../maths/crossentropy.js";
import { DOT, dot, ruleX, ruleY } from "../../../plot/marks.js";
import { nameNode, waysAround } from "../../../plot/names.js";
import { axes, curve, label, letter, note, points, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { HOTTEST, NUMBERS, SCORES, of, percent } from "../settings.js";

const logScale = (box) => scale([Math.log(0.1), Math.log(HOTTEST)], [3.4 * box.u, box.width - 6.5 * box.u]);
/** @type {Figure} */
export const TEMPERATURE = {
  drags: { tau: (x, _y, _values, box) => ({ tau: Math.exp(logScale(box).of(x)) }) },
  draw(values, box, words) {
    const { u } = box;
    const z = of(values, SCORES);
    const x = logScale(box);
    const y = scale([0, 1], [box.height - 4 * u, 3.9 * u]);
    const at = x.at(Math.log(values.tau));
    const now = softmax(z.map((one) => one / values.tau));
    const lines = z.map((_, k) => points((v) => softmax(z.map((one) => one / Math.exp(v)))[k], x, y));
    const taken = now.map((p) => [at - 6, y.at(p) - 6, at + 6, y.at(p) + 6]);
    const third = y.at(1 / 3);
    return [
      ...axes(x, y, {
        u,
        ticksX: [0.1, 0.2, 0.5, 1, 2, 5, 10].map(Math.log),
        ticksY: [0, 0.25, 0.5, 0.75, 1],
        titleX: words.temperature,
        realX: Math.exp,
        writtenX: (v) => short(Math.exp(v)).replace(/\.?0+$/, ""),
        written: (v) => `${100 * v} %`,
      }),
      note(x.start - 0.5 * u, 1.1 * u, words.shares),
      ruleY(third, x, "guide"),
      note(x.end + 0.5 * u, third, words.third, { base: "middle" }),
      ...z.map((_, k) =>
        curve(lines[k], "output", k ? "thin" : "", {
          "data-symbol": `z_${k + 1}`,
          "stroke-dasharray": ["", "9 4", "2 4"][k],
        }),
      ),
      handle(
        {
          drag: "tau",
          numbers: NUMBERS,
          values,
          x: at,
          y: y.start,
          label: words.temperature,
          hue: "gate1",
          symbol: "τ",
        },
        ruleX(at, y, "guide hue-gate1"),
        label(at, y.end - 0.7 * u, [...letter("τ"), ` = ${short(values.tau)}`], {
          place: "middle",
          hue: "gate1",
          more: "bold",
        }),
      ),
      ...now.flatMap((p, k) => [
        dot(at, y.at(p), DOT.usual * u, "output"),
        nameNode(`$ŷ_${k + 1}$ ${percent(p)}`, waysAround(at, y.at(p), u), {
          u,
          lines,
          taken,
          within: [x.start, y.end - u, box.width, y.start + 0.2 * u],
          hue: "output",
          more: "bold halo",
          symbol: `z_${k + 1}`,
        }),
      ]),
    ];
  },
  describe(values, words) {
    const shares = softmax(of(values, SCORES).map((one) => one / values.tau)).map(percent);
    return fill(words.altTemperature, { tau: short(values.tau), p: shares.join(", ") });
  },
};
