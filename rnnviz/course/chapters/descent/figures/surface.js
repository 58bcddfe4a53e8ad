// The surface of the loss, from above or as a solid, and the line it is the loss of.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { DOT, dot, rule, ruleY } from "../../../plot/marks.js";
import { clamp, curve, label, note, pathOf } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { lineGradient, lineLoss } from "../lines.js";
import { B_FROM, B_TO, NUMBERS, W_FROM, W_TO, startOf } from "../settings.js";
import { lineNodes, under, upper } from "./lineplot.js";
import { contourNodes, dragStart, planeOf, startHandle } from "./plane.js";

function solidNodes(values, box, top, low, path) {
  const n = 22;
  const angle = (values.turn / 180) * Math.PI;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const wide = Math.min(box.width * 0.44, (low - top) * 0.62);
  const height = (low - top) * 0.42;
  const project = (w, b, loss) => {
    const [u, v] = [((w - W_FROM) / (W_TO - W_FROM)) * 2 - 1, ((b - B_FROM) / (B_TO - B_FROM)) * 2 - 1];
    const [across, deep] = [u * c - v * s, u * s + v * c];
    return [
      box.width / 2 + (across * wide) / 1.3,
      low - (low - top) * 0.3 + deep * wide * 0.34 - Math.min(1.25, loss / 9) * height,
      deep,
    ];
  };
  const tiles = [];
  for (let i = 0; i < n; i += 1) {
    for (let j = 0; j < n; j += 1) {
      const corners = [
        [i, j],
        [i + 1, j],
        [i + 1, j + 1],
        [i, j + 1],
      ].map(([p, q]) => {
        const [w, b] = [W_FROM + ((W_TO - W_FROM) * p) / n, B_FROM + ((B_TO - B_FROM) * q) / n];
        return [...project(w, b, lineLoss([w, b])), lineLoss([w, b])];
      });
      const mean = corners.reduce((sum, one) => sum + one[3], 0) / 4;
      tiles.push({ deep: corners.reduce((sum, one) => sum + one[2], 0), corners, mean });
    }
  }
  tiles.sort((a, b) => a.deep - b.deep);
  const way = path
    .filter(([w, b]) => w >= W_FROM && w <= W_TO && b >= B_FROM && b <= B_TO)
    .map(([w, b]) => project(w, b, lineLoss([w, b])));
  return [
    ...tiles.map(({ corners, mean }) => [
      "path",
      {
        class: "tile hue-loss",
        d: `${pathOf(corners)}Z`,
        "fill-opacity": (0.06 + 0.5 * Math.min(1, mean / 8)).toFixed(2),
      },
    ]),
    curve(way, "candidate"),
    ...way.slice(0, 60).map(([cx, cy]) => dot(cx, cy, DOT.small * box.u, "candidate")),
  ];
}

/** @type {Figure} */
export const SURFACE = {
  drags: {
    start: dragStart(under),
    turn: (x, _y, _values, box, from) => ({
      turn: ((from.values.turn + ((x - from.x) / box.width) * 180 + 540) % 360) - 180,
    }),
  },
  draw(values, box, words) {
    const { u } = box;
    const at = startOf(values);
    const [dw, db] = lineGradient(at);
    const [top, low] = under(box);
    const [x, y] = planeOf(box, top, low);
    const [cx, cy] = [x.at(at[0]), y.at(at[1])];
    const to = [clamp(x.at(at[0] - 0.35 * dw), x.start, x.end), clamp(y.at(at[1] - 0.35 * db), y.end, y.start)];
    const isSolid = values.view === "solid";
    const lower = isSolid
      ? [
          ...solidNodes(values, box, top - 2 * u, low + 2 * u, [at]),
          handle(
            {
              drag: "turn",
              numbers: NUMBERS,
              values,
              x: box.width / 2 + (values.turn / 180) * box.width * 0.35,
              y: box.height - 0.9 * u,
              label: words.turn,
              hue: "text",
            },
            ruleY(box.height - 0.9 * u, [box.width * 0.15, box.width * 0.85], "axis"),
            note(box.width * 0.86, box.height - 0.6 * u, words.turn),
          ),
        ]
      : [
          ...contourNodes(box, top, low, words),
          rule([cx, cy], [to[0], to[1]], "curve hue-gate2"),
          dot(to[0], to[1], DOT.usual * u, "gate2"),
          label(to[0] + 0.6 * u, to[1] + 1.4 * u, words.downhill, { hue: "gate2", more: "bold small halo" }),
          startHandle(values, box, top, low, { start: words.here }),
        ];
    return [
      ...lineNodes(box, at, upper(box), words),
      ...lower,
      label(box.width - 2 * u, top - 2.6 * u, fill(words.lossIs, { loss: short(lineLoss(at)) }), {
        place: "end",
        hue: "loss",
        more: "bold",
      }),
    ];
  },
  describe(values, words) {
    const at = startOf(values);
    return fill(words.altSurface, {
      w: short(at[0]),
      b: short(at[1]),
      loss: short(lineLoss(at)),
      gradient: lineGradient(at).map(short).join(", "),
    });
  },
};
