// Remedies: where the way is shorter.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { auxiliaryLayers } from "../../../maths/depth.js";
import { ruleX } from "../../../plot/marks.js";
import { label } from "../../../plot/plot.js";
import { bandOf } from "../band.js";
import { HUES, KINDS, TITLES } from "../settings.js";
import { bands, frameOf } from "./bands.js";

/** @type {Figure} */
export const REMEDY = {
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const more = { residual: values.wiring === "residual", auxiliary: values.wiring === "auxiliary" };
    const [x, y] = frameOf(values, box);
    const marks = values.wiring === "auxiliary" ? auxiliaryLayers(values.depth) : [];
    return [
      ...marks.map((layer) => ruleX(x.at(layer), y, "guide hue-loss")),
      ...marks.map((layer) =>
        label(x.at(layer), y.end - 0.8 * u, words.lossHere, { place: "middle", hue: "loss", more: "bold small halo" }),
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
