// What is known of a text before anything is trained on it, as `rnnviz/text.py` and `../baselines.py` say.

import { characters } from "../../web/characters.js";

// Where no spaces stand between words, letters in a row are no word.
const WORD =
  /(?:(?!\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}|\p{sc=Thai}|\p{sc=Lao}|\p{sc=Khmer}|\p{sc=Myanmar})\p{L}){3,}/gu;
const UNSPACED = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]\p{M}*$/u;
// Where no spaces stand between words, fewer characters in a row than these are no word: two stand side by side by
// chance.
const LEAST_RUN = 3;
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

/**
 * What counts as a real word of a text, as `../writings.py` says. Returns places(tokens): where real words
 * stand in a sample, from a character up to another, in their order.
 *
 * @param {string[]} vocabulary
 * @param {Int32Array} numbers of the text's characters
 * @returns {(tokens: string[]) => [number, number][]}
 */
export function lexiconOf(vocabulary, numbers) {
  const known = wordsOf(Array.from(numbers, (k) => vocabulary[k]).join(""));
  const unspaced = vocabulary.map((token) => UNSPACED.test(token));
  const pairs = new Set();
  for (let k = 1; k < numbers.length; k += 1) {
    const [one, other] = [numbers[k - 1], numbers[k]];
    if (unspaced[one] && unspaced[other]) pairs.add(`${vocabulary[one]}\n${vocabulary[other]}`);
  }
  return (tokens) => [...spaced(tokens, known), ...together(tokens, pairs)].sort((a, b) => a[0] - b[0]);
}

/** @returns {[number, number][]} */
function spaced(tokens, known) {
  const starts = new Map();
  let end = 0;
  for (const [k, token] of tokens.entries()) {
    starts.set(end, k);
    end += token.length;
  }
  starts.set(end, tokens.length);
  // A mark upon a letter is part of its character, and no word ends within one.
  return [...tokens.join("").matchAll(WORD)]
    .filter(({ 0: word }) => known.has(word))
    .map(({ 0: word, index }) => /** @type {[number, number]} */ ([starts.get(index), starts.get(index + word.length)]))
    .filter(([from, to]) => from !== undefined && to !== undefined);
}

/** @returns {[number, number][]} */
function together(tokens, pairs) {
  /** @type {[number, number][]} */
  const found = [];
  let start = 0;
  for (let k = 1; k <= tokens.length; k += 1) {
    if (k < tokens.length && pairs.has(`${tokens[k - 1]}\n${tokens[k]}`)) continue;
    if (k - start >= LEAST_RUN) found.push([start, k]);
    start = k;
  }
  return found;
}
