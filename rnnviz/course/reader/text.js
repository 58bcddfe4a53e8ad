// A short text in the prose that a reader types. Whatever is typed, it answers.

import { fill } from "../../web/numbers.js";
import { h, write } from "../../web/dom.js";
import { readText } from "./values.js";

// Characters of the longest field.
const WIDEST = 30;

/**
 * An editable text, {element, show(value)}. change(value) is called as it is typed, while it fits. text: {longest, of}.
 * label: what it is; words: the messages, and under `kinds` a sentence that says what fits.
 */
export function textField(name, text, label, words, change) {
  const input = h("input", {
    class: "number typed",
    type: "text",
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    "aria-label": label,
    "data-text": name,
    size: Math.min(text.longest + 1, WIDEST),
  });
  const problem = h("span", { class: "problem", role: "alert" });
  const element = h("span", { class: "editable" }, input, problem);
  let now = text.usual;

  input.oninput = () => {
    const read = readText(text, input.value.toLowerCase());
    const more = { text: read.text, longest: text.longest, kinds: words.kinds };
    write(problem, read.problem ? fill(words[read.problem], more) : "");
    input.setAttribute("aria-invalid", String(Boolean(read.problem)));
    if (!read.problem) {
      now = read.value;
      change(now);
    }
  };
  input.onkeydown = (event) => event.stopPropagation();
  input.onblur = () => {
    write(problem, "");
    input.setAttribute("aria-invalid", "false");
    input.value = now;
  };
  return {
    element,
    show(value) {
      now = value;
      const { activeElement } = /** @type {Document | ShadowRoot} */ (input.getRootNode());
      if (activeElement !== input) input.value = value;
    },
  };
}
