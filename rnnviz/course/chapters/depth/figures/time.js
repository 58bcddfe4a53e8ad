// Layers of one loop.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { bandOf } from "../band.js";
import { HUES, TITLES } from "../settings.js";
import { bands } from "./bands.js";

/** @type {Figure} */
export const TIME = {
  drags: {},
  draw: (values, box, words) =>
    bands(
      values,
      box,
      words,
      ["tanh", "sigmoid"].map((name) => ({
        name,
        hue: HUES[name],
        title: TITLES[name],
        more: { tied: values.weights === "tied" },
      })),
      words.step,
    ),
  describe: (values, words) =>
    fill(words.altTime, {
      depth: values.depth,
      tanh: short(bandOf(values, "tanh", { tied: values.weights === "tied" }).middle[0]),
    }),
};
