// A ReLU whose input is never above zero.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { BENT, reluFit } from "../../../maths/activations.js";
import { DOT, circle, ruleY } from "../../../plot/marks.js";
import { nameNode, waysAlong, waysAround } from "../../../plot/names.js";
import { axes, clamp, curve, label, points, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { written } from "../../../reader/values.js";
import { NUMBERS } from "../settings.js";

const bent = (box) => [
  scale([-2.4, 2.4], [3 * box.u, box.width - 2 * box.u]),
  scale([-3, 3], [box.height - 9 * box.u, 2.4 * box.u]),
];
/** @type {Figure} */
export const DEAD = {
  drags: {
    b: (_x, y, _values, box) => ({ b: bent(box)[1].of(y) }),
    w: (_x, y, values, box) => ({ w: (bent(box)[1].of(y) - values.b) / 1.5 }),
  },
  draw(values, box, words) {
    const { u } = box;
    const { w, b } = values;
    const [x, y] = bent(box);
    const { loss, gradient, alive } = reluFit(w, b);
    const isDead = alive === 0;
    const inside = (list) => list.map(([one, two]) => [one, two >= y.end && two <= y.start ? two : Number.NaN]);
    const top = box.height - 5.6 * u;
    const at = (value) => clamp(y.at(value), y.end, y.start);
    const straight = inside(points((one) => w * one + b, x, y, 80));
    const bend = inside(points((one) => Math.max(0, w * one + b), x, y, 240));
    const rings = [0, 1.5].map((one) => [x.at(one), at(w * one + b)]);
    const free = {
      u,
      lines: [straight, bend],
      taken: [...rings, ...BENT.map(([one, two]) => [x.at(one), y.at(two)])].map(([one, two]) => [
        one - 9,
        two - 9,
        one + 9,
        two + 9,
      ]),
      within: [x.start, y.end, x.end, y.start],
    };
    return [
      ...axes(x, y, { u, ticksX: [-2, -1, 0, 1, 2], ticksY: [-3, -2, -1, 0, 1, 2, 3] }),
      ruleY(y.at(0), x, "axis"),
      curve(straight, "state", "thin dashed", { name: "w x + b" }),
      curve(bend, isDead ? "loss" : "memory"),
      nameNode("$w x + b$", waysAlong([...straight].reverse(), u), { ...free, hue: "state", more: "halo" }),
      nameNode("ReLU($w x + b$)", waysAlong(bend, u), { ...free, hue: isDead ? "loss" : "memory", more: "bold halo" }),
      ...BENT.map(([one, two]) =>
        circle(x.at(one), y.at(two), DOT.large * u, w * one + b > 0 ? "dot hue-text" : "waiting"),
      ),
      handle(
        { drag: "b", numbers: NUMBERS, values, x: x.at(0), y: at(b), label: words.bias, hue: "state", symbol: "b" },
        nameNode(`$b$ = ${written(NUMBERS.b, b)}`, waysAround(x.at(0), at(b), u), {
          ...free,
          hue: "state",
          more: "bold halo",
        }),
      ),
      handle(
        {
          drag: "w",
          numbers: NUMBERS,
          values,
          x: x.at(1.5),
          y: at(w * 1.5 + b),
          label: words.weight,
          hue: "state",
          symbol: "w",
        },
        nameNode(`$w$ = ${written(NUMBERS.w, w)}`, waysAround(x.at(1.5), at(w * 1.5 + b), u), {
          ...free,
          hue: "state",
          more: "bold halo",
        }),
      ),
      label(x.start, top, fill(isDead ? words.isDead : words.isAlive, { alive, all: BENT.length }), {
        more: "bold large",
        hue: isDead ? "loss" : "memory",
      }),
      label(x.start, top + 2.2 * u, `$∂L/∂w$ = ${short(gradient[0])}    $∂L/∂b$ = ${short(gradient[1])}`, {
        more: "large",
      }),
      label(x.start, top + 4.2 * u, fill(words.lossIs, { loss: short(loss) }), { hue: "loss", more: "bold" }),
    ];
  },
  describe(values, words) {
    const { loss, gradient, alive } = reluFit(values.w, values.b);
    return fill(words.altDead, { alive, w: short(gradient[0]), b: short(gradient[1]), loss: short(loss) });
  },
};
