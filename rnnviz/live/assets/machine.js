// The time machine: a slider over the checkpoints, whose right end is now.

import { h, set, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";

/** Calls `onAt(step)` where the reader goes, with null for now. Returns {element, update(view)}. */
export function machine(context, onAt) {
  const { strings } = context;
  const slider = h("input", {
    type: "range",
    min: "0",
    max: "0",
    value: "0",
    class: "scrubber",
    "aria-label": strings.machine,
  });
  const where = h("output", { class: "machine-where number" });
  const back = h("button", { type: "button", class: "key" }, strings.backToNow);
  const links = h("span", { class: "machine-links" });
  const element = h(
    "div",
    { class: "machine", hidden: context.guest?.lacks.checkpoints },
    h("span", { class: "machine-title", title: strings.machineHint }, strings.machine),
    slider,
    where,
    back,
    links,
  );
  let stops = [];
  let ways = [];
  let insides = [];
  slider.addEventListener("input", () => onAt(stops[Number(slider.value)] ?? null));
  back.addEventListener("click", () => onAt(null));

  function update(view) {
    const { runs, at, checkpoints } = view;
    stops = [...checkpoints, null];
    set(slider, "max", stops.length - 1);
    const place = at === null ? stops.length - 1 : checkpoints.indexOf(at);
    if (Number(slider.value) !== place) slider.value = String(place);
    slider.disabled = checkpoints.length === 0;
    const words = at === null ? strings.now : fill(strings.atStep, { step: context.count(at) });
    write(where, words);
    slider.setAttribute("aria-valuetext", words);
    back.disabled = at === null;
    if (ways.length !== runs.length) {
      ways = runs.map((run) => way(strings.openStageHint, view.stageLink(run, 0)));
      insides = runs.map((run) => way(strings.lookInsideHint, view.unitsLink(run, 0)));
      links.replaceChildren(
        ...group(strings.openStage, ways, view.stageLink(runs[0], 0)),
        ...group(strings.lookInside, insides, view.unitsLink(runs[0], 0)),
      );
    }
    runs.forEach((run, k) => {
      const step = at === null ? (run.now?.checkpoints.at(-1) ?? null) : run.checkpointAt(at);
      lead(ways[k], step, view.stageLink, strings.openStage, run);
      lead(insides[k], step, view.unitsLink, strings.lookInside, run);
    });
  }
  /** Where no checkpoint or no such page is, there is no way to it. */
  function lead(link, step, linkOf, words, run) {
    const address = step === null ? null : linkOf(run, step);
    link.hidden = address === null;
    if (address === null) return;
    write(link, ways.length === 1 ? `${words} →` : run.title);
    set(link, "href", address);
  }
  /** The links of a kind, if there is such a page; those of several runs have its name before them. */
  function group(words, own, address) {
    if (address === null) return [];
    return own.length > 1 ? [h("span", { class: "muted" }, `${words}:`), ...own] : own;
  }
  return { element, update };
}

const way = (title, href) => h("a", { class: "key act", target: "_self", title, href: href ?? undefined });
