// A small button with one sign, which stands beside what it acts on.

import { h, s } from "./dom.js";

/**
 * path: of the sign, in a square of 20. look: its classes. act(): without the event.
 *
 * @param {string} path
 * @param {string} title
 * @param {string} look
 * @param {() => void} act
 */
export function signButton(path, title, look, act) {
  const sign = s("svg", { class: "picture-sign", viewBox: "0 0 20 20", "aria-hidden": "true" }, s("path", { d: path }));
  const button = h("button", { type: "button", class: look, title, "aria-label": title }, sign);
  button.addEventListener("click", () => act());
  return button;
}
