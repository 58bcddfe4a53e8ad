// In which round the gates of each step can be computed: where they read the state before, and where they do not.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill } from "../../../../web/numbers.js";
import { boxed, straight } from "../../../plot/diagram.js";
import { label, letter, scale } from "../../../plot/plot.js";
import { tabled } from "../../../plot/told.js";
import { FREE, WAITING } from "../settings.js";

/** Boxes of the gates, a column for each step, at the heights `yOf(t)`, with their rounds; the inputs above them. */
function gates({ steps, x, top, yOf, side, hue, roundOf, u }) {
  return Array.from({ length: steps }, (_, t) => t).flatMap((t) => {
    const [at, y] = [x.at(t), yOf(t)];
    return [
      label(at, top, letter("X", t + 1), { place: "middle", hue: "input" }),
      straight([at, top + 0.5 * u], [at, y - side / 2], u, { hue: "input", more: "faintly" }),
      boxed(at - side / 2, y - side / 2, side, side, String(roundOf(t)), { u, hue }),
    ];
  });
}

/** @type {Figure} */
export const WAIT = {
  drags: {},
  draw({ steps, waiting, free }, box, words) {
    const { u, width, height } = box;
    const side = 1.9 * u;
    const x = scale([0, steps - 1], [2.2 * u, width - 2.2 * u]);
    const low = height - 5.6 * u;
    const y = scale([0, steps - 1], [6.2 * u, low - 3.4 * u]);
    const chain = Array.from({ length: steps - 1 }, (_, t) =>
      straight([x.at(t) + side / 2, y.at(t)], [x.at(t + 1) - side / 2, y.at(t + 1)], u, { hue: "state" }),
    );
    const rows = Array.from({ length: steps }, (_, t) => ({ head: String(t + 1), cells: [t + 1, 1] }));
    const columns = [WAITING[waiting], titleOf(free, words)];
    return [
      label(0.6 * u, 1.5 * u, fill(words.waits, { cell: columns[0], rounds: steps }), { more: "bold" }),
      ...gates({ steps, x, top: 3.9 * u, yOf: y.at, side, hue: "gate1", roundOf: (t) => t + 1, u }),
      ...chain,
      label(0.6 * u, low, fill(words.reads, { cell: columns[1] }), { more: "bold" }),
      ...gates({ steps, x, top: low + 2 * u, yOf: () => low + 4.4 * u, side, hue: "gate2", roundOf: () => 1, u }),
      tabled({ title: words.rounds, corner: "t", columns, rows }),
    ];
  },
  describe: ({ steps, waiting, free }, words) =>
    fill(words.altWait, { waiting: WAITING[waiting], free: titleOf(free, words), steps }),
};
const titleOf = (free, words) => words[`free_${free}`] ?? FREE[free];
