// The views of a plan on paper, a sheet each: its sentence for the class, its picture, and lines for notes.

import { h } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { recordedHome } from "../../units/view/assets/record.js";
import { recordView } from "./record.js";

// The width and height, in pixels, in which a view is drawn: the least in which a stage's panels stand beside each
// other, so that its letters are as large on paper as they can be.
const ROOM = { width: 1040, height: 900 };
// The Units page has two columns from here on.
const UNITS_WIDTH = 1240;
// Milliseconds in which a view that is there finds its sizes; one that asks for what it shows takes more.
const SETTLED = { usual: 150, asks: 900 };

/**
 * Draws each view out of sight and calls onSheet(sheet, k) with it, one after another. told: {title, views, stages,
 * chapters, units, unitsPage, strings, language, time}, what a file of views has; see `views_file.py`. makers: {stage,
 * units, pictures, <a chapter>}, the modules that draw them. linkOf(k): the link of a view, or "".
 */
export async function viewSheets(told, makers, linkOf, onSheet) {
  const style = `position:absolute;top:0;left:0;width:${ROOM.width}px;opacity:0;pointer-events:none`;
  const room = h("div", { style, inert: true, "aria-hidden": "true" });
  document.body.append(room);
  const drawers = drawersOf(told, makers);
  for (const [k, view] of told.views.entries()) {
    // Each in a place of its own: what one leaves is none of the next one's.
    const place = h("div", {});
    room.replaceChildren(place);
    const { motifs, part, end } = await drawers[view.kind](view, place);
    const count = `${told.title} · ${k + 1} / ${told.views.length}`;
    const { ask, title } = view;
    // Of two views of one page, the sentence tells which is which.
    const sentence = ask === title ? "" : ask;
    onSheet(makers.pictures.sheetOf(motifs, part, { sentence, title, link: linkOf(k), count }), k);
    end();
  }
  room.remove();
  scrollTo(0, 0);
}

/** What draws a view of each kind: {motifs, part, end()}, of what a picture is taken, and what takes it away. */
function drawersOf(told, makers) {
  const { strings, language } = told;
  const pictures = async () => makers.pictures;
  return {
    async stage({ of, place }, host) {
      const { height } = ROOM;
      const end = makers.stage.mount(host, { ...told.stages[of], place, height, isGuest: true, prints: false });
      await settled();
      return { motifs: makers.stage.motifsOf(host), part: "whole", end };
    },
    async chapter({ of, query }, host) {
      const address = location.href;
      const page = makers[of].mount(host, makers[of].css ?? "");
      page.show({ ...told.chapters[of], pictures }, () => {});
      page.goTo(query);
      await settled();
      const { motifs, part } = page.onPaper(new URLSearchParams(query).get("section"));
      const end = () => {
        page.end();
        // A chapter writes where it is.
        history.replaceState(history.state, "", address);
      };
      return { motifs, part, end };
    },
    async units({ of, query }, host) {
      const { ask, holds } = recordedHome(told.units[of], told.unitsPage.fields, told.unitsPage.strings.notHeld);
      const own = { ...told.unitsPage, language, css: makers.units.css ?? "", plotly: "", search: query, ask, holds };
      host.style.width = `${UNITS_WIDTH}px`;
      const end = makers.units.mount(host, { ...own, pictures });
      await settled(SETTLED.asks);
      return { motifs: makers.units.motifsOf(host), part: "whole", end };
    },
    async training({ runs, title }, host) {
      const record = recordView(runs, new Date(told.time), strings, language);
      host.append(record);
      await settled();
      return plain(host, [record.querySelector(".losses")], title, strings);
    },
    async missing({ title, why }, host) {
      host.append(h("p", {}, fill("{missing} · {why}", { missing: strings.missing, why })));
      return plain(host, [...host.children], title, strings);
    },
  };
}

/** What is only to be drawn as it stands there. */
function plain(root, elements, title, strings) {
  const subject = () => ({ elements, equations: [], lines: [], title, link: "" });
  return { motifs: { root, leftOut: "style", recolour() {}, subject, strings }, part: "whole", end: () => {} };
}

/** Until letters are there and what is drawn has found its sizes. */
async function settled(rest = SETTLED.usual) {
  await document.fonts.ready;
  for (let k = 0; k < 2; k += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => setTimeout(resolve, rest));
}
