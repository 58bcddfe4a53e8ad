// A recorded training is replayed from its first row to its last, and halts where it is told to.

import assert from "node:assert/strict";
import { test } from "node:test";
import { replayed } from "../../rnnviz/site/assets/train/recording.js";

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
};
const moments = Object.fromEntries(present.checkpoints.map((step) => [step, { step, probe: { step } }]));

test("a recording goes from its first row to its last and is finished", async (context) => {
  let clock = 0;
  context.mock.method(performance, "now", () => clock);
  const run = replayed({ present, moments }, "no");
  const seen = async (query) => (await run.ask("present", query)).told;
  const first = await seen({});
  assert.deepEqual([first.status, first.rows, first.step, first.samples, first.probe.step], ["training", 1, 0, [], 0]);

  clock = 15_000;
  const half = await seen({ since: 1, probed: 0 });
  assert.deepEqual([half.step, half.metrics.step, half.checkpoints, half.probe.step], [2, [1, 2], [0, 2], 2]);

  await run.command("pause");
  clock = 90_000;
  assert.deepEqual([(await seen({})).status, (await seen({})).step], ["paused", 2]);
  await run.command("go_on");
  clock = 200_000;
  const last = await seen({ since: 3, samples: 1, reached: 1, probed: 5 });
  assert.deepEqual([last.status, last.step, last.metrics.loss], ["finished", 5, [1.5, 1, 0.5]]);
  assert.deepEqual([last.samples, last.reach, last.probe], [[{ step: 5, text: "ab" }], [{ step: 4 }], null]);
  assert.equal((await run.ask("moment", { step: "2" })).told.step, 2);
  assert.equal((await run.ask("replay", {})).refused, "no");
});
