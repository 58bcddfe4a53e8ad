// The menu that takes the view away as a file. What the app asks its server for is made here.

/** @import {Seen, StageData} from "../site.d.ts" */
/** @typedef {{title: string, named: (form: string) => string, stage: () => Promise<object>, seen: () => Promise<Seen>,
 *   picture: (form: string) => Promise<void>}} Given */

import { h } from "../../web/dom.js";
import { download } from "./download.js";
import { notebook } from "../../export/browser/notebook.js";
import { archive, csv, json } from "../../export/browser/numbers.js";
import { popup } from "./popup.js";
import { script } from "../../export/browser/torch_script.js";

/**
 * The button and its panel. given: title and named(form), of the page and of a file; stage(): what a saved stage is
 * mounted with; seen(): the network in focus; picture(form): saves the picture.
 *
 * @param {StageData} data
 * @param {Given} given
 */
export function saveButton(data, given) {
  const { save, sentences, strings, showEmbedding } = data;
  const made = makers(data, given);
  const embed = h("button", { type: "button" }, strings.embed);
  embed.addEventListener("click", showEmbedding);
  return popup({ class: "save" }, save.title, (panel) => {
    const said = h("p", { role: "alert" });
    const button = (form, words) => {
      const own = h("button", { type: "button" }, words);
      own.addEventListener("click", async () => {
        own.setAttribute("aria-busy", "true");
        said.textContent = "";
        try {
          await made[form]();
        } catch (reason) {
          console.error(reason);
          said.textContent = sentences.notSaved;
        }
        own.removeAttribute("aria-busy");
      });
      return own;
    };
    const groups = save.groups.flatMap(([words, forms]) => {
      const buttons = forms.filter((form) => form in made).map((form) => button(form, save.forms[form]));
      return buttons.length ? [h("p", { class: "small" }, words), h("p", { class: "buttons" }, ...buttons)] : [];
    });
    panel.replaceChildren(
      h("p", { class: "buttons" }, button("html", save.stageFile)),
      h("p", { class: "small" }, save.stageFileMeans),
      ...groups,
      h("p", { class: "small" }, strings.embedMeans),
      h("p", { class: "buttons" }, embed),
      said,
    );
  });
}

/**
 * What makes each form.
 *
 * @param {StageData} data
 * @param {Given} given
 * @returns {Record<string, () => Promise<void>>}
 */
function makers(data, { title, named, stage, seen, picture }) {
  const { save } = data;
  const hand = (form, type, body) => download(named(form), new Blob([body], { type }));
  return {
    html: async () => {
      const page = await data.fetched(save.page);
      hand("html", "text/html", wholePage(page, data, title, await stage()));
    },
    svg: () => picture("svg"),
    png: () => picture("png"),
    csv: async () => hand("csv", "text/csv", csv(await seen(), save.columns)),
    json: async () => hand("json", "application/json", json(await seen())),
    ipynb: async () => hand("ipynb", "application/x-ipynb+json", notebook(await seen())),
    py: async () => hand("py", "text/x-python", script(await seen(), save.code)),
    npz: async () => hand("npz", "application/octet-stream", archive(await seen())),
  };
}

/**
 * A page in a language, with a title and with what it shows; the app writes them in the same way.
 *
 * @param {string} page
 * @param {StageData} data
 */
function wholePage(page, { language, save }, title, told) {
  const safe = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
  const written = JSON.stringify(told).replaceAll("<", "\\u003c");
  return page
    .replace("%LANGUAGE%", language)
    .replace("%SIGNS%", () => save.signs)
    .replace("%TITLE%", () => title.replace(/[&<>"']/g, (sign) => safe[sign]))
    .replace('"%DATA%"', () => written);
}
