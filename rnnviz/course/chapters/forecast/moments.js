// What the reader of this chapter looks at: the series, the lines to beat, and the training on the spot.

import { training } from "../../reader/training.js";
import { bandFloor, bandLoss, bandOfAll, bandOfLast, covered } from "./bands.js";
import { earlierForecast, errorOf, linearForecast, meanForecast, skill } from "./baselines.js";
import { aloneFrom, errorsAlone, errorsOfHolding, firstState, forecastsOf, gradientStep } from "./forecaster.js";
import { problemOf, seriesOf } from "./series.js";
import { ALONE, MOST, PACE } from "./settings.js";

// What is kept at most, of each kind.
const KEPT = 60;

export const RUN = run("steps", "value", ({ cells }) => cells);
/** The same of a network that says how sure it is. */
export const BAND_RUN = run("bandSteps", "band", ({ bands }) => bands);

/** A training that counts its steps in `steps`, of a network that says what WAYS has of `says`. */
function run(steps, says, models) {
  return training({
    steps,
    most: MOST,
    of: learnt,
    prepare: (what, given) => ({ ...what, ...models(given)[what.cell], says, series: shownSeries(what.of) }),
    begin: firstState,
    step: gradientStep,
  });
}
/** What decides how a training goes. */
function learnt({ cell, names, seed, series, draw, own }) {
  return { cell, names, seed, of: { series, draw, own: series === "own" ? own : "" } };
}
/** A moment of a training, told from all others. */
function momentName({ what, done }) {
  return [what.cell, what.names, what.seed, what.of, done];
}

/** The series that is chosen; one of the reader's own that does not do is the walk. */
export const shownSeries = remembering(
  ({ series, draw, own }) => [series, draw, series === "own" ? own : ""],
  seriesOf,
);
/** Why the reader's own numbers are not shown, {problem, text}; null where they are, or are not asked for. */
export const ownProblem = ({ series, own }) => (series === "own" ? problemOf(own) : null);

/** The lines to beat: {mean, last, season, linear}, each {forecast, error}. */
export const linesOf = remembering(
  ({ series, draw, own, p, s }) => [series, draw, own, p, s],
  (values) => {
    const series = shownSeries(values);
    const judged = (forecast) => ({ forecast, error: errorOf(series, forecast) });
    return {
      mean: judged(meanForecast(series)),
      last: judged(earlierForecast(series)),
      season: judged(earlierForecast(series, values.s)),
      linear: judged(linearForecast(series, values.p)),
    };
  },
);

const measured = remembering(momentName, ({ what, done, state }) => {
  const [forecast] = forecastsOf(state.theta, what);
  const [now, back] = [0, 1].map((steps) => errorOf(what.series, forecast, steps));
  return { done, what, theta: Float64Array.from(state.theta), forecast, error: now, errorBack: back };
});
/** What the network can do now: {done, what, theta, forecast, error, errorBack}; errorBack: from yesterday's values. */
export const networkOf = (values) => measured(RUN.at(values, values.given));
/** Whether what was asked for is still far ahead of what is known: a link asks for 400 steps at once. */
export const isPending = (values) => values.steps - RUN.at(values, values.given).done > PACE;

const measuredBand = remembering(momentName, ({ what, done, state }) => {
  const bands = forecastsOf(state.theta, what);
  return { done, bands, loss: bandLoss(what.series, bands), covered: covered(what.series, bands) };
});
/** What the network that says how sure it is can do now: {done, bands, loss, covered}. */
export const bandOf = (values) => measuredBand(BAND_RUN.at(values, values.given));
export const isBandPending = (values) => values.bandSteps - BAND_RUN.at(values, values.given).done > PACE;
/** What it has to beat: {all, last}, each {bands, loss}, and what nobody can better, null where nobody knows it. */
export const bandLines = remembering(
  ({ series, draw, own }) => [series, draw, own],
  (values) => {
    const series = shownSeries(values);
    const judged = (bands) => ({ bands, loss: bandLoss(series, bands) });
    return { all: judged(bandOfAll(series)), last: judged(bandOfLast(series)), floor: bandFloor(series) };
  },
);

/** The mean squares of the errors 1, 2, … steps after the last number told: {network, holding}. */
export const alone = remembering(momentName, ({ theta, what }) => ({
  network: errorsAlone(theta, what),
  holding: errorsOfHolding(what.series),
}));
/** Where the network of the last figure goes on alone: {start, expected}. */
export function aloneAfter(values) {
  const { theta, what } = networkOf(values);
  const { numbers, learnt } = what.series;
  const start = learnt + Math.min(values.after, numbers.length - learnt - ALONE);
  return { start, expected: aloneFrom(theta, what, start, ALONE) };
}

/**
 * What the numbers say of a network, as a word: "untrained"; "copies", or "nothing" where it copies what nobody can
 * better; "behind" a line; "known" where it is as good as the rule's own floor allows; or "ahead".
 */
export function verdictOf(values) {
  const series = shownSeries(values);
  const { done, error, errorBack } = networkOf(values);
  const { last, season, linear } = linesOf(values);
  if (done === 0) return "untrained";
  // No better than yesterday's value, and far nearer to it than the right value is.
  const isCopy = skill(series, error) < 0.05 && errorBack < last.error / 2;
  if (isCopy && series.floor !== null && last.error < 1.1 * series.floor) return "nothing";
  if (isCopy) return "copies";
  if (error > Math.min(last.error, season.error, linear.error)) return "behind";
  return series.floor !== null && error < 1.1 * series.floor ? "known" : "ahead";
}

/** A function that remembers its last answers, by what `key` makes of what it is asked. */
function remembering(key, compute) {
  const kept = new Map();
  return (asked) => {
    const name = JSON.stringify(key(asked));
    if (!kept.has(name)) {
      if (kept.size >= KEPT) kept.clear();
      kept.set(name, compute(asked));
    }
    return kept.get(name);
  };
}
