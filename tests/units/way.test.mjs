import assert from "node:assert/strict";
import { test } from "node:test";

import { layoutWay, placesOfWay } from "../../rnnviz/units/view/assets/way.js";

test("the way to a place has the thirty steps before it, or as many as there are", () => {
  assert.deepEqual(placesOfWay(2), [0, 1, 2]);
  const way = placesOfWay(100);
  assert.equal(way.length, 31);
  assert.deepEqual([way[0], way.at(-1)], [70, 100]);
  assert.deepEqual(placesOfWay(0), [0]);
});

test("each step is a line from where the last one ended, the later the darker, and a ring stands at the end", () => {
  const points = [
    [0, 0],
    [1, 2],
    [3, 1],
  ];
  const { lines, rings } = layoutWay(points);
  assert.deepEqual(
    lines.map(({ from, to }) => [from, to]),
    [
      [points[0], points[1]],
      [points[1], points[2]],
    ],
  );
  assert.ok(lines[0].opacity < lines[1].opacity);
  assert.equal(lines[1].opacity, 1);
  assert.deepEqual(rings, [{ at: [3, 1], kind: "here" }]);
});

test("what is under the pointer has a ring of its own", () => {
  assert.deepEqual(layoutWay([[0, 0]], [5, 6]).rings[1], { at: [5, 6], kind: "there" });
});
