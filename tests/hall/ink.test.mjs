// Run with `node --test tests/hall/*.test.mjs`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { linesFrom, pointsIn } from "../../rnnviz/hall/assets/ink.js";

test("a line lies over the same part of a page of another size", () => {
  const hall = { left: 100, top: 50, width: 800, height: 200 };
  const phone = { left: 0, top: 600, width: 390, height: 300 };
  const numbers = linesFrom(
    [
      { x: 100, y: 50 },
      { x: 500, y: 250 },
    ],
    hall,
  );
  assert.deepEqual(numbers, [0, 0, 500, 1000]);
  assert.deepEqual(pointsIn(numbers, phone), [
    { x: 0, y: 600 },
    { x: 195, y: 900 },
  ]);
});
