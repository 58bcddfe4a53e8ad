// How far one-hot vectors are apart: all as far.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill } from "../../../../web/numbers.js";
import { neighbours } from "../../../maths/vectors.js";
import { oneHotRows, wordsOf } from "../vectors.js";
import { ranking } from "./ranking.js";

/** @type {Figure} */
export const ONEHOT = {
  isTall: true,
  drags: {},
  draw: (values, box, words) =>
    ranking(values, box, words, oneHotRows, neighbours(oneHotRows, values.word), words.oneHot),
  describe: (values, words) => fill(words.altOneHot, { word: wordsOf(values)[values.word] }),
};
