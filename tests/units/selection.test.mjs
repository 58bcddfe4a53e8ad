import assert from "node:assert/strict";
import { test } from "node:test";

import { outlineOf, placesWithin, spansOf } from "../../rnnviz/units/view/assets/selection.js";

test("what lies in the hollow of a lasso is not selected", () => {
  // A U: its hollow opens upwards.
  const corners = [
    [0, 0],
    [6, 0],
    [6, 6],
    [4, 6],
    [4, 2],
    [2, 2],
    [2, 6],
    [0, 6],
  ];
  const x = [1, 3, 5, 3, 7, -1];
  const y = [4, 4, 4, 1, 3, 3];
  assert.deepEqual(placesWithin(x, y, corners), [0, 2, 3]);
});

test("a box selects what lies between its sides, whichever way it was drawn", () => {
  const told = { range: { x: [2, 0], y: [0, 2] } };
  assert.deepEqual(placesWithin([1, 3, 1], [1, 1, 3], outlineOf(told)), [0]);
});

test("a lasso is the outline that was drawn, and a click beside the points selects nothing", () => {
  const told = { lassoPoints: { x: [0, 1, 1], y: [0, 0, 1] } };
  assert.deepEqual(outlineOf(told), [
    [0, 0],
    [1, 0],
    [1, 1],
  ]);
  assert.equal(outlineOf(undefined), null);
});

test("places side by side are one span", () => {
  assert.deepEqual(spansOf([3, 4, 5, 9, 11, 12]), [
    [3, 6],
    [9, 10],
    [11, 13],
  ]);
  assert.deepEqual(spansOf([]), []);
});
