import assert from "node:assert/strict";
import { test } from "node:test";

import { fitted, fromQuery, readNumber, readText, toQuery, written } from "../../rnnviz/course/reader/values.js";

const RATE = { usual: 0.1, least: 0, most: 2, step: 0.01 };
const STEPS = { usual: 3, least: 1, most: 50, step: 1, whole: true };

test("a number that fits is taken, however it is written", () => {
  for (const [text, value] of [
    ["0.5", 0.5],
    [" 1,25 ", 1.25],
    ["+2", 2],
    ["5e-1", 0.5],
    [".3", 0.3],
    ["−0", -0],
  ]) {
    assert.deepEqual(readNumber(RATE, text), { value });
  }
});

test("whatever else is typed is answered by a message of its own", () => {
  const problems = {
    "": "empty",
    "  ": "empty",
    abc: "notNumber",
    NaN: "notNumber",
    "1e400": "tooFar",
    Infinity: "notNumber",
  };
  for (const [text, problem] of Object.entries(problems)) assert.equal(readNumber(RATE, text).problem, problem, text);
  assert.equal(readNumber(RATE, "-1").problem, "tooFar");
  assert.equal(readNumber(RATE, "0x10").problem, "notNumber");
  assert.equal(readNumber(RATE, "1-1").problem, "notNumber");
  assert.equal(readNumber(STEPS, "1.5").problem, "steps");
  assert.equal(readNumber(STEPS, "abc").problem, "steps");
  assert.ok(readNumber(RATE, "x".repeat(5000)).text.length < 30);
});

test("a drag stays within the bounds and on the steps", () => {
  assert.equal(fitted(RATE, 0.30000001), 0.3);
  assert.equal(fitted(RATE, 9), 2);
  assert.equal(fitted(STEPS, -4), 1);
  assert.equal(written(RATE, -0.5), "−0.50");
});

test("an address holds what is not usual, and reads back as the same values", () => {
  const definition = {
    numbers: { rate: RATE, steps: STEPS },
    choices: { kind: { usual: "tanh", of: ["tanh", "relu"] } },
  };
  const values = { rate: 0.37, steps: 3, kind: "relu" };
  const query = toQuery(definition, values);
  assert.deepEqual(query, { rate: "0.37", kind: "relu" });
  assert.deepEqual(fromQuery(definition, new URLSearchParams(query)), values);
});

test("an address full of nonsense shows what is usual", () => {
  const query = new URLSearchParams({ rate: "1e999", steps: "<b>", kind: "__proto__" });
  const definition = {
    numbers: { rate: RATE, steps: STEPS },
    choices: { kind: { usual: "tanh", of: ["tanh", "relu"] } },
  };
  assert.deepEqual(fromQuery(definition, query), { rate: 0.1, steps: 3, kind: "tanh" });
});

test("a number may be a word, and a text has its own characters", () => {
  const word = { usual: 1, least: 0, most: 2, step: 1, whole: true, words: ["cats", "drink", "tea"] };
  assert.deepEqual(readNumber(word, " Tea "), { value: 2 });
  assert.deepEqual(readNumber(word, "dogs"), { problem: "unknown", text: "dogs" });
  assert.deepEqual(readNumber(word, ""), { problem: "noWord", text: "" });
  assert.equal(written(word, 0), "cats");
  const text = { usual: "the", longest: 4, of: "abcdeht " };
  assert.deepEqual(readText(text, "a th"), { value: "a th" });
  assert.deepEqual(readText(text, ""), { value: "" });
  assert.deepEqual(readText(text, "a1"), { problem: "strange", text: "1" });
  assert.deepEqual(readText(text, "abcde"), { problem: "tooLong", text: "abcde" });
  const read = (query) => fromQuery({ texts: { text } }, new URLSearchParams(query));
  assert.deepEqual([read("text=he"), read("text=h3"), read("")], [{ text: "he" }, { text: "the" }, { text: "the" }]);
  assert.deepEqual(toQuery({ texts: { text } }, { text: "he" }), { text: "he" });
});
