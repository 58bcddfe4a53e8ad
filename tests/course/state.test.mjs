import assert from "node:assert/strict";
import { test } from "node:test";

import { readerState } from "../../rnnviz/course/reader/state.js";

const DEFINITION = {
  numbers: { rate: { usual: 0.1, least: 0, most: 2, step: 0.01 } },
  choices: { cell: { usual: "rnn", of: ["rnn", "gru"] } },
};

test("a link brings values, answers, the section, and whether all is shown", () => {
  const state = readerState(DEFINITION, "?rate=0.5&cell=gru&answer_why=2&shown_why=on&section=loop&all=on");
  assert.deepEqual(state.values, { rate: 0.5, cell: "gru" });
  assert.deepEqual(state.answer("why"), { chosen: 2, isShown: true });
  assert.deepEqual(state.answer("other"), { chosen: null, isShown: false });
  assert.equal(state.section, "loop");
  assert.equal(state.isAll, true);
  assert.equal(state.isTouched, false);
  assert.deepEqual(state.inAddress(), {
    rate: "0.5",
    cell: "gru",
    answer_why: "2",
    shown_why: "on",
    all: "on",
    section: "loop",
  });
});

test("what is usual is not in the address, though its name is one of the address's", () => {
  const state = readerState(DEFINITION, "");
  state.answer("why");
  assert.deepEqual(state.inAddress(), {});
  assert.deepEqual(state.namesInAddress(), ["rate", "cell", "answer_why", "shown_why", "all", "section"]);
});

test("what is dragged keeps to the steps, what is computed to the bounds alone", () => {
  const state = readerState(DEFINITION, "");
  state.put({ rate: 0.123 }, true);
  assert.equal(state.values.rate, 0.12);
  state.put({ rate: 0.123 });
  assert.equal(state.values.rate, 0.123);
  state.put({ rate: 7, cell: "gru" });
  assert.deepEqual(state.values, { rate: 2, cell: "gru" });
});

test("an answer is open where it was shown, or all is", () => {
  const state = readerState(DEFINITION, "?shown_why=on");
  state.answer("why");
  const isOpen = (name) => state.seen({}).isOpen(name);
  assert.deepEqual([isOpen("why"), isOpen("other")], [true, false]);
  state.isAll = true;
  assert.deepEqual([isOpen("why"), isOpen("other")], [true, true]);
});

test("who follows a lecturer goes where the link says, and keeps what was chosen before", () => {
  const state = readerState(DEFINITION, "?answer_why=1&section=start");
  state.answer("why");
  state.answer("where");
  state.follow("?rate=1&shown_why=on&answer_where=3&section=loop");
  assert.equal(state.values.rate, 1);
  assert.deepEqual(state.answers, { why: { chosen: 1, isShown: true }, where: { chosen: 3, isShown: false } });
  assert.deepEqual([state.section, state.asked()], ["start", "loop"]);
});

test("what was answered before is found again where the address sets nothing, and a reader can begin anew", () => {
  const kept = { why: { chosen: 2, isShown: true } };
  const again = readerState(DEFINITION, "?section=loop&lang=en");
  again.recall(kept);
  assert.deepEqual(again.answer("why"), { chosen: 2, isShown: true });
  assert.equal(again.isAnswered(), true);
  again.put({ rate: 1 });
  again.isTouched = true;
  again.beginAnew();
  assert.deepEqual(again.answer("why"), { chosen: null, isShown: false });
  assert.deepEqual([again.values.rate, again.isAnswered(), again.isTouched], [0.1, false, false]);
  assert.deepEqual(again.inAddress(), { section: "loop" });

  for (const query of ["?rate=1", "?answer_why=1", "?shown_other=on", "?all=on"]) {
    const linked = readerState(DEFINITION, query);
    linked.recall(kept);
    assert.notDeepEqual(linked.answer("why"), kept.why, query);
  }
});
