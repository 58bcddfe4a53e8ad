// One unit or many: what linear probes of several units read out of the states.

/** @import {Page, Place, Spread} from "../units.d.ts" */

import { paint } from "../../../course/reader/paint.js";
import { h, hide, s, write } from "../../../web/dom.js";
import { panelHeading } from "../../../web/heading.js";
import { fill } from "../../../web/numbers.js";
import { keyOf, questionOf } from "./question.js";
import { whenSeen } from "./seen.js";
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
  const message = h("p", { class: "units-message", role: "status" }, strings.findNothing);
  const picture = s("svg", { class: "plot", role: "img", "aria-label": strings.spread });
  const frame = h("div", { class: "spread-frame" }, picture);
  const legend = h("p", { class: "units-words spread-legend" });
  const sentences = h("p", { class: "units-words", role: "status" });
  const added = h("p", { class: "units-words spread-units" });
  const body = h("div", { hidden: true }, legend, frame, sentences, added);
  const element = h(
    "section",
    { class: "panel units-spread", "data-testid": "spread" },
    panelHeading(strings.spread, [hint]),
    message,
    body,
  );
  const kinds = { probe: strings.probe, control: strings.control, before: strings.before };
  const hints = { probe: strings.probeHint, control: strings.controlHint, before: strings.beforeHint };
  const sight = whenSeen(element, () => show(page.place()));
  let asked = "";
  /** @type {Spread | null} */
  let told = null;

  /** @param {Place} place */
  async function show(place) {
    const question = questionOf(place);
    const key = keyOf(question);
    element.classList.toggle("has-room", question !== null);
    if (key === asked || !sight.isSeen()) return;
    asked = key;
    if (question === null) {
      say(strings.findNothing);
      return;
    }
    if (told === null) say(strings.computing);
    element.setAttribute("aria-busy", "true");
    const answer = await page.look("spread", question);
    if (asked !== key) return;
    element.setAttribute("aria-busy", "false");
    // A file has no room for what it does not hold.
    hide(element, page.isRecorded && answer.told === null);
    told = answer.told;
    say(answer.refused);
    if (answer.refused) element.classList.remove("has-room");
    draw();
  }

  function say(words) {
    if (words !== "") told = null;
    write(message, words);
    hide(message, words === "");
    hide(body, words !== "");
  }

  function draw() {
    if (told === null) return;
    const known = [...KINDS].reverse().filter((kind) => told[kind]);
    legend.replaceChildren(
      ...known.map((kind) => h("span", { class: `spread-key ${kind}` }, term(kinds[kind], hints[kind]))),
      h("span", { class: "spread-key chance" }, term(strings.chanceLine, strings.chanceHint)),
    );
    const measure = told.measure === "auc" ? strings.auc : strings.pearson;
    paint(picture, drawSpread(layoutSpread(told, sized(picture, frame)), { sizes, kinds, measure }));
    added.replaceChildren(strings.added, ...told.units.map(([quantity, unit]) => unitButton(quantity, unit)));
    write(sentences, told.sentences.join(gapOf(page.language)));
  }
  function sizes(size) {
    if (size === "all") return strings.allUnits;
    return size === "1" ? strings.oneUnit : fill(strings.someUnits, { count: size });
  }
  function tables() {
    if (told === null) return [];
    return [{ name: "spread", title: strings.spread, make: () => spreadTable(told, { kinds, sizes }, strings) }];
  }
  function unitButton(quantity, unit) {
    const button = h("button", { type: "button", class: "spread-unit" }, unitSymbol(page.quantity(quantity), unit));
    button.addEventListener("click", () => page.go({ quantity, unit }));
    return button;
  }
  return { element, show, fit: draw, tables, remove: sight.stop };
}
