import assert from "node:assert/strict";
import { test } from "node:test";

import { powerMarks, roundMarks } from "../../rnnviz/web/axis.js";

test("round numbers fill a range, wherever it begins", () => {
  assert.deepEqual(roundMarks([0, 5.3], 6), [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(roundMarks([0, 300], 6), [0, 50, 100, 150, 200, 250, 300]);
  assert.deepEqual(roundMarks([1.02, 1.19], 4), [1.05, 1.1, 1.15]);
  assert.deepEqual(roundMarks([-0.3, 0.3], 4), [-0.2, 0, 0.2]);
  // Between two steps there is none.
  assert.deepEqual(roundMarks([7.2, 9.9], 6, 1), [8, 9]);
  assert.deepEqual(roundMarks([7.2, 7.9], 6, 1), []);
});

test("an axis of powers has powers of ten, and what lies between them once it is seen from near", () => {
  assert.deepEqual(powerMarks([0, 2.2], 6), [1, 10, 100]);
  assert.deepEqual(powerMarks([0.2, 1.1], 6), [2, 5, 10]);
  assert.deepEqual(powerMarks([Math.log10(6.1), Math.log10(6.9)], 4), [6.2, 6.4, 6.6, 6.8]);
});
