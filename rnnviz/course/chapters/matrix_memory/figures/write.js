// A step writes a key and a value over the memory, as the product of both.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill } from "../../../../web/numbers.js";
import { list } from "../told.js";
import { read } from "../memory.js";
import { ORTHOGONAL, firstSteps } from "../moments.js";
import { EMPTY, gridHeight, memoryGrid, pairAt, pairsRow, squaresOf, stepAt } from "./board.js";

/** @type {Figure} */
export const WRITE = {
  drags: { at: (x, _y, _values, box) => ({ at: pairAt(x, box) }) },
  draw(values, box, words) {
    const { u } = box;
    const steps = firstSteps(values);
    const at = stepAt(steps, values.at);
    const { before, put, after, key, value } = steps[at - 1] ?? { before: EMPTY, put: EMPTY, after: EMPTY };
    const squares = squaresOf(box, 4, 12.4);
    const [right, first] = [box.width - 4 * squares.wide, 4.2 * u];
    const second = first + gridHeight(squares) + 1.6 * u;
    const asked = fill(words.asking, { letter: values.ask });
    const answer = read(ORTHOGONAL[values.ask], after);
    return [
      ...pairsRow({ steps, at, drag: "at", values, words, y: 0 }, box),
      ...memoryGrid({ title: words.before, rows: before }, 0, first, squares),
      ...memoryGrid({ title: words.put, rows: put, hue: "candidate", row: value, key }, right, first, squares),
      ...memoryGrid({ title: words.after, rows: after }, 0, second, squares),
      ...memoryGrid({ title: asked, rows: [answer], hue: "state", isAsked: true }, right, second, squares),
    ];
  },
  describe(values, words) {
    const steps = firstSteps(values);
    const step = steps[stepAt(steps, values.at) - 1];
    if (!step) return words.noPairs;
    const answer = list(read(ORTHOGONAL[values.ask], step.after));
    return fill(words.altWrite, { pair: step.letter + step.digit, letter: values.ask, answer });
  },
};
