// Run with `node --test tests/stage/*.test.mjs`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inkOf, layoutRow, numberedSteps, SHADES } from "../../rnnviz/stage/assets/panels/reachlayout.js";

const PLACE = { T: 5, width: 400, height: 200, size: 12 };

test("a bar is as high as its power lies above the lowest line, and what is infinite has none", () => {
  const { bars, lines, middles, from, to } = layoutRow([-4, 0, Number.NEGATIVE_INFINITY], PLACE);
  const lineOf = Object.fromEntries(lines.map(({ power, y }) => [power, y]));
  assert.deepEqual(
    lines.map(({ power }) => power),
    [0, -1, -2, -3, -4],
  );
  assert.ok(Math.abs(bars[1].y - lineOf[0]) < 1e-9);
  assert.ok(Math.abs(bars[1].y + bars[1].height - lineOf[-4]) < 1e-9);
  assert.deepEqual([bars[0].height, bars[2].height], [1, 1]);
  assert.equal(middles.length, 5);
  assert.ok(from < bars[0].x && middles.at(-1) < to);
  assert.ok(Math.abs(bars[0].x + bars[0].width / 2 - middles[0]) < 1e-9);
});

test("a row that vanishes ends twelve powers of ten below, and its lines have room for their letters", () => {
  const { lines } = layoutRow([-40, -1], PLACE);
  assert.equal(lines[0].power, 0);
  assert.ok(lines.at(-1).power >= -12);
  assert.ok(lines.slice(1).every(({ y }, k) => y - lines[k].y >= 1.29 * PLACE.size));
  assert.equal(layoutRow([3.2, -1], PLACE).lines[0].power, 4);
});

test("what is left has more ink the more it is, also where it has grown", () => {
  const left = [0, 1e-9, 10 ** -SHADES, 0.01, 0.5, 1, 3, 10 ** SHADES, 1e9];
  const ink = left.map(inkOf);
  assert.deepEqual(
    ink.toSorted((a, b) => a - b),
    ink,
  );
  assert.deepEqual([ink[0], ink[2], ink[5], ink.at(-1)], [-1, -1, 0, 1]);
  assert.ok(ink[2] < ink[3] && ink[3] < ink[4] && ink[4] < ink[5] && ink[5] < ink[6]);
});

test("steps are numbered where their digits have room", () => {
  assert.deepEqual(
    numberedSteps(4, 200, 11).map(({ step, at }) => [step, at]),
    [
      [0, 25],
      [1, 75],
      [2, 125],
      [3, 175],
    ],
  );
  assert.deepEqual(
    numberedSteps(100, 300, 11).map(({ step }) => step),
    [0, 11, 22, 33, 44, 55, 66, 77, 88, 99],
  );
});
