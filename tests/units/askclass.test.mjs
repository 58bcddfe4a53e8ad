import assert from "node:assert/strict";
import { test } from "node:test";

import { questionFor } from "../../rnnviz/units/view/assets/askclass.js";
import { ASKED, askedOf, REVEALED, VERDICTS } from "../../rnnviz/units/view/assets/guess.js";

const place = { label: "quotes", quantity: "H", unit: 70, how: "mean", guess: ASKED };
const verdict = { tells: true, matters: false };

test("a class is asked once the answer is known, and the answer is the verdict's", () => {
  assert.equal(questionFor(place, null), null);
  assert.equal(questionFor({ ...place, guess: null }, verdict), null);
  assert.equal(questionFor({ ...place, label: "" }, verdict), null);
  const { about, truth } = questionFor(place, verdict);
  assert.equal(VERDICTS[truth], "tellsOnly");
  assert.equal(about.choices[truth].say, "tellsOnly");
  assert.equal(about.given.symbol, "H[71]");
});

test("another unit is another question, another place in the text is not", () => {
  const { key } = questionFor(place, verdict);
  assert.equal(questionFor({ ...place, k: 9 }, verdict).key, key);
  assert.notEqual(questionFor({ ...place, unit: 71 }, verdict).key, key);
});

test("who follows sees the verdict with the class, and whether the own answer was right", () => {
  assert.deepEqual(askedOf(null), { guess: null, vote: null, words: "" });
  const text = "What will the test find of H[71]?";
  assert.deepEqual(askedOf({ text, isOver: false, mine: null }), { guess: ASKED, vote: -1, words: text });
  assert.deepEqual(askedOf({ text, isOver: false, mine: 1 }), { guess: ASKED, vote: 1, words: text });
  assert.deepEqual(askedOf({ text, isOver: true, mine: null }), { guess: REVEALED, vote: null, words: "" });
  assert.deepEqual(askedOf({ text, isOver: true, mine: 2 }), { guess: "mattersOnly", vote: null, words: "" });
});
