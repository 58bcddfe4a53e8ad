// A state that goes through the same function at each step.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { states } from "../../../maths/activations.js";
import { ruleY } from "../../../plot/marks.js";
import { nameNode, waysAround } from "../../../plot/names.js";
import { apart, axes, clamp, curve, label, letter, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { written } from "../../../reader/values.js";
import { HUES, NAMES, NUMBERS, T } from "../settings.js";

const rnnScales = (box) => [
  scale([0, T], [3 * box.u, box.width - 7.5 * box.u]),
  scale([-3, 3], [box.height - 4 * box.u, 2.6 * box.u]),
];
/** @type {Figure} */
export const RECURRENT = {
  drags: { h0: (_x, y, _values, box) => ({ h0: rnnScales(box)[1].of(y) }) },
  draw(values, box, words) {
    const { u } = box;
    const [x, y] = rnnScales(box);
    const kinds = ["relu", "identity", "sigmoid", "tanh"];
    const all = kinds.map((name) => states(name, values.u, 0, values.h0, T));
    const ends = all.map((list) =>
      clamp(y.at(list.findLast((v, t) => y.at(v) >= y.end && y.at(v) <= y.start && t >= 0) ?? 3), y.end, y.start),
    );
    const tags = apart(ends, 1.4 * u);
    const lines = all.map((list) =>
      list.map((v, t) => [x.at(t), y.at(v) >= y.end && y.at(v) <= y.start ? y.at(v) : Number.NaN]),
    );
    return [
      ...axes(x, y, {
        u,
        ticksX: [0, 10, 20, 30],
        ticksY: [-3, -2, -1, 0, 1, 2, 3],
        titleX: words.time,
        titleY: letter("H", "t"),
      }),
      ruleY(y.at(1), x, "guide"),
      ruleY(y.at(-1), x, "guide"),
      // ReLU and identity are the same where the state is positive: one is seen through the other's gaps.
      ...kinds.map((name, k) => curve(lines[k], HUES[name], { relu: "broad", identity: "dashed" }[name] ?? "")),
      ...kinds.map((name, k) =>
        label(x.end + 0.5 * u, tags[k], `${name === "identity" ? words.f_identity : NAMES[name]} ${short(all[k][T])}`, {
          base: "middle",
          hue: HUES[name],
          more: "bold halo",
        }),
      ),
      handle(
        {
          drag: "h0",
          numbers: NUMBERS,
          values,
          x: x.at(0),
          y: y.at(values.h0),
          label: words.h0,
          hue: "state",
          symbol: "H",
        },
        nameNode(`$H_0$ = ${written(NUMBERS.h0, values.h0)}`, waysAround(x.at(0), y.at(values.h0), u), {
          u,
          lines,
          within: [x.start, y.end, x.end, y.start],
          more: "bold halo",
          hue: "state",
        }),
      ),
    ];
  },
  describe(values, words) {
    const end = (name) => short(states(name, values.u, 0, values.h0, T)[T]);
    return fill(words.altRecurrent, {
      w: short(values.u),
      relu: end("relu"),
      tanh: end("tanh"),
      sigmoid: end("sigmoid"),
    });
  },
};
