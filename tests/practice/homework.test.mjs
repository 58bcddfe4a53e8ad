import assert from "node:assert/strict";
import { test } from "node:test";

import { triesOf } from "../../rnnviz/course/practice/tries.js";
import { lineOf, responseOf, tasksOf, untouched } from "../../rnnviz/course/homework/kept.js";

// As `program.py` has a family: six quantities, each with three operations before it.
const NAMES = ["I", "F", "O", "C_tilde", "C", "H"];
const LSTM = {
  wanted: NAMES.map((target, node) => ({ target, node })),
  entries: NAMES.flatMap((of, k) =>
    ["a", "b", "c", ""].map((part) => ({ name: part ? `${of}.${part}` : of, of, node: k })),
  ),
};
const DONE = {
  ...untouched(),
  isDone: true,
  help: 2,
  typed: Object.fromEntries(LSTM.entries.map(({ name }) => [name, ["-0.12", "−1.345"]])),
};
const BEGUN = { ...untouched(), isWrong: true, typed: { F: ["0,5", "a;b=c~d %"], "I.a": ["", "😀"] } };

test("what is kept of each task is found again, whatever was typed", () => {
  const tasks = [{ ...BEGUN, tried: 2 }, DONE, untouched()];
  const programs = [LSTM, LSTM, LSTM];
  const [begun, done, third] = tasksOf(lineOf(tasks, programs, 4096), programs);
  assert.deepEqual(begun, { ...BEGUN, tried: 2, typed: { "I.a": ["", "😀"], F: ["0.5", "a;b=c~d %"] } });
  assert.deepEqual(done.typed.I, ["-0.12", "-1.345"]);
  assert.deepEqual([done.isDone, done.help, Object.keys(done.typed).length], [true, 2, 24]);
  assert.deepEqual(third, untouched());
});

test("at the limit operations go first, then what is not done, and never that a task is", () => {
  const programs = Array.from({ length: 35 }, () => LSTM);
  const all = programs.map((_, k) => (k % 2 ? DONE : { ...DONE, isDone: false }));
  const whole = lineOf(all, programs, 1e6);
  assert.equal(whole.length > 4096, true);
  for (const most of [4096, 2000, 200, 139]) {
    const line = lineOf(all, programs, most);
    assert.equal(line.length <= most, true);
    assert.deepEqual(
      tasksOf(line, programs).map((one) => one.isDone),
      all.map((one) => one.isDone),
    );
  }
  const [first, second] = tasksOf(lineOf(all, programs, 4096), programs);
  assert.deepEqual(Object.keys(second.typed), NAMES);
  assert.equal("I.a" in first.typed, false);
});

test("a line that is damaged costs only the tasks that it is damaged in", () => {
  const programs = [LSTM, LSTM, LSTM];
  const line = lineOf([DONE, DONE, DONE], programs, 4096);
  const [first, , third] = tasksOf(line.replace("~1", "~\u0000<b>"), programs);
  assert.deepEqual([first.isDone, third.isDone], [true, true]);
  assert.equal(tasksOf(line.replace("~1", "~x"), programs)[1].isDone, false);
  for (const broken of [
    "",
    "~~~~",
    "{}",
    "1",
    "103;zz=1 2",
    "103;0=%E0%A4%A",
    "109;0=1",
    "10312;0=1",
    line.slice(0, 100),
  ]) {
    assert.equal(tasksOf(broken, programs).length, 3, broken);
  }
  assert.equal(tasksOf("103;0=%E0%A4%A~103;0=1 2", programs)[0].isDone, true);
});

test("a response has the quantities that are numbers, as the command grades them", () => {
  assert.equal(
    responseOf({ ...BEGUN, typed: { I: ["0,31", "−1"], F: ["x", "1"], "I.a": ["1", "2"] } }, LSTM),
    "I=0.31 -1",
  );
  assert.equal(responseOf(untouched(), LSTM), "");
});

test("of a few tries only what was handed in and not changed since is told", () => {
  const verdict = { right: true, follows: true, slip: "" };
  const judged = { R: verdict, Z: verdict };
  assert.equal(triesOf(0, untouched()).told(judged, {}), judged);
  const state = untouched();
  const tries = triesOf(2, state);
  assert.deepEqual(tries.told(judged, { R: ["1"], Z: ["2"] }), {});
  tries.handIn({ R: ["1"], Z: ["2"] });
  assert.deepEqual([tries.left(), tries.isSpent(), state.tried], [1, false, 1]);
  assert.deepEqual(tries.told(judged, { R: ["1"], Z: ["3"] }), { R: verdict });
  // Who comes again has his tries, and not what he was told.
  const again = triesOf(2, state);
  assert.deepEqual(again.told(judged, { R: ["1"], Z: ["2"] }), {});
  again.handIn({ R: ["1"] });
  assert.equal(again.isSpent(), true);
  assert.equal(triesOf(2, { ...state, isDone: true }).isSpent(), false);
});
