// What is dragged in a figure is a slider with its name, and its value in words.

import assert from "node:assert/strict";
import { test } from "node:test";

import { handle } from "../../rnnviz/course/reader/figure.js";

const numbers = {
  k: { usual: 2, least: 1, most: 30, step: 1, whole: true },
  t: { usual: 30, least: 1, most: 30, step: 1, whole: true },
  share: { usual: 0.5, least: 0, most: 1, step: 0.01, format: (value) => `${100 * value} %` },
};
const values = { k: 2, t: 30, share: 0.25 };
const at = { numbers, values, x: 0, y: 0 };

function heard(options) {
  const [, attributes] = handle({ ...at, ...options });
  return [attributes.role, attributes["aria-label"], attributes["aria-valuetext"], attributes["aria-valuenow"]];
}

test("a slider says its name, and its value with its unit as the prose writes it", () => {
  assert.deepEqual(heard({ drag: "share", label: "share of $A$" }), ["slider", "share of A", "25 %", 0.25]);
});

test("of two numbers one hears which is which", () => {
  const words = { k: "earlier step $k$", t: "step t" };
  const [, , said] = heard({ drag: "pair", names: ["k", "t"], label: "the pair", words });
  assert.equal(said, "earlier step k 2, step t 30");
});

test("words that stand beside the ring are its value, and without any it is the number", () => {
  assert.equal(heard({ drag: "share", label: "", said: "a quarter" })[2], "a quarter");
  assert.equal(heard({ drag: "share", label: "", said: "" })[2], "25 %");
});
