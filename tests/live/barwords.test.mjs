// Run with `node --test tests/live/*.test.mjs`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barOf, paceWords } from "../../rnnviz/live/assets/barwords.js";

const strings = {
  ...{ train: "Train", again: "Again", pause: "Pause", goOn: "Go on", fullSpeed: "full speed" },
  ...{ stepOf: "{step} of {steps}", atStep: "at {step}", stepsASecond: "{count}/s" },
  ...{ minutes: "{minutes} min", remaining: "{seconds} s left", speed: "{speed} c/s", seconds: "{seconds} s" },
};
const context = { strings, count: String, guest: null };
const run = (now, seconds = []) => ({ now, metrics: { seconds } });
const view = (more = {}) => ({ runs: [], mode: "none", isOwner: true, isTelling: false, ...more });
const TRAINING = view({ mode: "training", runs: [run({ step: 50, steps: 200 })], pace: 0 });

test("the button says what it does next", () => {
  const modes = ["none", "waiting", "training", "paused", "finished", "gone"];
  assert.deepEqual(
    modes.map((mode) => barOf(view({ mode }), context).train),
    ["Train", "Pause", "Pause", "Go on", "Again", "Again"],
  );
});

test("who only watches steers nothing, and a guest begins nothing", () => {
  assert.ok(barOf({ ...TRAINING, isOwner: false }, context).isLocked);
  assert.equal(barOf({ ...TRAINING, isOwner: false }, context).tempo, null);
  assert.ok(!barOf(view({ mode: "finished", isOwner: false }), context).isLocked);
  const guest = (steers) => ({ ...context, guest: { steers } });
  assert.deepEqual(
    [barOf(TRAINING, guest(true)), barOf(TRAINING, guest(false)), barOf(view(), guest(true))].map(
      (one) => one.isSteered,
    ),
    [true, false, false],
  );
});

test("a race has come as far as its runs on average, and is told by the one that is ahead", () => {
  const race = view({
    mode: "training",
    runs: [run({ step: 50, steps: 200 }), run({ step: 150, steps: 200 }), run(null)],
  });
  assert.deepEqual([barOf(race, context).share, barOf(race, context).where], [1 / 3, "150 of 200"]);
  const late = view({ mode: "training", runs: [run(null), run({ step: 50, steps: 200 })] });
  assert.deepEqual([barOf(late, context).share, barOf(late, context).where], [1 / 8, "50 of 200"]);
  const open = view({ mode: "training", runs: [run({ step: 7, steps: null })] });
  assert.deepEqual([barOf(open, context).share, barOf(open, context).where], [null, "at 7"]);
  assert.deepEqual([barOf(view(), context).share, barOf(view(), context).where], [null, ""]);
});

test("the time that is left comes first, in minutes where it is long", () => {
  const words = (now, seconds, mode = "training") => paceWords({ runs: [run(now, seconds)], mode }, context);
  assert.deepEqual(words({ remaining: 20.2, speed: 1234 }, [1, 3.04]), ["21 s left", "1200 c/s", "3.0 s"]);
  assert.deepEqual(words({ remaining: 200 }, []), ["3 min"]);
  assert.deepEqual(words({ remaining: 200, speed: 10 }, [2], "paused"), ["10 c/s", "2.0 s"]);
});
