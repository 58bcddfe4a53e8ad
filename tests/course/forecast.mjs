// Takes {what, steps, alone} and gives a series of the chapter on forecasts, its lines, and a training on it.

import * as baselines from "../../rnnviz/course/chapters/forecast/baselines.js";
import * as forecaster from "../../rnnviz/course/chapters/forecast/forecaster.js";
import * as bands from "../../rnnviz/course/chapters/forecast/bands.js";
import { seriesOf } from "../../rnnviz/course/chapters/forecast/series.js";
import { numberReader, parameterSet } from "../../rnnviz/course/maths/learner.js";

const plain = ({ named }) => Object.fromEntries([...named].map(([name, { numbers }]) => [name, Array.from(numbers)]));

export default ({ what, steps, alone }) => {
  const series = seriesOf(what);
  const told = { ...what, series };
  const state = forecaster.firstState(told);
  const start = plain(parameterSet(what.shapes, state.theta));
  const pieces = Array.from({ length: steps }, (_, step) => forecaster.piecesOf(told, step));
  const losses = pieces.map((_, step) => forecaster.gradientStep(state, step, told));
  return {
    numbers: Array.from(series.numbers),
    learnt: series.learnt,
    floor: series.floor,
    start,
    pieces,
    losses,
    end: plain(parameterSet(what.shapes, state.theta)),
    tested: state.tested,
    forecasts: forecaster.forecastsOf(state.theta, told),
    alone: Array.from(forecaster.aloneFrom(state.theta, told, alone, 10)),
    errorsAlone: forecaster.errorsAlone(state.theta, told),
    covered: what.says === "band" && bands.covered(series, forecaster.forecastsOf(state.theta, told)),
    follows: what.says === "band" && bands.follows(series, forecaster.forecastsOf(state.theta, told)),
    bandLines: [bands.bandOfAll, bands.bandOfLast].map((of) => bands.bandLoss(series, of(series))),
    bandFloor: bands.bandFloor(series),
    linear: Array.from(baselines.linearForecast(series, 4)),
    error: baselines.errorOf(series, baselines.linearForecast(series, 4)),
    gradients: gradientsOf(told, state.theta, pieces[0], series.numbers),
  };
};

/** The gradients of half the squares of the answers to two pieces of the series as it stands. */
function gradientsOf({ program, shapes }, theta, { starts }, numbers) {
  const set = parameterSet(shapes, Float64Array.from(theta));
  const reader = numberReader(program, set, 2, 6);
  const read = starts.slice(0, 2).map((start) => numbers.slice(start, start + 6));
  const answers = Float64Array.from(reader.forward(read, 6));
  reader.backward(answers);
  return { read: read.map((one) => Array.from(one)), answers: Array.from(answers), slopes: plain(reader.gradients) };
}
