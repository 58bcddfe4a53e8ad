// Formulas in a plain text, as elements: what a class is asked travels as text, and letters with indices are read here.

/** @import {Strings} from "../stage/scene.d.ts" */

import { m } from "./dom.js";
import { fill } from "./numbers.js";
import { spokenMath } from "./speech/element.js";
import { spaced } from "./speech/spaced.js";

const LETTER = String.raw`[\p{Script=Latin}\p{Script=Greek}]`;
const RAISED_SIGNS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁽⁾ᶠᵇ";
const LOWERED_SIGNS = "₀₁₂₃₄₅₆₇₈₉₋";
// A time step behind an index of the letter's own, as in A_f,4.
const STEP = String.raw`,(?:\d+|t(?:[−+-]\d+)?)(?![A-Za-z_])`;
// A letter, with its arrow or accent; then its marks, its index, and the unit in brackets.
const NAME = new RegExp(
  [
    String.raw`(?<![\p{Script=Latin}\p{Script=Greek}\p{N}_])(?<arrow>[→←]?)(?<letter>${LETTER}\p{M}*)`,
    `(?<raised>[${RAISED_SIGNS}]*)`,
    String.raw`(?:(?<lowered>[${LOWERED_SIGNS}]+)|_(?:\((?<wide>[^()]{1,12})\)|(?<sub>[A-Za-z0-9]{1,8}(?:${STEP})?)))?`,
    String.raw`(?<unit>\[[^[\]\s]{1,12}\])?`,
  ].join(""),
  "gu",
);
const ACCENT_SIGNS = { "\u0303": "˜", "\u0302": "ˆ", "\u0304": "¯" };

const DIRECTIONS = { "→": "sayForward", "←": "sayBackward", "(f)": "sayForward", "(b)": "sayBackward" };
// The letters whose number is a step.
const STEPPED = "XHCFIRZOY";

/** A text in parts: texts, and of each letter with an index or a unit {base, accent, sup, sub, unit}. */
export function plainParts(text) {
  const parts = [];
  let place = 0;
  for (const found of text.matchAll(NAME)) {
    const { arrow, letter, raised, lowered = "", wide = "", sub = "", unit = "" } = found.groups;
    const index = (lowered.normalize("NFKC") || wide || sub).replaceAll("-", "−");
    if (!index && !unit) continue;
    const [base, mark = ""] = letter.normalize("NFD");
    const accent = arrow || ACCENT_SIGNS[mark] || "";
    parts.push(text.slice(place, found.index), {
      ...{ base: arrow || accent ? base : letter, accent, sup: raised.normalize("NFKC"), sub: index, unit },
    });
    place = found.index + found[0].length;
  }
  return [...parts, text.slice(place)].filter((part) => part !== "");
}

/**
 * A text as nodes, with its formulas in MathML, which are read aloud in words. strings: of `IN_TEXT` in
 * `rnnviz/explain/spoken.py`.
 *
 * @param {string} text
 * @param {Strings} strings
 */
export function withFormulas(text, strings) {
  return plainParts(text).map((part) => (typeof part === "string" ? part : formulaOf(part, strings)));
}

const written = new WeakMap();

/** Set what an element says, with its formulas in MathML, only if it changes. */
export function writeWithFormulas(element, text, strings) {
  if (written.get(element) === text) return;
  written.set(element, text);
  element.replaceChildren(...withFormulas(text, strings));
}

function formulaOf({ base, accent, sup, sub, unit }, strings) {
  const letter = m("mi", {}, base);
  const marked = accent ? m("mover", { accent: "true" }, letter, m("mo", {}, accent)) : letter;
  const below = m("mrow", {}, ...indexParts(sub));
  const raised = m("mtext", {}, sup);
  const whole = sup ? m("msubsup", {}, marked, below, raised) : sub ? m("msub", {}, marked, below) : marked;
  const math = m("math", {}, whole, unit ? m("mtext", {}, unit) : null);
  return spokenMath(plainWords({ base, accent, sup, sub, unit }, strings), math);
}

/** A part of a text in words: "hidden state at t minus 1, unit 3"; a letter that means nothing by itself as it is. */
export function plainWords({ base, accent, sup, sub, unit }, strings) {
  const mark = Object.keys(ACCENT_SIGNS).find((one) => ACCENT_SIGNS[one] === accent) ?? "";
  const letter = `${base}${mark}`.normalize();
  const called = (name) => strings[`letter_${name}`];
  const own = called(`${letter}_${sub}`);
  const parts = sub.split(",");
  const isStep = /^t(?:[−+]|$)/.test(sub) || (STEPPED.includes(base) && /^\d+$/.test(sub));
  const time = isStep ? parts.pop() : parts.length > 1 ? parts.pop() : "";
  const index = own ? "" : parts.join(", ");
  let words = own ?? (sub && called(`${letter}_`)) ?? called(letter) ?? letter;
  if (accent in DIRECTIONS) words = fill(strings[DIRECTIONS[accent]], { title: words });
  if (sup in DIRECTIONS) words = fill(strings[DIRECTIONS[sup]], { title: words });
  else if (sup) words = `${words} ${sup}`;
  if (index) words = fill(strings.saySub, { name: words, index });
  if (time) words = fill(strings.sayAt, { name: words, time: timeWords(time, strings) });
  const place = unit.slice(1, -1);
  if (/^\d+$/.test(place)) words = fill(strings.sayUnit, { of: words, unit: place });
  else if (place) words = fill(strings.sayEntry, { of: words, index: place });
  return spaced(words);
}

/** "t minus 1". */
function timeWords(time, strings) {
  const [, left, sign, right] = time.match(/^([^−+]*)([−+]?)(.*)$/);
  return sign ? fill(sign === "−" ? strings.sayLess : strings.sayAnd, { left, right }) : left;
}

/** "t−1" as a letter, a sign and a number; letters of several signs, as in "hq", stand upright. */
function indexParts(index) {
  return (index.match(/\d+|[−+]|,|[^\d−+,]+/g) ?? []).map((sign) =>
    /\d/.test(sign)
      ? m("mn", {}, sign)
      : /[−+,]/.test(sign)
        ? m("mo", { lspace: "0", rspace: "0" }, sign)
        : m(sign === "t" ? "mi" : "mtext", {}, sign),
  );
}
