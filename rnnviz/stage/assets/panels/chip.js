// A rounded box around a few characters, such as an input.

import { set } from "../../../web/dom.js";

// Each code point of these is a character by itself. For others the browser has to be asked, which takes it tens of
// milliseconds the first time.
const PLAIN = /^[\u0020-\u02ff\u2190-\u25ff\u3400-\u9fff]*$/;

/**
 * Makes `rect` fit the text in it, around `middle`, at least so wide, and says how wide; measuring would cost a
 * layout. A text that would be wider than `most`, such as a long word, has smaller letters.
 */
export function fitChip(rect, text, middle, least, unit, most = Infinity) {
  const characters = count(text.textContent);
  const wide = 12 * [...text.textContent].filter((c) => c.codePointAt(0) > 0x2e80).length;
  const whole = (characters * 8.6 + wide + 22) * unit;
  const fit = Math.min(1, most / whole);
  if (fit < 1) text.style.setProperty("--fit", fit.toFixed(3));
  else text.style.removeProperty("--fit");
  const width = Math.max(least, fit * whole);
  set(rect, "x", middle - width / 2);
  set(rect, "width", width);
  return width;
}

function count(text) {
  return PLAIN.test(text) ? text.length : [...new Intl.Segmenter().segment(text)].length;
}
