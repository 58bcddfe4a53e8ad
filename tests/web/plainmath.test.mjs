// Run with `node --test tests/web/*.test.mjs`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { plainParts, plainWords } from "../../rnnviz/web/plainmath.js";

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

const SAID = {
  sayAt: "{name} at {time}",
  saySub: "{name} {index}",
  sayLess: "{left} minus {right}",
  sayAnd: "{left} plus {right}",
  sayForward: "forward {title}",
  sayBackward: "backward {title}",
  sayUnit: "{of}, unit {unit}",
  sayEntry: "entry {index} of {of}",
  letter_H: "hidden state",
  "letter_H\u0303": "candidate hidden state",
  letter_h_: "hidden state",
  letter_W_xh: "input weights",
  letter_ŷ: "prediction",
};

test("a letter with an index is heard as what it means, with its step and its unit", () => {
  const cases = {
    "H_(t−1)": "hidden state at t minus 1",
    "H₁₂[3]": "hidden state at 12, unit 3",
    "H\u0303_t+1": "candidate hidden state at t",
    h_t: "hidden state at t",
    W_xh: "input weights",
    "→H₃[8]": "forward hidden state at 3, unit 8",
    "H⁽ᶠ⁾₃": "forward hidden state at 3",
    "H⁽²⁾₃": "hidden state (2) at 3",
    "ŷ₂[想]": "entry 想 of prediction 2",
    "A_o,4[3]": "A o at 4, unit 3",
    "w₁₁": "w 11",
  };
  for (const [text, words] of Object.entries(cases)) {
    const [first] = plainParts(text.normalize());
    assert.equal(typeof first === "string" ? first : plainWords(first, SAID), words, text);
  }
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
