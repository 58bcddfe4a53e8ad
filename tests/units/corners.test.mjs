import assert from "node:assert/strict";
import { test } from "node:test";

import { frameByCorners } from "../../rnnviz/units/view/assets/corners.js";

test("two corners make a frame, whichever comes first; a third one begins the next", () => {
  const told = [];
  const place = { addEventListener() {} };
  const frames = frameByCorners(place, {
    isOn: () => true,
    pointAt: (x, y) => [x, y],
    onCorner: (point) => told.push(point),
    onFrame: (corners) => told.push(corners),
  });
  frames.put([2, 5]);
  frames.put([0, 1]);
  frames.put([9, 9]);
  frames.forget();
  frames.forget();
  const frame = [
    [2, 5],
    [0, 5],
    [0, 1],
    [2, 1],
  ];
  assert.deepEqual(told, [[2, 5], frame, null, [9, 9], null]);
  assert.equal(frames.first(), null);
});
