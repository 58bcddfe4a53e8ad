// A function, its slope, and its tangent.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { ACTIVATIONS } from "../../../maths/activations.js";
import { DOT, dot, ruleX } from "../../../plot/marks.js";
import { axes, clamp, curve, label, pathOf, points, scale, ticks } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { written } from "../../../reader/values.js";
import { HUES, NAMES, NUMBERS, WIDE, across } from "../settings.js";

/** Two panels, one above the other: [top, low] of each, less room for titles. */
const halves = (box) => {
  const { u } = box;
  const half = box.height / 2;
  return [
    [2.4 * u, half - 2.6 * u],
    [half + 2 * u, box.height - 3.2 * u],
  ];
};

/** @type {Figure} */
export const CURVE = {
  drags: { a: (x, _y, _values, box) => ({ a: across(box).of(x) }) },
  draw(values, box, words) {
    const { u } = box;
    const { value, slope } = ACTIVATIONS[values.f];
    const hue = HUES[values.f];
    const { a } = values;
    const isBounded = ["sigmoid", "tanh"].includes(values.f);
    const x = across(box);
    const [above, below] = halves(box);
    const y = scale(isBounded ? [-1.25, 1.25] : [-3, 3], [above[1], above[0]]);
    const z = scale([-0.1, 1.15], [below[1], below[0]]);
    const [cx, cy] = [x.at(a), y.at(value(a))];
    const reach = 1.6;
    const tangent = [a - reach, a + reach].map((one) => [x.at(one), y.at(value(a) + slope(a) * (one - a))]);
    const inside = (list) => list.filter(([, at]) => at > above[0] - 1.5 * u && at < above[1] + u);
    const tag = clamp(cy, above[0], above[1]);
    return [
      ...axes(x, y, { u, ticksY: isBounded ? [-1, 0, 1] : [-2, 0, 2], titleY: words[`f_${values.f}`] }),
      ruleX(x.at(0), [above[0], above[1]], "axis"),
      curve(inside(points(value, x, y, 300)), hue, "", { name: words[`f_${values.f}`] }),
      curve(tangent, "gate2", "thin", { name: `f′ = ${short(slope(a))}` }),
      ...axes(x, z, {
        u,
        ticksX: ticks(-WIDE, WIDE, 2),
        ticksY: [0, 0.25, 0.5, 1],
        titleX: words.preActivation,
        titleY: words.slope,
      }),
      ruleX(x.at(0), [below[0], below[1]], "axis"),
      [
        "path",
        {
          class: `area hue-${hue}`,
          d: `${pathOf(points(slope, x, z, 300))}L${x.end},${z.at(0)}L${x.start},${z.at(0)}Z`,
        },
      ],
      ...otherSlope(values.f, x, z),
      curve(points(slope, x, z, 300), hue, "", { name: words.slope }),
      ruleX(cx, [Math.max(cy, above[0]), z.at(0)], "guide hue-gate2"),
      dot(cx, z.at(slope(a)), DOT.large * u, "gate2"),
      label(cx + 0.8 * u, z.at(slope(a)) - 0.6 * u, `f′ = ${short(slope(a))}`, { hue: "gate2", more: "bold halo" }),
      handle(
        { drag: "a", numbers: NUMBERS, values, x: cx, y: tag, label: words.preActivation, hue: "gate2", symbol: "a" },
        label(
          cx + (a > 3 ? -1 : 1) * u,
          tag + (value(a) > 0 ? 1.9 : -1.1) * u,
          `f(${written(NUMBERS.a, a)}) = ${short(value(a))}`,
          { hue: "gate2", more: "bold halo", place: a > 3 ? "end" : "start" },
        ),
      ),
    ];
  },
  describe(values, words) {
    const { value, slope } = ACTIVATIONS[values.f];
    return fill(words.altCurve, {
      f: words[`f_${values.f}`],
      a: short(values.a),
      value: short(value(values.a)),
      slope: short(slope(values.a)),
    });
  },
};

// Where the name of a slope stands, beside its curve: at which a, and how high.
const SLOPE_NAMES = { sigmoid: [-2.6, 0.15], tanh: [-0.95, 0.68] };
/** The slopes of the sigmoid and of tanh are seen together, four to one at their highest. */
function otherSlope(name, x, z) {
  const other = { tanh: "sigmoid", sigmoid: "tanh" }[name];
  if (!other) return [];
  return [
    curve(points(ACTIVATIONS[other].slope, x, z, 300), HUES[other], "dashed", { name: `${NAMES[other]}′` }),
    ...[name, other].map((one) =>
      label(x.at(SLOPE_NAMES[one][0]), z.at(SLOPE_NAMES[one][1]), `${NAMES[one]}′`, {
        hue: HUES[one],
        more: "bold halo",
        place: "end",
      }),
    ),
  ];
}
