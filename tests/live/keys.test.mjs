import assert from "node:assert/strict";
import { test } from "node:test";

import { recently } from "../../rnnviz/live/assets/agreements.js";
import { commandOf } from "../../rnnviz/live/assets/keys.js";
import { remarks } from "../../rnnviz/live/assets/remarks.js";

const PLANNED = { hasRuns: false, isPresenting: false };
const RUNNING = { hasRuns: true, isPresenting: false };
const PRESENTING = { hasRuns: true, isPresenting: true };

test("a clicker goes on and back, and arrows through the checkpoints, once there are any", () => {
  assert.equal(commandOf("PageDown", RUNNING), "on");
  assert.equal(commandOf("PageUp", RUNNING), "back");
  assert.equal(commandOf("ArrowRight", PLANNED), undefined);
  assert.equal(commandOf(" ", PLANNED), "train");
});

test("digits choose a panel in presenter mode and mean nothing outside it", () => {
  assert.deepEqual(commandOf("2", PRESENTING), { panel: "samples" });
  assert.deepEqual(commandOf("0", PRESENTING), { panel: "" });
  for (const key of ["0", "2", "9"]) assert.equal(commandOf(key, RUNNING), undefined);
  assert.equal(commandOf("9", PRESENTING), undefined);
});

test("capital letters are the same keys", () => {
  assert.equal(commandOf("F", RUNNING), "presenter");
});

test("what is odd is remarked on only where it is", () => {
  const steps = (value) => Array(60).fill(value);
  assert.deepEqual(remarks({ loss: steps(1.4), validation: [null, 1.2, null] }), {
    isBelowTraining: true,
    isNearZero: false,
    differing: null,
  });
  assert.equal(remarks({ loss: steps(1.4), validation: [1.2, 1.39] }).isBelowTraining, false);
  assert.equal(remarks({ loss: steps(1.4), validation: steps(null) }).isBelowTraining, false);
  assert.equal(remarks({ loss: steps(0.02), validation: [] }).isNearZero, true);
  // After divergence, validation measured before lies below a loss that means nothing.
  const diverged = { loss: steps(9), validation: [4.1] };
  assert.equal(remarks(diverged, { own: null, status: "training" }).isBelowTraining, true);
  assert.equal(remarks(diverged, { own: null, status: "failed" }).isBelowTraining, false);
  // The mean of so few steps says nothing yet.
  assert.equal(remarks({ loss: [null, 0.02], validation: [] }).isNearZero, false);
});

test("a small loss is by heart only where it is the network's own", () => {
  const loop = { loss: Array(60).fill(0.02), validation: [] };
  const own = { loss: 0.03, reported: 0.02, differs: false };
  assert.deepEqual(remarks(loop, { own, status: "training" }), {
    isBelowTraining: false,
    isNearZero: true,
    differing: null,
  });
  assert.equal(
    remarks(loop, { own: { loss: null, reported: null, differs: false }, status: "training" }).isNearZero,
    false,
  );
  const { isNearZero, differing } = remarks(loop, {
    own: { loss: 9.69, reported: 0.02, differs: true },
    status: "finished",
  });
  assert.equal(isNearZero, false);
  assert.deepEqual(differing, { reported: "0.0200", own: "9.69" });
});

test("agreements are counted over the last five samples together", () => {
  const sample = (right, of) => ({ agreements: { near: [right, of] } });
  const samples = [sample(9, 9), ...Array(4).fill(sample(1, 2)), { agreements: {} }];
  assert.deepEqual(recently(samples, "near"), [4, 8]);
  assert.deepEqual(recently(samples, "far"), [0, 0]);
});
