// Run with `node --test tests/web/*.test.mjs`.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as table from "../../rnnviz/web/keytable.js";

const digits = Object.fromEntries([..."0123456789"].map((digit) => [digit, "panel"]));
// A stage of the Step page offers the built-in networks by the first letters of their names; see test_keytable.py.
const NETWORKS = ["r", "g", "l", "m"];
const networks = Object.fromEntries(NETWORKS.map((letter) => [letter, "network"]));
const VIEWS = {
  stage: [table.KEYS_OF_A_STAGE, networks, digits],
  chapter: [table.KEYS_OF_A_CHAPTER],
  training: [table.KEYS_OF_A_TRAINING, digits],
  "page of units": [table.KEYS_OF_UNITS],
};

// Who lectures answers by no letter, and has a clicker's black screen in its place.
const READERS = { "a reader": table.KEYS_OF_CHOICES, "a lecturer": table.KEYS_OF_A_LECTURE };

test("no key does two things, on a stage, in a chapter or at a training, asked or not, lecturing or not", () => {
  const bars = [table.KEYS_OF_THE_BAR, table.KEYS_OF_THE_HALL];
  for (const [reader, theirs] of Object.entries(READERS)) {
    for (const [view, own] of Object.entries(VIEWS)) {
      const meanings = new Map();
      const all = [table.KEYS_EVERYWHERE, table.KEYS_OF_A_QUESTION, theirs, ...bars, ...own];
      for (const [key, meaning] of all.flatMap(Object.entries)) {
        const before = meanings.get(key) ?? meaning;
        assert.equal(meaning, before, `${key} means ${before} and ${meaning} on a ${view}, for ${reader}`);
        meanings.set(key, meaning);
      }
    }
  }
  assert.equal(table.KEYS_OF_A_LECTURE.b, table.KEYS_OF_THE_HALL["."]);
});

test("what is the same in two views has the same key, and Streamlit's own keys are free", () => {
  for (const [key, meaning] of Object.entries(table.KEYS_OF_A_TRAINING)) {
    if (["faster", "slower", "first"].includes(meaning)) assert.equal(table.KEYS_OF_A_STAGE[key], meaning);
  }
  assert.equal(table.meaningOf(table.KEYS_EVERYWHERE, "F"), "presenter");
  assert.equal(table.meaningOf(table.KEYS_OF_A_STAGE, "toString"), undefined);
});

test("a reader turns letters, digits and signs off, and keys with a name and the space bar still act", () => {
  const dataset = {};
  globalThis.document = { documentElement: { dataset } };
  const meanings = (keys) => [...keys].map((key) => table.meaningOf(table.KEYS_OF_A_STAGE, key));
  const named = ["ArrowRight", "Home", " "];
  assert.deepEqual(meanings(["u", "V", "'", ...named]), ["sum", "nextView", "nextSort", "right", "first", "play"]);
  dataset.singleKeys = "off";
  assert.deepEqual(meanings(["u", "V", "'", ...named]), [undefined, undefined, undefined, "right", "first", "play"]);
  assert.ok(table.isSilent("3") && !table.isSilent(" "));
  delete globalThis.document;
});
