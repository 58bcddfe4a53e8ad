// A paper that writes down what is drawn on it; it has those of a canvas's ways to draw that strips of cells use.

import { painted } from "./ink.js";
import { element } from "./markup.js";

/** {fillStyle, strokeStyle, lineWidth, …} as a canvas's context has them, and `markup()` of what was drawn. */
export function recordingPaper() {
  const drawn = [];
  let shapes = [];
  let corner = [0, 0];
  const rect = (x, y, width, height, rest) =>
    element("rect", { x: x + corner[0], y: y + corner[1], width, height, ...rest });
  const paper = {
    fillStyle: "#000",
    strokeStyle: "#000",
    lineWidth: 1,
    translate(x, y) {
      corner = [corner[0] + x, corner[1] + y];
    },
    fillRect: (x, y, w, h) => drawn.push(rect(x, y, w, h, painted("fill", paper.fillStyle))),
    // What is cleared is the page's own colour, and that is white.
    clearRect: (x, y, w, h) => drawn.push(rect(x, y, w, h, { fill: "#ffffff" })),
    beginPath() {
      shapes = [];
    },
    roundRect: (x, y, w, h, rx) => shapes.push([x, y, w, h, rx]),
    fill() {
      for (const [x, y, w, h, rx] of shapes) drawn.push(rect(x, y, w, h, { rx, ...painted("fill", paper.fillStyle) }));
    },
    stroke() {
      const line = { fill: "none", ...painted("stroke", paper.strokeStyle), "stroke-width": paper.lineWidth };
      for (const [x, y, w, h, rx] of shapes) drawn.push(rect(x, y, w, h, { rx, ...line }));
    },
    markup: () => drawn.join(""),
  };
  return paper;
}
