// How a place moves, as a lecturer and a class would say it.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  cursor,
  fromAddress,
  isAtEnd,
  isCovered,
  isElsewhere,
  placeIn,
  reduce,
  toAddress,
  visible,
} from "../../rnnviz/stage/assets/cursor.js";

const small = { phases: ["input", "hidden", "logits", "predict"], outputPhase: 2, units: 8, isOutput: (k) => k < 6 };
const gated = {
  phases: ["reset", "update", "hidden", "logits", "predict"],
  outputPhase: 3,
  units: 5,
  isOutput: (k) => k < 6,
};
const outline = { T: 5, notations: ["row", "column"], tracks: [small] };
const both = { ...outline, tracks: [small, gated] };
const X = { kind: "input", phase: -1 };
const H = { kind: "state", phase: 1 };

function inputsSeen(place) {
  return [0, 1, 2, 3, 4].filter((t) => visible(place, X, t)).length;
}

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
  assert.equal(inputsSeen(place), 2);
  const jumped = after(place, { do: "step", by: 1 });
  assert.deepEqual([jumped.t, jumped.phase, isCovered(jumped)], [2, 1, true]);
  assert.equal(inputsSeen(jumped), 3);
});

test("what was revealed stays so, and what comes after it is covered", () => {
  const place = after(fromAddress({ t: 2, cover: 2 }, outline), { do: "guess", output: 3 }, { do: "reveal" });
  assert.deepEqual([place.phase, isCovered(place), place.guesses], [3, false, { 1: 3 }]);
  assert.equal(inputsSeen(place), 3);
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

test("a number is visible once its phase is done, and later ones only to a cell that reads from the right", () => {
  const place = fromAddress({ t: 3, phase: "input" }, outline);
  assert.deepEqual(
    [1, 2, 3].map((t) => visible(place, H, t)),
    [true, false, false],
  );
  assert.deepEqual(
    [1, 2, 3].map((t) => visible(place, { ...H, reversed: true }, t)),
    [true, false, true],
  );
  assert.equal(visible(after(place, { do: "phase", by: 1 }), H, 2), true);
  assert.equal(inputsSeen(place), 5);
});

test("the focus goes round the tracks and keeps the step, the phase of that name and what exists of the unit", () => {
  const place = fromAddress({ t: 2, phase: "logits", unit: 7 }, both);
  const there = reduce(place, { do: "focus", track: 1 }, both);
  assert.deepEqual([there.track, there.t, there.phase, there.unit], [1, 1, 3, 4]);
  assert.equal(toAddress(there, both).track, 2);
  assert.equal(reduce(there, { do: "focus", track: 2 }, both).track, 0);
  assert.equal(reduce(place, { do: "focus", track: -1 }, both).track, 1);
  assert.equal(reduce(place, { do: "focus", track: 0 }, both), place);
});

test("a phase that the other cell has not leads to the first one that is not done there", () => {
  const place = fromAddress({ t: 2, phase: "input" }, both);
  assert.equal(reduce(place, { do: "focus", track: 1 }, both).phase, 0);
  assert.equal(
    isElsewhere({ track: "2", phase: "input" }, fromAddress({ track: 2, phase: "input" }, both), both),
    true,
  );
});

test("the other tracks have their state when the focused one has its own, and predict with it", () => {
  const phases = small.phases.map((phase) => placeIn(fromAddress({ t: 2, phase }, both), 1, both).phase);
  assert.deepEqual(phases, [-1, 2, 3, 4]);
  const back = gated.phases.map((phase) => placeIn(fromAddress({ track: 2, phase }, both), 0, both).phase);
  assert.deepEqual(back, [-1, -1, 1, 2, 3]);
});

test("a cursor tells its listeners of every move, and of nothing else", () => {
  const at = cursor();
  const heard = [];
  at.enter(outline, fromAddress({ t: 4 }, outline));
  const leave = at.subscribe((place, before) => heard.push([before.t, place.t]));
  assert.equal(at.act({ do: "step", by: 1 }), true);
  assert.equal(at.act({ do: "step", by: 1 }), false);
  assert.equal(isAtEnd(at.place, outline), true);
  at.go({ t: 0 });
  leave();
  at.go({ t: 3 });
  assert.deepEqual(heard, [
    [3, 4],
    [4, 0],
  ]);
});
