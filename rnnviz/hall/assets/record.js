// A training as it stood: its losses as curves, and what it wrote.

import { h } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { lossCurves, trainingTitle } from "./losses.js";

const WIDEST = 720;
const NARROWEST = 340;
const HIGH = 300;
const MOST_WRITTEN = 12;

/** The element that shows runs, as `rnnviz.live.record` has them. time: when they were read. */
export function recordView(runs, time, strings, language) {
  const wide = Math.max(NARROWEST, Math.min(WIDEST, document.body.clientWidth - 40));
  const said = time.toLocaleString(language, { dateStyle: "long", timeStyle: "short" });
  return h(
    "article",
    { class: "record" },
    h("p", { class: "frozen" }, fill(strings.frozen, { time: said })),
    h("h2", {}, strings.curves),
    lossCurves(runs, { wide, high: HIGH }, strings),
    h("div", { class: "runs" }, ...runs.map((run) => writings(run, strings))),
  );
}

function writings(run, strings) {
  const samples = run.samples.slice(-MOST_WRITTEN).reverse();
  return h(
    "section",
    {},
    h("h2", {}, trainingTitle(run, strings)),
    ...samples.flatMap(({ step, temperature, text }) => [
      h("h3", {}, fill(strings.wrote, { step, temperature })),
      h("p", { class: "written" }, text),
    ]),
  );
}
