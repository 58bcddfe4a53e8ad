// Steps of one sign only, and the zigzag they make.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { neuronData, neuronDescent, neuronLoss, sameSigns } from "../../../maths/activations.js";
import { DOT, dot } from "../../../plot/marks.js";
import { nameNode, waysAround } from "../../../plot/names.js";
import { axes, clamp, curve, label, pathOf, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { HUES, NUMBERS } from "../settings.js";

/** A plane of two weights, its unit the same both ways. */
function plane(box, most = 3) {
  const { u } = box;
  const side = Math.min(box.width - 4 * u, box.height - 6 * u);
  const left = 2.6 * u + (box.width - 4 * u - side) / 2;
  const top = 2.4 * u;
  return [scale([-most, most], [left, left + side]), scale([-most, most], [top + side, top])];
}
/** @type {Figure} */
export const ZIGZAG = {
  drags: {
    start(x, y, _values, box) {
      const [across1, up] = plane(box);
      return { w1: across1.of(x), w2: up.of(y) };
    },
  },
  draw(values, box, words) {
    const { u } = box;
    const [x, y] = plane(box);
    const data = neuronData(values.inputs);
    const hue = HUES[values.inputs];
    const path = neuronDescent(data, [values.w1, values.w2], values.rate, values.steps);
    const drawn = path.map(([one, two]) => [clamp(x.at(one), x.start, x.end), clamp(y.at(two), y.end, y.start)]);
    const levels = [0.01, 0.05, 0.15, 0.4, 0.9, 1.8, 3.2];
    return [
      ...axes(x, y, {
        u,
        ticksX: [-3, -2, -1, 0, 1, 2, 3],
        ticksY: [-3, -2, -1, 0, 1, 2, 3],
        titleX: words.weight1,
        titleY: words.weight2,
      }),
      ...levels.map((level) =>
        curve(
          contour(data, level).map(([one, two]) => [x.at(one), y.at(two)]),
          "loss",
          "thin faintly",
        ),
      ),
      ["path", { class: `curve thin hue-${hue}`, d: pathOf(drawn) }],
      ...drawn.slice(1).map(([cx, cy]) => dot(cx, cy, DOT.small * u, hue)),
      ["path", { class: "curve hue-right", d: cross(x.at(1.5), y.at(-1.5), 0.6 * u) }],
      nameNode(words.best, waysAround(x.at(1.5), y.at(-1.5), u), {
        u,
        lines: [drawn],
        hue: "right",
        more: "bold halo",
      }),
      handle(
        {
          drag: "start",
          names: ["w1", "w2"],
          numbers: NUMBERS,
          values,
          x: drawn[0][0],
          y: drawn[0][1],
          label: words.start,
          words,
          hue: "state",
        },
        label(drawn[0][0], drawn[0][1] - 1.2 * u, words.start, { place: "middle", more: "bold halo" }),
      ),
      label(
        x.end,
        y.end - 0.9 * u,
        fill(words.lossAfter, { steps: values.steps, loss: short(neuronLoss(data, path.at(-1))) }),
        { hue: "loss", more: "bold halo", place: "end" },
      ),
    ];
  },
  describe(values, words) {
    const data = neuronData(values.inputs);
    const path = neuronDescent(data, [values.w1, values.w2], values.rate, values.steps);
    return fill(words.altZigzag, {
      same: sameSigns(path),
      steps: values.steps,
      loss: short(neuronLoss(data, path.at(-1))),
    });
  },
};

function cross(x, y, r) {
  return `M${x - r},${y - r}L${x + r},${y + r}M${x - r},${y + r}L${x + r},${y - r}`;
}

/** An ellipse on which the loss, a quadratic around (1.5, −1.5), has a value. */
function contour(data, level) {
  const mean = (f) => data.reduce((sum, { inputs }) => sum + f(inputs), 0) / data.length;
  const [p, q, r] = [mean(([s]) => s * s), mean(([s, t]) => s * t), mean(([, t]) => t * t)];
  return Array.from({ length: 361 }, (_, k) => {
    const angle = (k / 360) * 2 * Math.PI;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const far = Math.sqrt((2 * level) / (p * c * c + 2 * q * c * s + r * s * s));
    return [1.5 + far * c, -1.5 + far * s];
  }).map(([one, two]) => (Math.abs(one) <= 3 && Math.abs(two) <= 3 ? [one, two] : [Number.NaN, Number.NaN]));
}
