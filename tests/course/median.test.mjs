import assert from "node:assert/strict";
import { test } from "node:test";

import { median } from "../../rnnviz/course/maths/median.js";

test("half of the numbers lie on either side of the median, whatever their order and without changing them", () => {
  const odd = [10, 9, 100];
  assert.equal(median(odd), 10);
  assert.deepEqual(odd, [10, 9, 100]);
  assert.equal(median([4, 100, -2, 10]), 7);
  assert.equal(median([3]), 3);
});
