// The text, and the network that learns it on the spot.

/** @import {Given} from "../../definition.d.ts" */

import { beginLearning, learn, placesOf, predict, vocabularyOf, windowAt } from "../../maths/nnlm.js";
import { training } from "../../reader/training.js";
import { MOST, STOP, V } from "./settings.js";

const READ = new Map();
/** @param {Given} given */
function corpusOf({ text }) {
  if (!READ.has(text[0])) READ.set(text[0], vocabularyOf(text));
  return READ.get(text[0]);
}
export const NETWORK = training({
  steps: "steps",
  most: MOST,
  of: ({ n, d, h, seed }) => ({ n, V, d, h, seed }),
  prepare(sizes, given) {
    const { codes } = corpusOf(given);
    return { codes, ...placesOf(codes, sizes.n, STOP), ...sizes };
  },
  begin: beginLearning,
  step: learn,
});
export const trainedAt = (values) => NETWORK.at(values, values.given);
export const wordsIn = (values) => corpusOf(values.given).words;
export const codesIn = (values) => corpusOf(values.given).codes;

/** What the network makes of the window before a place. */
export function passAt(values, place, window = windowAt(codesIn(values), place, values.n)) {
  const { state, what } = trainedAt(values);
  return { window, target: codesIn(values)[place], ...predict(state.network, window, what) };
}
