import assert from "node:assert/strict";
import { test } from "node:test";

import { paceOf } from "../../rnnviz/live/assets/pace.js";

const races = (...paces) => paces.map((pace) => ({ now: { pace } }));

test("each press is a place faster, whichever of the networks has answered first", () => {
  const runs = races(5, 5, 5);
  const pace = paceOf(runs);
  assert.equal(pace.next(1), 20);
  assert.equal(pace.next(1), 50);
  // The second one's answer is of after both presses, the first one's still of before.
  runs[1].now.pace = 50;
  pace.confirm();
  assert.equal(pace.now(), 50);
  assert.equal(pace.next(1), 0);
});

test("once every network has the pace, theirs counts", () => {
  const runs = races(5, 5);
  const pace = paceOf(runs);
  pace.next(1);
  for (const run of runs) run.now.pace = 20;
  pace.confirm();
  for (const run of runs) run.now.pace = 1;
  assert.equal(pace.now(), 1);
});
