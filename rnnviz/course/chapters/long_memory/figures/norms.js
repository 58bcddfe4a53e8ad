// The gradient's norm in the course of a training.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, powerOfTen, short } from "../../../../web/numbers.js";
import { axes, curve, scale } from "../../../plot/plot.js";
import { RUN } from "../moments.js";
import { CLIP } from "../recall.js";
import { speedRows } from "./speed.js";
import { MOMENT_DRAG, guide, momentRing, timeline } from "./timeline.js";

/** @type {Figure} */
export const NORMS = {
  isTall: true,
  drags: MOMENT_DRAG,
  draw(values, box, words) {
    const { u } = box;
    const { state } = RUN.at(values, values.given);
    const x = timeline(box);
    const y = scale([-4, 5], [box.height * 0.42 - 2.6 * u, 2.6 * u]);
    const within = (size) => Math.min(5, Math.max(-4, Math.log10(size)));
    return [
      ...axes(x, y, {
        u,
        ticksX: [0, 100, 200, 300, 400],
        ticksY: [-4, -2, 0, 2, 4],
        titleX: words.step,
        titleY: words.norm,
        written: powerOfTen,
        writtenX: String,
      }),
      guide(x, y.at(Math.log10(CLIP)), words.threshold, u),
      curve(
        state.norms.map((size, step) => [x.at(step + 0.5), y.at(within(size))]),
        values.clip === "on" ? "state" : "memory",
        "thin",
      ),
      momentRing(values, box, y.start, words),
      ...speedRows(values, box, box.height * 0.42 + 3 * u, words),
    ];
  },
  describe(values, words) {
    const { norms } = RUN.at(values, values.given).state;
    return norms.length
      ? fill(words.altNorms, { steps: norms.length, most: short(Math.max(...norms)) })
      : words.altNoNorms;
  },
};
