import assert from "node:assert/strict";
import { test } from "node:test";

import { withSpaces } from "../../rnnviz/stage/assets/words/spaces.js";

const written = (...tokens) => withSpaces(tokens).join("");

test("words stand apart, and marks where one writes them", () => {
  assert.equal(written("the", "president", "(", "of", "France", ")", "came", "."), "the president (of France) came.");
  assert.equal(written("a", "cat", "of", "2026"), "a cat of 2026");
});

test("characters, Chinese words and tokens with spaces of their own stay as they are", () => {
  assert.equal(written("t", "o", " ", "b", "e"), "to be");
  assert.equal(written("e\u0301", "t", "e\u0301"), "e\u0301te\u0301");
  assert.equal(written("他", "向", "我", "表白"), "他向我表白");
  assert.equal(written("the", " cat", " sat"), "the cat sat");
});
