// Clipping, by the norm and by each value.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { lengthOf } from "../../../maths/spectrum.js";
import { barY, dot, rule, ruleY } from "../../../plot/marks.js";
import { clamp, curve, label, note, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { NUMBERS, RADII, degrees } from "../settings.js";
import { angleBetween, clippedByNorm, clippedByValue, gradientOf } from "../throughtime.js";
import { log, powers } from "./decades.js";

// How many of a gradient's numbers are drawn as bars, the largest ones.
const BARS = 28;
const exploding = (radius) => ({ text: "long", cell: "rnn", kind: "begun", radius });
export const atCliff = (values) => gradientOf(values.given, exploding(values.cliff));
const cliffScale = (box) => scale(RADII, [3.4 * box.u, box.width - 1.4 * box.u]);
/** An arrow in a circle, at an angle in degrees from upright. */
function needle(cx, cy, size, angle, hue, more = "") {
  const turn = (angle * Math.PI) / 180;
  const [x, y] = [cx + size * Math.sin(turn), cy - size * Math.cos(turn)];
  return [rule([cx, cy], [x, y], `curve hue-${hue} ${more}`.trim()), dot(x, y, size / 14, hue)];
}

/** @type {Figure} */
export const CLIP = {
  drags: { cliff: (x, _y, _values, box) => ({ cliff: cliffScale(box).of(x) }) },
  draw(values, box, words) {
    const { u } = box;
    const x = cliffScale(box);
    const y = scale([-2, 6], [0.42 * box.height - 1 * u, 2.4 * u]);
    const { cliff, radii } = values.given;
    const gradient = atCliff(values);
    const size = lengthOf(gradient);
    const byNorm = clippedByNorm(gradient, values.threshold);
    const byValue = clippedByValue(gradient, values.threshold);
    const order = [...gradient.keys()].sort((a, b) => Math.abs(gradient[b]) - Math.abs(gradient[a])).slice(0, BARS);
    const rows = [
      ["before", gradient, "loss"],
      ["norm", byNorm, "state"],
      ["value", byValue, "gate1"],
    ];
    const top = 0.42 * box.height + 4 * u;
    const high = (box.height - top) / 3;
    const right = box.width - 9 * u;
    const bars = scale([-0.5, order.length - 0.5], [0.6 * u, right]);
    return [
      label(0, 1.2 * u, words.cliffOf, { more: "bold" }),
      ...powers(y, x, u, 2),
      curve(
        cliff.map((one, k) => [
          x.at(radii[0] + ((radii[1] - radii[0]) * k) / (cliff.length - 1)),
          y.at(clamp(one, -2, 6)),
        ]),
        "loss",
        "thin",
      ),
      ruleY(y.at(log(values.threshold)), x, "guide hue-gate1"),
      label(x.start + 0.4 * u, y.at(log(values.threshold)) - 0.4 * u, `θ = ${short(values.threshold)}`, {
        hue: "gate1",
        more: "bold small halo",
      }),
      ...[1, 2, 3, 4, 5].map((radius) => note(x.at(radius), y.start + 1.3 * u, String(radius), { place: "middle" })),
      note((x.start + x.end) / 2, y.start + 2.6 * u, words.radiusAxis, { place: "middle" }),
      handle(
        {
          drag: "cliff",
          numbers: NUMBERS,
          values,
          x: x.at(values.cliff),
          y: y.at(clamp(log(size), -2, 6)),
          label: words.radiusAxis,
          hue: "loss",
        },
        label(
          x.at(values.cliff) + (values.cliff > 4 ? -1 : 1) * u,
          y.at(clamp(log(size), -2, 6)) - 0.8 * u,
          short(size),
          { hue: "loss", place: values.cliff > 4 ? "end" : "start", more: "bold large halo" },
        ),
      ),
      ...rows.flatMap(([name, numbers, hue], row) => {
        // Each row has its own scale: what clipping does to the direction is in the shape.
        const end = Math.max(...order.map((k) => Math.abs(numbers[k])), 1e-12);
        const zero = top + row * high + 0.62 * high;
        const tall = 0.27 * high;
        const angle = angleBetween(gradient, numbers);
        return [
          label(0.6 * u, top + row * high + 0.6 * u, `${words[`clip_${name}`]} ${short(lengthOf(numbers))}`, {
            hue,
            more: "bold halo",
          }),
          ruleY(zero, bars, "axis"),
          ...order.map((k, place) => {
            const to = zero - (numbers[k] / end) * tall;
            return barY(
              bars.at(place) - 0.36 * (bars.at(1) - bars.at(0)),
              0.72 * (bars.at(1) - bars.at(0)),
              zero,
              to,
              `solid hue-${hue}`,
            );
          }),
          ...(row > 0 ? needle(box.width - 5 * u, zero + 0.3 * high, 0.62 * high, 0, "loss", "thin") : []),
          ...needle(box.width - 5 * u, zero + 0.3 * high, 0.62 * high, angle, hue),
          label(box.width - 4 * u, zero + 0.3 * high, row > 0 ? degrees(angle) : "", { hue, more: "bold halo" }),
        ];
      }),
      // A phone has no room for it.
      box.width > 36 * u &&
        label(right, top + 0.6 * u, fill(words.largest, { count: order.length }), {
          place: "end",
          more: "muted small halo",
        }),
    ];
  },
  describe(values, words) {
    const gradient = atCliff(values);
    return fill(words.altClip, {
      size: short(lengthOf(gradient)),
      threshold: short(values.threshold),
      angle: degrees(angleBetween(gradient, clippedByValue(gradient, values.threshold))),
    });
  },
};
