import assert from "node:assert/strict";
import { test } from "node:test";

import { byCharacter, byLabel, byNumber, coloured, inkOf } from "../../rnnviz/units/view/assets/cloudcolours.js";
import { axisTitle, drawnPlaces, layoutCloud, rangeOf } from "../../rnnviz/units/view/assets/cloudfigure.js";
import { cloudSight } from "../../rnnviz/units/view/assets/cloudsight.js";
import { FIRST_TURN } from "../../rnnviz/units/view/assets/turning.js";

const HUES = {
  ink: "#101010",
  page: "#ffffff",
  muted: "#888888",
  line: "#dddddd",
  accent: "#3b5bdb",
  pale: "#cccccc",
  full: "#000000",
  label: "#e8710a",
  below: "#1864ab",
  above: "#cc6600",
  rest: "#c92a2a",
  named: ["#1", "#2", "#3", "#4", "#5", "#6"],
};

test("what must be seen is drawn whether or not the sample has it, once, and what is named lies above", () => {
  const isNamed = (k) => k === 2;
  assert.deepEqual(drawnPlaces([0, 2, 4], [4, 5], isNamed), [0, 4, 5, 2]);
});

test("the six most frequent characters have a hue and a shape of their own, the others none", () => {
  const characters = [..."aaaaaaabbbbbbcccccddddeeeffg"];
  const coloured = byCharacter(characters, HUES);
  assert.deepEqual(
    coloured.legend.map(({ character, count }) => [character, count]),
    [
      ["a", 7],
      ["b", 6],
      ["c", 5],
      ["d", 4],
      ["e", 3],
      ["f", 2],
    ],
  );
  assert.equal(new Set(coloured.legend.map(({ shape }) => shape)).size, 6);
  assert.equal(coloured.rest, 1);
  assert.equal(coloured.hue(0), HUES.named[0]);
  assert.equal(coloured.hue(27), HUES.pale);
  assert.equal(coloured.isNamed(27), false);
});

test("a label is told by shape as well as by colour", () => {
  const coloured = byLabel([0, 1], HUES);
  assert.notEqual(coloured.shape(0), coloured.shape(1));
  assert.deepEqual([coloured.hue(0), coloured.hue(1)], [HUES.pale, HUES.label]);
});

test("numbers go from pale at the least to full at the greatest, and equal ones do not divide by nothing", () => {
  const coloured = byNumber([5, 15, 10], HUES);
  assert.equal(coloured.hue(0), "rgb(204,204,204)");
  assert.equal(coloured.hue(1), "rgb(0,0,0)");
  assert.deepEqual(coloured.range, [5, 15]);
  assert.equal(byNumber([2, 2], HUES).hue(1), "rgb(204,204,204)");
});

test("a component's range holds all its values with some room", () => {
  const [low, high] = rangeOf([-1, 3]);
  assert.ok(low < -1 && high > 3);
  assert.ok(rangeOf([2, 2])[0] < 2);
});

test("the figure draws its places, and a stable rest differs from an unstable one in shape", () => {
  const coordinates = [
    [0, 1, 2],
    [20, 21, 22],
  ].map((values) => Float32Array.from(values));
  const { data, layout } = layoutCloud({
    coordinates,
    places: [2, 0],
    coloured: byLabel([0, 0, 1], HUES),
    titles: ["one", "three"],
    ranges: coordinates.map(rangeOf),
    rest: [
      { at: [1, 3], isStable: true },
      { at: [4, 6], isStable: false },
    ],
    hues: HUES,
    font: { family: "serif", size: 13 },
    tool: "lasso",
  });
  const [states, rest] = data;
  assert.deepEqual(
    [states.x, states.y, states.customdata],
    [
      [2, 0],
      [22, 20],
      [2, 0],
    ],
  );
  assert.deepEqual(
    [rest.x, rest.y],
    [
      [1, 4],
      [3, 6],
    ],
  );
  assert.notEqual(rest.marker.symbol[0], rest.marker.symbol[1]);
  assert.equal(layout.yaxis.title.text, "three");
  assert.equal(layout.yaxis.scaleanchor, "x");
});

test("an axis says which component it is and how much of the variance that holds", () => {
  const strings = { componentAxis: "component {number} ({percent} %)" };
  assert.equal(axisTitle(strings, 1, 0.1234), "component 2 (12 %)");
});

test("what is seen are two components, each in its range, or three that are turned, within one radius", () => {
  const sight = cloudSight();
  sight.receive(
    [
      [3, -1],
      [0, 2],
      [4, 0],
    ].map((values) => Float32Array.from(values)),
  );
  sight.measure();
  sight.look([0, 2], FIRST_TURN);
  assert.deepEqual(sight.pointOf(0), [3, 4]);
  assert.deepEqual(sight.inView([3, 0, 4]), [3, 4]);
  assert.deepEqual(sight.arms(), []);
  const [[left, right], [low, high]] = sight.ranges();
  assert.ok(left < -1 && right > 3 && low < 0 && high > 4 && right < 4);
  sight.look([0, 1, 2], { turn: 0, tilt: 0 });
  assert.deepEqual(sight.pointOf(1), [-1, 2]);
  assert.equal(sight.arms().length, 3);
  // The farthest place lies 5 from the middle, whichever way it is turned.
  assert.deepEqual(sight.ranges()[0], sight.ranges()[1]);
  assert.ok(sight.ranges()[0][1] > 5);
});

test("a cloud that is to be coloured by a label takes a unit's values until one is asked", () => {
  const given = { characters: ["a", "b"], mask: null, hues: HUES, values: null, high: 1 };
  assert.equal(coloured("label", given), null);
  assert.deepEqual(coloured("label", { ...given, values: [0, 1] }).range, [-1, 1]);
  assert.equal(coloured("label", { ...given, mask: [0, 255] }).shape(1), "diamond");
  assert.deepEqual(coloured("label", { ...given, mask: [0, 7] }).range, [0, 7]);
  const place = { quantity: "H", unit: 2, mask: [0, 255] };
  assert.notEqual(inkOf("unit", place).of, inkOf("unit", { ...place, unit: 3 }).of);
  assert.equal(inkOf("character", place).of, null);
});
