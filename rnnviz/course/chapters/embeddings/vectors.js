// The words of the text, and their vectors, learnt on the spot.

import { beginLearning, learn, placesOf, predict, vocabularyOf } from "../../maths/nnlm.js";
import { neighbours, oneHot, rowsOf, turned } from "../../maths/vectors.js";
import { training } from "../../reader/training.js";
import { D, H, MOST, N, STOP, V } from "./settings.js";

const READ = new Map();
/** The text in the reader's language: its words, their numbers, and what is learnt and held out. */
function corpusOf({ text }) {
  const key = text[0];
  if (!READ.has(key)) READ.set(key, vocabularyOf(text));
  return READ.get(key);
}
/** The text that a network learns from, beside its sizes. */
function withText(sizes, given) {
  const { codes } = corpusOf(given);
  return { codes, ...placesOf(codes, N, STOP), ...sizes };
}
export const FOUR = training({
  steps: "steps",
  most: MOST,
  of: ({ seed }) => ({ n: N, V, d: D, h: H, seed }),
  prepare: withText,
  begin: beginLearning,
  step: learn,
});
export const PLANE = training({
  steps: "plane",
  most: MOST,
  of: ({ planeSeed }) => ({ n: N, V, d: 2, h: H, seed: planeSeed }),
  prepare: withText,
  begin: beginLearning,
  step: learn,
});
export const learntRows = (values) => rowsOf(FOUR.at(values, values.given).state.network.E, D);
export const oneHotRows = Array.from({ length: V }, (_, k) => oneHot(k, V));
export const wordsOf = (values) => corpusOf(values.given).words;
export const around = (values) => {
  const rows = turned(learntRows(values), values.angle);
  return { rows, near: neighbours(rows, values.word) };
};

export const planeRows = (values) => rowsOf(PLANE.at(values, values.given).state.network.E, 2);

/** The vector of the word that is moved, with what the reader has added. */
export const movedTo = (values, rows) => [rows[values.moved][0] + values.right, rows[values.moved][1] + values.up];
export function expected(values, vector) {
  const { state, what } = PLANE.at(values, values.given);
  const E = Float64Array.from(state.network.E);
  E.set(vector, values.moved * 2);
  const { Y } = predict({ ...state.network, E }, [STOP, values.moved], what);
  return Array.from(Y, (p, word) => ({ p, word })).sort((one, two) => two.p - one.p);
}
