// The size of a plot: its frame's, and that of its letters, in pixels.

import { set } from "../../../web/dom.js";

// What a plot is drawn for at least, so that nothing lies on top of another where a frame is not on the page yet.
const LEAST = { width: 200, height: 50, letters: 14 };

/** How large a picture's letters are, in pixels; one that is not on the page, or no longer, has none of its own. */
export const lettersOf = (svg) => Number.parseFloat(getComputedStyle(svg).fontSize) || LEAST.letters;

/** Gives a picture the size of its frame; returns {width, height, u}, u of its letters. */
export function sized(svg, frame) {
  const width = Math.max(LEAST.width, frame.clientWidth);
  const height = Math.max(LEAST.height, frame.clientHeight);
  set(svg, "viewBox", `0 0 ${width} ${height}`);
  return { width, height, u: lettersOf(svg) };
}
