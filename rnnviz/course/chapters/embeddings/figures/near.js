// How far learnt vectors are apart.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { FEW } from "../settings.js";
import { around, wordsOf } from "../vectors.js";
import { ranking } from "./ranking.js";

/** @type {Figure} */
export const NEAR = {
  isTall: true,
  drags: {},
  draw(values, box, words) {
    const { rows, near } = around(values);
    return ranking(values, box, words, rows, near, words.learnt);
  },
  describe(values, words) {
    const names = wordsOf(values);
    const few = around(values).near.slice(1, FEW + 1);
    return fill(words.altNear, {
      word: names[values.word],
      near: few.map(({ word, away }) => `${names[word]} ${short(away)}`).join(", "),
    });
  },
};
