import assert from "node:assert/strict";
import { test } from "node:test";

import { peaks } from "../../rnnviz/units/view/assets/extremes.js";
import { at, below, layoutLines } from "../../rnnviz/units/view/assets/lines.js";
import { orderBy } from "../../rnnviz/units/view/assets/overview.js";
import { moved, placeIn, secondOf, wordsOf } from "../../rnnviz/units/view/assets/place.js";
import { inText, visible } from "../../rnnviz/units/view/assets/symbols.js";

const laid = (text, columns, wide = "猫😀") => {
  const characters = [...text];
  const widths = characters.map((one) => (wide.includes(one) ? "2" : "1")).join("");
  return layoutLines(characters, widths, columns);
};
const rows = (text, lines) =>
  Array.from({ length: lines.count }, (_, k) => [...text].slice(lines.starts[k], lines.starts[k + 1]).join(""));

test("every character stands on a line once, none beyond the last column but a line break", () => {
  for (const text of [
    "",
    "a",
    "\n\n",
    "one two three\nfour",
    "x".repeat(500),
    "猫".repeat(99),
    "a\tb 😀 c\n".repeat(40),
  ]) {
    for (const columns of [2, 10, 33]) {
      const lines = laid(text, columns);
      assert.equal(rows(text, lines).join(""), text);
      [...text].forEach((one, k) => {
        const end = lines.column[k] + lines.wide[k];
        assert.ok(end <= columns + (one === "\n" ? 1 : 0) || lines.column[k] === 0, `${one} ends at ${end}`);
        if (k > 0 && lines.line[k] === lines.line[k - 1]) {
          assert.equal(lines.column[k], lines.column[k - 1] + lines.wide[k - 1]);
        }
      });
    }
  }
});

test("a word goes to the next line whole, a long one is cut, and a tab ends at a fourth column", () => {
  assert.deepEqual(rows("aaa bbb ccc", laid("aaa bbb ccc", 8)), ["aaa bbb ", "ccc"]);
  assert.deepEqual(rows("a bbbbbbbbbbbb", laid("a bbbbbbbbbbbb", 8)), ["a bbbbbb", "bbbbbb"]);
  assert.equal(laid("ab\tc", 20).column[3], 4);
  assert.equal(laid("\tc", 20).column[1], 4);
});

test("down and up keep the column, and end at the text's ends", () => {
  const lines = laid("abcdef\nxy\nlonger", 20);
  assert.equal(below(lines, 4, 1), 9);
  assert.equal(below(lines, 1, 1), 8);
  assert.equal(below(lines, 8, 1), 11);
  assert.equal(below(lines, 2, -1), 0);
  assert.equal(below(lines, 12, 1), 15);
  assert.equal(at(laid("猫猫猫", 20), 0, 3), 1);
});

test("a place stays within the text and the quantity's units, and its link counts from 1", () => {
  const counted = { least: 1, most: 99, first: 1, sentences: { unfit: "{value}?" } };
  const fields = [
    { name: "quantity", kind: "words", usual: "H", isSource: false },
    { name: "unit", kind: "whole", usual: "1", isSource: false, ...counted },
    { name: "k", kind: "whole", usual: "1", isSource: false, ...counted },
  ];
  const bounds = { count: 10, units: (name) => ({ H: 4, C: 2 })[name] ?? 0 };
  const place = placeIn(fields, new URLSearchParams("unit=3&k=x"));
  assert.deepEqual([place.quantity, place.unit, place.k], ["H", 2, 0]);
  assert.equal(moved(place, { unit: 9 }, bounds).unit, 3);
  assert.equal(moved(place, { k: -1 }, bounds).k, 0);
  assert.equal(moved(place, { k: Number.NaN }, bounds).k, 0);
  assert.deepEqual(
    [moved(place, { quantity: "C" }, bounds)].map((one) => [one.quantity, one.unit]),
    [["C", 1]],
  );
  assert.equal(moved(place, { quantity: "Q" }, bounds).quantity, "H");
  assert.deepEqual(wordsOf(fields, moved(place, { k: 4 }, bounds)), { unit: "3", k: "5" });
  assert.deepEqual(secondOf({ second: "forward.H.12" }), { quantity: "forward.H", unit: 11 });
  assert.equal(secondOf({ second: "" }), null);
});

test("the highest places lie apart, and units stand by their scores, those without one last", () => {
  const values = Float64Array.from({ length: 100 }, (_, k) => Math.cos(k / 8));
  const found = peaks(values, 3, 8);
  assert.equal(found[0], 0);
  assert.equal(found[1], 50);
  assert.ok(found.every((k, j) => found.slice(0, j).every((other) => Math.abs(other - k) >= 8)));
  assert.deepEqual(orderBy([0.2, undefined, 0.9, 0.2], 4), [2, 0, 3, 1]);
  assert.deepEqual(orderBy(null, 3), [0, 1, 2]);
});

test("a character without a picture is shown by a sign", () => {
  assert.deepEqual(["\n", "\t", " ", "\u0007", "a"].map(visible), ["↵", "⇥", "␣", "U+0007", "a"]);
  assert.deepEqual(["\n", " ", "\u0007", "猫"].map(inText), ["↵", " ", "·", "猫"]);
});
