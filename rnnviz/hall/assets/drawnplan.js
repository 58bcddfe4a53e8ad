// The chosen lecture plan of this browser, and what draws each of its views.

import { asked } from "../../web/asked.js";
import { h } from "../../web/dom.js";
import { keptPlans, planOf, viewName } from "./plans.js";
import { viewBegun } from "./planruns.js";

const STYLE = "style[data-stage]";

/** What a page of it is told: see `begin` in `handout.js`. The plan: {plan, views}, null where none has a view. */
export function chosenPlan(limits) {
  const kept = keptPlans(limits);
  const plan = planOf(kept);
  if (!plan?.views.length) return null;
  // As it stands: with the training that was begun there.
  return { plan, views: plan.views.map((one) => ({ ...one, view: viewBegun(kept, one.view) })) };
}

/**
 * What `viewSheets` needs of these views: {told, makers}; or {refused}, a sentence. Notes do not leave this browser for
 * it. data: as for `chosenPlan`.
 */
export async function drawersOfPlan(title, views, { strings, words, named, language, stage, units, course }) {
  const send = { title, views: views.map(({ view, ask }) => ({ view, ask, say: "" })) };
  const headers = { Accept: "application/json" };
  const { told, refused } = await asked(`/views-file?lang=${language}`, { words: strings, headers, send });
  if (refused) return { refused };
  const makers = await modules(told, { stage, units, course }).catch(() => null);
  if (makers === null) return { refused: strings.noConnection };
  // The page's name says less than what stands in the link.
  const titled = told.views.map((one, k) => ({ ...one, title: viewName(views[k].view, named) }));
  return {
    told: { ...told, views: titled, strings: { ...told.strings, missing: words.missing } },
    makers,
    refused: "",
  };
}

/** Where a view is alive. */
export const liveLink = (view) => new URL(`/${view}`, location.href).href;

/** The modules that draw what is told, by the names of `viewSheets`. */
async function modules(told, { stage, units, course }) {
  const names = Object.keys(told.chapters);
  const [ofStage, pictures, ofUnits, ...chapters] = await Promise.all([
    import(stage),
    import(new URL("picture.js", new URL(stage, location.href)).href),
    Object.keys(told.units).length > 0 ? import(units) : null,
    ...names.map((name) => import(`${course}/${told.chapters[name].view}.js`)),
  ]);
  if (!document.head.querySelector(STYLE)) document.head.append(h("style", { "data-stage": "" }, ofStage.css));
  return {
    stage: ofStage,
    pictures,
    units: ofUnits,
    ...Object.fromEntries(names.map((name, k) => [name, chapters[k]])),
  };
}
