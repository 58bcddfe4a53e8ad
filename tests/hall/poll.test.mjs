// Run with `node --test tests/hall/*.test.mjs`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { freshView } from "../../rnnviz/hall/assets/plans.js";
import { paceWords, presentWords } from "../../rnnviz/hall/assets/poll.js";

test("the lecturer reads how many are lost, and nothing where nobody complains", () => {
  const strings = { faster: "Faster", slower: "Slower", lost: "Lost" };
  assert.equal(paceWords({ faster: 0, slower: 1, lost: 2 }, strings), "Slower 1 · Lost 2");
  assert.equal(paceWords({ faster: 0, slower: 0, lost: 0 }, strings), "");
  assert.equal(paceWords({}, strings), "");
});

test("the lecturer reads what to do where there are more than a room takes", () => {
  const strings = { present: "{present} here, {following} follow", nobody: "nobody", roomFull: "Full: open another." };
  const news = { present: 600, following: 599, isCrowded: true };
  assert.equal(presentWords(news, strings), "600 here, 599 follow · Full: open another.");
  assert.equal(presentWords({ ...news, isCrowded: false }, strings), "600 here, 599 follow");
  assert.equal(presentWords({ present: 0, following: 0, isCrowded: false }, strings), "nobody");
});

test("a view of a plan has no answers in it, whatever was answered when it was added", () => {
  assert.equal(freshView("softmax?section=loss&answer_shift=2&shown_shift=on"), "softmax?section=loss");
  assert.equal(freshView("softmax?shown_shift=on"), "softmax");
  assert.equal(freshView("step?t=3&changes=H0.1%3D1"), "step?t=3&changes=H0.1%3D1");
});
