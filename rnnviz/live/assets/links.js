// The addresses of the live view: its own, and the ways from a checkpoint to other pages.

import { replaceQuery } from "../../web/query.js";
import { UNITS } from "./curves/lines.js";
import { LARGE } from "./large.js";

/** What an address says of the view: the step that is shown, null for now, the unit of the loss, and what is large. */
export function placeIn(query) {
  const [at, unit, large] = [query.get("at") ?? "", query.get("loss"), query.get("large")];
  return {
    at: /^\d+$/.test(at) ? Number(at) : null,
    unit: unit in UNITS ? unit : "nats",
    large: LARGE.includes(large) ? large : LARGE[0],
  };
}

export function writePlace({ at, unit, large }) {
  replaceQuery(["at", "loss", "large"], {
    ...(at === null ? {} : { at }),
    ...(unit === "nats" ? {} : { loss: unit }),
    ...(large === LARGE[0] ? {} : { large }),
  });
}

/**
 * stageLink(run, step): to the network on the stage, which reads the sentence that is read here; unitsLink(run, step):
 * to what its units have learnt. Each gives null where there is no such page.
 *
 * @param {import("../run.d.ts").LiveData} data
 * @param {(run: import("../run.d.ts").KnownRun) => string} sentenceOf
 */
export function linksOf(data, sentenceOf) {
  function linkOf(page, run, at, text) {
    if (data.linkOf) return data.linkOf(page, run, at, text);
    const url = new URL(page, document.baseURI);
    for (const [name, value] of Object.entries({ run, at, text, lang: data.language })) {
      if (value !== "") url.searchParams.set(name, String(value));
    }
    return url.href;
  }
  return {
    stageLink: (run, step) => linkOf("step", run.id, step, sentenceOf(run)),
    unitsLink: (run, step) => linkOf("units", run.id, step, ""),
  };
}
