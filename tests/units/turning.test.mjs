// Three components in one picture, turned by hand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { directions, projected, radiusOf, seenFrom, turned } from "../../rnnviz/units/view/assets/turning.js";

const close = (a, b) =>
  assert.ok(
    a.every((one, k) => Math.abs(one - b[k]) < 1e-6),
    `${a} is not ${b}`,
  );

test("what is not turned shows the first two components, a quarter turn the third, a quarter tilt looks down", () => {
  close(seenFrom([1, 2, 3], { turn: 0, tilt: 0 }), [1, 2]);
  close(seenFrom([1, 2, 3], { turn: Math.PI / 2, tilt: 0 }), [3, 2]);
  close(seenFrom([1, 2, 3], { turn: 0, tilt: Math.PI / 2 }), [1, -3]);
});

test("a distance across the view is a distance from any side: two directions at right angles, of length 1", () => {
  const [right, up] = directions({ turn: 0.7, tilt: -0.3 });
  const dot = (a, b) => a.reduce((sum, value, k) => sum + value * b[k], 0);
  close([dot(right, right), dot(up, up), dot(right, up)], [1, 1, 0]);
});

test("every place is seen where it would be alone, and never farther out than the radius", () => {
  const three = [
    [1, -2],
    [0.5, 0],
    [2, 1],
  ].map((values) => Float32Array.from(values));
  const turn = { turn: -1.1, tilt: 0.4 };
  const [x, y] = projected(three, turn);
  for (const k of [0, 1]) {
    close(
      [x[k], y[k]],
      seenFrom(
        three.map((one) => one[k]),
        turn,
      ),
    );
    assert.ok(Math.hypot(x[k], y[k]) <= radiusOf(three) + 1e-6);
  }
});

test("the cloud goes along with the pointer, all the way round, and not over its top", () => {
  const before = { turn: 0, tilt: 0 };
  const front = [0, 0, 1];
  assert.ok(seenFrom(front, turned(before, 20, 0))[0] > seenFrom(front, before)[0]);
  assert.ok(seenFrom(front, turned(before, 0, 20))[1] < seenFrom(front, before)[1]);
  assert.ok(Math.abs(turned({ turn: 3.1, tilt: 0 }, 20, 0).turn) < Math.PI);
  assert.equal(turned(before, 0, 1e6).tilt, Math.PI / 2);
});
