import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { colon, comma, fullStop, listComma, semicolon } from "../../rnnviz/web/punctuation.js";

const SIGNS = [comma, colon, semicolon, fullStop, listComma];
const signsIn = (lang) => {
  globalThis.document = { documentElement: { lang } };
  return SIGNS.map((sign) => sign());
};

afterEach(() => {
  delete globalThis.document;
});

test("signs are full width on a page in Chinese, in both writings", () => {
  assert.deepEqual(signsIn("zh-Hans"), ["，", "：", "；", "。", "、"]);
  assert.deepEqual(signsIn("zh-Hant"), ["，", "：", "；", "。", "、"]);
});

test("signs are half width with a space on other pages, and where there is no page", () => {
  const half = [", ", ": ", "; ", ". ", ", "];
  assert.deepEqual(signsIn("en"), half);
  assert.deepEqual(signsIn(""), half);
  delete globalThis.document;
  assert.deepEqual(
    SIGNS.map((sign) => sign()),
    half,
  );
});
