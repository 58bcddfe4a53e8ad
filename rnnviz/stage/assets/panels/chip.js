// A rounded box around a few characters, such as an input.

import { set } from "../../../web/dom.js";

const GRAPHEMES = new Intl.Segmenter();

/**
 * Makes `rect` fit the text in it, around `middle`, at least so wide, and says how wide; measuring would cost a
 * layout.
 */
export function fitChip(rect, text, middle, least, unit) {
  const characters = [...GRAPHEMES.segment(text.textContent)].length;
  const wide = 12 * [...text.textContent].filter((c) => c.codePointAt(0) > 0x2e80).length;
  const width = Math.max(least, (characters * 8.6 + wide + 22) * unit);
  set(rect, "x", middle - width / 2);
  set(rect, "width", width);
  return width;
}
