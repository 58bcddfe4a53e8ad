// Where a unit and its label disagree: runs of places, and the way from one to the next.

import assert from "node:assert/strict";
import test from "node:test";
import { sharesAt } from "../../rnnviz/units/view/assets/apart.js";
import { errorsAt, errorsOf, runAt, runBeside } from "../../rnnviz/units/view/assets/errorruns.js";

// The second half begins at place 4; at 0 and 1 of the first the unit is wrong, too.
const VALUES = [0.9, 0.9, 0.1, 0.9, 0.9, 0.8, 0.1, 0.9, 0.2];
const MASK = [0, 0, 0, 1, 0, 0, 0, 1, 1];

test("errors are runs of the second half, each as long as the unit is wrong in the same way", () => {
  assert.deepEqual(errorsAt(VALUES, MASK, 0.5, 1), { misses: [{ k: 8, end: 9 }], alarms: [{ k: 4, end: 6 }] });
});

test("of a unit that says yes below the threshold the same places are wrong when all is turned around", () => {
  const turned = VALUES.map((value) => -value);
  assert.deepEqual(errorsAt(turned, MASK, -0.5, -1), errorsAt(VALUES, MASK, 0.5, 1));
});

test("there are as many wrong places as the shares say", () => {
  for (const threshold of [0, 0.15, 0.5, 0.85, 1]) {
    const { misses, alarms } = errorsAt(VALUES, MASK, threshold, 1);
    const shares = sharesAt(VALUES, MASK, threshold, 1);
    const places = (runs) => runs.reduce((sum, { k, end }) => sum + end - k, 0);
    assert.equal(places(misses), 2 * (1 - shares.found));
    assert.equal(places(alarms), 3 * shares.alarms);
  }
});

test("a threshold that the reader has moved goes before the one found, and a label of numbers has none", () => {
  const own = { threshold: 0.5, direction: 1 };
  const finding = { told: { own }, values: VALUES, mask: MASK };
  assert.equal(errorsOf(finding, { threshold: null }).alarms.length, 1);
  assert.equal(errorsOf(finding, { threshold: 1 }).alarms.length, 0);
  assert.deepEqual(errorsOf({ ...finding, told: { own: { levels: [] } } }, { threshold: null }).alarms, []);
  assert.deepEqual(errorsOf(null, { threshold: null }).misses, []);
});

test("from any place one walks to the next run and to the one before, and stops at the ends", () => {
  const runs = [
    { k: 4, end: 6 },
    { k: 8, end: 9 },
  ];
  assert.equal(runAt(runs, 5), 0);
  assert.equal(runAt(runs, 7), -1);
  assert.deepEqual(
    [0, 4, 7, 8].map((k) => runBeside(runs, k, 1)),
    [0, 1, 1, null],
  );
  assert.deepEqual(
    [4, 5, 6, 8, 9].map((k) => runBeside(runs, k, -1)),
    [null, null, 0, 0, 1],
  );
});
