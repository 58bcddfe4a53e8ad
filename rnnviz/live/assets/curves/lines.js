// The curves of trainings, as what is to be drawn: their values by step, their names and looks, and the ranges of their
// axes. Pure.

/** @import {KnownRun} from "../../run.d.ts" */

import { fill } from "../../../web/numbers.js";

export const UNITS = {
  nats: (loss) => loss,
  bits: (loss) => loss / Math.LN2,
  perplexity: (loss) => Math.exp(loss),
};
/** The lines that a loss is held against. */
const BASELINES = ["uniform", "unigram", "bigram", "entropy"];
// Fewer points make no line that could be seen.
const FEW = 20;
export const SHAPES = ["circle", "square", "diamond"];
// The loss of guessing, in nats, where it is not known yet.
const USUAL_UNIFORM = 5;

/**
 * The curves of `runs`, and of earlier ones below them, the lowest first; without those that have no point yet.
 *
 * Each is {entry, title, panel, look, dots, steps, valueAt(k)}: entry, the name in the list of curves that it belongs
 * to; title, its own; panel, "loss" or "norm"; look, the classes of its look; dots, the shape of its points, or "";
 * steps, in their order, with a value or null each.
 */
export function linesOf({ runs, unit, strings, under }) {
  const inUnit = (loss) => (loss === null ? null : UNITS[unit](loss));
  const earlier = under.map(({ run, title, points }) => {
    const name = fill(strings.underCurve, { title });
    return {
      entry: `under ${run}`,
      title: name,
      panel: "loss",
      look: "under",
      dots: "",
      steps: points.map(([step]) => step),
      valueAt: (k) => inUnit(points[k][1]),
    };
  });
  const now = runs.flatMap((run, k) => linesOfRun(run, runs.length > 1 ? k : null, { inUnit, strings }));
  return [...earlier, ...now].filter(({ steps }) => steps.length > 0);
}

function linesOfRun(run, place, { inUnit, strings }) {
  const { step: steps, loss, norm, scale, validation } = run.metrics;
  const isRace = place !== null;
  const measured = validation.map((_, row) => row).filter((row) => validation[row] !== null);
  const dots = steps.length < FEW ? SHAPES[0] : "";
  // A text without a part to validate on has the loss of the training alone, which is then as strong.
  const alone = measured.length === 0 ? " alone" : "";
  const lines = {
    training: { panel: "loss", look: "hue-loss", dots, steps, valueAt: (k) => inUnit(loss[k]) },
    validation: {
      panel: "loss",
      look: "hue-state",
      dots: SHAPES[place ?? 0],
      steps: measured.map((row) => steps[row]),
      valueAt: (k) => inUnit(validation[measured[k]]),
    },
    before: { panel: "norm", look: "hue-gate2", dots, steps, valueAt: (k) => norm[k] },
    after: {
      panel: "norm",
      look: "hue-candidate",
      dots,
      steps,
      valueAt: (k) => (norm[k] === null || scale[k] === null ? null : norm[k] * scale[k]),
    },
  };
  const names = {
    training: strings.trainingLoss,
    validation: strings.validationLoss,
    before: strings.normBefore,
    after: strings.normAfter,
  };
  const seen = Object.entries(lines).filter(
    ([name, { panel }]) =>
      (panel === "loss" || hasNorms([run])) && (name !== "after" || (!isRace && scale.some((value) => value !== null))),
  );
  return seen.map(([name, line]) => ({
    ...line,
    entry: isRace ? run.id : name,
    title: isRace ? `${run.title} ${names[name]}` : names[name],
    look: `${name}${name === "training" ? alone : ""} ${isRace ? `race-${place}` : line.look}`,
  }));
}

/**
 * The list of the curves: {entry, title, look, dots} of each name in it. A network in a race looks as its validation.
 *
 * @param {KnownRun[]} runs
 */
export function entriesOf(lines, runs) {
  const titles = new Map(runs.length > 1 ? runs.map((run) => [run.id, run.title]) : []);
  const found = new Map();
  for (const { entry, title, look, dots } of lines) {
    const named = { entry, title: titles.get(entry) ?? title, look, dots };
    if (!found.has(entry) || look.startsWith("validation")) found.set(entry, named);
  }
  return [...found.values()];
}

/** The lines that the loss is held against: {name, words, value}. lines: in nats, by name. */
export function baselinesOf(lines, unit, strings) {
  return BASELINES.filter((name) => typeof lines[name] === "number").map((name) => ({
    name,
    words: name === "uniform" ? strings[`${unit}Uniform`] : strings[name],
    value: UNITS[unit](lines[name]),
  }));
}

/**
 * Whether the norm of the gradient has a picture: a loop of another program may not tell it, nor a recorded training.
 *
 * @param {KnownRun[]} runs
 */
export function hasNorms(runs) {
  return runs.every(({ metrics: { step, norm } }) => step.length < 2 || norm.some((value) => value !== null));
}

/** Where a value stands on the axis of its unit: that of the perplexity is one of powers, and counts in exponents. */
export function placeOf(unit) {
  return unit === "perplexity" ? Math.log10 : (value) => value;
}

/** The ranges of the axes as long as nobody zooms: {x, loss, norm}, each [from, to]. */
export function wholeRanges({ runs, under, unit, lines, steps }) {
  const ends = [
    ...runs.map((run) => run.metrics.step.at(-1) ?? 0),
    ...under.map(({ points }) => points.at(-1)?.[0] ?? 0),
  ];
  const uniform = UNITS[unit](typeof lines.uniform === "number" ? lines.uniform : USUAL_UNIFORM);
  const highest = unit === "perplexity" ? Math.log10(uniform * 1.6) : uniform * 1.12;
  const norms = runs.map((run) => run.metrics.norm.reduce((most, norm) => Math.max(most, norm ?? 0), 0));
  return { x: [0, Math.max(steps, ...ends)], loss: [0, highest], norm: [0, 1.06 * Math.max(0, ...norms) || 1] };
}

/** The number of the first of `steps` that is not before `step`. */
export function firstFrom(steps, step) {
  let [low, high] = [0, steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (steps[middle] < step) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The number of the step that is closest to `step`; −1 of none. */
export function closestTo(steps, step) {
  const after = firstFrom(steps, step);
  if (after === 0) return steps.length > 0 ? 0 : -1;
  return after < steps.length && steps[after] - step < step - steps[after - 1] ? after : after - 1;
}

/**
 * The points of a line within the range of x, in pixels, with one more at each side; where many steps share a pixel,
 * the first, the least, the most and the last of them. What has no value is NaN.
 */
export function pointsOf({ steps, valueAt }, x, y, place) {
  const first = Math.max(0, firstFrom(steps, x.from) - 1);
  const end = Math.min(steps.length, firstFrom(steps, x.to) + 2);
  const isDense = end - first > 3 * (x.end - x.start);
  const found = [];
  let column = null;
  let told = [];
  const tell = () => {
    const numbers = [...new Set(told.map(([k]) => k))].sort((a, b) => a - b);
    for (const k of numbers) found.push([x.at(steps[k]), y.at(place(valueAt(k)))]);
    told = [];
  };
  for (let k = first; k < end; k += 1) {
    const value = valueAt(k);
    const at = Math.floor(x.at(steps[k]));
    if (!isDense || value === null || at !== column) tell();
    column = at;
    const isGap = value === null || !Number.isFinite(value);
    if (isGap) found.push([x.at(steps[k]), Number.NaN]);
    else if (told.length === 0) told = [0, 1, 2, 3].map(() => [k, value]);
    else {
      if (value < told[1][1]) told[1] = [k, value];
      if (value > told[2][1]) told[2] = [k, value];
      told[3] = [k, value];
    }
  }
  tell();
  return found;
}
