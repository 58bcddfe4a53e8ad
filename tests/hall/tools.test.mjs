// Run with `node --test tests/hall/*.test.mjs`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { clockTime, countedTo } from "../../rnnviz/hall/assets/clock.js";
import { toolOf, toolRows } from "../../rnnviz/hall/assets/toolkeys.js";
import { commandOf as commandOfTraining } from "../../rnnviz/live/assets/keys.js";
import { actionOf, choiceOf, commandOf } from "../../rnnviz/stage/assets/keys.js";

const at = (key, more = {}) => ({ key, composedPath: () => [{ matches: () => false }], ...more });
const KEYS = ["h", "p", "x", "o", "k", ".", "*", "#", "t", "z"];
// The keys of a chapter, of a question to the class, and of the built-in cells.
const OTHERS = ["a", "f", "?", "u", "v", "r", "g", "l", "m"];

test("no tool takes a key of the stage, of a training or of a chapter", () => {
  for (const key of KEYS) {
    assert.notEqual(toolOf(at(key), "/step"), "");
    for (const isPresenting of [false, true]) {
      assert.equal(actionOf(key, isPresenting), undefined);
      assert.equal(choiceOf(key, isPresenting), -1);
      const meaning = commandOfTraining(key, { hasRuns: true, isPresenting });
      if (toolOf(at(key), "/train")) assert.equal(meaning, undefined);
    }
    assert.equal(commandOf(key), undefined);
  }
  for (const key of OTHERS) assert.equal(toolOf(at(key), "/step"), "");
});

test("a full stop is a step of the training there, and the clicker's black screen elsewhere", () => {
  assert.equal(toolOf(at("."), "/train"), "");
  assert.equal(toolOf(at("."), "/softmax"), "dark");
  const keysAt = (path) => toolRows({}, path).map(([keys]) => keys);
  assert.deepEqual(keysAt("/train"), ["H", "P", "X", "O", "K", "< >", "*", "#", "T", "Z"]);
  assert.ok(keysAt("/step").includes("O ."));
});

test("what is typed, and what a browser does with a key, is no tool", () => {
  assert.equal(toolOf(at("p", { ctrlKey: true }), "/step"), "");
  assert.equal(toolOf(at("p", { composedPath: () => [{ matches: () => true }] }), "/step"), "");
});

test("a sign that no number has is a key in a field for a number, and a sign in any other", () => {
  const field = (isNumber) => ({
    matches: (selector) => selector.startsWith("input") || (isNumber && selector === "[data-takes=number]"),
  });
  const typed = (key, isNumber) => toolOf(at(key, { composedPath: () => [field(isNumber)] }), "/step");
  assert.deepEqual(
    ["*", "#", "p", "."].map((key) => typed(key, true)),
    ["add", "plan", "", ""],
  );
  assert.deepEqual(
    ["*", "#"].map((key) => typed(key, false)),
    ["", ""],
  );
});

test("minutes typed count down from now, with a plus from the end, and zero ends it", () => {
  const now = 1_000_000;
  assert.equal(countedTo("20", 0, now), now + 20 * 60_000);
  assert.equal(countedTo("+5", now + 60_000, now), now + 6 * 60_000);
  assert.equal(countedTo("+5", now - 60_000, now), now + 5 * 60_000);
  assert.equal(countedTo("0", now + 60_000, now), 0);
  for (const typed of ["", "soon", "-3", "1e9"]) assert.equal(countedTo(typed, 7, now), 7);
});

test("a countdown shows a second until it is over, and then the time since", () => {
  assert.equal(clockTime(20 * 60_000), "20:00");
  assert.equal(clockTime(20 * 60_000 - 1), "20:00");
  assert.equal(clockTime(59_000), "0:59");
  assert.equal(clockTime(-61_500), "1:01");
  assert.equal(clockTime(3_723_000), "1:02:03");
});
