// What the state after each of eight steps is, as a function of the one before them; and the closest line.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { axes, curve, label, scale } from "../../../plot/plot.js";
import { STARTS, STEPS, closestLine, curvesOf } from "../curves.js";

/** The largest distance from the closest line, after each step. */
export const errorsOf = (values) => curvesOf(values).map((states) => closestLine(states).error);

/** A panel's range: that of tanh, or what holds all of the curve and its line. */
function rangeOf(states, line) {
  const most = Math.max(1, ...[...states, ...line].map(Math.abs));
  return [-most * 1.1, most * 1.1];
}

function panel(states, t, [left, top, width, height], words, u) {
  const { line, error } = closestLine(states);
  const [x, y] = [
    scale([-1, 1], [left + 0.7 * u, left + width - 0.7 * u]),
    scale(rangeOf(states, line), [top + height - 1.1 * u, top + 3.4 * u]),
  ];
  const points = (numbers) => numbers.map((one, k) => [x.at(STARTS[k]), y.at(one)]);
  const title = fill(words.afterSteps, { t: t + 1 });
  return [
    ...axes(x, y, { u, ticksY: [0], written: () => "", titleX: "", titleY: "" }),
    label(x.start, top + 1.3 * u, title, { more: "muted small" }),
    label(x.start, top + 2.7 * u, errorSaid(error), { hue: "loss", more: "bold small" }),
    curve(points(line), "loss", "thin dashed", { name: words.line }),
    curve(points(states), "state", "", { name: title }),
  ];
}
// Below these, a distance is what rounding has left.
const DUST = 1e-10;
export const errorSaid = (error) => (error < DUST ? "0" : short(error));

/** @type {Figure} */
export const NONE = {
  isTall: true,
  drags: {},
  draw(values, box, words) {
    const { u, width, height } = box;
    const across = width > 30 * u ? 4 : 2;
    const top = 3.6 * u;
    const [wide, high] = [width / across, (height - top) / (STEPS / across)];
    const curves = curvesOf(values);
    return [
      label(0.7 * u, 1.4 * u, words.stateAfter, { hue: "state", more: "bold small" }),
      label(0.7 * u, 2.9 * u, words.lineBelow, { hue: "loss", more: "bold small" }),
      ...curves.flatMap((states, t) =>
        panel(states, t, [(t % across) * wide, top + Math.floor(t / across) * high, wide, high], words, u),
      ),
    ];
  },
  describe: (values, words) => fill(words.altNone, { errors: errorsOf(values).map(errorSaid).join(", ") }),
};
