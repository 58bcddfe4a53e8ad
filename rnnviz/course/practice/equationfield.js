// A field in which a reader writes an equation, with the letters that may stand in it to press.

import { h, hide, write } from "../../web/dom.js";

/**
 * A field: {element, text(), put(text), tell(kind, sentence), focus()}. head: what stands before it; letters: what a
 * press writes, and what shows it; change(): something was written and left.
 *
 * @param {{
 *   head: Node, letters: {text: string, shown: Node | string}[], label: string, most: number, change: () => void,
 * }} given
 */
export function equationField({ head, letters, label, most, change }) {
  const input = h("input", {
    type: "text",
    class: "equation-field",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "aria-label": label,
    // Room to see that it is too long.
    maxlength: 2 * most,
  });
  const told = h("p", { class: "told", role: "status" });
  const keys = letters.map(({ text, shown }) => {
    // Who has keys types them: none of these is on the way of Tab.
    const key = h("button", { type: "button", class: "chip equation-key", tabindex: "-1" }, shown);
    // The field keeps the focus, and its place in the text.
    key.addEventListener("pointerdown", (event) => event.preventDefault());
    key.addEventListener("click", () => insert(text));
    return key;
  });
  const pad = h("p", { class: "chips equation-keys" }, ...keys);
  const element = h("div", { class: "equation-writer" }, h("div", { class: "equation-line" }, head, input), told, pad);
  let taken = "";
  // What a key has written is no change that a browser would tell.
  input.addEventListener("blur", () => input.value !== taken && take());
  input.addEventListener("input", () => tell("", ""));
  input.addEventListener("keydown", (event) => {
    // What the page's own keys mean elsewhere are letters here.
    event.stopPropagation();
    if (event.key !== "Enter") return;
    event.preventDefault();
    take();
  });
  function take() {
    taken = input.value;
    change();
  }

  /** Write what a key says, in the place of what is selected; between brackets one goes on. */
  function insert(text) {
    const at = input.selectionStart ?? input.value.length;
    const gap = /[A-Za-z0-9_)]$/.test(input.value.slice(0, at)) && /^[A-Za-z0-9_]/.test(text) ? " " : "";
    input.setRangeText(gap + text, at, input.selectionEnd ?? at, "end");
    if (text.endsWith("()")) input.setSelectionRange(input.selectionEnd - 1, input.selectionEnd - 1);
    input.focus();
    tell("", "");
  }
  function tell(kind, sentence) {
    if (kind) element.dataset.told = kind;
    else delete element.dataset.told;
    write(told, sentence);
    hide(told, !sentence);
    hide(pad, kind === "right");
    input.toggleAttribute("aria-invalid", kind === "wrong");
  }
  function put(text) {
    input.value = text;
    taken = text;
  }
  return { element, text: () => input.value, put, tell, focus: () => input.focus() };
}
