// A series, and how wrong the forecasts are that need no network.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { semicolon } from "../../../../web/punctuation.js";
import { barX, ruleX } from "../../../plot/marks.js";
import { axes, curve, label, note, scale, widthOf } from "../../../plot/plot.js";
import { linesOf, shownSeries } from "../moments.js";
import { rangeOf, roundTicks } from "./range.js";

// Steps that are drawn: half of them are learnt from, half test.
const SHOWN = 160;

/** The lines to beat by their names: [name, hue, title, error]. */
export function namedLines(values, words) {
  const { mean, last, season, linear } = linesOf(values);
  return [
    ["mean", "text", words.mean, mean.error],
    ["last", "gate2", words.last, last.error],
    ["season", "gate1", fill(words.season, { s: values.s }), season.error],
    ["linear", "candidate", fill(words.linear, { p: values.p }), linear.error],
  ];
}

/** @type {Figure} */
export const LINES = {
  draw(values, box, words) {
    const { u } = box;
    const { numbers, learnt, floor } = shownSeries(values);
    const from = Math.max(0, learnt - SHOWN / 2);
    const shown = [...numbers.subarray(from, learnt + SHOWN / 2)];
    const x = scale([from, from + shown.length - 1], [3.6 * u, box.width - 1.6 * u]);
    const y = scale(rangeOf([shown]), [box.height * 0.42, 2.4 * u]);
    const rows = namedLines(values, words);
    const high = (box.height * 0.58 - 6 * u) / (rows.length + (floor === null ? 0 : 1));
    const top = box.height * 0.42 + 5.4 * u;
    const titles = [...rows.map(([, , title]) => title), words.floor];
    const begins = Math.min(box.width * 0.42, Math.max(...titles.map((one) => widthOf(one, u))) + 2.2 * u);
    const along = scale([0, Math.max(...rows.map(([, , , error]) => error)) || 1], [begins, box.width - 5.6 * u]);
    const bars = floor === null ? rows : [...rows, ["floor", "right", words.floor, floor]];
    return [
      ...axes(x, y, { u, ticksX: roundTicks(x), ticksY: roundTicks(y), titleX: words.step, writtenX: String }),
      ruleX(x.at(learnt - 0.5), y, "guide"),
      note(x.at(learnt - 0.5) - 0.5 * u, 1.5 * u, words.learntFrom, { place: "end" }),
      note(x.at(learnt - 0.5) + 0.5 * u, 1.5 * u, words.test),
      curve(
        shown.map((one, t) => [x.at(from + t), y.at(one)]),
        "input",
        "thin",
        { name: words.came },
      ),
      note(begins, top - 0.9 * u, words.error),
      ...bars.flatMap(([, hue, title, error], k) => {
        const middle = top + (k + 0.5) * high;
        return [
          label(begins - 0.6 * u, middle, title, { place: "end", base: "middle", hue }),
          barX(middle - 0.3 * high, 0.6 * high, along.at(0), along.at(error), `solid hue-${hue}`),
          label(along.at(error) + 0.5 * u, middle, short(error), { base: "middle", more: "bold small" }),
        ];
      }),
    ];
  },
  describe(values, words) {
    const { floor } = shownSeries(values);
    const said = namedLines(values, words).map(([, , title, error]) => `${title} ${short(error)}`);
    const all = floor === null ? said : [...said, `${words.floor} ${short(floor)}`];
    return fill(words.altLines, { lines: all.join(semicolon()) });
  },
};
