// ∂L/∂W by distance.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { barY, ruleY } from "../../../plot/marks.js";
import { clamp, label, note, scale } from "../../../plot/plot.js";
import { splitNetwork, titleOf } from "../settings.js";
import { lengthsByDistance } from "../throughtime.js";
import { log, powers } from "./decades.js";

/** @type {Figure} */
export const SPLIT = {
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const { parts, whole } = lengthsByDistance(values.given, splitNetwork(values));
    const T = parts.length;
    const x = scale([-0.5, T - 0.5], [3.4 * u, box.width - 0.8 * u]);
    const y = scale([-10, 1], [box.height - 4 * u, 3 * u]);
    const wide = 0.72 * (x.at(1) - x.at(0));
    const every = T > 20 ? 4 : 2;
    return [
      ...powers(y, x, u, 2),
      note(0, 1.2 * u, words.lengthOf),
      ...parts.map((part, d) => {
        const at = y.at(clamp(log(part), -10, 1));
        return barY(x.at(d) - wide / 2, wide, y.start, at, "solid hue-text");
      }),
      ruleY(y.at(log(whole)), x, "guide hue-loss"),
      label(x.end, y.at(log(whole)) - 0.6 * u, `${words.total} ${short(whole)}`, {
        hue: "loss",
        place: "end",
        more: "bold halo",
      }),
      ...parts.flatMap((_, d) =>
        d % every === 0 ? [note(x.at(d), y.start + 1.4 * u, String(d), { place: "middle" })] : [],
      ),
      note(box.width / 2, box.height - 0.7 * u, words.distance, { place: "middle" }),
    ];
  },
  describe(values, words) {
    const { parts, whole } = lengthsByDistance(values.given, splitNetwork(values));
    return fill(words.altSplit, {
      cell: titleOf(values, values.cell),
      total: short(whole),
      near: short(parts[0]),
      far: short(parts.at(-1)),
    });
  },
};
