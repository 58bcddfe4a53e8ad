// The losses of a cell, drawn beside its map.

import assert from "node:assert/strict";
import { test } from "node:test";
import { costs } from "../../rnnviz/course/chapters/evolution/figures/costs.js";

const LOSSES = [0.001, 0.003, 0.01, 0.05, 0.2, 0.9];
const WORDS = { loss: "loss", guessing: "a guess", onceOf: "one text: {loss}", streamOf: "in a stream: {loss}" };

/** All marks of a kind, however deep they lie. */
const marks = (tree, kind) =>
  Array.isArray(tree) ? [...(tree[0] === kind ? [tree] : []), ...tree.flatMap((one) => marks(one, kind))] : [];

test("no row's words lie under the dots of the other, on a desk and on a phone", () => {
  for (const box of [
    { width: 600, height: 380, u: 15 },
    { width: 350, height: 470, u: 15 },
  ]) {
    const drawn = costs({ once: LOSSES, stream: LOSSES }, box, WORDS, 2);
    const words = marks(drawn, "text").filter((text) => /one text|in a stream/.test(JSON.stringify(text)));
    const dots = marks(drawn, "circle");
    assert.deepEqual([words.length, dots.length], [2, 2 * LOSSES.length]);
    for (const [, { y }] of words) {
      for (const [, { cy, r }] of dots) assert.ok(cy + r < y - 0.8 * box.u || cy - r > y, `${y} and ${cy}`);
    }
  }
});
