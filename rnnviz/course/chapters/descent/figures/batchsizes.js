// Batch sizes: how far a batch's gradient is off, drawn; and what a step takes, measured beforehand (003).

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { DOT, circle, dot, rect, ruleX } from "../../../plot/marks.js";
import { axes, curve, label, scale, wholeNumber } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { once } from "../../../reader/once.js";
import { ALL, batchGradients, momentsOf, sampleGradients } from "../batchnoise.js";

const MOST_SIZE = 1024;
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];
const DOTS = 30;
const [USUAL_FROM, USUAL_TO] = [64, 512];

export const SIZE_NUMBERS = {
  each: { usual: 64, least: 1, most: MOST_SIZE, step: 1, whole: true, symbol: "n" },
};

const KEPT = {};
const gradientsOf = () => once(KEPT, "all", sampleGradients);
export const wholeGradient = () => once(KEPT, "moments", () => momentsOf(gradientsOf()));
const batchesOf = (size) => once(KEPT, `batches ${size}`, () => batchGradients(gradientsOf(), size, DOTS, 3));
/** The standard deviation of a batch's gradient. */
export const spreadOf = ({ each }) => wholeGradient().spread / Math.sqrt(each);
export const stepsOfEpoch = ({ each }) => Math.ceil(ALL / each);

/** The measured times: [[size, microseconds a sample]]. */
const timesOf = ({ given }) =>
  once(given.sizes, "times", () =>
    Object.entries(given.sizes.seconds).map(([size, seconds]) => [Number(size), (1e6 * seconds) / Number(size)]),
  );
/** By how many percent a power of two is faster a sample than the mean of its two neighbours, at 32, 64, … 512. */
export const gainsOf = (values) =>
  [32, 64, 128, 256, 512].map((power) => {
    const time = new Map(timesOf(values));
    const beside = (time.get(power - 1) + time.get(power + 1)) / 2;
    return { power, gain: 100 * (1 - time.get(power) / beside) };
  });

const frames = (box) => {
  const { u, width, height } = box;
  const x = scale([0, Math.log2(MOST_SIZE)], [4.2 * u, width - 2 * u]);
  const { mean, spread } = wholeGradient();
  return [
    x,
    scale([mean - 2.6 * spread, mean + 2.6 * spread], [height * 0.5 - 1.6 * u, 2.8 * u]),
    scale([Math.log10(40), Math.log10(600)], [height - 3.8 * u, height * 0.5 + 4 * u]),
  ];
};
/** @type {Figure} */
export const SIZES_FIGURE = {
  isTall: true,
  drags: { each: (px, _y, _values, box) => ({ each: Math.round(2 ** frames(box)[0].of(px)) }) },
  draw(values, box, words) {
    const { u } = box;
    const [x, y, t] = frames(box);
    const { mean, spread } = wholeGradient();
    const at = (size) => x.at(Math.log2(size));
    const band = (sign) =>
      Array.from({ length: 101 }, (_, k) => 2 ** ((k / 100) * x.to)).map((size) => [
        at(size),
        y.at(mean + (sign * spread) / Math.sqrt(size)),
      ]);
    const times = timesOf(values);
    const powers = new Set(SIZES);
    const now = at(values.each);
    return [
      label(x.start - 3.6 * u, 0.9 * u, words.gradientsOfBatches, { more: "bold" }),
      rect(at(USUAL_FROM), y.end, at(USUAL_TO) - at(USUAL_FROM), t.start - y.end, "stage-now"),
      ...axes(x, y, { u, ticksY: [mean], written: (one) => short(one), realX: (one) => 2 ** one }),
      curve(band(1), "loss", "thin", { name: "+σ / √n" }),
      curve(band(-1), "loss", "thin", { name: "−σ / √n" }),
      ...SIZES.flatMap((size) =>
        batchesOf(size).map((one) =>
          circle(
            at(size).toFixed(1),
            y.at(Math.min(y.to, Math.max(y.from, one))).toFixed(1),
            DOT.small * u,
            "solid hue-state",
            { "fill-opacity": 0.45 },
          ),
        ),
      ),
      label(x.start - 3.6 * u, t.end - 1.4 * u, words.timeOfSample, { more: "bold" }),
      ...axes(x, t, {
        u,
        ticksX: SIZES.map(Math.log2).filter((one) => one % (box.width < 34 * u ? 2 : 1) === 0),
        ticksY: [50, 100, 200, 400].map(Math.log10),
        titleX: words.batchSize,
        written: (one) => String(Math.round(10 ** one)),
        writtenX: (one) => String(2 ** one),
        realX: (one) => 2 ** one,
        realY: (one) => 10 ** one,
      }),
      ...times.map(([size, micro]) =>
        powers.has(size)
          ? dot(at(size), t.at(Math.log10(micro)), DOT.large * u, "gate2")
          : circle(at(size), t.at(Math.log10(micro)), DOT.small * u, "open hue-text"),
      ),
      ruleX(now, [y.end, t.start], "guide hue-text"),
      handle(
        { drag: "each", numbers: SIZE_NUMBERS, values, x: now, y: y.start, label: words.batchSize, symbol: "n" },
        label(
          values.each > 40 ? now - 0.9 * u : now + 0.9 * u,
          y.start + 1.7 * u,
          fill(words.sizeSaid, {
            n: values.each,
            off: short(spreadOf(values)),
            steps: wholeNumber(stepsOfEpoch(values)),
          }),
          { place: values.each > 40 ? "end" : "start", more: "bold small halo" },
        ),
      ),
    ];
  },
  describe: (values, words) =>
    fill(words.altSizes, { n: values.each, off: short(spreadOf(values)), steps: stepsOfEpoch(values) }),
};
