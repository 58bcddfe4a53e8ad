// After how many steps cells have learnt, with and without a bias that remembers.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill } from "../../../../web/numbers.js";
import { DOT, circle } from "../../../plot/marks.js";
import { axes, label, note, scale } from "../../../plot/plot.js";
import { tabled } from "../../../plot/told.js";
import { hasBias } from "../moments.js";
import { MOST } from "../settings.js";

/** After how many steps each training had learnt it, a row for each cell and bias; never stands at the right. */
export function speedRows({ given, cell }, box, top, words) {
  const { u } = box;
  const { mixed } = given.seeds;
  const names = Object.keys(given.seeds.ladder);
  const isNarrow = box.width < 32 * u;
  const x = scale([0, MOST], [isNarrow ? 7 * u : 10 * u, box.width - 5 * u]);
  const y = { start: box.height - 4.2 * u, end: top };
  const high = (y.start - y.end) / names.length;
  const never = x.end + 2.6 * u;
  return [
    ...axes(x, y, { u, ticksX: [0, 100, 200, 300, 400], titleX: words.learntAfter, isGridX: true }),
    note(never, y.start + 1.35 * u, words.never, { place: "middle" }),
    ...names.flatMap((name, row) => {
      const [own, bias] = name.split(" ");
      const title = hasBias(given.cells, own) ? `${given.cells[own].title} ${bias}` : given.cells[own].title;
      return [
        label(x.start - 0.8 * u, y.end + (row + 0.5) * high, title, {
          base: "middle",
          place: "end",
          more: own === cell ? "bold" : "muted",
        }),
        ...["on", "off"].flatMap((clip, c) =>
          mixed[`${name} ${clip}`].map(({ learnt }, s) => {
            const side = ((s % 5) - 2) * 0.34 * u;
            return circle(
              learnt === null ? never + ((s % 7) - 3) * 0.4 * u : x.at(learnt),
              y.end + (row + (c ? 0.72 : 0.28)) * high + (learnt === null ? side : 0),
              DOT.small * u,
              `${c ? "open hue-memory" : "dot hue-state"}`,
            );
          }),
        ),
      ];
    }),
    tabled({
      title: words.learntAfter,
      corner: words.figureName,
      columns: mixed[`${names[0]} on`].map((_, seed) => String(seed + 1)),
      rows: names.flatMap((name) =>
        ["on", "off"].map((clip) => ({
          head: `${given.cells[name.split(" ")[0]].title} ${name.split(" ")[1]}, ${
            clip === "on" ? words.clipped : words.unclipped
          }`,
          cells: mixed[`${name} ${clip}`].map(({ learnt }) => learnt ?? words.never),
        })),
      ),
    }),
    label(isNarrow ? 0 : x.start, box.height - 0.2 * u, `● ${words.clipped}`, { hue: "state", more: "bold small" }),
    label(x.end, box.height - 0.2 * u, `○ ${words.unclipped}`, { hue: "memory", place: "end", more: "bold small" }),
  ];
}

/** @type {Figure} */
export const SPEED = {
  drags: {},
  draw: (values, box, words) => speedRows(values, box, 1.6 * box.u, words),
  describe: ({ given }, words) =>
    Object.entries(given.seeds.mixed)
      .map(([name, own]) => {
        const [cell, bias, clip] = name.split(" ");
        const learnt = own.filter((one) => one.learnt !== null).length;
        const clipped = clip === "on" ? words.clipped : words.unclipped;
        return fill(words.altSpeed, { title: given.cells[cell].title, bias, clipped, learnt, seeds: own.length });
      })
      .join(" "),
};
