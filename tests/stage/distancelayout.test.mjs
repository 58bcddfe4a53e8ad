// Run with `node --test tests/stage/*.test.mjs`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { nearShare } from "../../rnnviz/stage/assets/model/bydistance.js";
import { layoutShares } from "../../rnnviz/stage/assets/panels/distancelayout.js";

const ROOM = { width: 400, height: 200, size: 12 };

test("bars stand on the axis or hang from it, and are as high as their shares", () => {
  const { axis, bars, shares, steps, title } = layoutShares([0.9, 0.3, -0.2], ROOM);
  assert.ok(Math.abs(bars[0].y + bars[0].height - axis.y1) < 1e-9);
  assert.equal(bars[2].y, axis.y1);
  assert.ok(Math.abs(bars[0].height / bars[1].height - 3) < 1e-9);
  assert.ok(bars.every(({ y, height }) => y >= ROOM.size && y + height < steps[0].y - ROOM.size));
  assert.deepEqual(
    shares.map(({ d }) => d),
    [0, 1, 2],
  );
  assert.ok(title.y <= ROOM.height);
});

test("a share too small to be told, or with no room, is not written; nothing at all has no bar", () => {
  assert.deepEqual(
    layoutShares([1, 0.0001], ROOM).shares.map(({ d }) => d),
    [0],
  );
  assert.deepEqual(layoutShares(new Float64Array(40).fill(0.025), ROOM).shares, []);
  assert.ok(layoutShares(new Float64Array(5), ROOM).bars.every(({ height }) => height === 0));
});

test("what is near enough is all but the rest, also where parts pull against each other", () => {
  assert.deepEqual(nearShare([0.5, 0.47, 0.02, 0.01], 0.05), { steps: 1, share: 0.97 });
  assert.deepEqual(nearShare([1, -0.5, 0.5], 0.05).steps, 2);
  assert.deepEqual(nearShare([1], 0.05), { steps: 0, share: 1 });
});
