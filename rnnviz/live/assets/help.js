// The help: the keys, and the words of the page.

import { h } from "../../web/dom.js";

const KEYS = [
  ["Space", "keyTrain"],
  [",", "keyOneStep"],
  ["⌫", "keyReset"],
  ["+ −", "keySpeed"],
  ["← →", "keyTravel"],
  ["Home End", "keyEnds"],
  ["Tab", "keyCurves"],
  ["F", "keyPresenter"],
  ["1 … 5 0", "keyZoom"],
  ["I", "keyPicture"],
  ["Esc", "keyEscape"],
  ["?", "keyHelp"],
];
const TERMS = ["loss", "validation", "ngram", "entropy", "norm", "temperature", "probe", "checkpoint", "moment"];

/** A dialog with the help in the reader's language. */
export function help(strings) {
  const close = h("button", { type: "button", class: "key close", "aria-label": strings.close }, "×");
  const keys = KEYS.flatMap(([names, words]) => [
    h("dt", {}, ...names.split(" ").map((key) => (key === "…" ? key : h("kbd", {}, key)))),
    h("dd", {}, strings[words]),
  ]);
  const terms = TERMS.flatMap((term) => [h("dt", {}, strings[`${term}Term`]), h("dd", {}, strings[`${term}Meaning`])]);
  const dialog = h(
    "dialog",
    { class: "help", "aria-label": strings.help },
    close,
    h("h2", {}, strings.help),
    h("dl", {}, ...keys),
    h("h3", {}, strings.terms),
    h("dl", { class: "terms" }, ...terms),
  );
  close.addEventListener("click", () => dialog.close());
  return dialog;
}
