// Run with `node --test tests/stage/*.test.mjs`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { movedByKey, movedTo, notched } from "../../rnnviz/stage/assets/hands/spanmoves.js";

const HOLD = { kind: "hold", quantity: "H", units: [0], from: 2, to: 4, value: 0.5 };
const ROOM = { T: 6, scale: [-1, 1] };
const moved = (key, part, hold = HOLD) => movedByKey(key, part, hold, ROOM);

test("a value is one of a hundred steps of its scale, and none beyond", () => {
  assert.equal(notched(0.507, [0, 1]), 0.51);
  assert.equal(notched(7, [-1, 1]), 1);
  assert.equal(notched(-7, [-3.5, 3.5]), -3.5);
});

test("keys move the ends of a span, which do not pass each other, nor leave the text", () => {
  assert.deepEqual([moved("ArrowLeft", "from"), moved("ArrowUp", "to")], [{ from: 1 }, { to: 5 }]);
  assert.deepEqual(moved("ArrowRight", "from", { ...HOLD, from: 4 }), { from: 4 });
  assert.deepEqual(moved("ArrowLeft", "from", { ...HOLD, from: 0 }), { from: 0 });
  assert.deepEqual(moved("ArrowDown", "to", { ...HOLD, to: 2 }), { to: 2 });
  assert.deepEqual(moved("ArrowRight", "to", { ...HOLD, to: 5 }), { to: 5 });
});

test("keys move a value by a twentieth of its scale, or to an end", () => {
  assert.ok(Math.abs(moved("ArrowDown", "value").value - 0.4) < 1e-9);
  assert.deepEqual([moved("Home", "value"), moved("End", "value")], [{ value: -1 }, { value: 1 }]);
  assert.deepEqual([moved("Home", "from"), moved("a", "value"), moved("a", "to")], [null, null, null]);
});

test("a span is drawn from where it began, in either direction", () => {
  assert.deepEqual(movedTo("new", 1, HOLD, 3), { from: 1, to: 3 });
  assert.deepEqual(movedTo("new", 5, HOLD, 3), { from: 3, to: 5 });
  assert.deepEqual([movedTo("from", 5, HOLD), movedTo("to", 0, HOLD)], [{ from: 4 }, { to: 2 }]);
});
