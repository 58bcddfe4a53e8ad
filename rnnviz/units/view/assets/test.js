// Does the network need the unit? What it costs to hold it, beside all others, and what follows in words.

/** @import {Page, Place} from "../units.d.ts" */

import { h, hide, s, set } from "../../../web/dom.js";
import { panelHeading } from "../../../web/heading.js";
import { fill, full } from "../../../web/numbers.js";
import { paint } from "../../../course/reader/paint.js";
import { colon } from "../../../web/punctuation.js";
import { classAsked } from "./askclass.js";
import { costsOf } from "./costs.js";
import { ASKED } from "./guess.js";
import { questionOf } from "./question.js";
import { lettersOf } from "./sizes.js";
import { unitWords } from "./symbols.js";
import { costsTable, waysTable } from "./tables.js";
import { layoutTest, unitBeside, unitNear } from "./testlayout.js";
import { drawTest, MEASURES } from "./testplot.js";
import { term, withTerms } from "./term.js";
import { verdictBox } from "./verdict.js";
import { waysRow } from "./ways.js";
import { zoomOf } from "./zoom.js";

const KEYS = { ArrowRight: ["x", 1], ArrowLeft: ["x", -1], ArrowUp: ["y", 1], ArrowDown: ["y", -1] };

/** @param {Page} page */
export function testPanel(page) {
  const { strings } = page;
  const found = costsOf(page, changed);
  const { known } = found;
  const ask = h("button", { type: "button", class: "key word", title: strings.testAskHint }, strings.testAsk);
  ask.append(h("kbd", { "aria-hidden": "true" }, "Q"));
  ask.addEventListener("click", () => page.go({ guess: page.place().guess === null ? ASKED : null }));
  const hint = h("span", { class: "hint" });
  hint.append(...withTerms(strings.testHint, { nats: term(strings.nats, strings.natsHint) }));
  const ways = waysRow(page);
  const picture = s("svg", { class: "plot", "aria-hidden": "true" });
  const plot = h(
    "div",
    {
      class: "test-plot",
      tabindex: "0",
      role: "slider",
      "aria-label": strings.testPlot,
      "aria-valuemin": "1",
      "aria-valuenow": "1",
    },
    picture,
  );
  const verdict = verdictBox(page);
  const tellClass = classAsked(page);
  const told = h("div", { class: "test-told" }, plot);
  const element = h(
    "section",
    { class: "panel units-test", "data-testid": "test" },
    panelHeading(strings.test, [hint, ask]),
    ways.element,
    told,
    verdict.element,
  );
  let layout = null;
  let drawn = "";
  let ordered = null;

  /** @param {Place} place */
  function show(place) {
    found.follow(place);
    if (keyOf(place) !== drawn) draw();
  }

  const keyOf = ({ guess, vote, unit, quantity, label }) =>
    JSON.stringify([guess, vote, unit, quantity, label, page.colours.version]);

  function changed() {
    giveOrder();
    draw();
  }
  /** All units may be sorted by what they cost, once each was held. */
  function giveOrder() {
    const { costs, units } = known;
    const whole = units > 0 && costs.size >= units ? costs : null;
    if (whole === ordered) return;
    ordered = whole;
    const scores = whole && Array.from({ length: units }, (_, unit) => whole.get(unit)?.on);
    page.score("cost", page.place().quantity, scores);
  }

  function draw() {
    const place = page.place();
    drawn = keyOf(place);
    const isAsked = place.guess === ASKED;
    // Where the units cannot be ranked, the sentence that says why is all.
    const isOpen = questionOf(place) !== null && !(known.refused && known.ranking === null);
    hide(ways.element, isAsked || !isOpen);
    hide(told, isAsked || !isOpen);
    // In a class the lecturer asks.
    hide(ask, !isOpen || place.vote !== null);
    set(ask, "aria-pressed", String(isAsked));
    ways.draw(place, known);
    drawPicture(place);
    verdict.draw(place, known);
    tellClass(place, known.verdict);
  }

  // ---- the picture ------------------------------------------------------------------------------

  function drawPicture(place) {
    const { clientWidth: width, clientHeight: height } = plot;
    if (known.ranking === null || width === 0) {
      layout = null;
      paint(picture, []);
      return;
    }
    const { measure, units: scores, chance } = known.ranking;
    const own = known.held?.[place.how].on ?? null;
    const costs = new Map([...known.costs].map(([unit, { on }]) => [unit, on]));
    if (own) costs.set(place.unit, own.cost);
    const { quantity, unit } = place;
    const u = lettersOf(picture);
    const nothing = page.constants.nothing[measure];
    layout = layoutTest({ nothing, scores, chance, costs, quantity, unit, own }, { width, height, u, words: strings });
    set(picture, "width", width);
    set(picture, "height", height);
    paint(picture, drawTest(layout, { u, measure, score: chance, hue: page.quantity(quantity).hue, strings }));
    set(plot, "aria-valuemax", String(scores.length));
    set(plot, "aria-valuenow", String(unit + 1));
    set(plot, "aria-valuetext", wordsOf(unit));
  }

  function wordsOf(unit) {
    const { quantity } = page.place();
    const symbol = unitWords(quantity, unit);
    const { measure, units: scores } = known.ranking;
    const one = known.costs.get(unit);
    const said = { symbol, measure: MEASURES[measure], score: full(scores[unit]) };
    if (!one) return fill(strings.testUnitUnknown, said);
    const numbers = { cost: full(one.on), low: full(one.low), high: full(one.high) };
    return fill(strings.testUnit, { ...said, ...numbers });
  }
  function under(event) {
    const box = picture.getBoundingClientRect();
    const zoom = zoomOf(picture);
    return layout && unitNear(layout, (event.clientX - box.left) / zoom, (event.clientY - box.top) / zoom);
  }
  plot.addEventListener("pointermove", (event) => {
    plot.style.cursor = under(event) === null ? "default" : "pointer";
  });
  plot.addEventListener("click", (event) => {
    const unit = under(event);
    if (unit !== null) page.go({ unit });
  });
  plot.addEventListener("keydown", (event) => {
    const key = KEYS[event.key];
    if (!key || layout === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const unit = unitBeside(layout, key[0], key[1]);
    if (unit !== null) page.go({ unit });
  });

  /** What is said of the dot under the pointer. */
  function wordsAt(target, event) {
    if (layout === null || !plot.contains(target)) return "";
    const unit = under(event);
    return unit === null ? "" : wordsOf(unit);
  }
  /** Nothing while the reader is asked what they say. */
  function tables() {
    const { guess, quantity, unit } = page.place();
    if (guess === ASKED || known.ranking === null) return [];
    const costs = { name: "costs", title: strings.testPlot, make: () => costsTable(known, quantity, strings) };
    const title = `${strings.testWays}${colon()}${unitWords(quantity, unit)}`;
    return [costs, ...(known.held ? [{ name: "held", title, make: () => waysTable(known.held, strings) }] : [])];
  }
  // The verdict takes more room or less.
  const sizes = new ResizeObserver(draw);
  sizes.observe(plot);
  function remove() {
    sizes.disconnect();
    found.stop();
  }
  return { element, show, recolour: draw, wordsAt, tables, remove };
}
