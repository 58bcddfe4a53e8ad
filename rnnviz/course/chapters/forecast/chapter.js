// A forecast that fools you: numbers in, next numbers out, beside the lines that any forecast has to beat.

/** @import {Definition} from "../../definition.d.ts" */

import { fill, percent, short } from "../../../web/numbers.js";
import { sentenceGap } from "../../../web/punctuation.js";
import { chapter } from "../../reader/chapter.js";
import { fromOtherWeights, march } from "../../reader/training.js";
import { earlierForecast, errorOf, skill, spread } from "./baselines.js";
import { follows } from "./bands.js";
import { ALMOST, famous } from "./figures/almost.js";
import { ALONE_FIGURE } from "./figures/alone.js";
import { BAND } from "./figures/band.js";
import { BENCH } from "./figures/bench.js";
import { LINES } from "./figures/lines.js";
import {
  alone,
  BAND_RUN,
  bandLines,
  bandOf,
  isBandPending,
  isPending,
  linesOf,
  networkOf,
  ownProblem,
  RUN,
  shownSeries,
  verdictOf,
} from "./moments.js";
import { FEWEST } from "./series.js";
import { ALONE, CHOICES, MOST, NUMBERS, PACE, TEXTS } from "./settings.js";

/** A share in percent; of nothing there is none. */
const shareOf = (share) => (Number.isFinite(share) ? percent(share) : "–");
/** A number of the network, once there is one. */
const onceTrained = (read) => (values) => (isPending(values) || networkOf(values).done === 0 ? "–" : read(values));
const onceBand = (read) => (values) => (isBandPending(values) || bandOf(values).done === 0 ? "–" : read(values));
/** Whether eight of ten numbers of the test lie within the band, more or fewer, as a word. */
function surenessOf(values) {
  const { done, covered } = bandOf(values);
  if (done === 0) return "untrained";
  if (covered.within < 0.75) return "tooSure";
  return covered.within > 0.85 ? "tooWide" : "right";
}
const bestLine = (values) => {
  const { last, season, linear } = linesOf(values);
  return Math.min(last.error, season.error, linear.error);
};

/** @type {Definition} */
export const FORECAST = {
  numbers: NUMBERS,
  choices: CHOICES,
  texts: TEXTS,
  trainings: [RUN, BAND_RUN],
  symbols: {
    x: { hue: "input" },
    p: { hue: "candidate" },
    s: { hue: "gate1" },
  },
  figures: { almost: ALMOST, lines: LINES, bench: BENCH, alone: ALONE_FIGURE, band: BAND },
  computed: {
    fits: () => percent(1 - errorOf(famous(), earlierForecast(famous())) / spread(famous())),
    pulled: ({ shift }) => short(errorOf(famous(), earlierForecast(famous()), shift)),
    floor: (values) => {
      const { floor } = shownSeries(values);
      return floor === null ? "–" : short(floor);
    },
    meanError: (values) => short(linesOf(values).mean.error),
    lastError: (values) => short(linesOf(values).last.error),
    seasonError: (values) => short(linesOf(values).season.error),
    linearError: (values) => short(linesOf(values).linear.error),
    best: (values) => short(bestLine(values)),
    error: onceTrained((values) => short(networkOf(values).error)),
    skill: onceTrained((values) => shareOf(skill(shownSeries(values), networkOf(values).error))),
    fitsNow: onceTrained((values) => shareOf(1 - networkOf(values).error / spread(shownSeries(values)))),
    verdict: (values, words) => (isPending(values) ? words.pending : words[`says_${verdictOf(values)}`]),
    one: onceTrained((values) => short(alone(networkOf(values)).network[0])),
    many: onceTrained((values) => short(alone(networkOf(values)).network[ALONE - 1])),
    held: (values) => short(alone(networkOf(values)).holding[ALONE - 1]),
    spread: (values) => short(spread(shownSeries(values))),
    bandError: onceBand((values) => short(bandOf(values).loss)),
    bandAll: (values) => short(bandLines(values).all.loss),
    bandLast: (values) => short(bandLines(values).last.loss),
    bandFloor: (values) => {
      const { floor } = bandLines(values);
      return floor === null ? "–" : short(floor);
    },
    follows: onceBand((values) => {
      const found = follows(shownSeries(values), bandOf(values).bands);
      return found === null ? "–" : short(found);
    }),
    within: onceBand((values) => percent(bandOf(values).covered.within)),
    sure: (values, words) => (isBandPending(values) ? words.pending : words[`sure_${surenessOf(values)}`]),
    count: (values) => String(shownSeries(values).numbers.length),
    learnt: (values) => String(shownSeries(values).learnt),
    ownSays: (values, words) => {
      const problem = ownProblem(values);
      if (problem) {
        const why = fill(words[problem.problem], { text: problem.text, fewest: FEWEST });
        return [why, words.ownWalk].join(sentenceGap());
      }
      return values.series === "own" ? words.ownShown : words.ownNone;
    },
  },
  actions: {
    train: march({ steps: "steps", most: MOST, pace: PACE }),
    trainBand: march({ steps: "bandSteps", most: MOST, pace: PACE }),
    again: fromOtherWeights({ steps: "steps", seed: "seed", flight: "train" }),
    another: ({ draw }) => ({ draw: (draw % NUMBERS.draw.most) + 1, steps: 0, bandSteps: 0 }),
    show: () => ({ series: "own", steps: 0, bandSteps: 0 }),
  },
  tasks: {
    pull: { isDone: ({ shift }) => shift === 1, solution: { shift: 1 } },
    ahead: {
      isDone: (values) =>
        !isPending(values) && networkOf(values).done > 0 && networkOf(values).error < 0.2 * bestLine(values),
      solution: { series: "chaos", cell: "gru", names: "value", steps: 200 },
    },
  },
};

export const mount = (host, css) => chapter(host, css, FORECAST);
