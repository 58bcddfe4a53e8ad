import assert from "node:assert/strict";
import { test } from "node:test";

import { scale } from "../../rnnviz/course/plot/plot.js";
import { spots } from "../../rnnviz/live/assets/curves/axes.js";
import {
  baselinesOf,
  closestTo,
  entriesOf,
  firstFrom,
  linesOf,
  placeOf,
  pointsOf,
  wholeRanges,
} from "../../rnnviz/live/assets/curves/lines.js";
import {
  longest,
  rangeWith,
  stepAt,
  stepAtEnd,
  stepBeside,
  valuesAt,
} from "../../rnnviz/live/assets/curves/readings.js";
import { about, between, drawnAlong, isRange, moved, pinched, sidesOf } from "../../rnnviz/live/assets/curves/zoom.js";

const ABOVE = ["end", "above"];
const BELOW = ["end", "below"];
const line = (place) => ({ place, isFloor: false });
const floor = (place) => ({ place, isFloor: true });

test("the words of lines far from each other stand above them, those of the floor below", () => {
  assert.deepEqual(spots([line(0.9), line(0.6), line(0.4), floor(0.1)]), [ABOVE, ABOVE, ABOVE, BELOW]);
  assert.deepEqual(spots([]), []);
});

test("no two lines at one height have their words at one spot", () => {
  const all = spots([line(0.9), line(0.9), line(0.89), floor(0.88)]).map(String);
  assert.equal(new Set(all).size, 4);
  assert.deepEqual(spots([line(0.9), line(0.89), line(0.3)]), [ABOVE, BELOW, ABOVE]);
  assert.deepEqual(spots([line(0.9), line(0.89), line(0.81)]), [ABOVE, BELOW, ["middle", "above"]]);
  assert.deepEqual(spots([line(0.9), line(0.3), floor(0.28)]), [ABOVE, ABOVE, BELOW]);
});

const strings = {
  trainingLoss: "training",
  validationLoss: "validation",
  normBefore: "norm",
  normAfter: "clipped",
  underCurve: "before: {title}",
  perplexityUniform: "guessing",
  entropy: "entropy",
};
const metrics = {
  step: [1, 2, 3],
  loss: [2, null, 1],
  norm: [4, 8, null],
  scale: [0.5, 0.25, 1],
  validation: [null, 1.5, 1.25],
};
const run = (id) => ({ id, title: id.toUpperCase(), metrics });
const under = [
  {
    run: "f",
    title: "GRU",
    points: [
      [0, 3],
      [9, 2],
    ],
  },
];
const valuesOf = ({ steps, valueAt }) => steps.map((step, k) => [step, valueAt(k)]);

test("a training has four curves, and an earlier one lies below them, all in the unit of the loss", () => {
  const [earlier, training, validation, before, after] = linesOf({ runs: [run("a")], unit: "bits", strings, under });
  assert.equal(earlier.title, "before: GRU");
  assert.deepEqual(valuesOf(earlier), [
    [0, 3 / Math.LN2],
    [9, 2 / Math.LN2],
  ]);
  assert.deepEqual(valuesOf(training), [
    [1, 2 / Math.LN2],
    [2, null],
    [3, 1 / Math.LN2],
  ]);
  assert.deepEqual(valuesOf(validation), [
    [2, 1.5 / Math.LN2],
    [3, 1.25 / Math.LN2],
  ]);
  assert.deepEqual(valuesOf(before), [
    [1, 4],
    [2, 8],
    [3, null],
  ]);
  assert.deepEqual(valuesOf(after), [
    [1, 2],
    [2, 2],
    [3, null],
  ]);
});

test("a race has three curves for each network, and one name", () => {
  const runs = ["a", "b", "c"].map(run);
  const lines = linesOf({ runs, unit: "nats", strings, under: [] });
  assert.equal(lines.length, 9);
  const entries = entriesOf(lines, runs);
  assert.deepEqual(
    entries.map(({ entry, title, dots }) => [entry, title, dots]),
    [
      ["a", "A", "circle"],
      ["b", "B", "square"],
      ["c", "C", "diamond"],
    ],
  );
  assert.equal(entriesOf(linesOf({ runs: [run("a")], unit: "nats", strings, under }), [run("a")]).length, 5);
});

test("the loss of a training that is validated on nothing is drawn as strongly as a validation", () => {
  const alone = (id) => ({ ...run(id), metrics: { ...metrics, validation: [null, null, null] } });
  const looks = (runs) => linesOf({ runs, under: [], unit: "nats", strings }).map(({ look }) => look);
  assert.deepEqual(
    looks([alone("a"), alone("b")]).filter((look) => look.startsWith("training")),
    ["training alone race-0", "training alone race-1"],
  );
  assert.ok(!looks([run("a")]).some((look) => look.includes("alone")));
});

test("before there is a point there is no curve, and no name", () => {
  const none = { ...run("a"), metrics: { step: [], loss: [], norm: [], scale: [], validation: [] } };
  assert.deepEqual(linesOf({ runs: [none], unit: "nats", strings, under: [] }), []);
  const unmeasured = { ...run("a"), metrics: { ...metrics, validation: [null, null, null] } };
  const lines = linesOf({ runs: [unmeasured], unit: "nats", strings, under: [] });
  assert.deepEqual(
    entriesOf(lines, [unmeasured]).map(({ title }) => title),
    ["training", "norm", "clipped"],
  );
});

test("the ranges hold the plan, every curve and the baselines; that of the perplexity counts in powers", () => {
  const all = { runs: [run("a")], under, unit: "perplexity", lines: { uniform: Math.log(100), entropy: 0 }, steps: 7 };
  const { x, loss, norm } = wholeRanges(all);
  assert.deepEqual(x, [0, 9]);
  assert.ok(Math.abs(loss[1] - Math.log10(160)) < 1e-12);
  assert.ok(norm[0] === 0 && norm[1] > 8 && norm[1] < 9);
  assert.deepEqual(wholeRanges({ ...all, runs: [], under: [], unit: "nats", lines: {} }).norm, [0, 1]);
  const [uniform, entropy] = baselinesOf(all.lines, "perplexity", strings);
  assert.ok(Math.abs(uniform.value - 100) < 1e-9);
  assert.equal(entropy.value, 1);
  assert.equal(placeOf("perplexity")(100), 2);
});

test("a step is found among many", () => {
  const steps = [1, 2, 4, 8];
  for (const [step, first, closest] of [
    [0, 0, 0],
    [2, 1, 1],
    [2.9, 2, 1],
    [3.1, 2, 2],
    [9, 4, 3],
  ]) {
    assert.equal(firstFrom(steps, step), first);
    assert.equal(closestTo(steps, step), closest);
  }
  assert.equal(closestTo([], 3), -1);
});

test("50,000 steps become a few points a pixel, and no peak is lost", () => {
  const steps = Array.from({ length: 50_000 }, (_, k) => k);
  const values = steps.map((k) => (k === 31_415 ? 9 : k === 27_182 ? -9 : Math.sin(k)));
  const x = scale([0, 50_000], [0, 500]);
  const y = scale([-10, 10], [200, 0]);
  const points = pointsOf({ steps, valueAt: (k) => values[k] }, x, y, (value) => value);
  assert.ok(points.length <= 4 * 500 + 4);
  const heights = points.map(([, height]) => height);
  assert.equal(Math.min(...heights), y.at(9));
  assert.equal(Math.max(...heights), y.at(-9));
  assert.deepEqual(points.at(-1), [x.at(49_999), y.at(values[49_999])]);
  // From near, each is a point, with one more at each side.
  const near = pointsOf({ steps, valueAt: (k) => values[k] }, scale([100, 110], [0, 500]), y, (value) => value);
  assert.equal(near.length, 13);
});

test("what has no value is a gap, with few steps and with many", () => {
  const y = scale([0, 1], [1, 0]);
  for (const count of [10, 5_000]) {
    const steps = Array.from({ length: count }, (_, k) => k);
    const valueAt = (k) => (k === 5 ? null : k === 6 ? Number.POSITIVE_INFINITY : 0.5);
    const points = pointsOf({ steps, valueAt }, scale([0, count], [0, 100]), y, (value) => value);
    assert.equal(points.filter(([, height]) => Number.isNaN(height)).length, 2);
    assert.ok(Number.isFinite(points.at(-1)[1]));
  }
});

const near = (range, expected) =>
  range.forEach((end, k) => assert.ok(Math.abs(end - expected[k]) < 1e-9, `${range} is not ${expected}`));

test("a box zooms into the sides that are long enough, as far as the axis goes", () => {
  assert.deepEqual(sidesOf(100, 4), { x: true, y: false });
  assert.deepEqual(sidesOf(-100, 60), { x: true, y: true });
  assert.deepEqual(sidesOf(10, -90), { x: false, y: true });
  const axis = scale([0, 100], [50, 250]);
  near(between(axis, 150, 90), [20, 50]);
  near(between(axis, 150, 999), [50, 100]);
});

test("an axis is moved by its middle and stretched by its ends, and two fingers keep what is under them", () => {
  const axis = scale([0, 100], [0, 200]);
  near(drawnAlong(axis, 100, 120), [-10, 90]);
  near(drawnAlong(axis, 200, 100), [0, 200]);
  near(drawnAlong(axis, 0, 100), [-100, 100]);
  near(moved(axis, [50, 150], [0, 200]), [25, 75]);
  near(pinched(axis, [50, 150], [0, 200]), [25, 75]);
  // Of a loss, whose axis goes up.
  near(pinched(scale([0, 10], [300, 0]), [200, 100], [300, 0]), [10 / 3, 20 / 3]);
  assert.equal(pinched(axis, [100, 110], [50, 160]), null);
  // What would turn the axis round, or leave nothing of it, is no range.
  assert.ok(!isRange(drawnAlong(axis, 200, -20)));
  assert.ok(!isRange(drawnAlong(axis, 200, 0)));
  assert.ok(!isRange([3, 3 + 1e-9]));
});

test("the keys zoom about what is read, and out again until all is seen", () => {
  near(about([0, 100], 20, 0.5, [0, 100]), [10, 60]);
  near(about([10, 60], 20, 1.5, [0, 100]), [5, 80]);
  assert.equal(about([10, 60], 20, 4, [0, 100]), null);
});

const read = (steps) => ({ steps, valueAt: (k) => (steps[k] === 30 ? null : 10 * steps[k]) });
// Ten pixels a step.
const across = scale([0, 60], [0, 600]);

test("under a pointer is the step with a value that is closest, if it is near", () => {
  const lines = [read([0, 10, 20]), read([0, 13])];
  assert.equal(stepAt(lines, across, 122), 13);
  assert.equal(stepAt(lines, across, 105), 10);
  assert.equal(stepAt(lines, across, 300), null);
  assert.equal(stepAt([], across, 0), null);
});

test("each line tells its value at a step or close by, and none where it has none", () => {
  const [own, other] = [read([0, 10, 30]), read([11])];
  const told = (step) => valuesAt([own, other], across, step).map(({ step: at, value }) => [at, value]);
  assert.deepEqual(told(10), [
    [10, 100],
    [11, 110],
  ]);
  assert.deepEqual(told(30), []);
});

test("keys go from step to step by a pixel at least, stop at the ends, and what is read stays in view", () => {
  assert.equal(stepBeside([0, 10, 20], across, 10, 1), 20);
  assert.equal(stepBeside([0, 10, 20], across, 20, 1), undefined);
  const dense = scale([0, 6000], [0, 600]);
  const every = Array.from({ length: 6001 }, (_, k) => k);
  assert.equal(stepBeside(every, dense, 100, -1), 90);
  assert.deepEqual(
    [0, -1].map((k) => stepAtEnd([0, 10, 70], across, k)),
    [0, 10],
  );
  assert.equal(rangeWith(10, across), null);
  assert.deepEqual(rangeWith(70, across), [10, 70]);
  assert.deepEqual(longest([read([1]), read([1, 2])]), [1, 2]);
});
