// The factor of each step, and the product of them.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { DOT, circle } from "../../../plot/marks.js";
import { clamp, label, note, scale } from "../../../plot/plot.js";
import { factorValues, lastRow, networkOf, powersOfW } from "../throughtime.js";
import { line, log, powers } from "./decades.js";
import { slider, sliderScale, slides } from "./slider.js";

export const stretched = (values) => ({ text: "long", cell: "rnn", kind: values.matrix, radius: values.radius });

/** @type {Figure} */
export const FACTOR = {
  drags: slides("radius"),
  draw(values, box, words) {
    const { u } = box;
    const network = stretched(values);
    const found = factorValues(values.given, network);
    const { T } = networkOf(values.given, network);
    const last = [...lastRow(values.given, network)].map(log);
    const alone = powersOfW(values.given, network).map(log).reverse();
    const x = scale([0, T - 1], [3.4 * u, box.width - 1.4 * u]);
    const middle = 0.42 * box.height;
    const y = scale([-3, 1], [middle - 0.6 * u, 5.8 * u]);
    const z = scale([-10, 14], [box.height - 3.6 * u, middle + 3.2 * u]);
    return [
      ...slider("radius", values, sliderScale("radius", box), 1.1 * u, u, words.radius, [
        // A phone has no room for three.
        ...(box.width > 32 * u ? [[0.6, words.vanish]] : []),
        [1, words.hold],
        [2, words.explode],
      ]),
      label(0, 4.7 * u, words.values, { more: "bold" }),
      ...powers(y, x, u, 1),
      ...found.flatMap((each, t) =>
        each.map((value, k) =>
          circle(
            x.at(t),
            y.at(clamp(log(value), -3, 1)),
            DOT.small * u,
            k === 0 ? "dot hue-candidate" : "dot hue-state",
            { "fill-opacity": k === 0 ? 1 : 0.55 },
          ),
        ),
      ),
      label(0, middle + 2 * u, words.product, { more: "bold" }),
      ...powers(z, x, u, 4),
      line(alone, x, z, "candidate", "dashed"),
      line(last, x, z, "state"),
      label(x.end, z.end + 1.4 * u, `${words.without} ${short(10 ** alone[0])}`, {
        hue: "candidate",
        place: "end",
        more: "bold halo",
      }),
      label(x.end, z.start - 0.8 * u, `${words.whole} ${short(10 ** last[0])}`, {
        hue: "state",
        place: "end",
        more: "bold halo",
      }),
      ...[0, Math.floor(T / 2), T - 1].map((t) => note(x.at(t), z.start + 1.3 * u, String(t + 1), { place: "middle" })),
      note(box.width / 2, box.height - 0.5 * u, words.step, { place: "middle" }),
    ];
  },
  describe(values, words) {
    const network = stretched(values);
    return fill(words.altFactor, {
      radius: short(values.radius),
      left: short(lastRow(values.given, network)[0]),
      alone: short(powersOfW(values.given, network).at(-1)),
    });
  },
};
