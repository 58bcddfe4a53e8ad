import assert from "node:assert/strict";
import { test } from "node:test";

import { drawHistograms, layoutHistograms, sharesAt } from "../../rnnviz/units/view/assets/apart.js";
import { layoutLevels } from "../../rnnviz/units/view/assets/levels.js";
import { drawLearnt, layoutLearnt } from "../../rnnviz/units/view/assets/learntplot.js";
import { questionOf } from "../../rnnviz/units/view/assets/question.js";
import { heightIn, layoutRanking } from "../../rnnviz/units/view/assets/rankingplot.js";
import { layoutSpread } from "../../rnnviz/units/view/assets/spreadplot.js";

// The size of letters.
const u = 14;
const unit = (quantity, unit, auc, isFind = true) => ({ quantity, unit, auc, first: auc, direction: 1, isFind });
const best = [unit("H", 4, 0.9), unit("H", 1, 0.8), unit("Z", 1, 0.75), unit("H", 7, 0.6)];
const told = (own) => ({ measure: "auc", chance: 0.7, finds: 3, count: 8, best, units: [], own: { ...own, place: 0 } });

test("the best units have a bar each, as many as fit, from guessing to their measure", () => {
  const { rows, start, chance } = layoutRanking(told(best[0]), best[0], {
    width: 400,
    height: heightIn(70, 8, u),
    u,
    nothing: 0.5,
  });
  assert.deepEqual(
    rows.map((row) => row.name),
    ["H[5]", "H[2]", "Z[2]"],
  );
  assert.deepEqual(
    rows.map((row) => row.isChosen),
    [true, false, false],
  );
  const share = (x) => (x - start) / (rows[0].end - start);
  assert.ok(Math.abs(share(rows[1].end) - 0.75) < 1e-9);
  assert.ok(Math.abs(share(chance) - 0.5) < 1e-9);
});

test("a chosen unit that is not among the best has the last bar, which has no length where it tells nothing", () => {
  const own = unit("R", 11, 0.46, false);
  const { rows, start } = layoutRanking(told(own), own, { width: 400, height: heightIn(70, 8, u), u, nothing: 0.5 });
  assert.deepEqual(
    rows.map((row) => row.name),
    ["H[5]", "H[2]", "R[12]"],
  );
  assert.equal(rows[2].end, start);
  assert.ok(rows[2].isChosen);
});

test("a threshold's shares are counted over the second half of the text, on the side that says yes", () => {
  const values = [9, 9, 9, 9, 1, 2, 3, 4];
  const mask = [0, 0, 0, 0, 0, 255, 0, 255];
  assert.deepEqual(sharesAt(values, mask, 2.5, 1), { found: 0.5, alarms: 0.5 });
  assert.deepEqual(sharesAt(values, mask, 0, 1), { found: 1, alarms: 1 });
  assert.deepEqual(sharesAt(values, mask, 2.5, -1), { found: 0.5, alarms: 0.5 });
  assert.deepEqual(sharesAt(values, mask, 1.5, -1), { found: 0, alarms: 0.5 });
  // A label may end a place before the text.
  assert.deepEqual(sharesAt(values, mask.slice(0, 7), 1.5, 1), { found: 1, alarms: 0.5 });
});

test("each histogram's fullest bin is as high as it may be, and its words stand where it is emptier", () => {
  const own = { threshold: 0, edges: [-1, -0.5, 0, 0.5, 1], on: [0, 0, 2, 8], off: [400, 100, 0, 0] };
  const layout = layoutHistograms(own, { width: 316, height: 85 });
  const heights = layout.rows.map(({ bars, floor }) => bars.map(({ top }) => floor - top));
  assert.deepEqual(heights, [
    [0, 0, 7.5, 30],
    [30, 7.5, 0, 0],
  ]);
  assert.deepEqual(
    layout.rows.map((row) => row.isWordsRight),
    [false, true],
  );
  const said = { direction: -1, words: ["on", "off"], slider: {}, threshold: 5 };
  const line = drawHistograms(layout, said).find(([, { class: kind }]) => kind === "threshold");
  assert.equal(line[2][1].x1, layout.x.end, "the line stays within the axis");
});

test("levels go from quartile to quartile, the larger the higher", () => {
  const levels = [
    { value: 0, places: 50, lower: -0.5, median: -0.4, upper: 0 },
    { value: 1, places: 20, lower: 0.2, median: 0.5, upper: 0.5 },
  ];
  const { bars, y } = layoutLevels(levels, { width: 300, height: 100, nothing: 0.5 });
  const values = bars.map(({ bottom, middle, top }) =>
    [bottom, middle, top].map((one) => Number(y.of(one).toFixed(6))),
  );
  assert.deepEqual(values, [
    [-0.5, -0.4, 0],
    [0.2, 0.5, 0.5],
  ]);
  assert.ok(bars[0].x < bars[1].x);
});

test("nothing is asked as long as a pattern or the places are missing", () => {
  const place = { label: "", pattern: "a+", spans: "" };
  assert.equal(questionOf(place), null);
  assert.equal(questionOf({ ...place, label: "spans" }), null);
  assert.deepEqual(questionOf({ ...place, label: "regex" }), { label: "regex", pattern: "a+" });
  assert.deepEqual(questionOf({ ...place, label: "quotes" }), { label: "quotes" });
});

test("each size of probe has a dot for each kind that is known, at its measure", () => {
  const sizes = (measures) => ["1", "2", "all"].map((size, k) => [size, measures[k]]);
  const told = {
    measure: "auc",
    chance: 0.6,
    probe: sizes([0.7, 0.8, 1]),
    control: sizes([0.5, 0.6, 0.7]),
    before: null,
  };
  const { x, rows, chance } = layoutSpread(told, { width: 300, height: 100, nothing: 0.5 });
  assert.equal(Number(x.of(chance).toFixed(6)), 0.6);
  assert.deepEqual(
    rows.map(({ size, dots }) => [size, ...dots.map((dot) => Number(x.of(dot.x).toFixed(6)))]),
    [
      ["1", 0.5, 0.7],
      ["2", 0.6, 0.8],
      ["all", 0.7, 1],
    ],
  );
});

const training = {
  measure: "auc",
  steps: [0, 100, 400, 410],
  loss: [3, 2, 1.5, 1],
  units: [
    [0.5, 0.4],
    [0.6, 0.7],
    [0.6, 0.8],
    [0.6, 0.9],
  ],
  best: [0.7, 0.7, 0.8, 0.9],
  bestUnits: [],
  chance: [0.6, 0.6, 0.6, 0.6],
  since: [null, 100],
  probe: [0.8, 0.9, 0.95, 1],
};

test("the curves of a training are the chosen unit's, over the loss on the same steps", () => {
  const { y, under, curves, loss, moments } = layoutLearnt(training, 1, {
    width: 500,
    height: 230,
    names: 80,
    nothing: 0.5,
  });
  const round = (value) => Number(value.toFixed(6));
  assert.deepEqual(
    curves.chosen.map(([, at]) => round(y.of(at))),
    [0.4, 0.7, 0.8, 0.9],
  );
  assert.deepEqual(
    loss.map(([, at]) => round(under.of(at))),
    [3, 2, 1.5, 1],
  );
  assert.ok(Math.min(...loss.map(([, at]) => at)) > y.start, "the loss lies below the measures");
  // Half way lies a quarter of the steps.
  assert.equal(round((moments[1].x - moments[0].x) / (moments[2].x - moments[0].x)), 0.5);
  assert.deepEqual(
    moments.slice(1).map((one) => one.left),
    moments.slice(0, -1).map((one) => one.right),
    "every place of the plot belongs to one moment",
  );
});

test("steps that lie too close together for their numbers leave some out, but never the last one", () => {
  const { ticks } = layoutLearnt(training, 0, { width: 500, height: 230, names: 80, nothing: 0.5 });
  assert.deepEqual(
    ticks.map((one) => one.step),
    [0, 100, 410],
  );
});

test("the step from which a unit tells it has its number and a ring, whatever stands too close to it", () => {
  const late = { ...training, since: [null, 400] };
  const layout = layoutLearnt(late, 1, { width: 500, height: 230, names: 80, nothing: 0.5 });
  assert.deepEqual(
    layout.ticks.map((one) => one.step).sort((a, b) => a - b),
    [0, 100, 400],
  );
  const rings = (since) =>
    drawLearnt(layout, {
      ...{ hue: "state", here: null, since, focus: 0, names: {}, said: () => "" },
      ...{ steps: "", loss: "", measure: "", nats: "" },
    }).filter(([, { class: kind }]) => kind?.includes("moment-since"));
  assert.equal(rings(null).length, 0);
  const [[, { cx, cy }]] = rings(400);
  assert.deepEqual([cx, cy], layout.curves.chosen[2]);
});

test("names at the curves' ends do not cover one another", () => {
  const { names } = layoutLearnt(training, 1, { width: 500, height: 230, names: 80, nothing: 0.5 });
  const heights = names.map((one) => one.y).sort((a, b) => a - b);
  for (let k = 1; k < heights.length; k += 1) assert.ok(heights[k] - heights[k - 1] >= 15 - 1e-9);
});
