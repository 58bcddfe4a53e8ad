// What became of many trainings.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, percent } from "../../../../web/numbers.js";
import { colon } from "../../../../web/punctuation.js";
import { circle, ruleY } from "../../../plot/marks.js";
import { median } from "../../../maths/median.js";
import { axes, label, note, scale } from "../../../plot/plot.js";
import { tabled } from "../../../plot/told.js";
import { CELLS } from "../settings.js";

const BIASES = [
  ["0", "state"],
  ["1", "memory"],
];

/** How often each share was reached, to the next twentieth: [share, count]. */
function counted(rights) {
  const counts = new Map();
  for (const right of rights) {
    const share = Math.round(20 * right) / 20;
    counts.set(share, (counts.get(share) ?? 0) + 1);
  }
  return [...counts];
}

/** @type {Figure} */
export const LADDER = {
  isTall: true,
  drags: {},
  draw({ given, cell }, box, words) {
    const { u } = box;
    const { ladder } = given.seeds;
    const ks = Object.keys(ladder["rnn 0"]);
    const x = scale([-0.5, ks.length - 0.5], [box.width < 32 * u ? 5 * u : 9 * u, box.width - 1.2 * u]);
    const top = 4.2 * u;
    const high = (box.height - top - 3.6 * u) / CELLS.length;
    return [
      label(x.start, 1.3 * u, `● ${words.bias0}`, { hue: "state", more: "bold small" }),
      label(x.start, 2.7 * u, `○ ${words.bias1}`, { hue: "memory", more: "bold small" }),
      ...CELLS.flatMap((name, row) => {
        const y = scale([0, 1], [top + (row + 1) * high - 0.55 * u, top + row * high + 0.75 * u]);
        return [
          ...axes(x, y, { u, ticksY: [0.25, 1], written: percent }),
          label(0, (y.start + y.end) / 2, given.cells[name].title, {
            base: "middle",
            more: name === cell ? "bold" : "muted",
          }),
          ...BIASES.flatMap(([bias, hue], b) =>
            (ladder[`${name} ${bias}`] ? ks : []).flatMap((k, i) => {
              const rights = ladder[`${name} ${bias}`][k];
              const at = x.at(i + (b - 0.5) * 0.36);
              return [
                ruleY(y.at(median(rights)), [at - u, at + u], `outline hue-${hue}`),
                ...counted(rights).map(([right, count]) =>
                  circle(at, y.at(right), 0.19 * u * Math.sqrt(count), `${b ? "open" : "dot"} hue-${hue}`),
                ),
              ];
            }),
          ),
        ];
      }),
      tabled({
        title: words.distanceAlone,
        corner: words.figureName,
        columns: ks,
        rows: Object.entries(ladder).map(([name, own]) => {
          const [kind, bias] = name.split(" ");
          return {
            head: `${given.cells[kind].title}${colon()}${words[`bias${bias}`]}`,
            cells: ks.map((k) => median(own[k])),
          };
        }),
      }),
      ...ks.map((k, i) => note(x.at(i), box.height - 2.3 * u, k, { place: "middle" })),
      note((x.start + x.end) / 2, box.height - 0.9 * u, words.distanceAlone, { place: "middle" }),
    ];
  },
  describe: ({ given }, words) =>
    Object.entries(given.seeds.ladder)
      .map(([name, own]) => {
        const [cell, bias] = name.split(" ");
        return fill(words.altLadder, { title: given.cells[cell].title, bias, ...rightsOf(own) });
      })
      .join(" "),
};
const rightsOf = (own) => Object.fromEntries(Object.entries(own).map(([k, all]) => [`k${k}`, percent(median(all))]));
