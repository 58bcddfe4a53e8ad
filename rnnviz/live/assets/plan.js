// A training before it begins.

import { h } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";

/** What is to be trained: its sizes, and the beginning of its text. */
export function planPanel(context, plans) {
  const { strings } = context;
  const sizes = plans.map((plan) =>
    h(
      "p",
      { class: "plan-size" },
      h("strong", {}, `${plan.cell.toUpperCase()}, h = ${plan.hidden}`),
      " ",
      fill(strings.planSize, {
        parameters: context.count(plan.parameters),
        characters: context.count(plan.characters),
        vocabulary: context.count(plan.vocabulary),
        uniform: plan.uniform.toFixed(2),
      }),
    ),
  );
  return h(
    "section",
    { class: "panel plan" },
    h("h2", {}, h("span", {}, strings.plan)),
    ...sizes,
    h("p", { class: "written excerpt", dir: "auto" }, plans[0]?.excerpt ?? ""),
    h("p", { class: "plan-press" }, context.isTouch ? strings.planTouch : strings.planPress),
  );
}
