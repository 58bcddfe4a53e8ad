// The help: what one sees, and the keys.

import { h } from "./dom.js";

const KEYS = [
  ["→ ←", "keyStep"],
  ["↓ ↑", "keyPhase"],
  ["Home End", "keyEnds"],
  ["Space", "keyPlay"],
  ["[ ]", "keyUnit"],
  ["U", "keySum"],
  ["F", "keyPresenter"],
  ["?", "keyHelp"],
];

/** Fill a dialog with the help in the payload's language. */
export function drawHelp(dialog, strings) {
  const close = h("button", { type: "button", class: "key close", "aria-label": strings.close }, "×");
  close.addEventListener("click", () => dialog.close());
  const rows = KEYS.flatMap(([keys, name]) => [
    h("dt", {}, ...keys.split(" ").map((key) => h("kbd", {}, key))),
    h("dd", {}, strings[name]),
  ]);
  dialog.setAttribute("aria-label", strings.help);
  dialog.replaceChildren(
    close,
    h("h2", {}, strings.help),
    h("p", {}, strings.helpStory),
    h("dl", {}, ...rows),
    h("p", {}, strings.helpColours),
    h("p", {}, strings.helpGhosts),
  );
}
