// Where a follower types the number that a question asks for: which of the question's choices it counts as is found
// here, and that alone is sent.

/** @import {Strings} from "../../stage/scene.d.ts" */
/** @import {Question} from "../messages.d.ts" */

import { h, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { signButton } from "../../web/signbutton.js";
import { LONGEST, typedNumber } from "../../web/typednumber.js";
import { choiceOf } from "./ballot.js";

const PLUS_MINUS = "M10 3v8M6 7h8M6 16h8";

/**
 * A field for one question: {element, show(question)}. onVote(k).
 *
 * @param {Strings} strings
 * @param {(k: number) => void} onVote
 */
export function typedAnswer(strings, onVote) {
  const field = h("input", {
    type: "text",
    inputmode: "decimal",
    maxlength: LONGEST,
    autocomplete: "off",
    spellcheck: "false",
    "aria-label": strings.yourNumber,
    placeholder: "0.00",
  });
  const problem = h("p", { class: "problem", role: "alert" });
  // A phone's keys for numbers have no minus.
  const sign = signButton(PLUS_MINUS, strings.sign, "sign", () => {
    const text = field.value.trim();
    field.value = /^[-−]/.test(text) ? text.slice(1) : `−${text}`;
    field.focus();
  });
  const element = h(
    "form",
    { class: "typed-answer" },
    field,
    sign,
    h("button", { type: "submit", class: "primary" }, strings.send),
    problem,
  );
  /** @type {Question["ranges"]} */
  let ranges = [];
  let asked = "";
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    const { value, isComma } = typedNumber(field.value);
    const isNumber = value !== null && Number.isFinite(value);
    field.setAttribute("aria-invalid", String(!isNumber));
    const said = isNumber ? (isComma ? strings.comma : "") : field.value.trim() ? strings.noNumber : strings.type;
    write(problem, fill(said, { text: field.value, value: String(value).replace("-", "−") }));
    if (isNumber) onVote(choiceOf(value, ranges));
  });
  return {
    element,
    /** What was typed stays until another question comes. @param {Question} question */
    show(question) {
      ranges = question.ranges;
      if (question.id === asked) return;
      asked = question.id;
      field.value = "";
      write(problem, "");
      field.removeAttribute("aria-invalid");
    },
  };
}
