// One unit or many: what linear probes of several units read out of the states.

/** @import {Page, Spread} from "../units.d.ts" */

import { paint } from "../../../course/reader/paint.js";
import { h, s, write } from "../../../web/dom.js";
import { fill } from "../../../web/numbers.js";
import { lookPanel } from "./lookpanel.js";
import { keyOf, questionOf } from "./question.js";
import { sized } from "./sizes.js";
import { unitSymbol } from "./symbols.js";
import { drawSpread, KINDS, layoutSpread } from "./spreadplot.js";
import { spreadTable } from "./tables.js";
import { gapOf, term, withTerms } from "./term.js";

/** @param {Page} page */
export function spreadPanel(page) {
  const { strings } = page;
  const hint = h("span", { class: "hint" });
  hint.append(...withTerms(strings.spreadHint, { probe: term(strings.probe, strings.probeHint) }));
  const picture = s("svg", { class: "plot", role: "img", "aria-label": strings.spread });
  const frame = h("div", { class: "spread-frame" }, picture);
  const legend = h("p", { class: "units-words spread-legend" });
  const sentences = h("p", { class: "units-words", role: "status" });
  const added = h("p", { class: "units-words spread-units" });
  const kinds = { probe: strings.probe, control: strings.control, before: strings.before };
  const hints = { probe: strings.probeHint, control: strings.controlHint, before: strings.beforeHint };
  const panel = lookPanel(
    page,
    "spread",
    { hint, body: [legend, frame, sentences, added] },
    {
      questionAt(place) {
        const question = questionOf(place);
        return { key: keyOf(question), query: question, reason: question === null ? strings.findNothing : "" };
      },
      onTold: draw,
    },
  );

  function draw() {
    /** @type {Spread | null} */
    const told = panel.told();
    if (told === null) return;
    const known = [...KINDS].reverse().filter((kind) => told[kind]);
    legend.replaceChildren(
      ...known.map((kind) => h("span", { class: `spread-key ${kind}` }, term(kinds[kind], hints[kind]))),
      h("span", { class: "chance-key" }, term(strings.chanceLine, strings.chanceHint)),
    );
    const measure = told.measure === "auc" ? strings.auc : strings.pearson;
    const box = { ...sized(picture, frame), nothing: page.constants.nothing[told.measure] };
    paint(picture, drawSpread(layoutSpread(told, box), { sizes, kinds, measure }));
    added.replaceChildren(strings.added, ...told.units.map(([quantity, unit]) => unitButton(quantity, unit)));
    write(sentences, told.sentences.join(gapOf(page.language)));
  }
  function sizes(size) {
    if (size === "all") return strings.allUnits;
    return size === "1" ? strings.oneUnit : fill(strings.someUnits, { count: size });
  }
  function tables() {
    const told = panel.told();
    if (told === null) return [];
    return [{ name: "spread", title: strings.spread, make: () => spreadTable(told, { kinds, sizes }, strings) }];
  }
  function unitButton(quantity, unit) {
    const button = h("button", { type: "button", class: "spread-unit" }, unitSymbol(page.quantity(quantity), unit));
    button.addEventListener("click", () => page.go({ quantity, unit }));
    return button;
  }
  return { element: panel.element, show: panel.show, fit: draw, tables, remove: panel.stop };
}
