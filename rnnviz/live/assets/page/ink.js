// How dark each letter of a writing is: by the probability that the network gave it; real words are as dark as can be.
// Pure.

/** @import {Writing} from "../../run.d.ts" */

import { visible } from "../../../web/characters.js";

// Up to which probability a letter has which ink; the last ink is for those above.
const INKS = [0.05, 0.15, 0.35, 0.65];

/**
 * How the characters of a writing stand in its row: of blanks and of ends of lines that follow one another, the first.
 *
 * @param {string[]} tokens
 */
export function textsOf(tokens) {
  const isBlank = (token) => token !== undefined && token.trim() === "";
  return tokens.map((token, k) => {
    if (isBlank(token) && isBlank(tokens[k - 1])) return "";
    return token === " " ? " " : visible(token);
  });
}

/**
 * Those of a row that look alike, put together: {text, ink}, ink a number, or "word".
 *
 * @param {Writing} writing
 * @param {string[]} texts the first of its characters, as they stand in the row
 */
export function inkOf({ p, words }, texts) {
  const isWord = new Set((words ?? []).flatMap(([from, to]) => Array.from({ length: to - from }, (_, k) => from + k)));
  /** @type {{text: string, ink: number | "word"}[]} */
  const pieces = [];
  for (const [k, text] of texts.entries()) {
    // The first character is drawn from the text, and no prediction.
    const chance = k === 0 ? 0 : p[k - 1];
    const level = INKS.findIndex((most) => chance <= most);
    const ink = isWord.has(k) ? "word" : level < 0 ? INKS.length : level;
    if (text === "") continue;
    if (pieces.at(-1)?.ink === ink) pieces.at(-1).text += text;
    else pieces.push({ text, ink });
  }
  return pieces;
}

/**
 * How many of the first characters fit into a width.
 *
 * @param {string[]} texts
 * @param {number} width
 * @param {(text: string) => number} widthOf
 */
export function fitting(texts, width, widthOf) {
  let [count, sum] = [0, 0];
  for (const text of texts) {
    sum += widthOf(text);
    if (sum > width) break;
    count += 1;
  }
  return count;
}

/** The share of a writing's characters that stand in real words; null where none are counted. @param {Writing} one */
export function shareOf({ tokens, words }) {
  if (words === null || tokens.length === 0) return null;
  return words.reduce((sum, [from, to]) => sum + to - from, 0) / tokens.length;
}
