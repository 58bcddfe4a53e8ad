// A word of the field, with what it means on hover and focus.

import { h } from "../../../web/dom.js";
import { colon } from "../../../web/punctuation.js";

/** `words` with a dotted line below; its meaning stands beside the pointer, and is read out. */
export function term(words, meaning) {
  return h(
    "span",
    { class: "term", tabindex: "0", "aria-label": `${words}${colon()}${meaning}`, "data-full": meaning },
    words,
  );
}

/** A sentence with {names}, of which some are elements: its parts, as `append` takes them. */
export function withTerms(sentence, terms) {
  return sentence.split(/(\{\w+\})/).map((part) => terms[part.slice(1, -1)] ?? part);
}

/** What stands between two sentences of a language: Chinese ones follow each other without a space. */
export const gapOf = (language) => (language.startsWith("zh") ? "" : " ");

/** A number as a term of a sentence, with all its digits beside the pointer. */
export function numberTerm(page, value) {
  const one = h("span", { class: "number", tabindex: "0" });
  page.number(one, value);
  return one;
}
