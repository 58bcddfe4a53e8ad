import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { asFile, begunTasks, keepTask, takeFile } from "../../rnnviz/course/practice/keeping.js";
import {
  keepAnswer,
  keepFamily,
  keepQuestion,
  keyOfQuestion,
  read,
  results,
} from "../../rnnviz/web/results/results.js";
import { dayOf, EVERY_DAYS, finished, followed, fresh, isDue, RETURNS } from "../../rnnviz/web/results/schedule.js";
import { twoDecimals, typedNumber } from "../../rnnviz/web/typednumber.js";

const NOON = new Date(2026, 9, 29, 12).getTime();
const DAY = 24 * 3600 * 1000;
const TASK = {
  typed: { R: ["0.1", ""] },
  written: { R: "σ(X W_xr" },
  open: ["R"],
  help: 0,
  isWrong: false,
  isDone: false,
  worked: 3,
};
const alone = { isWrong: false, help: 0, quantities: 4, at: NOON };

function keep(family, kept, key) {
  keepFamily(family, fresh(4), () => kept);
  keepTask(key, TASK);
}

beforeEach(() => {
  const kept = new Map();
  globalThis.localStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => kept.set(key, text),
  };
});

test("a worked example fades by one quantity for two right ones in a row", () => {
  let kept = followed(fresh(4), 4, NOON);
  assert.equal(kept.worked, 3);
  const seen = [];
  for (let k = 0; k < 8; k += 1) {
    kept = finished(kept, alone);
    seen.push(kept.worked);
  }
  assert.deepEqual(seen, [3, 2, 2, 1, 1, 0, 0, 0]);
  assert.deepEqual([kept.tries, kept.alone, kept.due], [8, 8, []]);
});

test("what went wrong comes back at even distances until it was right on each of those days", () => {
  let kept = finished(followed(fresh(4), 4, NOON), { ...alone, isWrong: true });
  const today = dayOf(NOON);
  assert.deepEqual(
    kept.due,
    Array.from({ length: RETURNS }, (_, k) => today + EVERY_DAYS * (k + 1)),
  );
  assert.equal(isDue(kept, NOON + (EVERY_DAYS - 1) * DAY), false);
  for (let k = 1; k <= RETURNS; k += 1) {
    const at = NOON + k * EVERY_DAYS * DAY;
    assert.equal(isDue(kept, at), true);
    kept = finished(kept, { ...alone, at });
    assert.equal(isDue(kept, at), false);
  }
  assert.deepEqual(kept.due, []);
});

test("who has had an operation done for him has one quantity more worked, never the whole task", () => {
  const last = { ...fresh(4), worked: 3 };
  assert.equal(finished(last, { ...alone, help: 3 }).worked, 3);
  assert.equal(finished({ ...last, worked: 1 }, { ...alone, help: 3 }).worked, 2);
  assert.equal(finished({ ...last, worked: 1 }, { ...alone, help: 2 }).worked, 1);
  assert.equal(finished(last, { ...alone, help: 2 }).alone, 0);
  assert.equal(finished(last, { ...alone, help: 1 }).alone, 1);
});

test("days change at the reader's midnight", () => {
  const [before, after] = [new Date(2026, 10, 29, 23, 59), new Date(2026, 10, 30, 0, 1)].map((one) => one.getTime());
  assert.equal(dayOf(after) - dayOf(before), 1);
});

test("what is kept is found again, and neither tasks nor families of another tab are lost", () => {
  const kept = { ...fresh(4), worked: 3, at: NOON };
  keepTask("gru.step 7", TASK);
  assert.deepEqual(
    keepFamily("gru.step", fresh(4), () => kept),
    kept,
  );
  // Another tab has finished a task meanwhile: what this one changes, it changes of that.
  keepFamily("gru.step", fresh(4), (now) => finished(now, alone));
  assert.equal(keepFamily("gru.step", fresh(4), (now) => finished(now, alone)).alone, 2);
  keepFamily("rnn.step", fresh(1), (now) => now);
  assert.deepEqual(begunTasks()["gru.step 7"], TASK);
  assert.deepEqual(Object.keys(results().families), ["gru.step", "rnn.step"]);
  for (let k = 0; k < 40; k += 1) keepTask(`gru.step ${k + 100}`, TASK);
  const tasks = Object.keys(begunTasks());
  assert.equal(tasks.length < 20, true);
  assert.equal(tasks.at(-1), "gru.step 139");
  // Who has followed it twice, in two tabs, has one quantity to compute.
  assert.equal(followed(followed(fresh(4), 4, NOON), 4, NOON).worked, 3);
});

test("what is damaged costs nothing else", () => {
  keep("gru.step", { ...fresh(4), at: NOON }, "gru.step 7");
  const whole = JSON.parse(localStorage.getItem("rnnviz.practice"));
  whole.families["lstm.step"] = { worked: -1 };
  whole.families["rnn.step"] = { ...fresh(1), due: "soon" };
  whole.tasks["gru.step 8"] = { ...TASK, typed: { R: [7] } };
  whole.tasks["gru.step 9"] = { ...TASK, written: { R: "x".repeat(1e6) } };
  localStorage.setItem("rnnviz.practice", JSON.stringify(whole));
  assert.deepEqual(Object.keys(results().families), ["gru.step"]);
  assert.deepEqual(begunTasks(), { "gru.step 7": TASK });
  for (const text of ["", "null", "7", "[]", "{", '{"families":[]}', '{"families":{"a":null},"tasks":"x"}']) {
    assert.deepEqual(read(text), { families: {}, tasks: {} }, text);
  }
});

test("nothing is kept, and nothing fails, where a browser may keep nothing", () => {
  globalThis.localStorage = {
    getItem() {
      throw new Error("SecurityError");
    },
    setItem() {
      throw new Error("QuotaExceededError");
    },
  };
  keep("gru.step", fresh(4), "gru.step 7");
  assert.deepEqual(results(), { families: {}, tasks: {} });
});

test("a file takes what is kept to another browser, where what is newer stays", async () => {
  const [older, newer] = [
    { ...fresh(4), tries: 1, at: NOON - DAY },
    { ...fresh(4), tries: 9, at: NOON },
  ];
  keep("gru.step", newer, "gru.step 7");
  keep("lstm.step", older, "lstm.step 7");
  const file = await asFile().text();
  assert.equal(file.includes("gru.step 7"), false);
  keep("gru.step", older, "gru.step 8");
  keep("lstm.step", newer, "lstm.step 8");
  assert.deepEqual(takeFile(file, ["gru.step", "lstm.step", "softmax"]), ["gru.step", "lstm.step"]);
  const { families } = results();
  assert.deepEqual([families["gru.step"].tries, families["lstm.step"].tries], [9, 9]);
  assert.equal(takeFile(file.replace("gru.step", "<img>"), ["gru.step"]).length, 0);
  assert.equal(takeFile("no file", ["gru.step"]).length, 0);
  // A clock that runs ahead wins once, not for ever.
  assert.equal(takeFile(file.replaceAll(String(NOON), String(Date.now() + 9e9)), ["gru.step"]).length, 1);
  assert.equal(results().families["gru.step"].at <= Date.now(), true);
});

test("a number is taken as people type it, and nothing else is one", () => {
  for (const [text, value] of [
    ["0.31", 0.31],
    [" -1.5 ", -1.5],
    ["−1.5", -1.5],
    ["０．３１", 0.31],
    ["－０，５", -0.5],
    [".5", 0.5],
    ["+2", 2],
    ["1e-2", 0.01],
  ]) {
    assert.equal(typedNumber(text).value, value, text);
  }
  assert.deepEqual(typedNumber("0,31"), { value: 0.31, isComma: true });
  assert.equal(typedNumber("  ").value, null);
  for (const text of ["1e999", "NaN", "Infinity", "0x10", "1,2,3", "1.2,3", "--1", "½", "😀", "1 2", "9".repeat(400)]) {
    assert.equal(typedNumber(text).value, Number.NaN, text);
  }
});

test("numbers are written with two decimals, and 0 has no sign", () => {
  assert.deepEqual([0.314, -1.5, -0.004, 0, 12].map(twoDecimals), ["0.31", "−1.50", "0.00", "0.00", "12.00"]);
});

test("a question counts once a day, and one that was answered wrong comes back", (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: NOON });
  const key = keyOfQuestion("softmax", "scale");
  const kept = () => results().families[key];
  keepQuestion("softmax", "scale", false);
  // The answer has been seen: what is chosen now tells nothing.
  keepQuestion("softmax", "scale", true);
  assert.deepEqual([kept().tries, kept().alone, kept().inRow], [1, 0, 0]);
  assert.equal(isDue(kept(), NOON), false);
  assert.equal(isDue(kept(), NOON + EVERY_DAYS * DAY), true);
  t.mock.timers.setTime(NOON + EVERY_DAYS * DAY);
  keepQuestion("softmax", "scale", true);
  assert.deepEqual([kept().tries, kept().alone, kept().inRow], [2, 1, 1]);
  assert.equal(kept().due.length, RETURNS - 1);
  assert.deepEqual(Object.keys(results().families), [key]);
});

test("of questions that are never the same each answer counts", (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: NOON });
  keepAnswer("step", "gate", false);
  keepAnswer("step", "gate", true);
  keepAnswer("step", "terms", true);
  const { "step?gate": gate, "step?terms": terms } = results().families;
  assert.deepEqual([gate.tries, gate.alone, gate.due.length], [2, 1, RETURNS]);
  assert.deepEqual([terms.tries, terms.alone, terms.due], [1, 1, []]);
});

test("an answer costs no task that was begun", () => {
  keepTask("gru.step 7", TASK);
  keepAnswer("step", "gate", true);
  assert.deepEqual(begunTasks(), { "gru.step 7": TASK });
});
