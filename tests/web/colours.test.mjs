import assert from "node:assert/strict";
import { test } from "node:test";

import { colourOf, isDark, parseColour } from "../../rnnviz/web/colours.js";

const palette = {
  paper: parseColour("#ffffff"),
  below: parseColour("#0000ff"),
  above: parseColour("#ff8000"),
};

test("zero is paper, the ends of the scale are the full colours", () => {
  assert.equal(colourOf(0, 1, palette), "rgb(255,255,255)");
  assert.equal(colourOf(1, 1, palette), "rgb(255,128,0)");
  assert.equal(colourOf(-2, 2, palette), "rgb(0,0,255)");
});

test("what lies beyond the scale has its end's colour", () => {
  assert.equal(colourOf(9, 1, palette), colourOf(1, 1, palette));
});

test("the same value has the same colour wherever it stands, and a larger one more of it", () => {
  const red = (text) => Number(text.match(/\d+/)[0]);
  assert.ok(red(colourOf(-0.2, 1, palette)) > red(colourOf(-0.6, 1, palette)));
});

test("a dark page is told from a light one", () => {
  assert.ok(isDark("rgb(20, 24, 31)"));
  assert.ok(!isDark("rgb(255, 255, 255)"));
});
