// The chosen lecture plan as a handout: a sheet for each view, on a page that one prints.

import { h, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { STYLE } from "../../web/print/style.js";
import { chosenPlan, drawersOfPlan, liveLink } from "./drawnplan.js";
import { viewSheets } from "./viewsheets.js";

/**
 * data: {strings, words, limits, named, language, stage, units, course}; named: as for `viewName`. stage, units: the
 * addresses of their modules; course: of the chapters' folder.
 */
async function begin(host, data) {
  const { strings, words, limits } = data;
  const { plan, views } = chosenPlan(limits) ?? { plan: null, views: [] };
  const count = views.length;
  const state = h("p", { role: "status" }, count > 0 ? words.making : words.none);
  const print = h("button", { type: "button", class: "primary", disabled: true }, strings.print);
  const papers = h("div", { class: "papers" });
  const inside = papers.attachShadow({ mode: "open" });
  inside.append(h("style", {}, STYLE));
  print.addEventListener("click", () => window.print());
  host.replaceChildren(h("header", {}, h("h1", {}, plan?.title ?? words.handout), print, state), papers);
  if (count === 0) return;
  document.title = `${plan.title} · rnnviz`;

  const { told, makers, refused } = await drawersOfPlan(plan.title, views, data);
  if (refused) {
    write(state, refused);
    return;
  }
  await viewSheets(
    told,
    makers,
    (k) => liveLink(views[k].view),
    (sheet, k) => {
      inside.append(sheet);
      write(state, fill(words.sheets, { k: k + 1, count }));
    },
  );
  write(state, words.ready);
  print.disabled = false;
  host.dataset.state = "ready";
}

begin(document.getElementById("handout"), JSON.parse(document.getElementById("data").textContent));
