import assert from "node:assert/strict";
import { test } from "node:test";

import { reachPath, rowAt, shareWords } from "../../rnnviz/live/assets/reach.js";

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

test("why nobody can see beyond the batches is said: the text ends, or the measurement", () => {
  const strings = { reachDropped: "{percent} beyond {steps}", reachNoShare: "text", reachTooFar: "{most} of {steps}" };
  const words = (truncation, dropped, ...norms) =>
    shareWords(strings, { truncation, distances: [0, 64, 256] }, { step: 9, dropped, norms });
  assert.equal(words(32, 0.25, 1, 1, null), "25 beyond 32");
  assert.equal(words(256, null, 1, 1, 1), "256 of 256");
  assert.equal(words(64, null, 1, 1, null), "text");
});
