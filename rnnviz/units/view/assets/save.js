// The view as files: one page, tables, pictures.

import { asked } from "../../../web/asked.js";
import { h, write } from "../../../web/dom.js";
import { hand } from "../../../web/hand.js";
import { fill } from "../../../web/numbers.js";
import { unitWords } from "./symbols.js";

/** @import {Page} from "../units.d.ts" */

// The tables, by the form that the server makes.
const TABLES = { ranking: "csv", values: "csv", json: "json" };

/**
 * A dialog with the ways to take the view away. query(): the words of its link. showPicture(): the picture of it.
 *
 * @param {Page} page
 * @param {{query: () => Record<string, string>, showPicture: () => void}} view
 */
export function saveDialog(page, { query, showPicture }) {
  const { strings } = page;
  const close = h("button", { type: "button", class: "key close", "aria-label": strings.close }, "×");
  const said = h("p", { class: "units-words", role: "status" });
  const dialog = /** @type {HTMLDialogElement} */ (
    h(
      "dialog",
      { class: "help units-save", "aria-label": strings.save },
      close,
      h("h2", {}, strings.save),
      ...row(strings.savePage, strings.savePageHint, savePage),
      ...row(strings.saveRanking, strings.saveRankingHint, () => saveTable("ranking")),
      ...row(strings.saveValues, strings.saveValuesHint, () => saveTable("values")),
      ...row(strings.saveJson, strings.saveJsonHint, () => saveTable("json")),
      ...row(strings.picture, strings.savePictureHint, () => {
        dialog.close();
        showPicture();
      }),
      said,
    )
  );
  close.addEventListener("click", () => dialog.close());

  function row(title, hint, act) {
    const button = h("button", { type: "button", class: "key word" }, title);
    button.addEventListener("click", act);
    return [h("p", {}, button, " ", h("span", { class: "muted" }, hint))];
  }
  function savePage() {
    const { quantity, unit } = page.place();
    const title = ["rnnviz", page.source.name, unitWords(quantity, unit)].filter(Boolean).join(" · ");
    const view = `units?${new URLSearchParams(query())}`;
    take("/views-file", "html", { send: { title: title.slice(0, 100), views: [{ view, ask: "", say: "" }] } });
  }
  function saveTable(form) {
    take(`/units-file?${new URLSearchParams({ ...query(), form, lang: page.language })}`, TABLES[form], {}, form);
  }
  async function take(address, ending, more, form = "") {
    write(said, strings.saving);
    const { told, refused } = await asked(address, { words: strings, as: "blob", ...more });
    write(said, refused || fill(strings.saved, { name: nameOf(form, ending) }));
    if (told) hand(told, nameOf(form, ending));
  }
  function nameOf(form, ending) {
    const { quantity, unit } = page.place();
    const part = form in TABLES && form !== ending ? `-${form}` : "";
    return `rnnviz-units-${quantity}${unit + 1}${part}.${ending}`;
  }
  return {
    element: dialog,
    open() {
      write(said, "");
      dialog.showModal();
    },
  };
}
