// The Units page in the static edition: the networks that come with rnnviz, and those that this browser has trained.

/** @import {UnitsData} from "../units.d.ts" */

import { mount as mountUnits } from "../../units/view/assets/main.js";
import { placeIn, problemsIn } from "../../units/view/assets/place.js";
import { h } from "../../web/dom.js";
import { replaceQuery } from "../../web/query.js";
import { recordedLooks } from "./looks.js";
import { networksOf, trainingsHere } from "./units/networks.js";

/** The page in `host`: {show(data)}. */
export function mount(host, css) {
  const select = /** @type {HTMLSelectElement} */ (h("select", {}));
  const choice = h("label", { class: "network" });
  const remark = h("p", { class: "remark" });
  const room = h("div", { class: "room" });
  host.replaceChildren(choice, room, remark);

  /** @param {UnitsData} data */
  function show(data) {
    const { strings, fields, constants, language, words, nets, pictures } = data;
    const { ask } = recordedLooks(data, networksOf(data));
    let end = () => {};
    const asked = placeIn(fields, new URLSearchParams(location.search));
    const shown = asked.net || data.first;
    const options = (names) => names.map(([value, title]) => h("option", { value }, title));
    const listed = nets.filter(({ key, isOffered }) => isOffered || key === shown);
    const builtIn = options(listed.map(({ key, title }) => [`net ${key}`, title]));
    const offer = (trained) => {
      const groups = [h("optgroup", { label: words.comesAlong }, ...builtIn)];
      if (trained.length > 0) groups.push(h("optgroup", { label: words.trained }, ...options(trained)));
      select.replaceChildren(...(trained.length > 0 ? groups : builtIn));
      select.value = asked.run ? `run ${asked.run}` : `net ${shown}`;
    };
    offer([]);
    trainingsHere(data).then((trained) => offer(trained.map(({ run, title }) => [`run ${run}`, title])));
    choice.replaceChildren(words.network, select);
    remark.replaceChildren(words.ownNetwork);
    select.addEventListener("change", () => {
      const names = fields.map(({ name }) => name).filter((name) => name !== "lang");
      const [kind, name] = select.value.split(" ");
      asked.run = "";
      replaceQuery(names, { [kind]: name });
      begin();
    });
    begin();

    function begin() {
      end();
      const plotly = data.plotly && data.pathOf(data.plotly);
      const problems = problemsIn(fields, new URLSearchParams(location.search));
      end = mountUnits(room, { strings, fields, constants, language, ask, css, plotly, pictures, problems });
    }
  }
  return { show };
}
