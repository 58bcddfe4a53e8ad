import assert from "node:assert/strict";
import { test } from "node:test";

import { evaluate, firstTensor, split, terms } from "../../rnnviz/engine/expression.js";
import { readTrack } from "../../rnnviz/stage/assets/model/model.js";

const encode = (shape, numbers) => ({
  shape,
  data: Buffer.from(new Float64Array(numbers).buffer).toString("base64"),
});
const tensor = (name, before = false) => ({ op: "tensor", name, before });
const parameter = (name) => ({ op: "parameter", name });
const matmul = (left, name) => ({ op: "matmul", left, right: parameter(name) });

// Two steps, two units, three one-hot inputs.
const model = readTrack({
  id: "x",
  cell: { name: "made-up", phi: "relu" },
  sizes: { T: 2, d: 3, h: 2, q: 0 },
  labels: [],
  inputs: ["a", "b"],
  quantities: [
    { name: "X", kind: "input", pre: null },
    { name: "H", kind: "state", pre: "A_h", high: 1, preHigh: 2, signed: true },
  ],
  phases: [{ key: "hidden", target: "H" }],
  diagrams: [{ nodes: [], edges: [] }],
  tensors: {
    X: { shape: [2, 3], hot: [2, 0] },
    H: encode([2, 2], [0.5, -0.25, 0.75, 0.125]),
    A_h: encode([2, 2], [1, 2, 3, 4]),
    H0: encode([2], [9, 8]),
  },
  parameters: {
    W_xh: encode([3, 2], [1, 2, 3, 4, 5, 6]),
    W_hh: encode([2, 2], [0.1, 0.2, 0.3, 0.4]),
    b_h: encode([1, 2], [-1, -2]),
  },
});
const whole = {
  op: "sum",
  terms: [matmul(tensor("X"), "W_xh"), matmul(tensor("H", true), "W_hh"), parameter("b_h")],
};

test("a one-hot input leaves one row of the weights", () => {
  const [first] = terms(model, whole, 0, 1);
  assert.deepEqual(
    first.factors.map((factor) => factor.index),
    [[2], [2, 1]],
  );
  assert.equal(first.value, 6);
  assert.equal(terms(model, whole, 0, 1).length, 1 + 2 + 1);
});

test("the step before the first is the initial state", () => {
  assert.equal(model.value("H", 0, 1, true), 8);
  assert.equal(model.value("H", 1, 1, true), -0.25);
});

test("terms add up to the value of their expression", () => {
  for (const t of [0, 1]) {
    for (const unit of [0, 1]) {
      const together = terms(model, whole, t, unit).reduce((sum, term) => sum + term.value, 0);
      assert.ok(Math.abs(together - evaluate(model, whole, t, unit)) < 1e-12);
    }
  }
  assert.ok(Math.abs(evaluate(model, whole, 1, 0) - (1 + 0.5 * 0.1 - 0.25 * 0.3 - 1)) < 1e-12);
});

test("a gate before a sum multiplies each of its terms", () => {
  const gated = { op: "product", left: tensor("H"), right: whole };
  const list = terms(model, gated, 1, 0);
  assert.equal(list.length, 4);
  assert.ok(Math.abs(list.at(-1).value - 0.75 * -1) < 1e-12);
});

test("phi is the cell's own activation", () => {
  const applied = { op: "apply", function: "phi", of: parameter("b_h") };
  assert.equal(evaluate(model, applied, 0, 0), 0);
  assert.deepEqual(split(applied), { inner: parameter("b_h"), function: "phi" });
});

test("an expression lends its first quantity", () => {
  assert.equal(firstTensor({ op: "oneminus", of: tensor("H", true) }).name, "H");
  assert.equal(firstTensor(parameter("b_h")), undefined);
});
