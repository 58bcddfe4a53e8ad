// Run with `node --test tests/stage/*.test.mjs`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { layoutBeginning } from "../../rnnviz/stage/assets/panels/beginninglayout.js";

const PLACE = { from: 2, mean: 0.5, width: 400, height: 200, size: 15, letter: 15 };

test("a bar is as high as its loss, and the mean lies among them", () => {
  const { bars, mean, axis } = layoutBeginning([1, 0.25, 0.5], PLACE);
  assert.ok(Math.abs(bars[0].height - 4 * bars[1].height) < 1e-9);
  assert.ok(Math.abs(mean.y1 - bars[2].y) < 1e-9);
  assert.ok(bars.every(({ y, height }) => Math.abs(y + height - axis.y1) < 1e-9));
});

test("where it begins is named inside the drawing, from the side that has room", () => {
  const losses = Array(20).fill(1);
  for (const from of [0, 7, 19]) {
    const { begins, ground } = layoutBeginning(losses, { ...PLACE, from });
    assert.equal(begins.isEnd, from > 9);
    assert.ok(ground.x >= 0 && ground.x + ground.width <= PLACE.width + 1e-9);
  }
});

test("without room for letters steps are numbered, and a loss of nothing is still seen", () => {
  const { letters, values, bars } = layoutBeginning(Array(100).fill(0), PLACE);
  assert.ok(letters.every(({ isNumber }) => isNumber));
  assert.deepEqual([letters[0].t, values.length], [0, 0]);
  assert.ok(bars.every(({ height }) => height >= 1));
  assert.ok(layoutBeginning([1, 1], PLACE).letters.every(({ isNumber }) => !isNumber));
});
