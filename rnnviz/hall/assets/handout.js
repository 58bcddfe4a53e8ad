// The chosen lecture plan as a handout: a sheet for each view, on a page that one prints.

import { asked } from "../../web/asked.js";
import { h, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { STYLE } from "../../web/print/style.js";
import { keptPlans, planOf, viewName } from "./plans.js";
import { viewBegun } from "./planruns.js";
import { viewSheets } from "./viewsheets.js";

/**
 * data: {strings, words, limits, named, language, stage, units, course}; named: as for `viewName`. stage, units: the
 * addresses of their modules; course: of the chapters' folder.
 */
async function begin(host, { strings, words, limits, named, language, stage, units, course }) {
  const kept = keptPlans(limits);
  const plan = planOf(kept);
  const count = plan?.views.length ?? 0;
  const state = h("p", { role: "status" }, count > 0 ? words.making : words.none);
  const print = h("button", { type: "button", disabled: true }, strings.print);
  const papers = h("div", { class: "papers" });
  const inside = papers.attachShadow({ mode: "open" });
  inside.append(h("style", {}, STYLE));
  print.addEventListener("click", () => window.print());
  host.replaceChildren(h("header", {}, h("h1", {}, plan?.title ?? words.handout), print, state), papers);
  if (count === 0) return;
  document.title = `${plan.title} · rnnviz`;

  const views = plan.views.map(({ view, ask }) => ({ view: viewBegun(kept, view), ask, say: "" }));
  const send = { title: plan.title, views };
  const made = await asked(`/views-file?lang=${language}`, { words: strings, as: "blob", send });
  if (made.refused) {
    write(state, made.refused);
    return;
  }
  const file = new DOMParser().parseFromString(await made.told.text(), "text/html");
  const told = JSON.parse(file.getElementById("data").textContent);
  const makers = await modules(told, { stage, units, course }).catch(() => null);
  if (makers === null) {
    write(state, strings.noConnection);
    return;
  }
  // The page's name says less than what stands in the link.
  const titled = told.views.map((one, k) => ({ ...one, title: viewName(views[k].view, named) }));
  const linkOf = (k) => new URL(`/${views[k].view}`, location.href).href;
  const said = { ...told.strings, missing: words.missing };
  await viewSheets({ ...told, views: titled, strings: said }, makers, linkOf, (sheet, k) => {
    inside.append(sheet);
    write(state, fill(words.sheets, { k: k + 1, count }));
  });
  write(state, words.ready);
  print.disabled = false;
  host.dataset.state = "ready";
}

/** The modules that draw what is told, by the names of `viewSheets`. */
async function modules(told, { stage, units, course }) {
  const names = Object.keys(told.chapters);
  const [ofStage, pictures, ofUnits, ...chapters] = await Promise.all([
    import(stage),
    import(new URL("picture.js", new URL(stage, location.href)).href),
    Object.keys(told.units).length > 0 ? import(units) : null,
    ...names.map((name) => import(`${course}/${told.chapters[name].view}.js`)),
  ]);
  document.head.append(h("style", {}, ofStage.css));
  return {
    stage: ofStage,
    pictures,
    units: ofUnits,
    ...Object.fromEntries(names.map((name, k) => [name, chapters[k]])),
  };
}

begin(document.getElementById("handout"), JSON.parse(document.getElementById("data").textContent));
