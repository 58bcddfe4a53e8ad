// Three activations, and the gradients with them.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { bandOf } from "../band.js";
import { HUES, KINDS, TITLES } from "../settings.js";
import { bands } from "./bands.js";

/** @type {Figure} */
export const THREE = {
  drags: {},
  draw: (values, box, words) =>
    bands(
      values,
      box,
      words,
      KINDS.map((name) => ({ name, hue: HUES[name], title: TITLES[name] })),
    ),
  describe: (values, words) =>
    fill(
      words.altThree,
      Object.fromEntries([
        ["depth", values.depth],
        ...KINDS.map((name) => [name, short(bandOf(values, name).middle[0])]),
      ]),
    ),
};
