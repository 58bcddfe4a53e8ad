// The sign of the button that plays: a triangle, or two bars while it does. Letters would be emojis on some machines.

import { s, set } from "../../web/dom.js";

const [TRIANGLE, TWO_BARS] = ["M4 2.5l13 7.5-13 7.5z", "M4 3h4v14H4zM12 3h4v14h-4z"];

/** Returns {element, show(isPlaying)}. */
export function playSign() {
  const path = s("path", { d: TRIANGLE });
  const element = s("svg", { class: "play-sign", viewBox: "0 0 20 20", "aria-hidden": "true" }, path);
  return { element, show: (isPlaying) => set(path, "d", isPlaying ? TWO_BARS : TRIANGLE) };
}
