// An axis of powers of ten, as one reads it on a wall.

import assert from "node:assert/strict";
import { test } from "node:test";

import { powersAxis } from "../../rnnviz/stage/assets/panels/powers.js";

test("the axis begins and ends at powers of ten, and few of them are named", () => {
  const { low, high, ticks } = powersAxis([0.3, 0.004, 0.02]);
  assert.deepEqual([low, high, ticks], [-3, 0, [-2, 0]]);
  assert.deepEqual(powersAxis([1e-21, 0.5]).ticks, [-20, -10, 0]);
  assert.deepEqual(powersAxis([1e-21, 0.5], 5).ticks, [-20, -15, -10, -5, 0]);
  assert.deepEqual(powersAxis([5, 3000]).ticks, [0, 2, 4]);
});

test("equal factors are equal distances", () => {
  const { share } = powersAxis([1, 1e-4]);
  assert.equal(share(1), 1);
  assert.equal(share(1e-4), 0);
  assert.ok(Math.abs(share(1e-2) - 0.5) < 1e-12);
  assert.ok(Math.abs(share(2e-2) - share(2e-3) - 0.25) < 1e-12);
});

test("nothing, and what is no number, stands at the foot; what has no end, at the top", () => {
  const { share, high, low } = powersAxis([0, 0]);
  assert.deepEqual([share(0), share(NaN), share(Infinity)], [0, 0, 1]);
  assert.equal(high - low, 2);
});

test("sizes that are nearly the same still have an axis", () => {
  assert.deepEqual(powersAxis([0.1, 0.11, 0.1]).ticks, [-2, -1, 0]);
  assert.deepEqual(powersAxis([1, 1]).ticks, [-2, -1, 0]);
});
