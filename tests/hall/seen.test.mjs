// Run with `node --test tests/hall/*.test.mjs`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isSameView } from "../../rnnviz/hall/assets/plans.js";
import { withStop } from "../../rnnviz/hall/assets/seen.js";

const HOUR = 3_600_000;
const NONE = { lecture: "", at: 0, views: [] };

test("each view of a lecture is kept once, in the order of the first look", () => {
  let seen = NONE;
  for (const view of ["step?t=3&lang=en", "softmax", "step?t=3&lang=zh-Hans"]) seen = withStop(seen, "a", view, HOUR);
  assert.deepEqual(seen.views, ["step?t=3", "softmax"]);
});

test("a training stands in the place of the page on which it was begun", () => {
  let seen = NONE;
  for (const view of ["softmax", "train?corpus=helicopter", "train?run=a", "train?run=a&at=5", "train?run=b", "step"])
    seen = withStop(seen, "a", view, HOUR);
  assert.deepEqual(seen.views, ["softmax", "train?run=a&at=5", "train?run=b", "step"]);
});

test("another room, or another day, is another lecture", () => {
  const seen = withStop(NONE, "a", "step", 10 * HOUR);
  assert.deepEqual(withStop(seen, "b", "softmax", 10 * HOUR).views, ["softmax"]);
  assert.deepEqual(withStop(seen, "a", "softmax", 15 * HOUR).views, ["step", "softmax"]);
  assert.deepEqual(withStop(seen, "a", "softmax", 17 * HOUR).views, ["softmax"]);
});

test("a lecture has at most a hundred views, and none that is too long", () => {
  let seen = NONE;
  for (let t = 1; t <= 105; t += 1) seen = withStop(seen, "a", `step?t=${t}`, HOUR);
  assert.equal(seen.views.length, 100);
  assert.equal(seen.views[0], "step?t=6");
  assert.equal(withStop(seen, "a", `step?text=${"x".repeat(5000)}`, HOUR).views.length, 100);
});

test("two links show the same in whatever order they say it", () => {
  assert.ok(isSameView("step?a=1&b=2", "step?b=2&a=1"));
  assert.ok(!isSameView("step?a=1", "step?a=2"));
});
