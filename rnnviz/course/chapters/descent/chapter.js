// Descent.

/** @import {Definition} from "../../definition.d.ts" */

import { short } from "../../../web/numbers.js";
import { wholeNumber } from "../../plot/plot.js";
import { chapter } from "../../reader/chapter.js";
import { flight } from "../../reader/training.js";
import { written } from "../../reader/values.js";
import { BATCH } from "./figures/batch.js";
import { SIZES_FIGURE, SIZE_NUMBERS, gainsOf, spreadOf, stepsOfEpoch, wholeGradient } from "./figures/batchsizes.js";
import { MOST_ARRIVED, ONLINE, ONLINE_NUMBERS, learntNow } from "./figures/online.js";
import { FURTHER, RACE } from "./figures/race.js";
import { SURFACE } from "./figures/surface.js";
import {
  ESCAPE,
  RUNS,
  VALLEYS,
  VALLEY_CHOICES,
  VALLEY_NUMBERS,
  WALK_STEPS,
  chordRise,
  endingsOf,
  inLowest,
  pathNow,
} from "./figures/valleys.js";
import { POINTS, batchOf, batchSize, largestRate, lineLoss } from "./lines.js";
import { BOWL, CHOICES, MOST_STEPS, NUMBERS, VALLEY, pathOfMethod, startOf } from "./settings.js";

const lossAfter = (values, method, on = BOWL) => lineLoss(pathOfMethod(values, method, on).path.at(-1), on.data);
const twoDigits = (value) => value.toFixed(2).replace("-", "−");
/** A gain in percent, with its sign, and the power that has it: "64: −1.7 %". */
const gainText = ({ power, gain }) => `${power}: ${gain < 0 ? "−" : "+"}${Math.abs(gain).toFixed(1)} %`;

/** @type {Definition} */
export const DESCENT = {
  numbers: { ...NUMBERS, ...VALLEY_NUMBERS, ...ONLINE_NUMBERS, ...SIZE_NUMBERS },
  choices: { ...CHOICES, ...VALLEY_CHOICES },
  symbols: {
    w: { hue: "candidate" },
    b: { hue: "candidate" },
    L: { hue: "loss" },
    η: { hue: "gate2" },
    θ: { hue: "candidate" },
    ŷ: { hue: "candidate" },
  },
  figures: {
    surface: SURFACE,
    batch: BATCH,
    valleys: VALLEYS,
    race: RACE,
    escape: ESCAPE,
    online: ONLINE,
    sizes: SIZES_FIGURE,
    further: FURTHER,
  },
  computed: {
    loss: (values) => short(lineLoss(startOf(values))),
    least: () => short(BOWL.least),
    best: () => BOWL.best.map(short).join(", "),
    after: (values) => short(lossAfter(values, "batch")),
    largest: () => short(largestRate()),
    each: (values) => String(batchSize(values.method, values.size)),
    perEpoch: (values) => String(Math.ceil(POINTS.length / batchSize(values.method, values.size))),
    chosen: (values) => short(lossAfter(values, values.method)),
    looked: (values) => String(pathOfMethod(values, values.method).samples),
    batchNow: (values) => batchOf(values.method, values.size, values.seed, values.steps).length.toString(),
    endings: (values) => String(endingsOf(values.valley).length),
    rise: (values) => short(Math.abs(chordRise(values))),
    stands: (values) => short(pathNow(values).at(-1)),
    reached: (values) => String(inLowest(values)),
    runs: () => String(RUNS),
    byOne: (values) => twoDigits(learntNow(values).online),
    byAll: (values) => twoDigits(learntNow(values).batch),
    looksOne: (values) => wholeNumber(learntNow(values).looks),
    looksAll: (values) => wholeNumber(learntNow(values).allLooks),
    off: (values) => short(spreadOf(values)),
    steepness: () => short(Math.abs(wholeGradient().mean)),
    epochSteps: (values) => wholeNumber(stepsOfEpoch(values)),
    gains: (values) => gainsOf(values).map(gainText).join(", "),
    furtherLoss: (values) => short(lossAfter(values, values.further, VALLEY)),
    plainLoss: (values) => short(lossAfter(values, "batch", VALLEY)),
    valleyLeast: () => short(VALLEY.least),
    valleyLargest: () => short(largestRate(VALLEY.data)),
    start: (values) => `(${written(NUMBERS.w, values.w)}, ${written(NUMBERS.b, values.b)})`,
  },
  actions: {
    step: ({ steps }) => ({ steps: Math.min(MOST_STEPS, steps + 1) }),
    fly: flight({ steps: "steps", most: MOST_STEPS, seconds: 4 }),
    again: () => ({ steps: 0 }),
    walk: flight({ steps: "walked", most: WALK_STEPS, seconds: 5 }),
    rest: () => ({ walked: 0 }),
    luckier: ({ luck }) => ({ luck: (luck % 999) + 1 }),
    arrive: flight({ steps: "arrived", most: MOST_ARRIVED, seconds: 6 }),
    reorder: ({ order }) => ({ order: (order % 999) + 1 }),
    shuffle: ({ seed }) => ({ seed: (seed % 999) + 1 }),
  },
  tasks: {
    below: {
      isDone: (values) => values.valley === "wave" && chordRise(values) > 0,
      solution: { valley: "wave", chord1: 0.06, chord2: 2.02 },
    },
    out: {
      isDone: (values) => values.look === "stochastic" && values.from < 1 && inLowest(values) >= RUNS / 2,
      solution: { look: "stochastic", schedule: "constant", from: 0.3, pace: 0.2 },
    },
    fit: { isDone: (values) => lineLoss(startOf(values)) < BOWL.least + 0.02, solution: { w: 0.86, b: 0.28 } },
    diverge: {
      isDone(values) {
        const losses = pathOfMethod(values, "batch").path.map((weights) => lineLoss(weights));
        return values.steps >= 4 && losses.every((loss, k) => k === 0 || loss > losses[k - 1]);
      },
      solution: { rate: 1.7, steps: 12 },
    },
  },
};

export const mount = (host, css) => chapter(host, css, DESCENT);
