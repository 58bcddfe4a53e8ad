// The networks' samples during training: the newest first, the old ones kept to show the progress.

import { h, write } from "../../web/dom.js";
import { fill, inPercent } from "../../web/numbers.js";
import { wholeLines } from "../../web/wholelines.js";
import { agreements } from "./agreements.js";
import { sampleOf } from "./curves/dots.js";
import { SHAPES } from "./curves/lines.js";

const KEPT = 60;

/** Returns {element, update(view)}; a race has a column for each run. */
export function samples(context) {
  const { strings } = context;
  const lists = new Map();
  const element = h("div", { class: "samples" });

  function update({ runs, at, moments }) {
    for (const run of runs) {
      if (!lists.has(run.id)) {
        const list = h("ol", { class: "sample-list", tabindex: "0", "aria-label": strings.samples });
        const then = h("ul", { class: "then", hidden: true, tabindex: "0", "aria-label": strings.samples });
        const rules = agreements(context);
        const column = h(
          "div",
          { class: "sample-column" },
          runs.length > 1 ? nameOf(runs.indexOf(run)) : null,
          rules.element,
          then,
          list,
        );
        lists.set(run.id, { list, then, column, rules, count: 0, shown: "", fitted: "" });
        element.append(column);
      }
      const mine = lists.get(run.id);
      if (runs.length > 1 && run.now) write(mine.column.firstChild.lastChild, `${run.title} · h = ${run.now.hidden}`);
      for (; mine.count < run.samples.length; mine.count += 1) mine.list.prepend(entry(run.samples[mine.count]));
      while (mine.list.childElementCount > KEPT) mine.list.lastChild.remove();
      const until = at === null ? Infinity : at;
      mine.rules.update(
        run.now?.agreements ?? [],
        run.samples.filter(({ step }) => step <= until),
      );
      const moment = moments.get(run.id);
      const key = moment ? JSON.stringify(moment.sample) : "";
      if (key !== mine.shown) {
        mine.shown = key;
        mine.then.replaceChildren(...(moment ? [entry(moment.sample)] : []));
      }
      mine.then.hidden = !moment;
      // At this moment the later samples do not exist yet.
      for (const one of mine.list.children)
        one.hidden = at !== null && moment !== undefined && Number(one.dataset.step) >= moment.sample.step;
      mine.list.classList.toggle("empty", run.samples.length === 0);
      if (run.samples.length === 0 && mine.list.dataset.empty !== strings.notYet)
        mine.list.dataset.empty = strings.notYet;
      const fitted = [mine.count, at, key, mine.column.clientHeight, mine.rules.element.clientHeight].join(" ");
      if (fitted === mine.fitted) continue;
      mine.fitted = fitted;
      wholeLines(mine.list, [...mine.list.querySelectorAll(".sample:not([hidden]) > *")]);
    }
  }

  function entry({ step, temperature, text, known }) {
    const share = known === null || known === undefined ? null : fill(strings.known, { percent: inPercent(known) });
    return h(
      "li",
      { class: "sample", "data-step": step },
      h(
        "div",
        { class: "sample-head" },
        h("span", { class: "number" }, fill(strings.atStep, { step: context.count(step) })),
        share &&
          h(
            "span",
            { class: "share", title: strings.knownHint },
            h("span", { class: "share-bar", style: `--share:${known}` }),
            share,
          ),
        h("span", { class: "tau" }, `τ = ${temperature}`),
      ),
      h("p", { class: "written", dir: "auto" }, text),
    );
  }
  return { element, update };
}

/** Where a network's name in a race stands, after a piece of its curve. k: its place. */
function nameOf(k) {
  return h("h3", { class: "race-name" }, sampleOf(`validation race-${k}`, SHAPES[k]), h("span"));
}
