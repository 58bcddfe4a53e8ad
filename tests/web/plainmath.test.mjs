// Run with `node --test tests/web/*.test.mjs`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { plainParts } from "../../rnnviz/web/plainmath.js";

/** Each formula of a text, written as base|accent|sup|sub|unit; texts as they are. */
const read = (text) =>
  plainParts(text).map((part) =>
    typeof part === "string" ? part : [part.base, part.accent, part.sup, part.sub, part.unit].join("|"),
  );

test("letters with an index are read as the stage and the chapters write them", () => {
  const cases = {
    "Will A_o,4[3] be higher?": ["Will ", "A|||o,4|[3]", " be higher?"],
    "F₄ ⊙ C₃": ["F|||4|", " ⊙ ", "C|||3|"],
    "(1 − Z₁₂) ⊙ H\u0303₁₂[1]": ["(1 − ", "Z|||12|", ") ⊙ ", "H|˜||12|[1]"],
    "→H⁽²⁾₃[8]": ["H|→|(2)|3|[8]"],
    "H_t 和 H_(t−1)": ["H|||t|", " 和 ", "H|||t−1|"],
    "加权和A_f,t−1[8]中": ["加权和", "A|||f,t−1|[8]", "中"],
    "b_q + X₁\u202fW_xh": ["b|||q|", " + ", "X|||1|", "\u202f", "W|||xh|"],
    A_f中: ["A|||f|", "中"],
    "A_f,4中": ["A|||f,4|", "中"],
    "ŷ₂, H₀": ["y|ˆ||2|", ", ", "H|||0|"],
    "∂L/∂F₃[2]": ["∂L/∂", "F|||3|[2]"],
  };
  for (const [text, parts] of Object.entries(cases)) assert.deepEqual(read(text.normalize()), parts, text);
});

test("what is no letter with an index stays the text that it is", () => {
  const texts = [
    "snake_case, hidden_size",
    "A list: [3]",
    "1_000",
    "Is h large?",
    "<b>x</b>",
    "señor ã",
    "e²",
    "",
    "_",
  ];
  for (const text of texts) assert.deepEqual(read(text), text === "" ? [] : [text]);
});

test("a long text of letters and signs is read at once", () => {
  const hostile = `${"a_(".repeat(2000)}${"A_".repeat(2000)}${"→".repeat(2000)}${"A\u0303".repeat(2000)}`;
  assert.equal(
    plainParts(hostile)
      .filter((part) => typeof part === "string")
      .join("").length > 0,
    true,
  );
});
