// Which of the views stands at a place.

import assert from "node:assert/strict";
import { test } from "node:test";

import { offeredViews, viewAt } from "../../rnnviz/stage/assets/panels/views.js";

const untouched = { effect: null, labels: ["a"], vocabulary: [], program: null };
const changed = { ...untouched, effect: () => ({}) };

test("a view that is not offered gives way to the first one that is", () => {
  assert.equal(viewAt(untouched, { view: "difference" }).name, "memory");
  assert.equal(viewAt(changed, { view: "difference" }).name, "difference");
  assert.equal(viewAt(untouched, { view: "no such view" }).name, "cell");
});

test("what changed is offered only where something was changed", () => {
  const names = (model) => offeredViews(model, { view: "memory" }).map(({ name }) => name);
  assert.ok(!names(untouched).includes("difference"));
  assert.ok(names(changed).includes("difference"));
});

test("what is looked at over time is on the way back the gradients of the weights", () => {
  const back = { ...untouched, forward: untouched };
  assert.equal(viewAt(back, { view: "memory", way: "back" }).name, "gradients");
  assert.equal(viewAt(untouched, { view: "gradients", way: "forward" }).name, "memory");
  assert.equal(viewAt(back, { view: "ledger", way: "back" }).name, "cell");
});
