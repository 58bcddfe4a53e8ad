// The Units page of one network and one text as a file: what is asked is computed by workers that the file holds.

/** @import {UnitsFile} from "../units.d.ts" */

import { mount } from "../../units/view/assets/main.js";
import { h } from "../../web/dom.js";
import { recordedLooks } from "./looks.js";

/**
 * Put the page into `body`.
 *
 * @param {HTMLElement} body
 * @param {UnitsFile} told
 * @param {object} pictures the module that takes them
 */
export function begin(body, told, pictures) {
  const { strings, fields, constants, language, words, asking, network, labels, pairs, workers, search } = told;
  const { weights, ...of } = network;
  const opened = {
    ...of,
    weightsAt: async () => weights,
    head: { source: of.source, program: of.program, states: of.states, weights: {}, labels, rest: [] },
  };
  const addresses = Object.fromEntries(Object.entries(workers).map(([name, script]) => [name, addressOf(script)]));
  const { ask } = recordedLooks(
    {
      language,
      words,
      asking,
      pairs: "pairs",
      plotly: "",
      reader: "reader",
      patterns: "patterns",
      notFetched: () => words.failed,
      fetched: async () => pairs,
      pathOf: (name) => addresses[name],
    },
    async () => opened,
  );
  const host = body.appendChild(h("main", {}));
  const home = { ask, css: "", plotly: "", search, pictures: async () => pictures };
  mount(host, { strings, fields, constants, language, ...home });
}

/** Where a worker finds a script of this page. */
function addressOf(script) {
  return URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
}
