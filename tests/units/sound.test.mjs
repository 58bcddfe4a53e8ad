// Run with `node --test tests/units/*.test.mjs`.
import assert from "node:assert/strict";
import { test } from "node:test";

import { voicesAlong, voicesAt } from "../../rnnviz/units/view/assets/sound.js";

const COUNT = 300;
const scale = { low: -1, high: 1 };
const unit = (of) => ({ name: "H[1]", values: Float64Array.from({ length: COUNT }, (_, k) => of(k)), scale });
const rising = unit((k) => -1 + (2 * k) / (COUNT - 1));
const falling = unit((k) => 1 - (2 * k) / (COUNT - 1));
const close = (a, b) => assert.ok(Math.abs(a - b) < 1e-6, `${a} is not ${b}`);
// 220 Hz is the low end, and the high one is two octaves above.
const pitch = (value) => 220 * 4 ** ((value + 1) / 2);

test("a unit is heard from a line's first place on, a note a character, from the left ear to the right", () => {
  const { voices, to, length } = voicesAlong([rising], { from: 40, count: COUNT, speed: 1 });
  assert.equal(to, 160);
  const [{ notes }] = voices;
  assert.equal(notes.length, 120);
  notes.forEach(({ frequency, start, noise }, k) => {
    close(frequency, pitch(rising.values[40 + k]));
    close(start, k * length);
    assert.equal(noise > 0, rising.values[40 + k] < 0);
  });
  assert.deepEqual([notes[0].pan, notes.at(-1).pan], [-1, 1]);
});

test("at the end of the text fewer places are heard, and at twice the speed each is half as long", () => {
  const usual = voicesAlong([rising], { from: 290, count: COUNT, speed: 1 });
  assert.equal(usual.voices[0].notes.length, 10);
  close(voicesAlong([rising], { from: 290, count: COUNT, speed: 2 }).length, usual.length / 2);
});

test("of two units the chosen one is in the left ear and the line's in the right", () => {
  const { voices } = voicesAlong([rising, falling], { from: 0, count: COUNT, speed: 1 });
  assert.deepEqual(
    voices.map(({ notes }) => [...new Set(notes.map(({ pan }) => pan))]),
    [[-1], [1]],
  );
  assert.ok(voices[0].notes[5].frequency < voices[1].notes[5].frequency);
});

test("a step plays its number, a single unit's from where the place lies in the text", () => {
  const at = (heard, k) => voicesAt(heard, { k, count: COUNT, speed: 1 }).map(({ notes: [one] }) => one);
  const [last] = at([rising], COUNT - 1);
  close(last.frequency, 880);
  assert.equal(last.pan, 1);
  assert.equal(at([rising], 0)[0].pan, -1);
  assert.deepEqual(
    at([rising, falling], 7).map(({ pan }) => pan),
    [-1, 1],
  );
});
