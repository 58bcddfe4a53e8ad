// Fields for a change that is typed.

import { h } from "../../../web/dom.js";
import { numberOf } from "./changes.js";

const WHOLE = /^ *[0-9]{1,6} *$/;

/** A choice of [value, words]. */
export function pick(title, options, chosen) {
  const all = options.map(([value, words]) => h("option", { value }, words));
  const select = h("select", { class: "choice", "aria-label": title, title }, ...all);
  if (options.some(([value]) => value === chosen)) select.value = chosen;
  return select;
}

/** What stands in the row is its label, with the field in it. */
export function field(title, value, hint = title) {
  const kind = { type: "text", autocomplete: "off", inputmode: "text" };
  const input = h("input", { class: "hand-field", ...kind, title: hint });
  input.value = String(value);
  h("label", {}, `${title} `).append(input);
  return input;
}

/** A field for a number: what no number has in it stays a key of the lecture there. */
export function number(title, value) {
  const made = field(title, value);
  made.dataset.takes = "number";
  return made;
}

/** A number as readers count, from 0; NaN, which fits nowhere, if it is none. */
export function countedPlace(text) {
  return WHOLE.test(text) ? Number(text) - 1 : NaN;
}

export function typedValue(text) {
  return numberOf(text) ?? NaN;
}
