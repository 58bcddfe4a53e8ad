// A convolutional network for sentences (003, "TextCNN"; Kim 2014): windows of words, filters of several widths, the
// largest value of each over the sentence, and a softmax over kinds. Forwards, backwards and training. Pure.

import { adamStep, momentsOf } from "./adam.js";
import { softmax } from "./crossentropy.js";
import { normals } from "./random.js";

// Numbers a word, the filters' widths and how many there are of each width.
export const EMBEDDED = 3;
export const WIDTHS = [2, 3, 4];
const EACH = 2;
export const KINDS_OF_SENTENCE = 3;
/** Filter f is as wide as WIDTHS_OF[f]. */
export const WIDTHS_OF = WIDTHS.flatMap((width) => new Array(EACH).fill(width));
const FEATURES = WIDTHS_OF.length;

/** Where each parameter begins among all: {embedding, filters: [{weights, bias, width}], output, outputBias, all}. */
export function layout(words) {
  let at = words * EMBEDDED;
  const filters = WIDTHS_OF.map((width) => {
    const weights = at;
    at += width * EMBEDDED + 1;
    return { weights, bias: at - 1, width };
  });
  const output = at;
  const outputBias = output + FEATURES * KINDS_OF_SENTENCE;
  return { embedding: 0, filters, output, outputBias, all: outputBias + KINDS_OF_SENTENCE };
}

/** The sentence as word numbers, −1 being a row of zeros, filled up to the widest filter. */
export function padded(sentence) {
  return sentence.concat(new Array(Math.max(0, Math.max(...WIDTHS) - sentence.length)).fill(-1));
}

/** Random parameters, biases 0. */
export function sentenceNetAtFirst({ words, seed }) {
  const at = layout(words);
  const drawn = normals(seed, at.all);
  const parameters = Float64Array.from(drawn, (one, k) => one * (k < at.filters[0].weights ? 0.5 : 0.4));
  for (const { bias } of at.filters) parameters[bias] = 0;
  parameters.fill(0, at.outputBias);
  return { parameters, moments: momentsOf(at.all) };
}

/** The products of one filter with the window that begins at word t: rows of numbers, one row a word. */
export function windowTerms(parameters, words, sentence, filter, t) {
  const { weights, width } = layout(words).filters[filter];
  return Array.from({ length: width }, (_, j) =>
    Array.from({ length: EMBEDDED }, (_, i) => {
      const word = sentence[t + j];
      return word < 0 ? 0 : parameters[word * EMBEDDED + i] * parameters[weights + j * EMBEDDED + i];
    }),
  );
}

/**
 * Everything on the way from a padded sentence to its kind:
 * {maps: [[value at t]], sums: before ReLU, top: [where the largest stands], pooled, scores, shares}.
 */
export function readSentence(parameters, words, sentence) {
  const at = layout(words);
  const sums = at.filters.map(({ weights, bias, width }) =>
    Array.from({ length: sentence.length - width + 1 }, (_, t) => {
      let sum = parameters[bias];
      for (let j = 0; j < width; j += 1) {
        const word = sentence[t + j];
        if (word >= 0)
          for (let i = 0; i < EMBEDDED; i += 1)
            sum += parameters[word * EMBEDDED + i] * parameters[weights + j * EMBEDDED + i];
      }
      return sum;
    }),
  );
  const maps = sums.map((row) => row.map((sum) => Math.max(0, sum)));
  const top = maps.map((map) => map.indexOf(Math.max(...map)));
  const pooled = maps.map((map, f) => map[top[f]]);
  const scores = Array.from({ length: KINDS_OF_SENTENCE }, (_, k) =>
    pooled.reduce(
      (sum, one, f) => sum + one * parameters[at.output + f * KINDS_OF_SENTENCE + k],
      parameters[at.outputBias + k],
    ),
  );
  return { sums, maps, top, pooled, scores, shares: softmax(scores) };
}

/** The mean −log ŷ of the right kinds, and its gradient by all parameters. examples: [{words, kind}], padded. */
export function sentenceGradient(parameters, words, examples) {
  const at = layout(words);
  const gradient = new Float64Array(parameters.length);
  let loss = 0;
  for (const { words: sentence, kind } of examples) {
    const { sums, top, pooled, shares } = readSentence(parameters, words, sentence);
    loss -= Math.log(shares[kind]) / examples.length;
    const off = shares.map((share, k) => (share - (k === kind ? 1 : 0)) / examples.length);
    for (let k = 0; k < KINDS_OF_SENTENCE; k += 1) gradient[at.outputBias + k] += off[k];
    for (let f = 0; f < FEATURES; f += 1) {
      let byPooled = 0;
      for (let k = 0; k < KINDS_OF_SENTENCE; k += 1) {
        gradient[at.output + f * KINDS_OF_SENTENCE + k] += off[k] * pooled[f];
        byPooled += off[k] * parameters[at.output + f * KINDS_OF_SENTENCE + k];
      }
      // Only the window with the largest value has a say, and only while ReLU lets it through.
      if (sums[f][top[f]] <= 0) continue;
      const { weights, bias, width } = at.filters[f];
      gradient[bias] += byPooled;
      for (let j = 0; j < width; j += 1) {
        const word = sentence[top[f] + j];
        if (word < 0) continue;
        for (let i = 0; i < EMBEDDED; i += 1) {
          gradient[weights + j * EMBEDDED + i] += byPooled * parameters[word * EMBEDDED + i];
          gradient[word * EMBEDDED + i] += byPooled * parameters[weights + j * EMBEDDED + i];
        }
      }
    }
  }
  return { loss, gradient };
}

/** A step of Adam over all examples; changes the state and returns the loss before it. */
export function sentenceStep(state, k, { words, examples, rate }) {
  const { loss, gradient } = sentenceGradient(state.parameters, words, examples);
  adamStep(state.parameters, gradient, state.moments, rate, k + 1);
  return loss;
}

/** The kind that a network holds for the likeliest. */
export function kindOf(parameters, words, sentence) {
  const { shares } = readSentence(parameters, words, sentence);
  return shares.indexOf(Math.max(...shares));
}

/** The sentence cut after `cut` words, the two pieces exchanged. */
export function exchanged(sentence, cut) {
  return [...sentence.slice(cut), ...sentence.slice(0, cut)];
}

/**
 * A text as words: [{text, word}], word being its place among `known`, or −1. spaced: whether its language sets words
 * apart; where it does not, the longest known word is taken each time, and an unknown character by itself. At
 * most `most`.
 */
export function wordsOf(text, known, spaced, most) {
  const places = new Map(known.map((word, k) => [word, k]));
  const runs = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu) ?? [];
  const longest = Math.max(...known.map((word) => [...word].length));
  const cut = (run) => {
    const letters = [...run];
    const found = [];
    for (let from = 0; from < letters.length; ) {
      let size = Math.min(longest, letters.length - from);
      while (size > 1 && !places.has(letters.slice(from, from + size).join(""))) size -= 1;
      found.push(letters.slice(from, from + size).join(""));
      from += size;
    }
    return found;
  };
  const all = spaced ? runs : runs.flatMap(cut);
  return all.slice(0, most).map((one) => ({ text: one, word: places.get(one) ?? -1 }));
}
