import assert from "node:assert/strict";
import test from "node:test";

import { breakingPoints } from "../../rnnviz/stage/assets/words/breaks.js";

/** The signs before which a line may begin. */
function breaksOf(...texts) {
  const points = breakingPoints(texts);
  return texts.map((text, k) => `${text}${k}`).filter((_, k) => points[k] && /^[=+⊙−]/.test(texts[k]));
}

test("a product in brackets stays in one line, and so does the sum around it if it is short", () => {
  const gru = ["H", "=", "tanh", "(", "XtWxh", "+", "(", "Rt", "⊙", "Ht−1", ")", "Whh", "+", "bh", ")"];
  assert.deepEqual(breaksOf(...gru), ["=1", "+5", "+12"]);
  assert.deepEqual(breaksOf("F", "=", "σ", "(", "XtWxf", "+", "Ht−1Whf", "+", "bf", ")"), ["=1"]);
});

test("a long sum breaks at its signs, the factor behind it before its sign", () => {
  const slope = ["∂A", "=", "(", "∂L/∂Ot", "Whq", "+", "∂L/∂At+1", "Whh", ")", "⊙", "(", "1", "−", "Ht²", ")"];
  assert.deepEqual(breaksOf(...slope), ["=1", "+5", "⊙9"]);
});
