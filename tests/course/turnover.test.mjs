import assert from "node:assert/strict";
import { test } from "node:test";

import { parseTex } from "../../rnnviz/course/reader/tex.js";
import { brokenFormula } from "../../rnnviz/course/reader/turnover.js";
import { textOf } from "../../rnnviz/web/speech/items.js";

/** The only column of the only line: its equations, each with its sides, each with its terms. */
function equations(source) {
  const [[column]] = brokenFormula(parseTex(source));
  return column.map((sides) => sides.map((terms) => terms.map(textOf)));
}

test("a line ends before a relation or between two terms", () => {
  assert.deepEqual(equations("o = h_1 v_1 + h_2 v_2 + c"), [[["o", "=h1v1", "+h2v2", "+c"]]]);
});

test("a sum in a long bracket goes on in the next line, one in a short bracket does not", () => {
  assert.deepEqual(equations("H = f(X W + H V + b)"), [[["H", "=f(XW", "+HV", "+b)"]]]);
  assert.deepEqual(equations("H = Z \\odot H + (1 - Z) \\odot G"), [[["H", "=Z⊙H", "+(1−Z)⊙G"]]]);
});

test("a line ends between two brackets that are multiplied, and within one that is long", () => {
  assert.deepEqual(equations("p = \\left[ s \\right]^{d} \\left[ 1 - s \\right]^{e}"), [[["p", "=[s]d", "[1−s]e"]]]);
  assert.deepEqual(equations("L = -\\left[ (1 - d) l + d k \\right]"), [[["L", "=−[(1−d)l", "+dk]"]]]);
  assert.deepEqual(equations("c = \\left( \\sum_j w_j x_j + b + c \\right)"), [[["c", "=(∑jwjxj+b+c)"]]]);
});

test("a minus that belongs to its number is not parted from it", () => {
  assert.deepEqual(equations("L = -\\log \\hat y"), [[["L", "=−logŷ"]]]);
  assert.deepEqual(equations("-a - b"), [[["−a", "−b"]]]);
});

test("two equations are kept apart, and so are the steps of a chain", () => {
  assert.deepEqual(equations("a = b \\qquad c = d"), [[["a", "=b"]], [["c", "=d"]]]);
  assert.deepEqual(equations("e = x E = f"), [[["e", "=xE"], ["=f"]]]);
});

test("lines that are aligned are lines of columns", () => {
  const lines = brokenFormula(parseTex("a &= b \\\\ &= c + d"));
  assert.equal(lines.length, 2);
  assert.deepEqual(lines[1][1][0][0].map(textOf), ["=c", "+d"]);
});

test("what a newer equation has begins a line of its own and keeps its mark", () => {
  const [[[[terms]]]] = brokenFormula(parseTex("H = X W \\new{+ H V} + b"));
  assert.deepEqual(terms.map(textOf), ["H", "=XW", "+HV", "+b"]);
  assert.equal(terms[2][1].class, "new");
});

test("a plus that now comes first is still the plus between two terms", () => {
  const [[[[terms]]]] = brokenFormula(parseTex("a + b"));
  assert.deepEqual(terms[1][2], ["mo", { form: "infix" }, "+"]);
});
