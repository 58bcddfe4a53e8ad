import assert from "node:assert/strict";
import { test } from "node:test";

import { withSpan } from "../../rnnviz/units/view/assets/brush.js";

test("spans that were marked stand in the link in order, counted from 1, and those that touch become one", () => {
  assert.equal(withSpan("", 4, 9), "5-10");
  assert.equal(withSpan("5-10", 30, 20), "5-10,21-31");
  assert.equal(withSpan("5-10,21-31", 10, 12), "5-13,21-31");
  assert.equal(withSpan("5-13,21-31", 2, 40), "3-41");
});
