// Run with `node --test tests/hall/*.test.mjs`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { clockTime, countedTo } from "../../rnnviz/hall/assets/clock.js";
import { isOfChoices, toolOf, uncovers, wayOf } from "../../rnnviz/hall/assets/toolkeys.js";

const at = (key, more = {}) => ({ key, composedPath: () => [{ matches: () => false }], ...more });

test("a clicker's full stop is the black screen on every page", () => {
  assert.equal(toolOf(at(".")), "dark");
  assert.equal(toolOf(at("O")), "dark");
  assert.equal(toolOf(at("u")), "");
});

test("a clicker's b is the black screen of who lectures, and an answer of who does not", () => {
  assert.equal(toolOf(at("b")), "");
  for (const key of ["b", "B"]) assert.equal(toolOf(at(key), true), "dark");
  for (const key of ["a", "b", "C", "d"]) assert.ok(isOfChoices(at(key)), key);
  for (const key of ["e", "Enter", ".", "PageDown"]) assert.ok(!isOfChoices(at(key)), key);
  assert.ok(!isOfChoices(at("b", { ctrlKey: true })));
});

test("while the class is asked, Enter and a clicker go on, PageUp back, and nothing else is the question's", () => {
  for (const key of ["Enter", "PageDown"]) assert.equal(wayOf(at(key)), 1);
  assert.equal(wayOf(at("PageUp")), -1);
  for (const key of ["a", "u", "ArrowRight", "f", " ", "e"]) assert.equal(wayOf(at(key)), 0);
  // Enter acts on the button that has the focus.
  const onButton = { composedPath: () => [{ matches: (what) => what.startsWith("button") }] };
  assert.equal(wayOf(at("Enter", onButton)), 0);
  assert.equal(wayOf(at("PageDown", onButton)), 1);
});

test("whatever a clicker or a keyboard sends brings the picture back, but for what is the browser's", () => {
  for (const key of ["PageDown", "PageUp", "ArrowLeft", "Enter", "b", ".", "h", " "]) assert.ok(uncovers(at(key)), key);
  for (const key of ["Tab", "Shift", "Control", "F5"]) assert.ok(!uncovers(at(key)), key);
  assert.ok(!uncovers(at("r", { ctrlKey: true })));
});

test("what is typed, and what a browser does with a key, is no tool", () => {
  assert.equal(toolOf(at("p", { ctrlKey: true })), "");
  assert.equal(toolOf(at("p", { composedPath: () => [{ matches: () => true }] })), "");
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
