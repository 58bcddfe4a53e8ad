// Remedies: where the way is shorter.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { auxiliaryLayers } from "../../../maths/depth.js";
import { label } from "../../../plot/plot.js";
import { bandOf } from "../band.js";
import { HUES, KINDS, TITLES } from "../settings.js";
import { bands, frameOf } from "./bands.js";

/** @type {Figure} */
export const REMEDY = {
  drags: {},
  draw(values, box, words) {
    const more = { residual: values.wiring === "residual", auxiliary: values.wiring === "auxiliary" };
    const [x, y] = frameOf(values, box);
    const marks = values.wiring === "auxiliary" ? auxiliaryLayers(values.depth) : [];
    return [
      ...marks.map((layer) => [
        "line",
        { class: "guide hue-loss", x1: x.at(layer), x2: x.at(layer), y1: y.start, y2: y.end },
      ]),
      ...marks.map((layer) =>
        label(x.at(layer), y.end - 0.8 * box.u, words.lossHere, {
          place: "middle",
          hue: "loss",
          more: "bold small halo",
        }),
      ),
      ...bands(
        values,
        box,
        words,
        KINDS.map((name) => ({ name, hue: HUES[name], title: TITLES[name], more })),
      ),
    ];
  },
  describe(values, words) {
    const more = { residual: values.wiring === "residual", auxiliary: values.wiring === "auxiliary" };
    return fill(
      words.altThree,
      Object.fromEntries([
        ["depth", values.depth],
        ...KINDS.map((name) => [name, short(bandOf(values, name, more).middle[0])]),
      ]),
    );
  },
};
