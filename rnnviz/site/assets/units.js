// The Units page in the static edition: the networks that come with rnnviz, each with its own text.

/** @import {UnitsData} from "../units.d.ts" */

import { mount as mountUnits } from "../../units/view/assets/main.js";
import { h } from "../../web/dom.js";
import { replaceQuery } from "../../web/query.js";
import { recordedLooks } from "./looks.js";

/** The page in `host`: {show(data)}. */
export function mount(host, css) {
  const select = /** @type {HTMLSelectElement} */ (h("select", {}));
  const choice = h("label", { class: "network" });
  const remark = h("p", { class: "remark" });
  const room = h("div", { class: "room" });
  host.replaceChildren(choice, room, remark);

  /** @param {UnitsData} data */
  function show(data) {
    const { strings, fields, language, words, nets, pictures } = data;
    const { ask } = recordedLooks(data);
    let end = () => {};
    const shown = new URLSearchParams(location.search).get("net") || data.first;
    const listed = nets.filter(({ key, isOffered }) => isOffered || key === shown);
    select.replaceChildren(...listed.map(({ key, title }) => h("option", { value: key }, title)));
    select.value = shown;
    choice.replaceChildren(words.network, select);
    remark.replaceChildren(words.ownNetwork);
    select.addEventListener("change", () => {
      const names = fields.map(({ name }) => name).filter((name) => name !== "lang");
      replaceQuery(names, { net: select.value });
      begin();
    });
    begin();

    function begin() {
      end();
      end = mountUnits(room, { strings, fields, language, ask, css, plotly: "", pictures });
    }
  }
  return { show };
}
