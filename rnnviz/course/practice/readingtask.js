// A question about trainings from a seed: which four are shown, in which order, and which one is asked for. Pure.

/** @import {Reading, TrainingsTold, Watched, Written} from "./readings.d.ts" */

import { generator } from "../../web/pcg64.js";

/**
 * The question of a seed: {options, right, step}. right: the place of the right one among the options, trainings or
 * texts; step: the one that is asked of texts, 0 of trainings.
 *
 * @param {Pick<Reading, "recipe">} reading
 * @param {TrainingsTold} told
 * @param {number} seed
 * @returns {{options: (Watched | Written)[], right: number, step: number}}
 */
export function readingTask({ recipe }, { trainings, texts }, seed) {
  const { below, permutation } = generator(seed);
  if (recipe) {
    const training = trainings[below(trainings.length)];
    const options = Array.from(permutation(training.length), (k) => training[k]);
    return { options, right: options.findIndex((one) => one.recipe === recipe), step: 0 };
  }
  const shown = texts.map((stage) => stage[below(stage.length)]);
  const options = Array.from(permutation(shown.length), (k) => shown[k]);
  const right = below(options.length);
  return { options, right, step: options[right].step };
}
