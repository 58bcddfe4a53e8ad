// The help of the course: what one can take hold of, and the keys.

import { h } from "../../web/dom.js";
import { keySwitch } from "../../web/keyswitch.js";
import { soundSwitch } from "../../web/sound/sound.js";

/** A dialog, closed. rows: [keys, what they do], the keys of a row apart by spaces. */
export function helpDialog(words, rows) {
  const close = h("button", { type: "button", class: "chip close", "aria-label": words.close }, "×");
  const dialog = h("dialog", { class: "help", "aria-label": words.help }, close);
  close.onclick = () => dialog.close();
  const keys = rows.flatMap(([names, what]) => [
    h("dt", {}, ...names.split(" ").map((key) => h("kbd", {}, key))),
    h("dd", {}, what),
  ]);
  const list = h("dl", {}, ...keys);
  dialog.append(h("h2", {}, words.help), h("p", {}, words.story), list, keySwitch(words));
  dialog.append(soundSwitch(words), h("p", {}, words.link));
  return dialog;
}
