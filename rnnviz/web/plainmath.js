// Formulas in a plain text, as elements: what a class is asked travels as text, and letters with indices are read here.

import { m } from "./dom.js";
import { spokenMath } from "./speech/element.js";

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

/** A text as nodes, with its formulas in MathML. */
export function withFormulas(text) {
  return plainParts(text).map((part) => (typeof part === "string" ? part : formulaOf(part)));
}

const written = new WeakMap();

/** Set what an element says, with its formulas in MathML, only if it changes. */
export function writeWithFormulas(element, text) {
  if (written.get(element) === text) return;
  written.set(element, text);
  element.replaceChildren(...withFormulas(text));
}

function formulaOf({ base, accent, sup, sub, unit }) {
  const letter = m("mi", {}, base);
  const marked = accent ? m("mover", { accent: "true" }, letter, m("mo", {}, accent)) : letter;
  const below = m("mrow", {}, ...indexParts(sub));
  const raised = m("mtext", {}, sup);
  const whole = sup ? m("msubsup", {}, marked, below, raised) : sub ? m("msub", {}, marked, below) : marked;
  const math = m("math", {}, whole, unit ? m("mtext", {}, unit) : null);
  return spokenMath(lettersOf({ base, accent, sup, sub, unit }), math);
}

/** A letter as it is read where nobody knows what it means: "H 4 [3]". */
function lettersOf({ base, accent, sup, sub, unit }) {
  const mark = Object.keys(ACCENT_SIGNS).find((one) => ACCENT_SIGNS[one] === accent);
  return [mark ? `${base}${mark}`.normalize() : `${accent}${base}`, sup, sub, unit].filter(Boolean).join(" ");
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
