// The loss over one weight, with its slope.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { DOT, dot } from "../../../plot/marks.js";
import { nameNode, waysAround } from "../../../plot/names.js";
import { axes, curve, label, letter, pathOf, points, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { written } from "../../../reader/values.js";
import { WEIGHTS, backwardPass, forwardPass } from "../network.js";
import { MOST, NUMBERS, letters, nameOf } from "../settings.js";

const chosenWeight = (values) => (WEIGHTS.includes(values.of) ? values.of : "w11");
const along = (box) => scale([-MOST, MOST], [3.6 * box.u, box.width - 2 * box.u]);
/** @type {Figure} */
export const SLOPE = {
  drags: { point: (x, _y, values, box) => ({ [chosenWeight(values)]: along(box).of(x) }) },
  draw(values, box, words) {
    const { u } = box;
    const name = chosenWeight(values);
    const lossAt = (w) => forwardPass({ ...values, [name]: w }).loss;
    const x = along(box);
    const y = scale([0, 0.52], [box.height - 4 * u, 2.4 * u]);
    const w = values[name];
    const slope = backwardPass(values)[name];
    const now = lossAt(w);
    const reach = 1.5;
    const next = Math.min(MOST, Math.max(-MOST, w - values.rate * slope));
    const tangent = [w - reach, w + reach].map((one) => [x.at(one), y.at(now + slope * (one - w))]);
    const path = points(lossAt, x, y, 240);
    const dots = [
      [x.at(w), y.at(now)],
      [x.at(next), y.at(lossAt(next))],
    ];
    const free = {
      u,
      lines: [path, tangent],
      taken: dots.map(([one, two]) => [one - 9, two - 9, one + 9, two + 9]),
      within: [x.start, y.end, x.end, y.start],
    };
    return [
      ...axes(x, y, {
        u,
        ticksX: [-4, -2, 0, 2, 4],
        ticksY: [0, 0.1, 0.2, 0.3, 0.4, 0.5],
        titleX: words.weight,
        titleY: letter("L"),
      }),
      curve(path, "loss", "", { name: "L" }),
      curve(tangent, "gate2", "thin"),
      [
        "path",
        {
          class: "curve thin hue-right",
          d: pathOf([
            [x.at(w), y.at(lossAt(w))],
            [x.at(next), y.at(lossAt(w))],
          ]),
          "marker-end": "none",
        },
      ],
      dot(x.at(next), y.at(lossAt(next)), DOT.large * u, "right"),
      nameNode(words.nextStep, waysAround(x.at(next), y.at(lossAt(next)), u), {
        ...free,
        hue: "right",
        more: "bold small halo",
      }),
      handle(
        {
          drag: "point",
          names: [name],
          numbers: NUMBERS,
          values,
          x: x.at(w),
          y: y.at(now),
          label: name,
          hue: "candidate",
          symbol: nameOf(name),
        },
        nameNode([...letters(name), ` = ${written(NUMBERS[name], w)}`], waysAround(x.at(w), y.at(now), u), {
          ...free,
          hue: "candidate",
          more: "bold halo",
        }),
      ),
      label(x.start + u, y.end + 2 * u, fill(words.slopeIs, { slope: short(slope), loss: short(now) }), {
        hue: "gate2",
        more: "bold large",
      }),
    ];
  },
  describe(values, words) {
    const name = chosenWeight(values);
    return fill(words.altSlope, {
      of: name,
      w: short(values[name]),
      slope: short(backwardPass(values)[name]),
      loss: short(forwardPass(values).loss),
    });
  },
};
