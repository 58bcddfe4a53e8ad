// The ready labels of a text, as `../labels.py` and `agreements.py` have them: of each character yes or no,
// or a number, as it is once that character has been read.

/** @import {Asked, Grammar} from "../../site/units.d.ts" */

import { characters } from "../../web/characters.js";
import { Refusal } from "./refusal.js";
import { covered, ends } from "./spans.js";

// An apostrophe stands between letters, or at a word's end. In code, a quotation may follow one of a few letters.
const WORD = String.raw`[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{N}_]`;
const QUOTED = new RegExp(
  [
    String.raw`(?<three>"""|''')(?:\\.|(?!\k<three>)[^\\])*\k<three>`,
    String.raw`(?<!\\)"(?:\\.|[^"\\\n]|\n(?![ \t]*\n))*"`,
    String.raw`(?:(?<!${WORD}|\\)|(?<=(?<!${WORD})(?:[rbfuRBFU]|[rR][bBfF]|[bBfF][rR])))` +
      String.raw`'(?:\\.|[^'\\\n]|(?<=${WORD})'(?=${WORD}))*'(?!${WORD})`,
    `“[^“”]*”|‘(?:[^‘’]|’(?=${WORD}))*’(?!${WORD})`,
    `「[^「」]*」|『[^『』]*』|«[^«»]*»`,
  ].join("|"),
  "gsu",
);
const UNSPACED = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

const yes = (tokens, is) => ({
  values: Float64Array.from(tokens, (token, k) => (is(token, k) ? 1 : 0)),
  isNumber: false,
});
const numbers = (values) => ({ values: Float64Array.from(values), isNumber: true });

/** Whether a quotation is open: from its opening mark to before its closing one. */
function quotes(tokens) {
  const text = tokens.join("");
  const found = [...text.matchAll(QUOTED)];
  const threes = found.filter(({ groups }) => groups.three);
  // What closes a long quotation is seldom followed by a word, but what opens one is.
  const inverted = threes.filter((one) => /^[\p{L}\p{N}]/u.test(text.slice(one.index + one[0].length))).length;
  const mark = 2 * inverted > threes.length ? threes[0].groups.three : "";
  const all = mark ? [...(mark + text).matchAll(QUOTED)] : found;
  const pairs = all.map((one) => {
    const start = one.index + (one.groups.three?.length ?? 1) - 1 - mark.length;
    return /** @type {[number, number]} */ ([Math.max(0, start), one.index + one[0].length - 1 - mark.length]);
  });
  const on = covered(pairs, ends(tokens));
  return yes(tokens, (_, k) => on[k] === 1);
}

/** Where each bracket opens and closes; one without a partner of its kind is left out. */
function bracketPairs(tokens, { closes }) {
  const opening = Object.values(closes);
  const pairs = [];
  const stack = [];
  for (const [k, token] of tokens.entries()) {
    if (opening.includes(token)) stack.push([token, k]);
    else if (Object.hasOwn(closes, token) && stack.some(([opened]) => opened === closes[token])) {
      // Those opened since then have no partner.
      while (stack.at(-1)[0] !== closes[token]) stack.pop();
      pairs.push([stack.pop()[1], k]);
    }
  }
  return pairs;
}

function brackets(tokens, grammar) {
  const change = new Int32Array(tokens.length);
  for (const [start, stop] of bracketPairs(tokens, grammar)) {
    change[start] += 1;
    change[stop] -= 1;
  }
  let depth = 0;
  return numbers(change.map((by) => (depth += by)));
}

/** Whether the bracket that was opened last and is still open is of this kind. */
function innermost(tokens, grammar, bracket) {
  const pairs = bracketPairs(tokens, grammar);
  const [opens, closes] = [0, 1].map((side) => new Set(pairs.map((pair) => pair[side])));
  const stack = [];
  return yes(tokens, (token, k) => {
    if (opens.has(k)) stack.push(token);
    else if (closes.has(k)) stack.pop();
    return stack.at(-1) === bracket;
  });
}

/** How many places in a row have been on. */
function runLengths(on) {
  let length = 0;
  return on.map((one) => (length = one ? length + 1 : 0));
}

const line = (tokens) => numbers(runLengths(tokens.map((token) => !["\n", "\r\n", "\r"].includes(token))));

/** The number of the letter in its word, from 1; 0 outside words, and in scripts without spaces. */
function word(tokens) {
  const letters = tokens.map((token) => !UNSPACED.test(token) && /^[\p{L}_]/u.test(token));
  const digits = tokens.map((token) => /^[\p{Nd}²³¹⁰⁴-⁹₀-₉]/u.test(token));
  const lengths = runLengths(letters.map((is, k) => is || digits[k]));
  return numbers(lengths.map((length, k) => (letters[k - Math.max(length - 1, 0)] ? length : 0)));
}

const isCapital = (token) => /\p{Lu}/u.test(token) && !/[\p{Ll}\p{Lt}]/u.test(token);
const isDigit = (token) => /^[\p{Nd}²³¹⁰⁴-⁹₀-₉]+$/u.test(token);

/** A text of as many signs as there are characters, in the grammar's own writing. */
function oneEach(tokens, { simplified, traditional }) {
  const plain = (sign) => simplified[traditional.indexOf(sign)] ?? sign;
  return tokens
    .map((token) => [...token].at(-1))
    .map((sign) => (sign.length === 1 ? plain(sign) : "\ufffd"))
    .join("");
}

/** Whether a sentence has said 因为 and not yet begun to say 所以, or another such pair. */
function waiting(tokens, grammar, asks, answers) {
  const on = new Uint8Array(tokens.length);
  for (const asked of oneEach(tokens, grammar).matchAll(
    new RegExp(`${asks}[^。！？\n]*?(?=${answers}|[。！？\n]|$)`, "gu"),
  )) {
    on.fill(1, asked.index + asks.length - 1, asked.index + asked[0].length);
  }
  return yes(tokens, (_, k) => on[k] === 1);
}

/**
 * The measure word that a line such as 猫，小明看见了三只。 owes after each character, else "".
 *
 * @param {string[]} tokens
 * @param {Grammar} grammar
 */
function measureWords(tokens, grammar) {
  const { measureOf, numbers: counting, persons, simplified, traditional } = grammar;
  const has = (signs) => tokens.some((token) => signs.includes(token));
  const isTraditional = has(traditional) && !has(simplified);
  const saidAs = (word) => (isTraditional && traditional[simplified.indexOf(word)]) || word;
  const owed = Array(tokens.length).fill("");
  for (const found of oneEach(tokens, grammar).matchAll(/^([\p{L}\p{N}_]+)，([^。\n]*)/gmu)) {
    const [whole, noun, rest] = found;
    const own = Object.hasOwn(measureOf, noun) ? measureOf[noun] : "";
    if (!own) continue;
    const said = new RegExp(`(?<=[${counting}])${own}`, "u").exec(rest);
    const stop = found.index + (said ? noun.length + 1 + said.index : whole.length);
    owed.fill(saidAs(own), found.index + settled(noun, own, measureOf, persons), stop);
  }
  return owed;
}

/** The place in the noun from which on its line can have no other measure word. */
function settled(noun, own, measureOf, persons) {
  const isSettled = (said) => {
    const possible = Object.keys(measureOf).filter((one) => one.startsWith(said));
    return possible.every((one) => measureOf[one] === own) && !persons.some((person) => person.startsWith(said));
  };
  for (let k = 0; k < noun.length - 1; k += 1) if (isSettled(noun.slice(0, k + 1))) return k;
  return noun.length - 1;
}

/** @type {Record<string, (tokens: string[], grammar: Grammar) => Asked>} */
const READY = {
  quotes,
  brackets,
  round: (tokens, grammar) => innermost(tokens, grammar, "("),
  square: (tokens, grammar) => innermost(tokens, grammar, "["),
  line,
  word,
  capital: (tokens) => yes(tokens, isCapital),
  digit: (tokens) => yes(tokens, isDigit),
  space: (tokens) => yes(tokens, (_, k) => k > 0 && /^\s+$/u.test(tokens[k - 1])),
  because: (tokens, grammar) => waiting(tokens, grammar, "因为", "所以"),
  although: (tokens, grammar) => waiting(tokens, grammar, "虽然", "但是"),
  measure: (tokens, grammar) => {
    const owed = measureWords(tokens, grammar);
    return yes(tokens, (_, k) => owed[k] !== "");
  },
};
/** @type {Record<string, (tokens: string[], character: string, grammar: Grammar) => Asked>} */
const ABOUT = {
  current: (tokens, character) => yes(tokens, (token) => token === character),
  next: (tokens, character) => yes(tokens, (_, k) => tokens[k + 1] === character),
  measure: (tokens, character, grammar) => {
    const owed = measureWords(tokens, grammar);
    return yes(tokens, (_, k) => owed[k] === character);
  },
};

/**
 * A ready label of a text. loss: of predicting the character after each place.
 *
 * @param {string} name
 * @param {{tokens: string[], loss: Float64Array, grammar: Grammar}} of
 * @returns {Asked}
 */
export function labelOf(name, { tokens, loss, grammar }) {
  if (name === "loss") return { values: loss, isNumber: true };
  if (Object.hasOwn(READY, name)) return READY[name](tokens, grammar);
  const { about, character } = parted(name);
  if (!Object.hasOwn(ABOUT, about) || characters(character).length !== 1) {
    const choices = [...Object.keys(READY), "loss", ...Object.keys(ABOUT).map((one) => `${one}:…`)].join(", ");
    throw new Refusal("noLabel", { name, choices });
  }
  return ABOUT[about](tokens, character, grammar);
}

/** "next:e" as its two parts. */
export function parted(name) {
  const at = name.indexOf(":");
  return at < 0 ? { about: name, character: "" } : { about: name.slice(0, at), character: name.slice(at + 1) };
}

/**
 * The names of the labels that a text offers; one that is the same all over is left out.
 *
 * @param {string[]} tokens
 * @param {Grammar} grammar
 */
export function offeredNames(tokens, grammar) {
  const counts = new Map();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  const frequent = [...counts].sort((a, b) => b[1] - a[1]).slice(0, grammar.frequent);
  const names = [
    ...Object.keys(READY),
    ...grammar.measured.map((one) => `measure:${one}`),
    ...["current", "next"].flatMap((about) => frequent.map(([token]) => `${about}:${token}`)),
  ];
  const of = { tokens, loss: new Float64Array(0), grammar };
  const there = names.filter((name) => {
    const { values } = labelOf(name, of);
    return values.some((one) => one !== values[0]);
  });
  const first = grammar.first.filter((name) => there.includes(name));
  return [...new Set([...first, ...there, "loss"])];
}
