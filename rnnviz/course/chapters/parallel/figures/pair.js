// Two steps, one after the other, and both as one.

/** @import {Figure} from "../../../definition.d.ts" */

import { bracketed, fill, short, subscript } from "../../../../web/numbers.js";
import { DOT, dot } from "../../../plot/marks.js";
import { axes, curve, label, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { composition, loop } from "../scan.js";
import { NUMBERS } from "../settings.js";

/** The two steps, what comes of them one after the other, and the pair that stands for both. */
export function twoSteps({ a, b, c, d, h0 }) {
  const [after1, after2] = loop([a, c], [b, d], h0);
  const single = (kept, added, t) => ({ first: t, last: t, kept, added, round: 0, of: [] });
  const pair = composition(single(a, b, 0), single(c, d, 1), 1);
  return { after1, after2, pair, atOnce: pair.kept * h0 + pair.added };
}
const frameOf = (box) => [
  scale([0, 2], [4 * box.u, box.width - 3.4 * box.u]),
  scale([-4, 4], [box.height - 2.6 * box.u, 8 * box.u]),
];

/** @type {Figure} */
export const PAIR = {
  drags: { h0: (_x, y, _values, box) => ({ h0: frameOf(box)[1].of(y) }) },
  draw(values, box, words) {
    const { u } = box;
    const { a, b, c, d, h0 } = values;
    const { after1, after2, pair, atOnce } = twoSteps(values);
    const [x, y] = frameOf(box);
    const way = [h0, after1, after2].map((memory, t) => [x.at(t), y.at(memory)]);
    const step = (kept, before, more, made) => `${short(kept)} · ${bracketed(before)} + ${bracketed(more)} = ${made}`;
    const said = (text, line, hue) => label(0.6 * u, (1.5 + 1.5 * line) * u, text, { hue, more: "bold small" });
    return [
      said(`${words.inTwo} ${step(a, h0, b, short(after1))},`, 0, "state"),
      said(step(c, after1, d, short(after2)), 1, "state"),
      said(`${words.inOne} ${step(pair.kept, h0, pair.added, short(atOnce))}`, 2, "memory"),
      ...axes(x, y, {
        u,
        ticksX: [0, 1, 2],
        ticksY: [-4, -2, 0, 2, 4],
        titleY: words.memory,
        writtenX: (t) => `H${subscript(t)}`,
        written: (value) => String(value).replace("-", "−"),
      }),
      curve([way[0], way[2]], "memory", "dashed", { name: words.inOne }),
      curve(way, "state", "", { name: words.inTwo }),
      dot(way[1][0], way[1][1], DOT.usual * u, "state"),
      dot(way[2][0], way[2][1], DOT.large * u, "memory"),
      label(way[1][0], way[1][1] - 0.9 * u, short(after1), { place: "middle", hue: "state", more: "halo" }),
      label(way[2][0], way[2][1] - 0.9 * u, short(atOnce), { place: "middle", hue: "memory", more: "bold halo" }),
      handle(
        { drag: "h0", numbers: NUMBERS, values, x: way[0][0], y: way[0][1], label: words.h0, hue: "state" },
        label(way[0][0] + 0.9 * u, way[0][1] - 0.8 * u, short(h0), { hue: "state", more: "halo" }),
      ),
    ];
  },
  describe(values, words) {
    const { after2, pair, atOnce } = twoSteps(values);
    return fill(words.altPair, {
      loop: short(after2),
      kept: short(pair.kept),
      added: short(pair.added),
      once: short(atOnce),
    });
  },
};
