// A recorded training is replayed from its first row to its last, and halts where it is told to.

import assert from "node:assert/strict";
import { test } from "node:test";
import { replayed } from "../../rnnviz/site/assets/train/recording.js";
import { pointsOf } from "../../rnnviz/site/assets/train/under.js";

const STEPS = [0, 1, 2, 3, 4, 5];
const present = {
  rows: STEPS.length,
  checkpoints: [0, 2, 5],
  metrics: { step: STEPS, loss: STEPS.map((step) => 3 - step / 2) },
  reach: [{ step: 0 }, { step: 4 }],
  samples: [
    { step: 1, text: "a" },
    { step: 5, text: "ab" },
  ],
  writings: [{ step: 0 }, { step: 5 }],
  verdict: ["It has learnt."],
};
const moments = Object.fromEntries(present.checkpoints.map((step) => [step, { step, probe: { step } }]));

test("a recording goes from its first row to its last and is finished", async (context) => {
  let clock = 0;
  context.mock.method(performance, "now", () => clock);
  const run = replayed({ present, moments }, "no");
  const seen = async (query) => (await run.ask("present", query)).told;
  const first = await seen({});
  assert.deepEqual([first.status, first.rows, first.step, first.samples, first.probe.step], ["training", 1, 0, [], 0]);
  // Its verdict comes at its end.
  assert.deepEqual([first.writings, first.verdict], [[{ step: 0 }], []]);

  clock = 15_000;
  const half = await seen({ since: 1, probed: 0 });
  assert.deepEqual([half.step, half.metrics.step, half.checkpoints, half.probe.step], [2, [1, 2], [0, 2], 2]);

  await run.command("pause");
  clock = 90_000;
  assert.deepEqual([(await seen({})).status, (await seen({})).step], ["paused", 2]);
  await run.command("go_on");
  clock = 200_000;
  const last = await seen({ since: 3, samples: 1, reached: 1, written: 1, probed: 5 });
  assert.deepEqual([last.writings, last.verdict], [[{ step: 5 }], ["It has learnt."]]);
  assert.deepEqual([last.status, last.step, last.metrics.loss], ["finished", 5, [1.5, 1, 0.5]]);
  assert.deepEqual([last.samples, last.reach, last.probe], [[{ step: 5, text: "ab" }], [{ step: 4 }], null]);
  assert.equal((await run.ask("moment", { step: "2" })).told.step, 2);
  assert.equal((await run.ask("replay", {})).refused, "no");
});

test("below the next training lies what was measured on unseen text, else the losses, few points and the last", () => {
  const step = Array.from({ length: 1300 }, (_, k) => k);
  const loss = step.map((k) => 3 - k / 1000);
  const unmeasured = step.map(() => null);
  const validation = step.map((k) => (k % 500 === 0 ? loss[k] + 0.1 : null));
  assert.deepEqual(pointsOf({ step, loss, validation }), [
    [0, loss[0] + 0.1],
    [500, loss[500] + 0.1],
    [1000, loss[1000] + 0.1],
  ]);
  const found = pointsOf({ step, loss: loss.with(3, Number.NaN), validation: unmeasured });
  assert.equal(found.length, Math.ceil(1299 / 3) + 1);
  assert.deepEqual(found.at(-1), [1299, loss[1299]]);
  assert.ok(found.every(([, value]) => Number.isFinite(value)));
});
