// The size of a plot: its frame's, in pixels.

import { set } from "../../../web/dom.js";

// What a plot is drawn for at least, so that nothing lies on top of another where a frame is not on the page yet.
const LEAST = { width: 200, height: 50 };

/** Gives a picture the size of its frame; returns {width, height}. */
export function sized(svg, frame) {
  const width = Math.max(LEAST.width, frame.clientWidth);
  const height = Math.max(LEAST.height, frame.clientHeight);
  set(svg, "viewBox", `0 0 ${width} ${height}`);
  return { width, height };
}
