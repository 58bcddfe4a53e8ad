// Run with `node --test tests/hall/*.test.mjs`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ballotAfter, ballotWith, ballotWords, choiceOf, NO_BALLOT } from "../../rnnviz/hall/assets/ballot.js";

const STRINGS = {
  choose: "Choose.",
  type: "Type.",
  given: "You have chosen.",
  sending: "Sending…",
  isOver: "It is over.",
  tooLate: "Too late.",
};
const QUESTION = { id: "a", text: "?", choices: ["x", "y"], isOver: false, mine: null, ofStage: false };
const after = (ballot, news) => ballotAfter(ballot, news, STRINGS);
const words = (ballot) => ballotWords(ballot, STRINGS);
const asked = after(NO_BALLOT, { question: QUESTION });
const sent = ballotWith(asked, 1);

test("a vote is on its way until the server has said that it is kept", () => {
  assert.equal(words(asked), "Choose.");
  assert.deepEqual([sent.pending, sent.question.mine, words(sent)], [{ question: "a", choice: 1 }, 1, "Sending…"]);
  const kept = after(sent, { voted: { question: "a", choice: 1, isLate: false } });
  assert.deepEqual([kept.pending, kept.question.mine, words(kept)], [null, 1, "You have chosen."]);
});

test("what is told of other things leaves the question as it is", () => {
  assert.equal(after(sent, { view: "step?t=2" }).question, sent.question);
  assert.deepEqual(after(sent, { view: "step?t=2" }), sent);
});

test("a vote that does not count says so until another question is asked", () => {
  const late = after(sent, { voted: { question: "a", choice: null, isLate: true } });
  assert.deepEqual([late.question.mine, words(late)], [null, "Too late."]);
  const refused = after(sent, { refused: "The disk is full." });
  assert.deepEqual([refused.pending, words(refused)], [null, "The disk is full."]);
  const next = after(refused, { question: { ...QUESTION, id: "b" } });
  assert.deepEqual([next.refused, words(next)], ["", "Choose."]);
  assert.equal(after(next, { question: null }).question, null);
});

test("nobody chooses where nothing is asked, or any more", () => {
  assert.equal(ballotWith(NO_BALLOT, 0), NO_BALLOT);
  const over = after(asked, { question: { ...QUESTION, isOver: true, truth: 1 } });
  assert.equal(ballotWith(over, 0), over);
  assert.equal(words(over), "It is over.");
});

test("a number counts as the choice whose range has it, and else as the last one", () => {
  const ranges = [
    [-0.5, -0.4],
    [0.2, 0.3],
    [0.3, 0.4],
  ];
  const found = [-0.45, -0.4, 0.3, 0.31, 0.41, 0, 1e300].map((value) => choiceOf(value, ranges));
  assert.deepEqual(found, [0, 0, 1, 2, 3, 3, 3]);
  assert.equal(words(after(NO_BALLOT, { question: { ...QUESTION, ranges: [[0, 1]] } })), "Type.");
});
