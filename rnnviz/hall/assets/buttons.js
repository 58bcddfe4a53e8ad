// The buttons of cards and strips.

import { h } from "../../web/dom.js";

/** A button with its words, and its key where it has one. */
export function act(words, onclick, { name = "", key = "", title = "" } = {}) {
  const attributes = { type: "button", class: name || undefined, title: title || undefined };
  const button = h("button", attributes, words, key ? h("kbd", {}, key) : null);
  button.addEventListener("click", onclick);
  return button;
}

/** The one that closes a dialog. */
export function closing(dialog, words) {
  const button = act("×", () => dialog.close(), { name: "close" });
  button.setAttribute("aria-label", words);
  return button;
}
