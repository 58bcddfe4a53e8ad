// Run with `node --test tests/stage/*.test.mjs`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sideBySide } from "../../rnnviz/stage/assets/panels/geometry.js";
import { placeUnder } from "../../rnnviz/stage/assets/panels/underlayout.js";

const ROOM = { width: 900, letter: 20, beside: 200 };
const piece = (expression, wide, letters = "x") => ({ expression, letters, wide });
const PIECES = [piece(null, 2.8), piece("kept", 8), piece("written", 8), piece(null, 4.6, null)];

/** Where pieces begin and end. */
function edges(places, pieces) {
  return places.map((x, k) => [x - 10 * pieces[k].wide, x + 10 * pieces[k].wide]);
}

test("things that have room stand where they are wanted, and neighbours without share what is missing", () => {
  assert.deepEqual(sideBySide([100, 300], [50, 50], 0, 400), [100, 300]);
  assert.deepEqual(sideBySide([100, 100], [50, 50], 0, 400), [75, 125]);
  assert.deepEqual(sideBySide([0, 10, 300], [50, 50, 50], 0, 400), [25, 75, 300]);
  assert.deepEqual(sideBySide([390, 390], [50, 50], 0, 400), [325, 375]);
  assert.equal(sideBySide([100, 100], [50, 51], 0, 100), null);
});

test("each term stands under its part, its quantity before it and the value under what is made", () => {
  const parts = { computed: 40, made: 820, termAt: (e) => ({ kept: 227, written: 460 })[e] };
  const { numbers, letters } = placeUnder(PIECES, parts, ROOM);
  assert.deepEqual(numbers.slice(1), [227, 460, 820]);
  assert.equal(edges(numbers, PIECES)[0][1], edges(numbers, PIECES)[1][0]);
  assert.deepEqual(letters, numbers);
});

test("terms at the right yield to what stands beside their letters, and none overlaps another", () => {
  const parts = { computed: 40, made: 820, termAt: (e) => ({ kept: 600, written: 700 })[e] };
  const { numbers } = placeUnder(PIECES, parts, ROOM);
  const ends = edges(numbers, PIECES);
  for (let k = 1; k < ends.length; k += 1) assert.ok(ends[k][0] >= ends[k - 1][1] - 1e-9);
  assert.ok(ends[2][1] <= ROOM.width - ROOM.beside + 1e-9);
  assert.ok(ends[3][1] <= ROOM.width);
});

test("without parts of their own all stand together around what computes them; without room there is no place", () => {
  const gate = { computed: 400, made: 400, termAt: () => null };
  assert.deepEqual(placeUnder(PIECES, gate, ROOM), { numbers: [400], letters: [400] });
  const last = placeUnder(PIECES, { ...gate, computed: 880 }, ROOM);
  assert.ok(last.numbers[0] + 10 * 23.4 <= ROOM.width + 1e-9);
  assert.ok(last.letters[0] + 10 * 18.8 <= ROOM.width - ROOM.beside + 1e-9);
  assert.equal(placeUnder(PIECES, gate, { ...ROOM, width: 400 }), null);
});
