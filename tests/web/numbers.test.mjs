import assert from "node:assert/strict";
import { test } from "node:test";

import {
  alike,
  toldApart,
  bracketed,
  numberedMessage,
  factor,
  fill,
  full,
  inShort,
  percent,
  powerOfTen,
  rough,
  short,
  subscript,
  superscript,
} from "../../rnnviz/web/numbers.js";

test("a number has three significant digits and a real minus sign", () => {
  assert.equal(short(0.14234), "0.142");
  assert.equal(short(-1.37649), "−1.38");
  assert.equal(short(12.345), "12.3");
  assert.equal(short(0.00123456), "0.00123");
  assert.equal(short(1), "1.00");
  assert.equal(short(0), "0");
});

test("where there is little room it has two decimals, and near 0 no sign", () => {
  assert.deepEqual([0.14234, -1.37649, 0, -0.004, 0.006].map(rough), ["0.14", "−1.38", "0", "0.00", "0.01"]);
  assert.deepEqual([9.994, 9.996, -123.4].map(rough), ["9.99", "10.0", "−123"]);
});

test("very small and very large numbers are powers of ten", () => {
  assert.equal(short(0.000012), "1.2·10⁻⁵");
  assert.equal(short(-200000), "−2.0·10⁵");
  assert.equal(short(1e300), "1.0·10³⁰⁰");
  assert.equal(short(Infinity), "∞");
});

test("a whole part keeps all its digits, since none of them is a guess", () => {
  assert.equal(short(12345), "12345");
  assert.equal(short(999.7), "1000");
  assert.equal(short(999.4), "999");
});

test("full shows every digit of the number", () => {
  assert.equal(full(-0.1), "−0.1");
  assert.equal(full(0.1 + 0.2), "0.30000000000000004");
  assert.equal(full(-1.25e-9), "−1.25·10^−9");
  assert.equal(full(1.25e-9), "1.25·10^−9");
  assert.equal(full(-1e-7), "−1·10^−7");
  assert.equal(full(1e300), "1·10^300");
});

test("a negative number inside a formula stands in brackets", () => {
  assert.equal(bracketed(-0.5), "(−0.500)");
  assert.equal(bracketed(0.5), "0.500");
});

test("a factor with a dot of its own stands in brackets", () => {
  assert.equal(`0.001 · ${factor(3.8e-42)}`, "0.001 · (3.8·10⁻⁴²)");
  assert.equal(factor(-3.8e-42), "(−3.8·10⁻⁴²)");
  assert.equal(factor(-0.5), "(−0.500)");
  assert.equal(factor(0.5), "0.500");
  assert.equal(bracketed(3.8e-42), "3.8·10⁻⁴²");
});

test("a whole number stands below as a subscript", () => {
  assert.equal(`H${subscript(120)}`, "H₁₂₀");
});

test("a message keeps a name that nobody fills", () => {
  assert.equal(fill("t = {t} of {T}", { t: 3 }), "t = 3 of {T}");
  assert.equal(fill("{a}", { a: "{b}" }), "{b}");
});

test("a mark beside a letter stands above, and keeps a sign that has no raised form", () => {
  assert.equal(`H${superscript("(2)")}`, "H⁽²⁾");
  assert.equal(superscript(-12), "⁻¹²");
  assert.equal(superscript("(f, 2)"), "⁽ᶠ, ²⁾");
});

test("two numbers that differ are told with as many digits as show it", () => {
  assert.deepEqual(toldApart(0.0199, 0.0212), ["0.0199", "0.0212"]);
  assert.deepEqual(toldApart(0.019912, 0.019884), ["0.01991", "0.01988"]);
  assert.deepEqual(toldApart(0.0198801, 0.0198802), ["0.0198801", "0.0198802"]);
  assert.deepEqual(toldApart(0.5, 0.5), ["0.500", "0.500"]);
  assert.deepEqual(toldApart(0.5, 0.5 + 1e-12), ["0.500", "0.500"]);
  assert.deepEqual(toldApart(2.1e-7, 2.1004e-7), ["2.1·10⁻⁷", "2.1·10⁻⁷"]);
});

test("a sentence is told with three digits of each number, and its whole numbers as they are", () => {
  assert.equal(inShort(`t = 12, unit 3: ${full(-0.87412345678)}`), "t = 12, unit 3: −0.874");
  assert.equal(inShort(`102375 and ${full(1.2345e-9)}`), "102375 and 1.2·10⁻⁹");
  assert.equal(inShort(`C[2] = ${full(5e-7)}, ${full(0.5)}`), "C[2] = 5·10^−7, 0.5");
  assert.equal(inShort("50 % of 0.1"), "50 % of 0.1");
  // What a number becomes has the digits in which it shows, as a label has them.
  const [before, after] = [0.019321234, 0.019334321];
  assert.equal(inShort(`${full(before)} → ${full(after)}`), toldApart(before, after).join(" → "));
  assert.equal(inShort(`L: ${full(-0.019321234)} → ${full(0.5)} → 0.25`), "L: −0.0193 → 0.5 → 0.25");
});

test("one thing has a message of its own", () => {
  const strings = { others: "{count} others", othersOne: "1 other" };
  assert.equal(numberedMessage(strings, "others", 1), "1 other");
  assert.equal(fill(numberedMessage(strings, "others", 3), { count: 3 }), "3 others");
});

test("a share is nothing, or all, only where it is", () => {
  const said = (...shares) => shares.map(percent);
  assert.deepEqual(said(0, 1, 1e-17, 1 - 1e-15), ["0 %", "100 %", "0 %", "100 %"]);
  assert.deepEqual(said(0.5, 0.424, 0.994, 0.0996), ["50 %", "42 %", "99 %", "10 %"]);
  assert.deepEqual(said(0.0994, 0.05, 0.00781, 0.0005), ["9.9 %", "5.0 %", "0.8 %", "0.1 %"]);
  assert.deepEqual(said(0.0004, 0.0000568, 2e-9), ["0.04 %", "0.006 %", "< 0.001 %"]);
  assert.deepEqual(said(0.996, 0.9996, 0.99999, 0.99999999), ["99.6 %", "99.96 %", "99.999 %", "> 99.999 %"]);
  assert.deepEqual(said(1.3, -0.02), ["130 %", "−2.0 %"]);
  for (let k = 1; k < 3000; k += 1) assert.ok(!["0 %", "100 %"].includes(percent(k / 3000)));
});

test("a power of ten", () => {
  assert.deepEqual([0, 1, -12].map(powerOfTen), ["1", "10¹", "10⁻¹²"]);
});

test("the numbers of a row end at the place of the largest one's third digit", () => {
  assert.deepEqual(alike([-0.0241, 0.00012, -5.774, 0]), ["−0.02", "0.00", "−5.77", "0.00"]);
  assert.deepEqual(alike([0.0194, -0.000649]), ["0.0194", "−0.0006"]);
  assert.deepEqual(alike([1234.5, 0.4]), ["1235", "0"]);
  assert.deepEqual(alike([3.1e-5, -2e-6, 1e-9]), ["3.1·10⁻⁵", "−2.0·10⁻⁶", "0"]);
  assert.deepEqual(alike([0, 0]), ["0", "0"]);
  assert.deepEqual(alike([]), []);
});
