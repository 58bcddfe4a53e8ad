// A dialog with the help of a view: its keys, and the words that it uses.

import { h } from "./dom.js";
import { keySwitch } from "./keyswitch.js";
import { soundSwitch } from "./sound/sound.js";

/**
 * keys: each with the name of the sentence that says what it does; several keys stand apart by blanks. terms: names of
 * words, of which `strings` has the term and its meaning. hears: whether something of the view can be heard.
 *
 * @param {Record<string, string>} strings
 * @param {string[][]} keys
 * @param {string[]} terms
 * @param {{hears?: boolean}} [options]
 */
export function helpDialog(strings, keys, terms, { hears = false } = {}) {
  const close = h("button", { type: "button", class: "key close", "aria-label": strings.close }, "×");
  const rows = keys.flatMap(([names, words]) => [
    h("dt", {}, ...names.split(" ").map((key) => (key === "…" ? key : h("kbd", {}, key)))),
    h("dd", {}, strings[words]),
  ]);
  const meanings = terms.flatMap((term) => [
    h("dt", {}, strings[`${term}Term`]),
    h("dd", {}, strings[`${term}Meaning`]),
  ]);
  const dialog = /** @type {HTMLDialogElement} */ (
    h(
      "dialog",
      { class: "help", "aria-label": strings.help },
      close,
      h("h2", {}, strings.help),
      h("dl", {}, ...rows),
      keySwitch(strings),
      hears ? soundSwitch(strings) : null,
      h("h3", {}, strings.terms),
      h("dl", { class: "terms" }, ...meanings),
    )
  );
  close.addEventListener("click", () => dialog.close());
  return dialog;
}
