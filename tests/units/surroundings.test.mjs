import assert from "node:assert/strict";
import { test } from "node:test";

import { surroundings } from "../../rnnviz/units/view/assets/surroundings.js";

test("a place has as much of the text around it as there is room for", () => {
  const characters = [..."one\ntwo three"];
  const found = surroundings(characters, "1".repeat(characters.length), 5, 4);
  assert.deepEqual(found, { before: "ne↵t", character: "w", after: "o th" });
});

test("at the ends of the text there is less, and a Chinese sign takes two columns", () => {
  const characters = [..."想要有直升机"];
  const widths = "2".repeat(6);
  assert.deepEqual(surroundings(characters, widths, 0, 5), { before: "", character: "想", after: "要有" });
  assert.deepEqual(surroundings(characters, widths, 5, 4), { before: "直升", character: "机", after: "" });
});
