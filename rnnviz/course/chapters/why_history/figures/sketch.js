// Curves that the reader draws first.

/** @import {Box} from "../../../definition.d.ts" */
/** @import {Scale} from "../../../picture.d.ts" */

import { fill } from "../../../../web/numbers.js";
import { drawnCurve } from "../../../plot/drawn.js";
import { scale } from "../../../plot/plot.js";
import { LONGEST, NUMBERS } from "../settings.js";

/** @type {(box: Box, range: number[]) => Scale[]} */
export const frameOf = (box, [from, to]) => [
  scale([1, LONGEST], [5.2 * box.u, box.width - 8.5 * box.u]),
  scale([from, to], [box.height - 4.2 * box.u, 3 * box.u]),
];
/** Rings at n = 1 … 6 which the reader puts where the curve is expected, and the line through them. */
export function sketchNodes(values, box, names, range, words) {
  const { u } = box;
  const [x, y] = frameOf(box, range);
  const rings = names.map((name, k) => ({
    name,
    x: x.at(k + 1),
    y: y.at(values[name]),
    label: fill(words.guess, { n: k + 1 }),
  }));
  return drawnCurve({ rings, title: words.drawn, piece: 0, numbers: NUMBERS, values, u });
}
export const sketchDrags = (names, range) =>
  Object.fromEntries(names.map((name) => [name, (_x, y, _values, box) => ({ [name]: frameOf(box, range)[1].of(y) })]));
