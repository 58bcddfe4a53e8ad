// How steep the functions are at a place, and after several of them.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, powerOfTen, short, superscript } from "../../../../web/numbers.js";
import { ACTIVATIONS } from "../../../maths/activations.js";
import { DOT, barX, dot, ruleX, ruleY } from "../../../plot/marks.js";
import { axes, curve, label, letter, note, points, scale, ticks } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { written } from "../../../reader/values.js";
import { HUES, NAMES, NUMBERS, WIDE, across } from "../settings.js";

/** @type {Figure} */
export const SATURATION = {
  drags: { a: (x, _y, _values, box) => ({ a: across(box).of(x) }) },
  draw(values, box, words) {
    const { u } = box;
    const x = across(box);
    const z = scale([0, 1.1], [box.height * 0.56, 2.4 * u]);
    const { a, layers } = values;
    const at = x.at(a);
    const low = box.height * 0.56 + 4.6 * u;
    const rows = ["sigmoid", "tanh", "relu"];
    const least = -30;
    const bars = scale([least, 0], [9 * u, box.width - 6 * u]);
    const gap = (box.height - low - 3 * u) / 3;
    const quarter = z.at(0.25);
    return [
      ...axes(x, z, { u, ticksX: ticks(-WIDE, WIDE, 2), ticksY: [0, 0.25, 0.5, 1], titleY: words.slope }),
      ruleY(quarter, x, "guide hue-gate1"),
      ...rows.map((name) => curve(points(ACTIVATIONS[name].slope, x, z, 300), HUES[name], "", { "data-symbol": name })),
      label(x.at(-2.1), z.at(0.13), "σ′", { hue: "gate1", more: "bold halo", place: "end" }),
      label(x.at(-0.95), z.at(0.6), "tanh′", { hue: "state", more: "bold halo", place: "end" }),
      label(x.at(3.4), z.at(1) - 0.5 * u, "ReLU′", { hue: "memory", more: "bold halo" }),
      label(x.end + 0.5 * u, quarter, words.quarter, { base: "middle", hue: "gate1", more: "small" }),
      ...rows.map((name) => dot(at, z.at(ACTIVATIONS[name].slope(a)), DOT.usual * u, HUES[name])),
      handle(
        {
          drag: "a",
          numbers: NUMBERS,
          values,
          x: at,
          y: z.start,
          label: words.preActivation,
          hue: "gate2",
          symbol: "a",
        },
        ruleX(at, z, "guide hue-gate2"),
        label(at, z.end - 0.6 * u, [...letter("a"), ` = ${written(NUMBERS.a, a)}`], {
          hue: "gate2",
          more: "bold halo",
          place: "middle",
        }),
      ),
      label(0, low, fill(words.through, { layers }), { more: "bold" }),
      ...rows.flatMap((name, k) => {
        const product = ACTIVATIONS[name].slope(a) ** layers;
        const top = low + 0.9 * u + k * gap;
        const end = bars.at(Math.max(least, Math.log10(product)));
        return [
          label(bars.start - 0.8 * u, top + gap * 0.55, `${NAMES[name]}′ ${superscript(layers)}`, {
            hue: HUES[name],
            place: "end",
            more: "bold",
          }),
          barX(top, Math.max(4, gap * 0.72), bars.start, end, `solid hue-${HUES[name]}`, { rx: 2 }),
          label(end + 0.6 * u, top + gap * 0.55, product === 0 ? "0" : short(product), {
            more: "bold halo",
            hue: HUES[name],
          }),
        ];
      }),
      ...[-30, -20, -10, 0].map((power) =>
        note(bars.at(power), box.height - 0.4 * u, powerOfTen(power), { place: "middle" }),
      ),
    ];
  },
  describe(values, words) {
    const product = (name) => short(ACTIVATIONS[name].slope(values.a) ** values.layers);
    return fill(words.altSaturation, {
      a: short(values.a),
      layers: values.layers,
      sigmoid: product("sigmoid"),
      tanh: product("tanh"),
      relu: product("relu"),
    });
  },
};
