import assert from "node:assert/strict";
import { test } from "node:test";

import { trainingTables } from "../../rnnviz/live/assets/tables.js";

const strings = new Proxy({ atStep: "step {step}", tableEvery: "1 of {n}" }, { get: (own, name) => own[name] ?? name });
// At step 0 nothing has been measured yet.
const steps = Array.from({ length: 131 }, (_, k) => k);
const run = {
  id: "a",
  title: "GRU",
  now: { distances: [0, 1, 2], truncation: 2 },
  metrics: {
    step: steps,
    loss: steps.map((step) => (step === 0 ? null : 3 / step)),
    norm: steps.map((step) => (step === 0 ? null : 2)),
    scale: steps.map(() => null),
    validation: steps.map((step) => (step > 0 && step % 50 === 0 ? 4 / step : null)),
    seconds: steps,
  },
  reach: [
    { step: 1, dropped: null, norms: [1, 0.5, null] },
    { step: 100, dropped: null, norms: [1, 0.25, 0.125] },
  ],
  writings: [{ step: 100, tokens: [..."she s"], p: [0.5, 0.5, 1, 1], words: [[0, 3]] }],
  samples: [{ step: 100, temperature: 0.8, text: "=hello", known: null, agreements: {} }],
};
const view = { runs: [run], under: [], unit: "bits", at: null };

test("a training's table has each step, and the losses in the unit of the curves", () => {
  const { offers, chosen } = trainingTables(view, strings, null);
  assert.deepEqual([offers.map(({ name }) => name), chosen], [["curves", "reach", "page-1", "samples-1"], ""]);
  const whole = offers[0].make(true);
  assert.deepEqual(whole.columns, ["trainingLoss, bits", "validationLoss, bits", "normBefore"]);
  assert.equal(whole.rows.length, 130);
  const [loss, validation, norm] = whole.rows[99].cells;
  assert.equal(whole.rows[99].head, "100");
  assert.ok(Math.abs(loss - 0.03 * Math.log2(Math.E)) < 1e-12);
  assert.ok(Math.abs(validation - 0.04 * Math.log2(Math.E)) < 1e-12);
  assert.equal(norm, 2);
  assert.equal(whole.rows[98].cells[1], "");
  // So many are not read one by one: the first, every third, and the last.
  const read = offers[0].make(false);
  assert.deepEqual([read.rows.length, read.rows.at(-1).head, read.note], [44, "130", "1 of 3"]);
});

test("what arrives of a gradient is told as it was at the step that one has gone back to", () => {
  const numbers = (at) => trainingTables({ ...view, at }, strings, null).offers[1].make(false);
  assert.deepEqual(
    numbers(null).rows.map(({ cells }) => cells[0]),
    [1, 0.25, 0.125],
  );
  assert.deepEqual(
    numbers(50).rows.map(({ head, cells }) => [head, cells[0]]),
    [
      ["0", 1],
      ["1", 0.5],
      ["2", ""],
    ],
  );
  assert.deepEqual(numbers(50).columns, ["step 1"]);
});

test("what a network wrote is no formula in a spreadsheet; without numbers there is no table", () => {
  const { offers } = trainingTables(view, strings, null);
  assert.deepEqual(offers[3].make(true).rows[0].cells, [0.8, "'=hello"]);
  const metrics = { ...run.metrics, step: [], validation: [] };
  const empty = { ...run, now: null, metrics, reach: [], writings: [], samples: [] };
  assert.deepEqual(trainingTables({ ...view, runs: [empty] }, strings, null).offers, []);
});

test("what it wrote at each checkpoint stands beside the losses there, and how much of it is words", () => {
  const { rows } = trainingTables({ ...view, unit: "nats" }, strings, null).offers[2].make(true);
  assert.deepEqual(rows, [{ head: "100", cells: [0.03, 0.04, "60 %", "she s"] }]);
});
