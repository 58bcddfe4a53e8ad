import assert from "node:assert/strict";
import { test } from "node:test";

import { reachPath, rowAt } from "../../rnnviz/live/assets/reach.js";

const ROWS = [0, 4, 9].map((step) => ({ step }));

test("a moment shows the last row that had been measured by then", () => {
  assert.equal(rowAt(ROWS, null).step, 9);
  assert.equal(rowAt(ROWS, 8).step, 4);
  assert.equal(rowAt(ROWS, 4).step, 4);
  assert.equal(rowAt([], 3), null);
  assert.equal(rowAt([{ step: 5 }], 3), null);
});

test("a line falls by powers of ten, stays within the picture, and leaves out what was not measured", () => {
  const path = reachPath([1, 1e-8, 1e-30, null, 1], [0, 1, 2, 3, 8], 4);
  assert.deepEqual(
    path.map(([x, y]) => [x, Number(y.toFixed(6))]),
    [
      [0, Number((8 / 9).toFixed(6))],
      [0.25, 0],
      [0.5, 0],
    ],
  );
});
