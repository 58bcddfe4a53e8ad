// The loss of all cells on the same texts.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, powerOfTen } from "../../../../web/numbers.js";
import { median } from "../../../maths/median.js";
import { axes, label, scale } from "../../../plot/plot.js";
import { tabled } from "../../../plot/told.js";
import { LOSSES, guessing, legend, lossSaid, row } from "./scales.js";

/** The cells of the chapter, and after them those whose memory is a matrix. */
const allOf = ({ cells, matrices }) => ({ ...cells, ...matrices });

/** @type {Figure} */
export const RACE = {
  isTall: true,
  drags: {},
  draw({ given }, box, words) {
    const { u } = box;
    const all = allOf(given);
    const names = Object.keys(all);
    const x = scale(LOSSES, [9 * u, box.width - 1.2 * u]);
    const y = { start: box.height - 4.4 * u, end: 3.4 * u };
    const step = (y.start - y.end) / names.length;
    return [
      ...axes(x, y, { u, ticksX: [-4, -3, -2, -1, 0], titleX: words.loss, writtenX: powerOfTen, isGridX: true }),
      ...guessing(x, y, given.chance, words, u),
      ...names.flatMap((name, k) => {
        const { title, once, stream } = all[name];
        const at = y.end + (k + 0.5) * step;
        return [
          label(x.start - 0.8 * u, at, title, { base: "middle", place: "end", more: "bold" }),
          ...row(x, at - 0.22 * step, once, "state", false, u),
          ...row(x, at + 0.22 * step, stream, "memory", true, u),
        ];
      }),
      tabled({
        title: words.loss,
        corner: words.figureName,
        columns: [words.once, words.stream],
        rows: Object.values(all).map(({ title, once, stream }) => ({
          head: title,
          cells: [median(once), median(stream)],
        })),
      }),
      ...legend(x, y, box, words),
    ];
  },
  describe: ({ given }, words) =>
    Object.values(allOf(given))
      .map(({ title, once, stream }) =>
        fill(words.altRace, { title, once: lossSaid(median(once)), stream: lossSaid(median(stream)) }),
      )
      .join(" "),
};
