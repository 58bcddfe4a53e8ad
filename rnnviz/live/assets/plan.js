// A training before it begins.

import { h } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { wholeLines } from "../../web/wholelines.js";

/** The number of parameters, which opens into the parts that add up to it. */
function partsOf({ strings, count }, { parameters, parts }) {
  const rows = parts.map(([name, [rows, columns]]) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, ...lettersOf(name)),
      h("td", {}, `${count(rows)} × ${count(columns)}`),
      h("td", {}, count(rows * columns)),
    ),
  );
  const total = h("tr", {}, h("th", { scope: "row" }, "Σ"), h("td", {}), h("td", {}, count(parameters)));
  return h(
    "details",
    { class: "plan-parts" },
    h("summary", { title: strings.planPartsHint }, fill(strings.planParameters, { parameters: count(parameters) })),
    h("table", {}, ...rows, total),
  );
}

/** W_xh as W with its subscript. */
function lettersOf(name) {
  const [letter, index] = name.split("_");
  return [h("i", {}, letter), h("sub", {}, index)];
}

/** What is to be trained: its sizes, and the beginning of its text. */
export function planPanel(context, plans) {
  const { strings } = context;
  const sizes = plans.map((plan) =>
    h(
      "div",
      { class: "plan-size" },
      h("strong", {}, `${plan.cell.toUpperCase()}, h = ${plan.hidden}`),
      " ",
      partsOf(context, plan),
      h(
        "p",
        {},
        fill(strings.planSize, {
          characters: context.count(plan.characters),
          vocabulary: context.count(plan.vocabulary),
          uniform: plan.uniform.toFixed(2),
        }),
      ),
    ),
  );
  const written = h("span", { class: "written" }, plans[0]?.excerpt ?? "");
  const excerpt = h("p", { class: "excerpt", dir: "auto" }, written);
  const panel = h(
    "section",
    { class: "panel plan" },
    h("h2", {}, h("span", {}, strings.plan)),
    ...sizes,
    excerpt,
    h("p", { class: "plan-press" }, context.isTouch ? strings.planTouch : strings.planPress),
  );
  const watch = new ResizeObserver(() => wholeLines(excerpt, [written]));
  for (const one of [panel, ...sizes]) watch.observe(one);
  return panel;
}
