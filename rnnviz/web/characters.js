// Characters as people count them, and how one is written where it must be seen; as in `rnnviz/text.py`.

const SIGNS = { " ": "␣", "\n": "↵", "\r\n": "↵", "\r": "↵", "\t": "⇥", "\u3000": "□" };
const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const UNSEEN = /^[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\p{Cs}\p{Cn}\p{Co}]+$/u;

/** The grapheme clusters of a text (Unicode annex 29). */
export function characters(text) {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** A space as ␣, a control by its number; a mark on its own stands on a circle. */
export function visible(character) {
  if (Object.hasOwn(SIGNS, character)) return SIGNS[character];
  const code = character.codePointAt(0);
  if (UNSEEN.test(character)) return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  return /^\p{M}/u.test(character) ? `◌${character}` : character;
}
