// Which entries of the index a query means, best first. Pure.

/** @import {Entry, Found, Index} from "../search.d.ts" */

// A run of Chinese characters, a word in letters and digits, or a sign such as ⊙.
const WORDS = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}_])+|\p{S}/gu;
const HAN = /\p{Script=Han}/u;
const LETTER = /[\p{L}\p{N}]/u;
/** @typedef {[number, number, number, number, number, number]} Worth */
// What a word is worth where it is the whole text, its first word, another whole word, or the beginning of the text, of
// one of its words, or within one.
/** @type {Worth} */
const IN_TITLE = [100, 80, 65, 60, 45, 20];
/** @type {Worth} */
const IN_NAMES = [60, 50, 40, 35, 25, 10];
/** @type {Worth} */
const IN_WHERE = [8, 7, 6, 5, 4, 1];
/** @type {Worth} */
const IN_TEXT = [9, 9, 9, 6, 6, 2];
// Initials that are all of a title's, its first ones, or others.
const BY_INITIALS = [55, 45, 25];
// Words that most sentences have say nothing, unless nothing else is said.
const EMPTY = new Set(
  "a an and are as at be by do does for how in is it of on or the to what when which why with".split(" "),
);
// Of two that are equally good, a page comes before a chapter, and so on: by the kinds' numbers.
const BY_KIND = [6, 5, 1, 2, 4, 3, 3, 3, 2];
// Of what the words of a query are worth together, an entry has at least this share.
const ENOUGH = 0.6;
// A word that nothing has is shortened, to at least so many letters.
const SHORTEST = 4;
// Fewer letters are no initials: half of all titles have them.
const FEWEST_INITIALS = 2;

/**
 * find(query): what it means, best first.
 *
 * @param {Index} index
 * @returns {(query: string) => Found[]}
 */
export function searcher(index) {
  const entries = index.entries.map((entry) => prepared(entry, index.letters));
  const kept = new Map();
  /** What a word is worth in each entry. */
  function valuesOf(word) {
    if (!kept.has(word))
      kept.set(
        word,
        Float64Array.from(entries, (entry) => valueIn(entry, word)),
      );
    return kept.get(word);
  }
  const isKnown = (word) => valuesOf(word).some((value) => value > 0);
  /** The fewer entries have a word, the more it says. */
  const rarity = (values) => Math.log(1 + entries.length / values.filter((value) => value > 0).length);

  return (query) => {
    const all = wordsOf(query);
    const telling = all.filter((word) => !EMPTY.has(word));
    const words = (telling.length > 0 ? telling : all).flatMap((word) => known(word, isKnown));
    const columns = words.map(valuesOf);
    const worth = columns.map(rarity);
    const whole = sum(worth);
    return entries
      .map((entry, k) => {
        const has = sum(worth.filter((_, i) => columns[i][k] > 0));
        const value = sum(worth.map((one, i) => one * columns[i][k])) / whole;
        return { k, has, value: (has === whole ? 2 * value : value) + entry.bonus };
      })
      .filter(({ has }) => has > 0 && has >= ENOUGH * whole)
      .sort((one, other) => other.value - one.value || one.k - other.k)
      .map(({ k }) => told(index.entries[k], entries[k], words));
  };
}

/** The words of a query, folded. */
export const wordsOf = (query) => folded(query).match(WORDS) ?? [];

/** Letters in one case, without accents; of a composed sign its parts. */
const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Where the words stand in a text, as [from, to) of its UTF-16 units, apart from each other. */
export function marksIn(text, words) {
  const [plain, places] = foldedWithPlaces(text);
  const marks = words.flatMap((word) =>
    placesOf(plain, word).map((at) => [places[at], places[at + word.length] ?? text.length]),
  );
  marks.sort((one, other) => one[0] - other[0]);
  return marks.filter(([from, to], k) => to > from && marks.slice(0, k).every(([, before]) => before <= from));
}

function prepared([kind, title, where, , names, text], letters) {
  return {
    bonus: BY_KIND[kind],
    title: folded(title),
    names: names.map(folded),
    initials: [title, ...names].map((one) => initialsOf(one, letters)),
    where: folded(where),
    text: text.map(folded),
  };
}

/** The first letters of a title's Chinese characters, those of each as a set; anything else is left out. */
function initialsOf(title, letters) {
  return [...title].filter((one) => HAN.test(one)).map((one) => letters[one] ?? "");
}

/** A word as the entries have it: what nobody has is taken apart, or shortened; nothing where that does not help. */
function known(word, isKnown) {
  if (isKnown(word)) return [word];
  if (HAN.test(word)) {
    const parts = [...new Intl.Segmenter("zh", { granularity: "word" }).segment(word)].map(({ segment }) => segment);
    return parts.filter(isKnown);
  }
  for (let length = word.length - 1; length >= SHORTEST; length--) {
    const shorter = word.slice(0, length);
    if (isKnown(shorter)) return [shorter];
  }
  return [];
}

function valueIn(entry, word) {
  return Math.max(
    worthOf(entry.title, word, IN_TITLE),
    worthOf(entry.where, word, IN_WHERE),
    ...entry.names.map((name) => worthOf(name, word, IN_NAMES)),
    ...entry.initials.map((letters) => valueOfInitials(letters, word)),
    ...entry.text.map((sentence) => worthOf(sentence, word, IN_TEXT)),
  );
}

/**
 * @param {string} text
 * @param {string} word
 * @param {Worth} worth
 */
function worthOf(text, word, worth) {
  const [whole, first, inside, beginning, ofWord, within] = worth;
  if (text === word) return whole;
  const places = placesOf(text, word);
  const ends = (at) => isBetween(text[at + word.length - 1], text[at + word.length] ?? "");
  if (places[0] === 0 && ends(0)) return first;
  if (places.some(ends)) return inside;
  if (places[0] === 0) return beginning;
  if (places.length > 0) return ofWord;
  return word.length >= SHORTEST && text.includes(word) ? within : 0;
}

/** Whether a word may begin or end between two characters: Chinese ones are words of their own. */
const isBetween = (one, other) => !LETTER.test(one) || !LETTER.test(other) || HAN.test(one) || HAN.test(other);

/** Where a word stands in a text at the beginning of one of its words; a Chinese one may stand anywhere. */
function placesOf(text, word) {
  const places = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (isBetween(text[at - 1] ?? "", word[0])) places.push(at);
  }
  return places;
}

function valueOfInitials(letters, word) {
  if (word.length < FEWEST_INITIALS || !/^[a-z]+$/.test(word)) return 0;
  const at = placeOfInitials(letters, word);
  if (at < 0) return 0;
  const [whole, beginning, within] = BY_INITIALS;
  if (at > 0) return within;
  return letters.length === word.length ? whole : beginning;
}

function placeOfInitials(letters, word) {
  return letters.findIndex((_, from) => [...word].every((letter, k) => letters[from + k]?.includes(letter)));
}

/** The characters of a title whose initials a word has, where they stand together; else "". */
function writtenFor(title, letters, word) {
  const at = /^[a-z]{2,}$/.test(word) ? placeOfInitials(letters, word) : -1;
  const characters = at < 0 ? [] : [...title].filter((one) => HAN.test(one)).slice(at, at + word.length);
  return title.includes(characters.join("")) ? characters.join("") : "";
}

/** An entry as it is shown: with the sentence that has most of the words, or its first one. */
function told([kind, title, where, target, names, text], entry, words) {
  const byInitials = words.map((word) => writtenFor(title, entry.initials[0], word)).filter(Boolean);
  const counts = entry.text.map((sentence) => words.filter((word) => placesOf(sentence, word).length > 0).length);
  const best = Math.max(0, ...counts);
  return {
    kind,
    title,
    where,
    target,
    // By whose name it was found, where the title itself does not show it.
    name: names.find((name) => hasOneOf(folded(name), words) && !hasOneOf(entry.title, words)) ?? "",
    sentence: text[Math.max(0, counts.indexOf(best))] ?? "",
    words: [...words, ...byInitials],
  };
}

const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

const hasOneOf = (text, words) => words.some((word) => placesOf(text, word).length > 0);

/** A folded text, and for each of its UTF-16 units where it comes from. */
function foldedWithPlaces(text) {
  let plain = "";
  const places = [];
  let at = 0;
  for (const one of text) {
    const as = folded(one);
    for (let k = 0; k < as.length; k++) places.push(at);
    plain += as;
    at += one.length;
  }
  return [plain, places];
}
