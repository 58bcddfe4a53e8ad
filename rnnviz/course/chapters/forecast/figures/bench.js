// The error of a network in the test while it learns, beside the lines to beat; and what it expects of the test.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { semicolon } from "../../../../web/punctuation.js";
import { ruleX, ruleY } from "../../../plot/marks.js";
import { endNames } from "../../../plot/names.js";
import { axes, curve, label, plainNumber, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { EVERY } from "../forecaster.js";
import { isPending, networkOf, RUN, shownSeries } from "../moments.js";
import { MOST, NUMBERS } from "../settings.js";
import { namedLines } from "./lines.js";
import { logTicks, rangeOf, roundTicks } from "./range.js";

// Steps of the test that are drawn below.
const SHOWN = 60;
// Decades above the lowest line that is drawn at most.
const DEEPEST = 4;

const log = Math.log10;
const timeline = (box) => scale([0, MOST], [4.6 * box.u, box.width - 8.6 * box.u]);

/** @type {Figure} */
export const BENCH = {
  isTall: true,
  drags: { moment: (x, _y, _values, box) => ({ steps: timeline(box).of(x) }) },
  draw(values, box, words) {
    const { u } = box;
    const { state } = RUN.at(values, values.given);
    const { numbers, learnt, floor } = shownSeries(values);
    const lines = [...namedLines(values, words), ...(floor ? [["floor", "right", words.floor, floor]] : [])];
    const drawn = [...lines.map(([, , , error]) => error), ...state.tested].filter((one) => one > 0);
    const most = log(Math.max(1e-300, ...drawn));
    const least = Math.max(log(Math.min(10 ** most, ...drawn)), most - DEEPEST);
    const x = timeline(box);
    const y = scale([least - 0.06, most + 0.06], [box.height * 0.56, 2.6 * u]);
    const low = scale([0, SHOWN - 1], [x.start, box.width - 1.6 * u]);
    const came = [...numbers.subarray(learnt, learnt + SHOWN)];
    const expected = isPending(values) ? [] : [...networkOf(values).forecast.subarray(learnt, learnt + SHOWN)];
    const up = scale(rangeOf([came, expected]), [box.height - 3.4 * u, box.height * 0.56 + 6 * u]);
    const within = (error) => y.at(Math.max(least, log(Math.max(error, 1e-300))));
    return [
      ...axes(x, y, {
        u,
        ticksX: [0, 100, 200, 300, 400],
        ticksY: logTicks(y),
        titleX: words.trainingStep,
        titleY: words.error,
        written: (exponent) => plainNumber(10 ** exponent),
        writtenX: String,
        realY: (exponent) => 10 ** exponent,
      }),
      ...lines.map(([, hue, , error]) => ["g", { class: `hue-${hue}` }, ruleY(within(error), x, `guide hue-${hue}`)]),
      ...endNames(
        lines.map(([, hue, title, error]) => /** @type {[number, string, string]} */ ([within(error), title, hue])),
        // The ring at the last step keeps its room.
        { ...x, end: x.end + 0.5 * u },
        y,
        u,
      ),
      curve(
        state.tested.map((error, k) => [x.at(k * EVERY), within(error)]),
        "state",
        "",
        { name: words.network },
      ),
      handle({
        drag: "moment",
        names: ["steps"],
        numbers: NUMBERS,
        values,
        x: x.at(values.steps),
        y: y.start,
        label: words.steps,
        hue: "text",
      }),
      ruleX(x.at(values.steps), y, "guide"),
      ...axes(low, up, { u, ticksX: [0, 20, 40], ticksY: roundTicks(up), titleX: words.testStep, writtenX: String }),
      label(low.start, up.end - 2 * u, words.came, { hue: "input", more: "bold" }),
      label(low.end, up.end - 2 * u, words.expected, { hue: "state", more: "bold", place: "end" }),
      curve(
        came.map((one, t) => [low.at(t), up.at(one)]),
        "input",
        "",
        { name: words.came },
      ),
      curve(
        expected.map((one, t) => [low.at(t), up.at(one)]),
        "state",
        "thin",
        { name: words.expected },
      ),
    ];
  },
  describe(values, words) {
    if (isPending(values)) return words.pending;
    const { done, error } = networkOf(values);
    const lines = namedLines(values, words).map(([, , title, one]) => `${title} ${short(one)}`);
    return fill(words.altBench, { steps: done, error: short(error), lines: lines.join(semicolon()) });
  },
};
