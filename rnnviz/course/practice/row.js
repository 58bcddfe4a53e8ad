// A row of fields, one for each number of a vector, with what is said of what stands in them.

import { h, hide, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { sentenceGap } from "../../web/punctuation.js";
import { signButton } from "../../web/signbutton.js";
import { asShown, LONGEST, typedNumber } from "../../web/typednumber.js";

const PLUS_MINUS = "M10 3v8M6 7h8M6 16h8";

/**
 * A row: {element, numbers(), texts(), put(texts), lock(numbers), tell(told), focus()}. head: what stands before the
 * fields; labels: of each; change(): something was typed and left.
 *
 * numbers(): what stands there, null while one of them is missing or is no number.
 *
 * @param {{head: Node, labels: string[], words: Record<string, string>, change: () => void}} row
 */
export function row({ head, labels, words, change }) {
  const fields = labels.map((label) => field(label, words, take));
  const problem = h("p", { class: "problem", role: "alert" });
  const verdict = h("p", { class: "told", role: "status" });
  const sign = signButton(PLUS_MINUS, words.practiceSign, "chip sign", turnSign);
  const inputs = h("span", { class: "fields" }, ...fields.map((one) => one.input), sign);
  const element = h("div", { class: "row" }, head, inputs, h("div", {}, problem, verdict));
  let last = fields[0];
  for (const one of fields) one.input.addEventListener("focus", () => (last = one));

  function take() {
    look();
    change();
  }
  /** What is no number, or was read otherwise than it was typed. */
  function look() {
    const notes = fields.map((one) => one.note()).filter(Boolean);
    write(problem, notes.join(sentenceGap()));
  }
  /** A phone's keys for numbers have no minus. */
  function turnSign() {
    const { value } = typedNumber(last.input.value);
    if (value) {
      last.put(asTyped(-value));
      take();
    }
  }
  /** "right", "follows", "wrong" or "", and the sentence. */
  function tell(kind, sentence) {
    element.dataset.told = kind;
    write(verdict, sentence);
  }
  return {
    element,
    numbers() {
      const values = fields.map((one) => one.value());
      return values.every(Number.isFinite) ? values : null;
    },
    texts: () => fields.map((one) => one.input.value),
    put(texts) {
      for (const [k, one] of fields.entries()) one.put(texts[k] ?? "");
      look();
    },
    lock(numbers) {
      for (const [k, one] of fields.entries()) one.lock(asShown(numbers[k]));
      hide(sign, true);
      look();
    },
    tell,
  };
}

/** With all the decimals that were typed. */
function asTyped(value) {
  return String(value).replace("-", "−");
}

function field(label, words, take) {
  const input = h("input", {
    type: "text",
    inputmode: "decimal",
    maxlength: LONGEST,
    autocomplete: "off",
    spellcheck: "false",
    "aria-label": label,
  });
  /** What is to be said of what was typed; "" where it is plain. */
  function note() {
    const { value, isComma } = typedNumber(input.value);
    const isWrong = Number.isNaN(value);
    input.setAttribute("aria-invalid", String(isWrong));
    const message = isWrong ? words.practiceNoNumber : isComma ? words.practiceComma : "";
    return message && fill(message, { text: input.value, value: asTyped(value) });
  }
  input.onchange = take;
  input.onkeydown = (event) => {
    // Keys of the page are none here.
    event.stopPropagation();
    if (event.key !== "Enter") return;
    event.preventDefault();
    const all = [...input.closest("article").querySelectorAll(".row input:not([readonly])")].filter((one) =>
      one.checkVisibility(),
    );
    const next = all[all.indexOf(input) + 1];
    if (next instanceof HTMLElement) next.focus();
    else input.blur();
  };
  function put(text) {
    if (input.value !== text) input.value = text;
  }
  return {
    input,
    note,
    put,
    value: () => typedNumber(input.value).value,
    lock(text) {
      put(text);
      input.readOnly = true;
      input.tabIndex = -1;
    },
  };
}
