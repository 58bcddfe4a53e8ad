// Formulas that break into lines at their operators: a browser keeps a `math` element in one line.

import { h, m } from "../../../web/dom.js";

const OPERATORS = new Set(["=", "+=", "+", "−", "·", "⊙"]);
const SUMS = new Set(["+", "−"]);
const PRODUCTS = new Set(["·", "⊙"]);
// What stands in brackets stays in one line unless it is longer than this, in characters.
const SHORT = 20;
// A product in brackets that is longer than this fills a phone's line.
const LONG = 30;

/**
 * The same formula as a row of terms, each with the sign before it, and a term as a row of its factors; the elements
 * stay the same. A line breaks between factors only where a term is longer than a line.
 */
export function breakable(formula) {
  const parts = flat(formula);
  const breaks = breakingPoints(parts.map((part) => part.textContent));
  const terms = [[[]]];
  parts.forEach((part, k) => {
    const isOperator = part.localName === "mo" && OPERATORS.has(part.textContent);
    if (isOperator && breaks[k] && terms.at(-1).at(-1).length > 0) {
      if (PRODUCTS.has(part.textContent)) terms.at(-1).push([]);
      else terms.push([[]]);
    }
    // At the start of a piece it would be taken for a sign, and stand close to what follows.
    if (isOperator) part.setAttribute("form", "infix");
    terms.at(-1).at(-1).push(part);
  });
  const piece = (own) => m("math", { display: "inline" }, ...own);
  return h("span", { class: "formula" }, ...terms.map((term) => h("span", { class: "term" }, ...term.map(piece))));
}

/**
 * For each of a formula's parts whether a line may begin there: outside all brackets, and before the signs of a sum in
 * brackets that are too long for one line. A product in brackets, as R ⊙ H, stays whole unless no line holds it.
 */
export function breakingPoints(texts) {
  const outer = [];
  return texts.map((text, k) => {
    if (text === ")") outer.pop();
    const isLoose = outer.every((length) => length > SHORT);
    const isLong = outer.every((length) => length > LONG);
    const found = outer.length === 0 || (isLoose && SUMS.has(text)) || (isLong && PRODUCTS.has(text));
    if (text === "(") outer.push(lengthInside(texts, k));
    return found;
  });
}

function lengthInside(texts, open) {
  let depth = 0;
  let length = 0;
  for (const text of texts.slice(open)) {
    depth += text === "(" ? 1 : text === ")" ? -1 : 0;
    if (depth === 0) break;
    length += text.length;
  }
  return length;
}

/** Rows that only hold others together are opened; one with a hue or a quantity is a thing of its own. */
function flat(element) {
  return [...element.children].flatMap((child) =>
    child.localName === "mrow" && !child.hasAttribute("class") ? flat(child) : [child],
  );
}
