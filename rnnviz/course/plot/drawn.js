// A curve that a reader draws before the real one is shown: rings to be dragged, joined by a line.

/** @import {Mark} from "../picture.d.ts" */
/** @import {NumberSetting, Values} from "../definition.d.ts" */

import { handle } from "../reader/figure.js";
import { label, pathOf } from "./plot.js";

/**
 * The nodes of a drawn curve. start, end: the given points, [x, y] in pixels, where there are some. rings: [{name, x,
 * y, label, said}], each one a number's handle, in the order of the line; said: its value in words, where it stands
 * beside it.
 * title: what stands over the line's piece number `piece`, which may count from the end.
 *
 * @param {{
 *   start?: number[], end?: number[], title: string,
 *   rings: {name: string, x: number, y: number, label: string, said?: string}[],
 *   piece?: number, numbers: Record<string, NumberSetting>, values: Values, u: number,
 * }} options
 * @returns {Mark[]}
 */
export function drawnCurve({ start, end, rings, title, piece = -1, numbers, values, u }) {
  const line = [...(start ? [start] : []), ...rings.map(({ x, y }) => [x, y]), ...(end ? [end] : [])];
  const before = line.slice(0, -1).at(piece);
  const last = line.slice(1).at(piece);
  return [
    ["path", { class: "curve thin dashed hue-text", d: pathOf(line) }],
    ...rings.map(({ name, x, y, label: words, said }) =>
      handle(
        { drag: name, numbers, values, x, y, label: words, said },
        ...(said ? [label(x + 0.9 * u, y - 0.8 * u, said, { more: "halo" })] : []),
      ),
    ),
    label((before[0] + last[0]) / 2, (before[1] + last[1]) / 2 - 1.2 * u, title, {
      more: "muted halo",
      place: "middle",
    }),
  ];
}
