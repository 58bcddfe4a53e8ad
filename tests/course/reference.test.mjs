import assert from "node:assert/strict";
import { test } from "node:test";

import { preferred } from "../../rnnviz/course/reference/reference.js";

const TEXTS = [{ language: "zh-Hans" }, { language: "zh-Hant" }];
const TAGS = [
  ["zh-hans", "zh-Hans"],
  ["zh-hant", "zh-Hant"],
  ["zh-tw", "zh-Hant"],
  ["zh", "zh-Hans"],
  ["en", "en"],
];

test("beside English terms stand those in the Chinese that the browser names", () => {
  const chosen = (...said) => preferred(TEXTS, TAGS, said).language;
  assert.equal(chosen("en-US", "zh-TW"), "zh-Hant");
  assert.equal(chosen("en", "zh-CN", "zh-TW"), "zh-Hans");
  assert.equal(chosen("fr"), "zh-Hans");
});
