import assert from "node:assert/strict";
import { test } from "node:test";

import { fitting, inkOf, shareOf, textsOf } from "../../rnnviz/live/assets/page/ink.js";
import { alongRows, isCheckpoint, placeOfStep, rowSteps, sides } from "../../rnnviz/live/assets/page/rows.js";

const writing = { step: 8, tokens: [..."xthe qe"], p: [0.9, 0.2, 1, 0.04, 0.4, 0.7], words: [[1, 4]] };

test("letters are the darker the likelier they were, and real words the darkest", () => {
  const pieces = inkOf(writing, textsOf(writing.tokens));
  assert.deepEqual(
    pieces.map(({ text, ink }) => [text, ink]),
    [
      ["x", 0],
      ["the", "word"],
      [" ", 0],
      ["q", 3],
      ["e", 4],
    ],
  );
  assert.deepEqual(inkOf({ ...writing, words: null }, ["x", "t", "h"]).at(-1), { text: "h", ink: 2 });
});

test("of blanks that follow one another a row has the first, and ends of lines can be seen", () => {
  assert.deepEqual(textsOf([..."a  b\n   c"]), ["a", " ", "", "b", "↵", "", "", "", "c"]);
  // What is left out takes no ink from what stands around it.
  const pieces = inkOf({ step: 0, tokens: [..."a  b"], p: [0.9, 0.9, 0.1], words: null }, ["a", " ", "", "b"]);
  assert.deepEqual(
    pieces.map(({ text }) => text),
    ["a", " ", "b"],
  );
});

test("the share of a writing in real words is that of its characters", () => {
  assert.equal(shareOf(writing), 3 / 7);
  assert.equal(shareOf({ ...writing, words: null }), null);
});

test("a row has as many characters as fit whole", () => {
  assert.equal(
    fitting(["a", "b", "字", "c"], 3.9, (text) => (text === "字" ? 2 : 1)),
    2,
  );
  assert.equal(
    fitting(["a", "b"], 10, () => 1),
    2,
  );
});

test("rows are what was written, and the checkpoints to come", () => {
  assert.deepEqual(rowSteps([], 20), [0, 1, 2, 3, 4, 6, 8, 11, 16, 20]);
  assert.deepEqual(rowSteps([0, 1, 2, 3], 9), [0, 1, 2, 3, 4, 6, 8, 9]);
  assert.deepEqual(rowSteps([0, 1, 2, 3, 5], null), [0, 1, 2, 3, 5]);
  assert.deepEqual(rowSteps([0, 1, 2], 2), [0, 1, 2]);
  const all = rowSteps([], 3000).slice(0, -1);
  assert.deepEqual(all, Array.from({ length: 3000 }, (_, k) => k).filter(isCheckpoint));
});

test("a step stands between the rows in proportion", () => {
  const rows = [0, 1, 2, 4, 8];
  assert.deepEqual(
    [0, 1, 3, 5, 8, 99].map((step) => placeOfStep(rows, step)),
    [0, 1, 2.5, 3.25, 4, 4],
  );
});

test("a line along the rows is the mean of the steps that share a place", () => {
  const line = { steps: [0, 1, 2, 3, 4, 5, 6, 7, 8], valueAt: (k) => (k === 0 ? null : k) };
  assert.deepEqual(alongRows(line, [0, 4, 8], 2), [
    [0.5, (1 + 2) / 2],
    [1, (3 + 4) / 2],
    [1.5, (5 + 6) / 2],
    [2, (7 + 8) / 2],
  ]);
});

test("the words of two lines never share a place", () => {
  const line = (at, prefers = "right") => ({ at, prefers });
  assert.deepEqual(sides([line(20, "left"), line(60), line(90), line(195)], 20, 200), [
    "left",
    "right",
    "right",
    "left",
  ]);
  // Too close for both: the right one has its own side, the left one goes to the other.
  assert.deepEqual(sides([line(60), line(70)], 20, 200), ["left", "right"]);
  assert.deepEqual(sides([line(5), line(10), line(15)], 20, 200), ["", "", "right"]);
});
