// Four cells learn to recall, on the same texts; the share of right answers while they do.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, percent } from "../../../../web/numbers.js";
import { listComma } from "../../../../web/punctuation.js";
import { ruleX, ruleY } from "../../../plot/marks.js";
import { endNames } from "../../../plot/names.js";
import { axes, curve, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { isPending, RUN } from "../moments.js";
import { CELLS, MOST, NUMBERS, PACE, SYMBOLS } from "../settings.js";

const HUES = { linear: "memory", deltanet: "candidate", gru: "state", lstm: "gate3" };
const timeline = ({ width, u }) => scale([0, MOST], [3.6 * u, width - 10.4 * u]);

/** The share of right answers of each cell now, in the cells' order. */
export const rightNow = (values) => {
  const { right } = RUN.at(values, values.given).state;
  return CELLS.map((name) => right[name].at(-1));
};

/** @type {Figure} */
export const BENCH = {
  drags: { steps: (x, _y, _values, box) => ({ steps: timeline(box).of(x) }) },
  draw(values, box, words) {
    const { u } = box;
    const { right } = RUN.at(values, values.given).state;
    const x = timeline(box);
    const y = scale([0, 1], [box.height - 4.4 * u, 3 * u]);
    const lines = CELLS.map((name) => right[name].map((share, k) => [x.at(k * PACE), y.at(share)]));
    return [
      ...axes(x, y, {
        u,
        ticksX: [0, 100, 200, 300],
        ticksY: [0, 0.25, 0.5, 0.75, 1],
        titleX: words.step,
        titleY: isPending(values) ? words.pending : words.rightShare,
        written: percent,
        writtenX: String,
      }),
      ruleY(y.at(1 / SYMBOLS), x, "guide hue-loss"),
      ruleX(x.at(values.steps), y, "guide"),
      ...CELLS.map((name, k) => curve(lines[k], HUES[name], "", { name: words[name] })),
      ...endNames(
        CELLS.map((name, k) => /** @type {[number, string, string]} */ ([lines[k].at(-1)[1], words[name], HUES[name]])),
        x,
        y,
        u,
      ),
      handle({
        drag: "steps",
        numbers: NUMBERS,
        values,
        x: x.at(values.steps),
        y: y.start,
        label: words.steps,
        hue: "text",
      }),
    ];
  },
  describe(values, words) {
    if (isPending(values)) return words.pending;
    const { done } = RUN.at(values, values.given);
    const shares = rightNow(values).map((share, k) => `${words[CELLS[k]]} ${percent(share)}`);
    return fill(words.altBench, { steps: done, shares: shares.join(listComma()) });
  },
};
