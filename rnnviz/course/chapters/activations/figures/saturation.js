// How steep the functions are at a place, and after several of them.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { ACTIVATIONS } from "../../../maths/activations.js";
import { axes, curve, label, letter, points, scale, ticks } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { written } from "../../../reader/values.js";
import { HUES, NAMES, NUMBERS, WIDE, across } from "../settings.js";

/** @type {Figure} */
export const SATURATION = {
  drags: { a: (x, _y, _values, box) => ({ a: across(box).of(x) }) },
  draw(values, box, words) {
    const x = across(box);
    const z = scale([0, 1.1], [box.height * 0.56, 2.4 * box.u]);
    const { a, layers } = values;
    const at = x.at(a);
    const low = box.height * 0.56 + 4.6 * box.u;
    const rows = ["sigmoid", "tanh", "relu"];
    const least = -30;
    const bars = scale([least, 0], [9 * box.u, box.width - 6 * box.u]);
    const gap = (box.height - low - 3 * box.u) / 3;
    const quarter = z.at(0.25);
    return [
      ...axes(x, z, { u: box.u, ticksX: ticks(-WIDE, WIDE, 2), ticksY: [0, 0.25, 0.5, 1], titleY: words.slope }),
      ["line", { class: "guide hue-gate1", x1: x.start, x2: x.end, y1: quarter, y2: quarter }],
      ...rows.map((name) => curve(points(ACTIVATIONS[name].slope, x, z, 300), HUES[name], "", { "data-symbol": name })),
      label(x.at(-2.1), z.at(0.13), "σ′", { hue: "gate1", more: "bold halo", place: "end" }),
      label(x.at(-0.95), z.at(0.6), "tanh′", { hue: "state", more: "bold halo", place: "end" }),
      label(x.at(3.4), z.at(1) - 0.5 * box.u, "ReLU′", { hue: "memory", more: "bold halo" }),
      label(x.end + 0.5 * box.u, quarter + 0.35 * box.u, words.quarter, { hue: "gate1", more: "small" }),
      ...rows.map((name) => [
        "circle",
        { class: `dot hue-${HUES[name]}`, cx: at, cy: z.at(ACTIVATIONS[name].slope(a)), r: 0.36 * box.u },
      ]),
      handle(
        {
          drag: "a",
          names: ["a"],
          numbers: NUMBERS,
          values,
          x: at,
          y: z.start,
          label: words.preActivation,
          hue: "gate2",
          symbol: "a",
        },
        ["line", { class: "guide hue-gate2", x1: at, x2: at, y1: z.start, y2: z.end }],
        label(at, z.end - 0.6 * box.u, [...letter("a"), ` = ${written(NUMBERS.a, a)}`], {
          hue: "gate2",
          more: "bold halo",
          place: "middle",
        }),
      ),
      label(0, low, fill(words.through, { layers }), { more: "bold" }),
      ...rows.flatMap((name, k) => {
        const product = ACTIVATIONS[name].slope(a) ** layers;
        const top = low + 0.9 * box.u + k * gap;
        const end = bars.at(Math.max(least, Math.log10(product)));
        return [
          label(bars.start - 0.8 * box.u, top + gap * 0.55, `${NAMES[name]}′ ${superscripted(layers)}`, {
            hue: HUES[name],
            place: "end",
            more: "bold",
          }),
          [
            "rect",
            {
              class: `solid hue-${HUES[name]}`,
              x: bars.start,
              width: Math.max(0, end - bars.start),
              y: top,
              height: Math.max(4, gap * 0.72),
              rx: 2,
            },
          ],
          label(end + 0.6 * box.u, top + gap * 0.55, product === 0 ? "0" : short(product), {
            more: "bold halo",
            hue: HUES[name],
          }),
        ];
      }),
      ...[-30, -20, -10, 0].map((power) =>
        label(bars.at(power), box.height - 0.4 * box.u, power === 0 ? "1" : `10${superscripted(power)}`, {
          more: "muted small",
          place: "middle",
        }),
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

function superscripted(number) {
  return [...String(number)].map((one) => (one === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[one])).join("");
}
