// Word vectors that are trained on the spot, and the numbers they are trained with.

import { preparedWords, vectorStep, vectorsAtFirst } from "../../../maths/wordvectors.js";
import { training } from "../../../reader/training.js";

export const SIZE = 6;
export const MOST_STEPS = 600;

export const LEARNING_NUMBERS = {
  reach: { usual: 2, least: 1, most: 3, step: 1, whole: true, hue: "gate2" },
  steps: { usual: 0, least: 0, most: MOST_STEPS, step: 1, whole: true },
  seed: { usual: 1, least: 1, most: 999, step: 1, whole: true },
};
export const LEARNING_CHOICES = { mode: { usual: "cbow", of: ["cbow", "skip"] } };

export const VECTORS = training({
  steps: "steps",
  most: MOST_STEPS,
  of: ({ mode, reach, seed }, { words }) => ({
    mode,
    reach,
    seed,
    size: SIZE,
    rate: 0.1,
    batch: 40,
    language: words[1],
  }),
  prepare: (what, { sentences, words }) => preparedWords(what, { sentences, words }),
  begin: vectorsAtFirst,
  step: vectorStep,
});
export const learntVectors = (values) => VECTORS.at(values, values.given);
