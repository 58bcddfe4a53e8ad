// A file of views: each with its sentence, and the way from one to the next.

import { h, write } from "../../web/dom.js";
import { recordedHome } from "../../units/view/assets/record.js";
import { fill } from "../../web/numbers.js";
import { clickersWay, isOfClicker, pageTurner } from "../../web/onward.js";
import { printSheets } from "../../web/print/room.js";
import { recordView } from "./record.js";
import { viewSheets } from "./viewsheets.js";

// Of the page below the stage, as stage.css has it.
const PADDING = 14;
const WAYS = { "<": -1, ">": 1 };
const TYPED_IN = "input:not([type=radio], [type=checkbox]), textarea, select";

/**
 * Put the views into `body`. makers: {stage, units, pictures, <a chapter>}, the modules that draw them, by name. What
 * there is to draw stands in the element "data": see `views_file.py`.
 */
export function begin(body, makers) {
  const told = JSON.parse(document.getElementById("data").textContent);
  const { strings, views, language } = told;
  const places = Object.fromEntries(
    ["stage", "chapter", "units", "training", "missing"].map((kind) => [kind, h("main", {})]),
  );
  const number = h("output", { class: "number" });
  // Many views are of one page: what is asked there tells them apart.
  const named = ({ ask, title }, k) => h("option", { value: k }, `${k + 1} · ${ask || title}`);
  const options = views.map(named);
  const list = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": strings.all }, ...options));
  list.addEventListener("change", () => show(Number(list.value)));
  const say = h("p", { class: "say", "aria-live": "polite" });
  const back = way(-1, strings.back, "<");
  const next = way(1, strings.next, ">");
  const paper = /** @type {HTMLButtonElement} */ (
    h("button", { type: "button", title: strings.handoutHint }, strings.handout)
  );
  paper.addEventListener("click", printAll);
  const missing = views.flatMap(({ kind }, k) => (kind === "missing" ? [k + 1] : []));
  const left = h("p", { class: "left" }, missing.length ? fill(strings.left, { places: missing.join(", ") }) : "");
  const notice = h("p", { class: "left", role: "status" });
  body.append(
    h("nav", { class: "views", "aria-label": told.title }, back, number, list, say, paper, next),
    left,
    notice,
    ...Object.values(places),
  );
  const pictures = async () => makers.pictures;
  let at = -1;
  let leave = () => {};
  let chapter = { name: "", page: null };
  let unitsOf = "";

  const time = new Date(told.time).toLocaleString(language, { dateStyle: "long", timeStyle: "short" });
  const unitsHost = h("div", {});
  places.units.append(h("p", { class: "frozen" }, fill(strings.frozenUnits, { time })), unitsHost);

  const draw = {
    stage({ of, place }) {
      const above = places.stage.getBoundingClientRect().top + PADDING;
      // The document is on the full screen, and stays there from view to view.
      const whole = document.documentElement;
      return makers.stage.mount(places.stage, { ...told.stages[of], place, above, pictures, whole });
    },
    chapter({ of, query }) {
      if (chapter.name !== of) {
        const page = makers[of].mount(places.chapter, "");
        page.show({ ...told.chapters[of], pictures }, lead);
        chapter = { name: of, page };
      }
      chapter.page.goTo(query);
      return () => {
        chapter.page.end();
        chapter = { name: "", page: null };
        places.chapter.replaceChildren();
      };
    },
    units({ of, query }) {
      if (unitsOf === of) {
        makers.units.bring(unitsHost, query);
        return leave;
      }
      unitsOf = of;
      const { ask, holds } = recordedHome(told.units[of], told.unitsPage.fields, told.unitsPage.strings.notHeld);
      const own = { ...told.unitsPage, language, css: "", plotly: "", search: query, ask, holds };
      const end = makers.units.mount(unitsHost, { ...own, pictures: async () => makers.pictures });
      return () => {
        unitsOf = "";
        end();
      };
    },
    training({ runs }) {
      places.training.replaceChildren(recordView(runs, new Date(told.time), strings, language));
    },
    missing({ title, why }) {
      places.missing.replaceChildren(h("h1", {}, title), h("p", {}, h("strong", {}, strings.missing), " · ", why));
    },
  };

  function show(to) {
    const now = views[Math.min(views.length - 1, Math.max(0, to))];
    const before = views[at];
    at = views.indexOf(now);
    // A stage that shows another place, and a chapter at another section, stay as they are.
    const isSame = before?.kind === now.kind && (!["chapter", "units"].includes(now.kind) || before.of === now.of);
    if (!isSame) leave();
    for (const [kind, place] of Object.entries(places)) place.hidden = kind !== now.kind;
    scrollTo(0, 0);
    write(number, `${at + 1} / ${views.length}`);
    list.value = String(at);
    write(say, now.ask);
    write(notice, "");
    back.disabled = at === 0;
    next.disabled = at === views.length - 1;
    leave = draw[now.kind](now) ?? (() => {});
    history.replaceState(null, "", `#${at + 1}`);
  }
  /** All views on paper, drawn one after another. */
  async function printAll() {
    const sheets = [];
    paper.disabled = true;
    await viewSheets(
      told,
      makers,
      () => "",
      (sheet) => {
        sheets.push(sheet);
        write(notice, fill(strings.sheets, { k: sheets.length, count: views.length }));
      },
    );
    write(notice, "");
    paper.disabled = false;
    printSheets(sheets);
  }
  /** A link in a chapter leads to a view of this file, or nowhere. */
  function lead(target) {
    const found = views.findIndex(({ kind, of }) => kind === "chapter" && of === target.split("?")[0]);
    if (found >= 0) show(found);
    else write(notice, strings.elsewhere);
  }
  // With a clicker alone one gets through all views, as through a lecture plan.
  window.rnnvizViews = {
    walked() {
      const { kind, of, place, query } = views[at];
      if (kind === "units") return `units?${query}`;
      return kind === "stage" ? `step?${new URLSearchParams(place)}` : kind === "chapter" ? `${of}?${query}` : kind;
    },
    walkAct: (by) => (at + by in views ? { does: "view", run: () => walk(by) } : null),
  };
  function walk(by) {
    show(at + by);
    // Who comes back comes to the end of a view.
    if (views[at].kind === "chapter") chapter.page.arrive({ lands: by < 0 ? "end" : "start" });
    else if (views[at].kind === "stage" && by < 0) makers.stage.send(places.stage, { do: "lastStep" });
  }
  function way(by, words, key) {
    const button = h("button", { type: "button" }, words, h("kbd", {}, key));
    button.addEventListener("click", (event) => {
      show(at + by);
      // After a click the stage gets the arrow keys; after Enter the button keeps them.
      /** @type {HTMLElement | null} */
      const stage = places.stage.querySelector(".stage");
      if (event.detail > 0) stage?.focus({ preventScroll: true });
    });
    return button;
  }
  document.addEventListener("keydown", (event) => {
    const from = /** @type {Partial<Element>} */ (event.composedPath()[0]);
    const isTyped = from.closest?.(TYPED_IN);
    if (!(event.key in WAYS) || event.ctrlKey || event.metaKey || event.altKey || isTyped) return;
    event.preventDefault();
    show(at + WAYS[event.key]);
  });
  // Stages and chapters hear a clicker themselves.
  const pages = pageTurner();
  const ofPage = clickersWay((by) => pages.act(by));
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || !isOfClicker(event)) return;
    ofPage.press(event.key === "PageDown" ? 1 : -1);
    event.preventDefault();
  });
  addEventListener("hashchange", () => show(placeOf(location.hash)));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => show(at));
  show(placeOf(location.hash));
}

/** The view that the address of the file names, from 0: a reload stays where it was. */
function placeOf(hash) {
  return Math.max(0, (Number.parseInt(hash.slice(1), 10) || 1) - 1);
}
