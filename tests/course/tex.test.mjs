import assert from "node:assert/strict";
import { test } from "node:test";

import { parseTex } from "../../rnnviz/course/reader/tex.js";
import { textOf } from "../../rnnviz/web/speech/items.js";

const SYMBOLS = { z: { hue: "input" }, ŷ: { hue: "output" } };

test("a fraction has what is above and what is below", () => {
  const [tag, , above, below] = parseTex("\\frac{e^{z_k}}{\\sum_j e^{z_j}}", SYMBOLS);
  assert.equal(tag, "mfrac");
  assert.equal(textOf(above), "ezk");
  assert.equal(textOf(below), "∑jezj");
});

test("a quantity carries its hue and, with its index, its name", () => {
  assert.deepEqual(parseTex("z_1", SYMBOLS), [
    "mrow",
    { class: "letter hue-input", "data-symbol": "z_1" },
    ["msub", {}, ["mi", {}, "z"], ["mn", {}, "1"]],
  ]);
  assert.equal(parseTex("\\hat y_2", SYMBOLS)[1]["data-symbol"], "ŷ_2");
  assert.equal(parseTex("x_1", SYMBOLS)[0], "msub");
});

test("lines are aligned where the marks say so", () => {
  const table = parseTex("a &= b \\\\ &= c");
  assert.equal(table[0], "mtable");
  assert.equal(table.length - 2, 2);
});

test("words keep their spaces", () => {
  assert.deepEqual(parseTex("\\text{for every k}"), ["mtext", {}, "for every k"]);
});

test("a command that the chapters do not use, and a bracket too many, are refused", () => {
  assert.throws(() => parseTex("\\foo"), /\\foo is none of the TeX commands/);
  assert.throws(() => parseTex("a}"), /one bracket too many/);
});
