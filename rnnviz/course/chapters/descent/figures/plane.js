// The surface from above.

import { DOT, dot } from "../../../plot/marks.js";
import { axes, clamp, curve, label, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { BOWL, B_FROM, B_TO, NUMBERS, VALLEY, W_FROM, W_TO, startOf } from "../settings.js";

export const planeOf = (box, top, low) => [
  scale([W_FROM, W_TO], [3 * box.u, box.width - 2 * box.u]),
  scale([B_FROM, B_TO], [low, top]),
];
const LEVELS = [0.02, 0.08, 0.25, 0.6, 1.2, 2.2, 3.6, 5.6, 8.2];
function ellipse(level, { data, best }) {
  const mean = (f) => data.reduce((sum, [x]) => sum + f(x), 0) / data.length;
  const [xx, x1] = [mean((x) => x * x), mean((x) => x)];
  return Array.from({ length: 181 }, (_, k) => {
    const angle = (k / 180) * 2 * Math.PI;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const far = Math.sqrt((2 * level) / (xx * c * c + 2 * x1 * c * s + s * s));
    const [w, b] = [best[0] + far * c, best[1] + far * s];
    return w < W_FROM || w > W_TO || b < B_FROM || b > B_TO ? [Number.NaN, Number.NaN] : [w, b];
  });
}
const RINGS = new Map([BOWL, VALLEY].map((on) => [on, LEVELS.map((level) => ellipse(level, on))]));

export function contourNodes(box, top, low, words, on = BOWL) {
  const { u } = box;
  const [x, y] = planeOf(box, top, low);
  const [cx, cy] = [x.at(on.best[0]), y.at(on.best[1])];
  const r = 0.5 * u;
  return [
    ...axes(x, y, {
      u,
      ticksX: [-2, -1, 0, 1, 2, 3, 4],
      ticksY: [-2, 0, 2],
      titleX: words.slope,
      titleY: words.offset,
    }),
    ...RINGS.get(on).map((ring) =>
      curve(
        ring.map(([w, b]) => [x.at(w), y.at(b)]),
        "loss",
        "thin faintly",
      ),
    ),
    [
      "path",
      {
        class: "curve hue-right",
        d: `M${cx - r},${cy - r}L${cx + r},${cy + r}M${cx - r},${cy + r}L${cx + r},${cy - r}`,
      },
    ],
  ];
}

export function pathNodes(box, top, low, path, hue, isBold) {
  const { u } = box;
  const [x, y] = planeOf(box, top, low);
  const drawn = path.map(([w, b]) => [clamp(x.at(w), x.start - 8, x.end + 8), clamp(y.at(b), y.end - 8, y.start + 8)]);
  const dots = isBold && path.length < 80 ? drawn.slice(1).map(([cx, cy]) => dot(cx, cy, DOT.small * u, hue)) : [];
  return [
    curve(drawn, hue, isBold ? "" : "thin faintly"),
    ...dots,
    dot(drawn.at(-1)[0], drawn.at(-1)[1], (isBold ? DOT.large : DOT.small) * u, hue),
  ];
}

export function startHandle(values, box, top, low, words, on = BOWL) {
  const { u } = box;
  const [x, y] = planeOf(box, top, low);
  const [w, b] = startOf(values, on);
  return handle(
    {
      drag: "start",
      names: on.start,
      numbers: NUMBERS,
      values,
      x: x.at(w),
      y: y.at(b),
      label: words.start,
      words,
      hue: "candidate",
    },
    label(x.at(w), y.at(b) - 1.1 * u, words.start, { place: "middle", more: "bold halo" }),
  );
}
export const dragStart =
  (bounds, { start } = BOWL) =>
  (px, py, _values, box) => {
    const [x, y] = planeOf(box, ...bounds(box));
    return { [start[0]]: x.of(px), [start[1]]: y.of(py) };
  };
