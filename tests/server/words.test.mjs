// Run with `node --test tests/server/*.test.mjs`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { translation } from "../../pages/server/words.js";

const said = translation({
  Upload: { en: "Choose a file", "zh-Hans": "选择文件" },
  Close: { en: "Close", "zh-Hans": "关闭" },
  "Help for {label}": { en: "Help for {label}", "zh-Hans": "“{label}”的说明" },
});

test("a word of Streamlit's is said in the language of the page, and back", () => {
  for (const from of ["Upload", "Choose a file", "选择文件"]) {
    assert.equal(said(from, "zh-Hans"), "选择文件");
    assert.equal(said(from, "en"), "Choose a file");
  }
  assert.equal(said("Help for 权重 $&", "zh-Hans"), "“权重 $&”的说明");
  assert.equal(said("“Weights”的说明", "en"), "Help for Weights");
});

test("what is said once stays, and so does what is none of Streamlit's, in any language", () => {
  const texts = ["选择文件", "“权重”的说明", "“”", "Uploads", "help for x", "toString", "__proto__", ""];
  for (const text of texts) assert.equal(said(said(text, "zh-Hans"), "zh-Hans"), text);
  assert.equal(said("Upload", "fr"), "Upload");
  assert.equal(said("Help for x", "toString"), "Help for x");
});
