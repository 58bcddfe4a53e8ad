// Run with `node --test tests/web/*.test.mjs`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { curvesOf } from "../../rnnviz/course/reader/sound.js";
import { axes, curve, scale } from "../../rnnviz/course/plot/plot.js";
import { powerOfTen } from "../../rnnviz/web/numbers.js";
import { noteLength, noteOf, panOf, rowOf, sampled } from "../../rnnviz/web/sound/notes.js";
import { readSettings } from "../../rnnviz/web/sound/settings.js";

const SIGNED = { low: -1, high: 1 };
const GATE = { low: 0, high: 1 };
const close = (a, b) => assert.ok(Math.abs(a - b) < 1e-9, `${a} is not ${b}`);

test("a scale is two octaves: its middle is one above its low end, and as far below its high one", () => {
  for (const ends of [SIGNED, GATE, { low: -1e-9, high: 1e-9 }, { low: 3, high: 900 }]) {
    const { low, high } = ends;
    const [bottom, middle, top] = [low, (low + high) / 2, high].map((value) => noteOf(value, ends).frequency);
    close(middle, 2 * bottom);
    close(top, 2 * middle);
  }
  close(noteOf(0.5, SIGNED).frequency / noteOf(0, SIGNED).frequency, Math.SQRT2);
  assert.equal(noteOf(7, SIGNED).frequency, noteOf(1, SIGNED).frequency);
  assert.equal(noteOf(Number.NEGATIVE_INFINITY, SIGNED).frequency, noteOf(-1, SIGNED).frequency);
});

test("only what is below zero has noise in it", () => {
  for (const value of [0, -0, 1e-9, 1]) assert.equal(noteOf(value, SIGNED).noise, 0);
  for (const value of [-1e-9, -0.5, -1]) assert.ok(noteOf(value, SIGNED).noise > 0);
  assert.equal(noteOf(0, GATE).noise, 0);
});

test("what is no number is a rest that takes its time", () => {
  const row = rowOf([0.5, Number.NaN, null, -0.5], SIGNED, { length: 0.25 });
  assert.deepEqual(
    row.map(({ start, gain, noise }) => [start, gain > 0, noise > 0]),
    [
      [0, true, false],
      [0.25, false, false],
      [0.5, false, false],
      [0.75, true, true],
    ],
  );
});

test("a row that never changes stays on its note, in the middle of a scale without extent", () => {
  const row = rowOf([0.3, 0.3, 0.3], SIGNED, { length: 0.1 });
  assert.equal(new Set(row.map(({ frequency }) => frequency)).size, 1);
  close(noteOf(5, { low: 5, high: 5 }).frequency, noteOf(0, SIGNED).frequency);
});

test("a row goes from the left ear to the right; of two networks one is left and one right", () => {
  const pans = (values, how) => rowOf(values, GATE, { length: 1, ...how }).map(({ pan }) => pan);
  assert.deepEqual(pans([0, 0, 0, 0, 0]), [-1, -0.5, 0, 0.5, 1]);
  assert.deepEqual(pans([0]), [0]);
  assert.deepEqual(pans([0, 1], { pan: panOf(0, 2) }), [-1, -1]);
  assert.deepEqual([panOf(0, 2), panOf(1, 2), panOf(1, 3), panOf(0, 1)], [-1, 1, 0, undefined]);
});

test("many notes are short ones, none too short to be heard, and speed is what it says", () => {
  assert.ok(noteLength(6) > noteLength(100) && noteLength(100) > noteLength(1000));
  assert.equal(noteLength(1000), noteLength(5000));
  close(noteLength(6, 4), noteLength(6) / 4);
});

test("a curve is heard at places as far from one another, whatever its points are, and is silent in its gaps", () => {
  const line = [
    [0, 0],
    [1, 1],
    [10, 10],
  ];
  sampled(line, 11).forEach((value, k) => void close(value, k));
  assert.deepEqual(
    sampled(
      [
        [0, 4],
        [1, Number.NaN],
        [1, 6],
        [2, 6],
      ],
      3,
    ),
    [4, 6, 6],
  );
  assert.ok(
    Number.isNaN(
      sampled(
        [
          [0, 4],
          [1, Number.NaN],
          [1, 6],
          [2, 6],
        ],
        5,
      )[1],
    ),
  );
  assert.deepEqual(sampled([[3, 8]], 5), [8]);
});

test("a figure's curve is heard on its own axis: tanh goes from the low end, with noise, to the high one", () => {
  const [x, y] = [scale([-4, 4], [0, 400]), scale([-1, 1], [300, 0])];
  const line = Array.from({ length: 81 }, (_, k) => [x.at(k / 10 - 4), y.at(Math.tanh(k / 10 - 4))]);
  const other = [scale([0, 1], [0, 400]), scale([-3, 0], [700, 400])];
  const powers = [
    [0, 700],
    [400, 400],
  ];
  const picture = [
    ["g", {}, ...axes(x, y, { u: 10, ticksY: [-1, 0, 1] }), ...axes(...other, { u: 10, written: powerOfTen })],
    [[curve(line, "state"), null], curve(powers, "loss", "thin")],
    ["path", { class: "area", d: "M0,0L1,1" }],
  ];
  const [tanh, decades, ...more] = curvesOf(picture);
  assert.equal(more.length, 0);
  const heard = rowOf(tanh.values, tanh.scale, { length: 1 });
  const share = ({ frequency }) => Math.log2(frequency / noteOf(0, GATE).frequency) / 2;
  assert.ok(share(heard[0]) < 0.01 && share(heard.at(-1)) > 0.99);
  heard.forEach((one, k) => void assert.equal(one.noise > 0, k < heard.length / 2));
  // An exponent below zero is a small number, and not one below zero.
  const small = rowOf(decades.values, decades.scale, { length: 1 });
  assert.ok(small.every(({ noise }) => noise === 0));
  close(share(small[0]), 0);
  close(share(small.at(-1)), 1);
});

test("sound is off until asked for, and settings that were written by something else are as usual", () => {
  for (const text of [null, "", "no", "[]", "3", '{"isOn":1,"speed":1e9,"volume":"loud"}'])
    assert.deepEqual(readSettings(text), { isOn: false, speed: 1, volume: 0.7 });
  const chosen = { isOn: true, speed: 2, volume: 0 };
  assert.deepEqual(readSettings(JSON.stringify(chosen)), chosen);
});
