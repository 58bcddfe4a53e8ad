// Run with `node --test tests/hall/*.test.mjs`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isSameView, viewName } from "../../rnnviz/hall/assets/plans.js";
import { withStop } from "../../rnnviz/hall/assets/seen.js";

const HOUR = 3_600_000;
const NONE = { lecture: "", at: 0, views: [] };

test("each view of a lecture is kept once, in the order of the first look", () => {
  let seen = NONE;
  for (const view of ["step?t=3&lang=en", "softmax", "step?t=3&lang=zh-Hans"]) seen = withStop(seen, "a", view, HOUR);
  assert.deepEqual(seen.views, ["step?t=3", "softmax"]);
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

test("a view is named in the reader's words, whatever a link says", () => {
  const words = {
    titles: { step: "单步", why_state: "状态" },
    sections: { why_state: { train: "当场训练" } },
    fields: { cell: "{value}", unit: "单元 {value}", section: "{value}" },
    values: { gru: "GRU" },
  };
  assert.equal(viewName("step?cell=gru&unit=3&lang=en", words), "单步 · GRU, 单元 3");
  assert.equal(viewName("why_state?section=train", words), "状态 · 当场训练");
  assert.equal(viewName("elsewhere?x=y", words), "elsewhere · x y");
  assert.ok(isSameView("step?a=1&b=2", "step?b=2&a=1"));
  assert.ok(!isSameView("step?a=1", "step?a=2"));
});
