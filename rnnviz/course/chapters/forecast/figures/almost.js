// The famous picture: what came and what was forecast, almost one; and what is left of it once it is pulled back.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { barY } from "../../../plot/marks.js";
import { axes, curve, label, note, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { earlierForecast, errorOf } from "../baselines.js";
import { shownSeries } from "../moments.js";
import { FARTHEST, NUMBERS } from "../settings.js";
import { rangeOf, roundTicks } from "./range.js";

// Steps of the test that are drawn.
const SHOWN = 60;
const SHIFTS = Array.from({ length: FARTHEST + 1 }, (_, k) => k);

/** The series of this picture, whatever is chosen elsewhere. */
export const famous = () => shownSeries({ series: "walk", draw: 3, own: "" });

function placesOf(box) {
  const { u } = box;
  const x = scale([0, SHOWN - 1], [3.6 * u, box.width - 1.6 * u]);
  const { numbers, learnt } = famous();
  const y = scale(rangeOf([numbers.subarray(learnt, learnt + SHOWN)]), [box.height * 0.58, 4.6 * u]);
  return { x, y };
}

/** @type {Figure} */
export const ALMOST = {
  drags: {
    shift: (x, _y, _values, box, from) => {
      const along = placesOf(box).x;
      return { shift: from.values.shift + Math.round(along.of(from.x) - along.of(x)) };
    },
  },
  draw(values, box, words) {
    const { u } = box;
    const { x, y } = placesOf(box);
    const series = famous();
    const forecast = earlierForecast(series);
    const came = [...series.numbers.subarray(series.learnt, series.learnt + SHOWN)];
    const told = came.map((_, t) => forecast[series.learnt + t + values.shift] ?? Number.NaN);
    const points = (all) => all.map((one, t) => [x.at(t), y.at(one)]);
    const errors = SHIFTS.map((shift) => errorOf(series, forecast, shift));
    const across = scale([-0.6, FARTHEST + 0.6], [x.start, x.end]);
    const up = scale([0, Math.max(...errors) * 1.15], [box.height - 3.4 * u, box.height * 0.58 + 5.4 * u]);
    const wide = Math.min(4 * u, (across.at(1) - across.at(0)) * 0.6);
    const middle = Math.floor(SHOWN / 2);
    return [
      ...axes(x, y, { u, ticksX: [0, 20, 40], ticksY: roundTicks(y), titleX: words.testStep }),
      label(x.start, 1.6 * u, words.came, { hue: "input", more: "bold" }),
      label(x.start, 3.1 * u, fill(words.forecastPulled, { shift: values.shift }), { hue: "output", more: "bold" }),
      curve(points(came), "input", "", { name: words.came }),
      curve(points(told), "output", "thin", { name: words.forecast }),
      handle({
        drag: "shift",
        names: ["shift"],
        numbers: NUMBERS,
        values,
        x: x.at(middle),
        y: y.at(told[middle]),
        label: words.shift,
        hue: "output",
      }),
      ...axes(across, up, { u, ticksX: SHIFTS, titleX: words.shift, titleY: words.distance, writtenX: String }),
      ...errors.map((error, shift) =>
        barY(
          across.at(shift) - wide / 2,
          wide,
          up.start,
          up.at(error),
          `${shift === values.shift ? "solid" : "pale"} hue-output`,
        ),
      ),
      ...errors.map((error, shift) =>
        note(across.at(shift), up.at(error) - 0.5 * u, short(error), { place: "middle" }),
      ),
    ];
  },
  describe(values, words) {
    const series = famous();
    const errors = SHIFTS.map((shift) => short(errorOf(series, earlierForecast(series), shift)));
    return fill(words.altAlmost, { shift: values.shift, now: errors[values.shift], none: errors[0], one: errors[1] });
  },
};
