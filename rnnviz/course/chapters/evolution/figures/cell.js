// One cell: what its memory does over a step and over a text, and what it costs.

import { fill, short } from "../../../../web/numbers.js";
import { costs } from "./costs.js";
import { left } from "./left.js";
import { moved } from "./moved.js";
import { median } from "../../../maths/median.js";

export function figureOf(name) {
  return {
    isTall: true,
    isLow: true,
    drags: {},
    draw: ({ given }, box, words) => [
      ...moved(given.cells[name], box, words, given.step),
      ...costs(given.cells[name], box, words, given.chance),
      ...left(name, given, box, words),
    ],
    describe({ given }, words) {
      const cell = given.cells[name];
      return fill(words.altCell, {
        title: cell.title,
        left: short(10 ** cell.left[0]),
        once: short(median(cell.once)),
        stream: short(median(cell.stream)),
      });
    },
  };
}
