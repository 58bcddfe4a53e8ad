// What a step takes out and puts in, by either rule.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill } from "../../../../web/numbers.js";
import { read } from "../memory.js";
import { replacing } from "../moments.js";
import { list } from "../told.js";
import { EMPTY, angleAt, gridHeight, keyPlane, memoryGrid, pairAt, pairsRow, squaresOf, stepAt } from "./board.js";

const planeOf = ({ width, u }) => {
  const radius = Math.min(5 * u, width / 4 - 1.6 * u);
  return { x: radius + 1.8 * u, y: 10.6 * u, radius };
};
/** What either letter answers after the step that is looked at: {a, b}. */
export function answersOf(values) {
  const { keys, steps } = replacing(values);
  const S = steps[stepAt(steps, values.now) - 1]?.after ?? EMPTY;
  return { a: read(keys.a, S), b: read(keys.b, S) };
}

/** @type {Figure} */
export const REPLACE = {
  isTall: true,
  drags: {
    now: (x, _y, _values, box) => ({ now: pairAt(x, box) }),
    near: (px, py, _values, box) => ({ near: angleAt(px, py, planeOf(box).x, planeOf(box).y) }),
  },
  draw(values, box, words) {
    const { u } = box;
    const { steps } = replacing(values);
    const at = stepAt(steps, values.now);
    const step = steps[at - 1] ?? { before: EMPTY, out: EMPTY, put: EMPTY, after: EMPTY };
    const squares = squaresOf(box, 4, 20);
    const right = box.width - 4 * squares.wide;
    const { x, y, radius } = planeOf(box);
    const answers = answersOf(values);
    const keys = [
      { name: "a", degrees: 0, hue: "gate1" },
      { name: "b", degrees: values.near, hue: "gate1", drag: "near", label: words.near },
    ];
    const back = {
      title: words.comesBack,
      rows: [answers.a, answers.b],
      hue: "state",
      heads: ["a", "b"],
      isAsked: true,
    };
    const { key } = step;
    const asked = values.rule === "replace" ? { row: step.old, rowHue: "loss", key } : {};
    const out = { title: words.out, rows: step.out, hue: "loss", ...asked };
    const put = { title: words.put, rows: step.put, hue: "candidate", row: step.value, key };
    const first = y + 1.8 * u;
    const second = first + gridHeight(squares) + u;
    return [
      ...pairsRow({ steps, at, drag: "now", values, words, y: 0 }, box),
      ...keyPlane(keys, x, y, radius, values, u),
      ...memoryGrid(back, right, 3.9 * u, { ...squares, high: 1.75 * u }),
      ...memoryGrid({ title: words.before, rows: step.before }, 0, first, squares),
      ...memoryGrid(out, right, first, squares),
      ...memoryGrid(put, right, second, squares),
      ...memoryGrid({ title: words.after, rows: step.after }, 0, second, squares),
    ];
  },
  describe(values, words) {
    const { steps } = replacing(values);
    const step = steps[stepAt(steps, values.now) - 1];
    if (!step) return words.noPairs;
    const { a, b } = answersOf(values);
    return fill(words.altReplace, { pair: step.letter + step.digit, a: list(a), b: list(b) });
  },
};
