import assert from "node:assert/strict";
import { test } from "node:test";

import { schedule } from "../../rnnviz/course/reader/schedule.js";
import { readerState } from "../../rnnviz/course/reader/state.js";

const NUMBERS = { k: { usual: 0, least: 0, most: 100, step: 1 } };
// What Python has computed.
const GIVEN = { most: 13 };

const CHOICES = { seen: { usual: "no", of: ["no", "yes"] } };

/** A chapter without a document: its pictures are the values that it drew; time goes by `tick`. */
function chapterOf({ actions = {}, trainings = [], mayMove = true } = {}) {
  const state = readerState({ numbers: NUMBERS, choices: CHOICES }, "");
  const drawn = [];
  let time = 1000;
  let frame = null;
  let painted = null;
  const clock = {
    now: () => time,
    frame: (run) => {
      frame = run;
      return 1;
    },
    cancel: () => {
      frame = null;
    },
    afterPaint: (run) => ({
      ask: () => {
        painted = run;
      },
      stop: () => {},
    }),
    mayMove,
  };
  const options = { draw: () => drawn.push(state.values.k), given: () => GIVEN, isThere: () => true, clock };
  const pace = schedule({ actions, trainings }, state, options);
  /** The next frame, and what follows when it is painted; false where nobody has asked for one. */
  function tick(milliseconds = 16) {
    time += milliseconds;
    const now = frame;
    frame = null;
    now?.(time);
    const after = painted;
    painted = null;
    after?.();
    return Boolean(now);
  }
  return { state, pace, drawn, tick };
}

test("the first change is drawn at once, and all others before the next frame with this", () => {
  const { pace, drawn, tick, state } = chapterOf();
  for (const k of [1, 2, 3]) pace.change({ k }, true);
  assert.deepEqual(drawn, [1]);
  assert.ok(state.isTouched);
  tick();
  assert.deepEqual(drawn, [1, 3]);
  pace.change({ k: 4 }, true);
  assert.deepEqual(drawn, [1, 3, 4]);
  tick();
  assert.equal(tick(), false, "nothing asks for a frame where nothing changes");
});

test("an action changes once; one that runs does so with each frame, until its end or a second press", () => {
  const walk = { start: () => ({ k: 10 }), frame: ({ k }, ms) => (k >= 13 ? null : { k: k + Math.round(ms / 16) }) };
  const { pace, drawn, tick, state } = chapterOf({ actions: { double: ({ k }) => ({ k: 2 * k + 2 }), walk } });
  pace.run("double");
  assert.deepEqual(drawn, [2]);
  pace.run("walk");
  assert.ok(pace.isRunning("walk"));
  for (let k = 0; k < 10; k += 1) tick();
  assert.equal(state.values.k, 13);
  assert.equal(pace.isRunning("walk"), false);
  pace.run("walk");
  tick();
  pace.run("walk");
  assert.equal(pace.isRunning("walk"), false);
});

test("what is covered is uncovered by one action, and covered by the same one", () => {
  const { pace, state } = chapterOf({ actions: { see: { uncovers: "seen" } } });
  for (const seen of ["yes", "no"]) {
    pace.run("see");
    assert.equal(state.values.seen, seen);
    assert.equal(pace.isRunning("see"), false);
  }
  assert.ok(state.isTouched);
});

test("an action reads what Python has computed, as figures do, at once, at its start and with each frame", () => {
  const most = {
    start: ({ given }) => ({ k: given.most - 3 }),
    frame: ({ k, given }) => (k < given.most ? { k: k + 1 } : null),
  };
  const { pace, tick, state } = chapterOf({ actions: { end: ({ given }) => ({ k: given.most }), most } });
  pace.run("end");
  assert.equal(state.values.k, GIVEN.most);
  pace.run("most");
  assert.equal(state.values.k, GIVEN.most - 3);
  while (tick());
  assert.equal(state.values.k, GIVEN.most);
  assert.equal(pace.isRunning("most"), false);
});

test("a hand on a number ends what runs", () => {
  const { pace } = chapterOf({ actions: { on: { frame: ({ k }) => ({ k: k + 1 }) } } });
  pace.run("on");
  pace.change({ k: 5 });
  assert.ok(pace.isRunning("on"));
  pace.change({ k: 5 }, true);
  assert.equal(pace.isRunning("on"), false);
});

test("an action may run another one after its own beginning", () => {
  const actions = {
    again: { start: () => ({ k: 1 }), runs: "on" },
    on: { start: ({ k }) => ({ k: k + 50 }), frame: () => null },
  };
  const { pace, state } = chapterOf({ actions });
  pace.run("again");
  assert.ok(pace.isRunning("on"));
  assert.equal(state.values.k, 51);
});

test("a training takes its slices between the frames, and is drawn now and then", () => {
  let done = 0;
  const training = {
    isBehind: ({ k }) => done < k,
    slice: () => {
      done += 1;
    },
  };
  for (const [mayMove, most] of [
    [true, 10],
    [false, 3],
  ]) {
    done = 0;
    const { pace, drawn, tick } = chapterOf({ trainings: [training], mayMove });
    pace.change({ k: 50 }, true);
    let frames = 0;
    while (tick(20)) frames += 1;
    assert.equal(done, 50);
    assert.ok(frames >= 50);
    assert.ok(drawn.length > 1 && drawn.length <= most + 3, `${drawn.length} pictures`);
  }
});

test("nothing is trained for a chapter that is no longer there", () => {
  const training = { isBehind: () => true, slice: () => assert.fail() };
  const state = readerState({ numbers: NUMBERS }, "");
  let train = null;
  const clock = {
    now: () => 0,
    frame: () => 1,
    cancel: () => {},
    afterPaint(run) {
      train = run;
      return { ask: () => {}, stop: () => {} };
    },
    mayMove: true,
  };
  schedule({ trainings: [training] }, state, { draw: () => {}, given: () => ({}), isThere: () => false, clock });
  train();
});
