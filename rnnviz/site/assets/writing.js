// The box in which a reader writes a cell: what the app's `pages/step/writing.py` shows, with the same words.

/** @import {Own} from "../site.d.ts" */
/** @typedef {{text: string, begun: string, refused: string}} Draft what stands in the box, what it began with, and why
 *   an address's equations do not fit */

import { h } from "../../web/dom.js";
import { download } from "./download.js";
import { hint } from "./popup.js";

const ROWS = 9;

/**
 * Draws the box. own: with its words. shown: the equations of the cell on the stage; show(equations): puts another one
 * there, or gives the sentence why it cannot; source(): the Python file, where the cell is the reader's own.
 *
 * @param {HTMLElement} panel
 * @param {Own} own
 * @param {{draft: Draft, shown: string, show: (equations: string) => string, source: (() => string) | null}} given
 */
export function drawBox(panel, { words, beginnings }, { draft, shown, show, source }) {
  // What nobody has changed follows the stage.
  if (draft.text === "" || draft.text === draft.begun) draft.text = shown;
  if (draft.text === shown) draft.begun = shown;
  const typed = h("textarea", { rows: String(ROWS), "aria-label": words.equations, spellcheck: "false" });
  const said = h("p", { role: "alert" }, draft.refused);
  typed.value = draft.text;
  const take = () => {
    // An emptied box shows the cell's equations again.
    if (typed.value === "") typed.value = shown;
    draft.text = typed.value;
    draft.refused = show(typed.value);
    said.textContent = draft.refused;
  };
  typed.addEventListener("input", () => {
    draft.text = typed.value;
  });
  typed.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) take();
  });
  const list = h(
    "select",
    { "aria-label": words.beginWith },
    h("option", { value: "" }, words.beginWith),
    ...beginnings.map(({ title }, k) => h("option", { value: String(k) }, title)),
  );
  list.addEventListener("change", () => {
    if (list.value) draft.text = typed.value = beginnings[Number(list.value)].equations;
    list.value = "";
  });
  const buttons = [button(words.show, take, { class: "main" }), list];
  if (source) {
    const save = () => download("own_cell.py", new Blob([source()], { type: "text/x-python" }));
    buttons.push(button(words.file, save, { title: words.fileMeans }));
  }
  const title = h("p", { class: "label" }, words.equations, ...hint(words.equations, words.help));
  panel.replaceChildren(title, typed, said, h("p", { class: "buttons" }, ...buttons));
}

function button(words, act, attributes) {
  const made = h("button", { type: "button", ...attributes }, words);
  made.addEventListener("click", act);
  return made;
}
