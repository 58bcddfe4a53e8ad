// A band in the place of a line: between which numbers the next one lies in eight cases of ten; and whether it does.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, percent, short } from "../../../../web/numbers.js";
import { barY } from "../../../plot/marks.js";
import { axes, curve, label, note, pathOf, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { bandLines, bandOf, isBandPending, shownSeries } from "../moments.js";
import { MOST, NUMBERS } from "../settings.js";
import { rangeOf, roundTicks } from "./range.js";

// Steps of the test that are drawn.
const SHOWN = 60;
// The shares that shall lie below, within and above.
const MEANT = [0.1, 0.8, 0.1];

const timeline = (box) => scale([0, MOST], [3.6 * box.u, box.width - 1.6 * box.u]);

/** @type {Figure} */
export const BAND = {
  isTall: true,
  drags: { band: (x, _y, _values, box) => ({ bandSteps: timeline(box).of(x) }) },
  draw(values, box, words) {
    const { u } = box;
    const { numbers, learnt } = shownSeries(values);
    const x = scale([0, SHOWN - 1], [3.6 * u, box.width - 1.6 * u]);
    if (isBandPending(values)) return [label(box.width / 2, box.height / 2, words.pending, { place: "middle" })];
    const { bands, covered } = bandOf(values);
    const part = (all) => [...all.subarray(learnt, learnt + SHOWN)];
    const [came, [low, middle, high]] = [part(numbers), bands.map(part)];
    const y = scale(rangeOf([came, low, high]), [box.height * 0.52, 5.4 * u]);
    const points = (all) => all.map((one, t) => [x.at(t), y.at(one)]);
    const along = timeline(box);
    const across = scale([-0.6, 2.6], [x.start, x.end]);
    const up = scale([0, 1.05], [box.height - 2 * u, box.height * 0.52 + 9 * u]);
    const wide = Math.min(5 * u, (across.at(1) - across.at(0)) * 0.5);
    const shares = [covered.below, covered.within, covered.above];
    return [
      ...axes(x, y, { u, ticksX: [0, 20, 40], ticksY: roundTicks(y), titleX: words.testStep, writtenX: String }),
      label(x.start, 1.6 * u, words.came, { hue: "input", more: "bold" }),
      label(x.start, 3.1 * u, words.band, { hue: "state", more: "bold" }),
      ["path", { class: "area hue-state", d: `${pathOf([...points(low), ...points(high).reverse()])}Z` }],
      curve(points(low), "state", "thin", { name: words.low }),
      curve(points(high), "state", "thin", { name: words.high }),
      curve(points(middle), "state", "dashed", { name: words.middle }),
      curve(points(came), "input", "", { name: words.came }),
      ["line", { class: "axis", x1: along.start, x2: along.end, y1: y.start + 4.4 * u, y2: y.start + 4.4 * u }],
      note(along.start, y.start + 5.9 * u, words.bandSteps),
      handle({
        drag: "band",
        names: ["bandSteps"],
        numbers: NUMBERS,
        values,
        x: along.at(values.bandSteps),
        y: y.start + 4.4 * u,
        label: words.bandSteps,
        hue: "text",
      }),
      ...axes(across, up, { u, ticksY: [0, 0.5, 1], titleY: words.testShares, written: percent }),
      ...shares.map((share, k) =>
        barY(across.at(k) - wide / 2, wide, up.start, up.at(share), `solid hue-${k === 1 ? "state" : "input"}`),
      ),
      ...MEANT.map((share, k) => [
        "line",
        {
          class: "guide hue-text",
          x1: across.at(k) - wide * 0.7,
          x2: across.at(k) + wide * 0.7,
          y1: up.at(share),
          y2: up.at(share),
        },
      ]),
      ...shares.map((share, k) =>
        label(across.at(k), up.at(Math.max(share, MEANT[k])) - 0.5 * u, percent(share), {
          place: "middle",
          more: "bold small halo",
        }),
      ),
      ...[words.below, words.within, words.above].map((text, k) =>
        note(across.at(k), up.start + 1.35 * u, text, { place: "middle" }),
      ),
    ];
  },
  describe(values, words) {
    if (isBandPending(values)) return words.pending;
    const { loss, covered } = bandOf(values);
    const { all, last } = bandLines(values);
    return fill(words.altBand, {
      steps: values.bandSteps,
      within: percent(covered.within),
      loss: short(loss),
      all: short(all.loss),
      last: short(last.loss),
    });
  },
};
