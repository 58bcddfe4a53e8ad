import assert from "node:assert/strict";
import { test } from "node:test";

import { addition } from "../../rnnviz/live/assets/addition.js";

const read = (digits) => Number(digits.replace("−", "-"));

test("a small step is seen in the weight that it moves", () => {
  assert.deepEqual(addition(-5.8650934, 0.0007142), { first: "−5.865093", second: "0.000714", sum: "−5.864379" });
  assert.deepEqual(addition(2.5, -0.25), { first: "2.500", second: "−0.250", sum: "2.250" });
  assert.deepEqual(addition(1.5, 0), { first: "1.50", second: "0.00", sum: "1.50" });
});

test("the written sum is that of the written numbers", () => {
  for (let k = 1; k <= 300; k += 1) {
    const [a, b] = [7 * Math.sin(k), Math.cos(3 * k) / 10 ** (k % 7)];
    const { first, second, sum } = addition(a, b);
    assert.ok(Math.abs(read(first) + read(second) - read(sum)) < 1e-11, `${first} + ${second} = ${sum}`);
    assert.ok(Math.abs(read(second) - b) <= 0.0051 * Math.abs(b));
  }
});

test("what is too small to be written out is a power of ten", () => {
  assert.equal(addition(1, 1e-30).second, "1.0·10⁻³⁰");
});
