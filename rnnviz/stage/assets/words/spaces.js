// The spaces of a text whose tokens are words: a network that reads words has none of its own.

const WORD = /[\p{L}\p{N}][\p{L}\p{N}]/u;
const UNSPACED = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}";
// What a space may follow, and what may follow a space: nothing after an opening bracket, nothing before a full stop.
const BEFORE = new RegExp(`[^\\s\\p{Ps}\\p{Pi}${UNSPACED}]$`, "u");
const AFTER = new RegExp(`^(?![${UNSPACED}])[\\p{L}\\p{N}\\p{Ps}\\p{Pi}]`, "u");

/**
 * The tokens of a text as one writes them one after the other: where some are words, with a space in front of each
 * that needs one. Characters stay as they are.
 *
 * @param {string[]} tokens
 */
export function withSpaces(tokens) {
  if (!tokens.some((one) => WORD.test(one))) return tokens;
  return tokens.map((one, t) => (t > 0 && BEFORE.test(tokens[t - 1]) && AFTER.test(one) ? ` ${one}` : one));
}
