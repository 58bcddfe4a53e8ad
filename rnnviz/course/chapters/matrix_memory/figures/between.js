// Two keys at an angle, and a question between them.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill } from "../../../../web/numbers.js";
import { keyAt, read } from "../memory.js";
import { betweenMemory } from "../moments.js";
import { list } from "../told.js";
import { angleAt, keyPlane, memoryGrid, squaresOf } from "./board.js";

const planeOf = ({ width, height, u }) => {
  const radius = Math.max(4 * u, Math.min(11 * u, height - 13 * u, width / 2 - 3.4 * u));
  return { x: width / 2, y: radius + 2.6 * u, radius };
};

/** @type {Figure} */
export const BETWEEN = {
  drags: {
    apart: (px, py, _values, box) => ({ apart: angleAt(px, py, planeOf(box).x, planeOf(box).y) }),
    asked: (px, py, _values, box) => ({ asked: angleAt(px, py, planeOf(box).x, planeOf(box).y) }),
  },
  draw(values, box, words) {
    const { u } = box;
    const { S } = betweenMemory(values);
    const { x, y, radius } = planeOf(box);
    const squares = squaresOf(box, 2, 7.4 + radius / u);
    const top = y + 1.6 * u;
    const answer = read(keyAt(values.asked), S);
    return [
      ...keyPlane(
        [
          { name: "a", degrees: 0, hue: "gate1" },
          { name: "b", degrees: values.apart, hue: "gate1", drag: "apart", label: words.apart },
          { name: "?", degrees: values.asked, hue: "gate3", drag: "asked", label: words.asked },
        ],
        x,
        y,
        radius,
        values,
        u,
      ),
      ...memoryGrid({ title: words.written, rows: S }, 0, top, squares),
      ...memoryGrid(
        { title: words.comesBack, rows: [answer], hue: "state", isAsked: true },
        box.width - 4 * squares.wide,
        top,
        squares,
      ),
    ];
  },
  describe(values, words) {
    const answer = read(keyAt(values.asked), betweenMemory(values).S);
    return fill(words.altBetween, { apart: values.apart, asked: values.asked, answer: list(answer) });
  },
};
