// One canvas under all strips of a panel: a page has to bring every canvas into its frame, however little is on it.

import { h } from "../../../web/dom.js";

/**
 * A sheet of a width and height, over the nearest positioned box: {element, place(x, y, draw)}. `place` gives a
 * function that clears a box, [left, top, width, height] seen from (x, y), and draws there anew; a picture of the stage
 * draws all of them on a paper of its own.
 */
export function sheet(width, height) {
  const ratio = window.devicePixelRatio || 1;
  const element = h("canvas", {
    class: "strips",
    width: Math.ceil(width * ratio),
    height: Math.ceil(height * ratio),
    style: `width:${Math.ceil(width * ratio) / ratio}px;height:${Math.ceil(height * ratio) / ratio}px`,
  });
  const paper = element.getContext("2d");
  const drawings = [];

  function place(x, y, draw) {
    drawings.push({ x, y, draw });
    // On whole pixels cells are sharp.
    const [left, top] = [x, y].map((at) => Math.round(at * ratio));
    return ([from, upper, wide, high]) => {
      paper.setTransform(ratio, 0, 0, ratio, left, top);
      paper.clearRect(from, upper, wide, high);
      draw(paper);
    };
  }
  element.drawOn = (other) => {
    for (const { x, y, draw } of drawings) {
      other.translate(x, y);
      draw(other);
      other.translate(-x, -y);
    }
  };
  return { element, place };
}

/** @typedef {ReturnType<typeof sheet>} Sheet */
