// How a place moves, as a lecturer and a class would say it.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  fromAddress,
  isCovered,
  isElsewhere,
  reduce,
  toAddress,
  visibleInputs,
} from "../../rnnviz/stage/assets/cursor.js";

const outline = {
  T: 5,
  phases: ["input", "hidden", "logits", "predict"],
  outputPhase: 2,
  units: 8,
  notations: ["row", "column"],
  isOutput: (k) => k < 6,
};

function after(place, ...actions) {
  return actions.reduce((now, action) => reduce(now, action, outline), place);
}

test("an address and the place it names are the same thing", () => {
  const asked = { t: 3, phase: "hidden", unit: 2, notation: "column", view: "sum", char: 4, cover: 5 };
  const place = fromAddress(asked, outline);
  assert.deepEqual(toAddress(place, outline), asked);
  assert.equal(isElsewhere(asked, place, outline), false);
});

test("what does not exist falls back to the nearest that does", () => {
  const asked = { t: "99", phase: "forget", unit: "-3", char: "70", notation: "<b>" };
  const place = fromAddress(asked, outline);
  assert.deepEqual(toAddress(place, outline), { t: 5, phase: "predict", unit: 1, notation: "row" });
  assert.equal(isElsewhere(asked, place, outline), true);
});

test("phases lead into the next step and back, and stop at both ends", () => {
  const start = fromAddress({ t: 1, phase: "input" }, outline);
  assert.equal(after(start, { do: "phase", by: -1 }), start);
  const end = after(start, ...Array(19).fill({ do: "phase", by: 1 }));
  assert.deepEqual([end.t, end.phase], [4, 3]);
  assert.equal(after(end, { do: "phase", by: 1 }), end);
  assert.deepEqual(after(end, ...Array(19).fill({ do: "phase", by: -1 })), start);
});

test("an action that changes nothing gives the very same place", () => {
  const place = fromAddress({ t: 5 }, outline);
  assert.equal(after(place, { do: "step", by: 1 }), place);
  assert.equal(after(place, { do: "unit", by: -1 }), place);
  assert.equal(after(place, { do: "reveal" }), place);
});

test("under the cover a step stops before its prediction, and the next inputs are not seen", () => {
  const place = after(fromAddress({ t: 2 }, outline), { do: "cover" });
  assert.deepEqual([place.t, place.phase, isCovered(place)], [1, 1, true]);
  assert.equal(visibleInputs(place, outline), 2);
  const jumped = after(place, { do: "step", by: 1 });
  assert.deepEqual([jumped.t, jumped.phase, isCovered(jumped)], [2, 1, true]);
  assert.equal(visibleInputs(jumped, outline), 3);
});

test("what was revealed stays so, and what comes after it is covered", () => {
  const place = after(fromAddress({ t: 2, cover: 2 }, outline), { do: "guess", output: 3 }, { do: "reveal" });
  assert.deepEqual([place.phase, isCovered(place), place.guesses], [3, false, { 1: 3 }]);
  assert.equal(visibleInputs(place, outline), 3);
  const there = after(place, { do: "step", by: 1 });
  assert.equal(isCovered(there), true);
  assert.equal(isCovered(after(there, { do: "step", by: -1 })), false);
  assert.equal(isCovered(after(there, { do: "cover" })), false);
});

test("going on by phases into the output layer takes the cover off that step only", () => {
  const place = fromAddress({ t: 2, phase: "hidden", cover: 2 }, outline);
  const there = after(place, { do: "phase", by: 1 });
  assert.deepEqual([there.phase, there.cover, isCovered(there)], [2, 2, false]);
  const next = after(there, { do: "phase", by: 1 }, { do: "phase", by: 1 });
  assert.deepEqual([next.t, next.phase, isCovered(next)], [2, 0, true]);
});

test("a digit brings a panel up, and the same digit takes it away", () => {
  const place = fromAddress({}, outline);
  const alone = after(place, { do: "zoom", panel: "memory" });
  assert.equal(alone.zoom, "memory");
  assert.equal(after(alone, { do: "zoom", panel: "memory" }).zoom, "");
});
