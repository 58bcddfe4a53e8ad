// The chosen lecture plan as slides: its views are drawn here, and the server puts their pictures into a file.
// For slides that are web pages, each view as a frame.

/** @import {Stop} from "../plans.d.ts" */

import { asked } from "../../web/asked.js";
import { base64OfBytes } from "../../web/bytes.js";
import { h, write } from "../../web/dom.js";
import { hand } from "../../web/hand.js";
import { fill } from "../../web/numbers.js";
import { fileOf, pictureOf } from "../../web/picture/picture.js";
import { act } from "./buttons.js";
import { copied } from "../../web/copied.js";
import { chosenPlan, drawersOfPlan, liveLink } from "./drawnplan.js";
import { fileNameOf } from "./planfiles.js";
import { viewName } from "./plans.js";
import { viewSheets } from "./viewsheets.js";

/** data: as for `begin` in `handout.js`, with the words of the slides. */
async function begin(host, data) {
  const { strings, words, limits, language, named } = data;
  const { plan, views } = chosenPlan(limits) ?? { plan: null, views: [] };
  const count = views.length;
  const state = h("p", { role: "status" }, count > 0 ? words.making : words.none);
  const save = act(words.save, () => saved(), { name: "primary" });
  save.disabled = true;
  const shown = h("ol", { class: "slides" });
  const means = h("p", { class: "means" }, words.frames);
  host.replaceChildren(h("header", {}, h("h1", {}, plan?.title ?? words.slides), save, state), means, shown);
  means.hidden = count === 0;
  if (count === 0) return;
  document.title = `${plan.title} · rnnviz`;
  shown.append(...views.map((one, k) => slideRow(one, k)));

  const { told, makers, refused } = await drawersOfPlan(plan.title, views, data);
  if (refused) {
    write(state, refused);
    return;
  }
  const pictures = [];
  // A sheet is asked for while its view is there: here it is its picture, without the words that the slide has.
  const sheetOf = (view, part) => {
    const subject = (one) => ({ ...view.subject(one), lines: [], link: "" });
    return pictureOf({ ...view, subject }, part);
  };
  const drawn = [];
  await viewSheets(
    told,
    { ...makers, pictures: { ...makers.pictures, sheetOf } },
    () => "",
    (picture, k) => {
      drawn.push(fileOf(picture, "svg").then(async (svg) => ({ svg, png: await fileOf(picture, "png") })));
      write(state, fill(words.drawn, { k: k + 1, count }));
    },
  );
  for (const [k, { svg, png }] of (await Promise.all(drawn)).entries()) {
    pictures.push({ svg: await svg.text(), png: base64OfBytes(new Uint8Array(await png.arrayBuffer())) });
    const image = h("img", { alt: told.views[k].title });
    image.src = URL.createObjectURL(png);
    shown.children[k].prepend(image);
  }
  write(state, words.ready);
  save.disabled = false;
  host.dataset.state = "ready";

  async function saved() {
    save.disabled = true;
    write(state, words.saving);
    const names = told.views.map(({ title }) => title);
    const send = { plan: { title: plan.title, views }, names, pictures };
    const file = await asked(`/slides-file?lang=${language}`, { words: strings, as: "blob", send });
    if (!file.refused) hand(file.told, `${fileNameOf(plan.title)}.pptx`);
    write(state, file.refused || words.saved);
    save.disabled = false;
  }

  /** @param {Stop} stop @param {number} k */
  function slideRow({ view, ask }, k) {
    const name = ask || viewName(view, named);
    const frame = frameOf(view, name);
    const said = h("span", { role: "status" });
    const field = h("textarea", { rows: "2", readonly: true, "aria-label": fill(words.frameOf, { place: k + 1 }) });
    field.value = frame;
    const copy = act(words.copyFrame, async () => {
      const isCopied = await copied(frame);
      if (!isCopied) field.select();
      write(said, isCopied ? words.copied : words.notCopied);
    });
    copy.setAttribute("aria-label", `${words.copyFrame}: ${k + 1}`);
    const acts = h("p", { class: "acts" }, copy, said);
    return h("li", {}, h("div", {}, h("p", { class: "ask" }, name), field, acts));
  }
}

/** A view as a frame of another page, in HTML. */
function frameOf(view, title) {
  const frame = h("iframe", { src: liveLink(view), title, width: "100%", height: "720", loading: "lazy" });
  frame.setAttribute("allow", "fullscreen");
  frame.style.border = "0";
  return frame.outerHTML;
}

begin(document.getElementById("slides"), JSON.parse(document.getElementById("data").textContent));
