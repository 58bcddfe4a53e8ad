// What is known of a text before anything is trained on it, as `rnnviz/text.py` and `rnnviz/training/baselines.py` say.

import { characters } from "../../../web/characters.js";

// Where no spaces stand between words, letters in a row are no word.
const WORD =
  /(?:(?!\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}|\p{sc=Thai}|\p{sc=Lao}|\p{sc=Khmer}|\p{sc=Myanmar})\p{L}){3,}/gu;
// Each of these signs is a character of its own.
const PLAIN = /^[\n\t\x20-\x7e]*$/;

/** The characters of a text, each different one once, and the text as their numbers. */
export function numbered(text) {
  const tokens = PLAIN.test(text) ? [...text] : characters(text);
  const vocabulary = [...new Set(tokens)];
  const place = new Map(vocabulary.map((token, k) => [token, k]));
  return { vocabulary, numbers: Int32Array.from(tokens, (token) => place.get(token)) };
}

/**
 * Mean losses in nats a character: of guessing evenly, by how often each came, and by how often each came after the
 * one before. Counted on `training`, measured on `heldOut` where there is some.
 */
export function baselines(training, heldOut, q) {
  const read = heldOut.length > 1 ? heldOut : training;
  const counts = new Float64Array(q).fill(1);
  for (const one of training) counts[one] += 1;
  const single = counts.map((one) => one / (training.length + q));
  const pairs = new Map();
  const before = new Float64Array(q);
  for (let k = 1; k < training.length; k += 1) {
    const pair = training[k - 1] * q + training[k];
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    before[training[k - 1]] += 1;
  }
  let [unigram, bigram] = [0, 0];
  for (let k = 1; k < read.length; k += 1) {
    const [last, next] = [read[k - 1], read[k]];
    unigram -= Math.log(single[next]);
    bigram -= Math.log(((pairs.get(last * q + next) ?? 0) + single[next]) / (before[last] + 1));
  }
  const count = read.length - 1;
  return { uniform: Math.log(q), unigram: unigram / count, bigram: bigram / count };
}

/** The words of three letters and more. */
export function wordsOf(text) {
  return new Set(text.match(WORD) ?? []);
}

/** The share of a sample's words that are known, but for those that it may have cut; null if there is none. */
export function knownWords(sample, known) {
  const found = [...sample.matchAll(WORD)].filter(
    ({ 0: word, index }) => index > 0 && index + word.length < sample.length,
  );
  if (found.length === 0 || known.size === 0) return null;
  return found.filter(([word]) => known.has(word)).length / found.length;
}
