// Which units tell what is asked: the ranking with its line of chance; and how the chosen unit's values part.

/** @import {Page, Place} from "../units.d.ts" */

import { paint } from "../../../course/reader/paint.js";
import { h, hide, s, write } from "../../../web/dom.js";
import { panelHeading } from "../../../web/heading.js";
import { fill } from "../../../web/numbers.js";
import { lineTable } from "../../../web/table.js";
import { partedPlot } from "./parted.js";
import { keyOf, questionOf } from "./question.js";
import { drawRanking, heightIn, layoutRanking } from "./rankingplot.js";
import { unitSymbol, unitWords } from "./symbols.js";
import { lettersOf, sized } from "./sizes.js";
import { partedTable, rankingTable } from "./tables.js";
import { gapOf, numberTerm, term, withTerms } from "./term.js";

// The bars' share of the panel.
const BARS = 0.54;
// Pixels that the sentences and the histograms below the ranking need at least.
const BELOW = 115;

/** @param {Page} page */
export function findPanel(page) {
  const { strings } = page;
  const gap = gapOf(page.language);
  const hint = h("span", { class: "hint" });
  const message = h("p", { class: "units-message", role: "status" });
  const bars = s("svg", { class: "plot", role: "group", "aria-label": strings.find });
  const chance = h("p", { class: "units-words chance-key" });
  const halves = h("p", { class: "units-words" });
  const parted = partedPlot(page);
  const barsFrame = h("div", { class: "find-bars" }, bars);
  const body = h("div", { class: "find-body", hidden: true }, barsFrame, chance, halves, ...parted.elements);
  const element = h(
    "section",
    { class: "panel units-find", "data-testid": "find" },
    panelHeading(strings.find, [hint]),
    message,
    body,
  );
  let asked = "";
  let found = null;
  let isFocusAsked = false;
  let place = page.place();
  write(message, questionOf(place) ? strings.computing : strings.findNothing);

  // ---- what is asked ----------------------------------------------------------------------------

  /** @param {Place} next */
  function show(next) {
    place = next;
    ask();
    draw();
  }

  async function ask() {
    const { quantity, unit } = place;
    const question = questionOf(place);
    const key = keyOf([question, quantity, unit]);
    if (key === asked) return;
    asked = key;
    if (question === null) {
      found = null;
      page.tellFinding(null);
      page.go({ isRefused: false });
      page.score("find", quantity, null);
      say(strings.findNothing);
      return;
    }
    element.setAttribute("aria-busy", "true");
    const [ranking, label, values] = await Promise.all([
      page.look("ranking", { ...question, quantity, unit }),
      page.look("asked", question),
      page.values(quantity, unit),
    ]);
    if (asked !== key) return;
    element.setAttribute("aria-busy", "false");
    const refused = ranking.refused || label.refused;
    page.go({ isRefused: ranking.refused !== "" && !ranking.isLater });
    found =
      refused || !values
        ? null
        : {
            key,
            told: ranking.told,
            title: label.told.title,
            clause: label.told.clause,
            values,
            mask: maskOf(label.told),
          };
    page.tellFinding(found);
    if (found === null) {
      say(refused);
      return;
    }
    parted.receive(found);
    page.score("find", quantity, found.told.units);
    say("");
    draw();
  }

  function say(words) {
    write(message, words);
    hide(message, words === "");
    hide(body, words !== "");
    if (words !== "") hint.replaceChildren();
  }

  // ---- what is drawn ----------------------------------------------------------------------------

  function draw() {
    if (found === null) return;
    drawHint();
    drawBars();
    drawChance();
    drawHalves();
    parted.draw();
  }

  function drawHint() {
    const { measure } = found.told;
    if (hint.dataset.measure === measure && hint.firstChild) return;
    hint.dataset.measure = measure;
    hint.replaceChildren(...withTerms(strings.findHint, { measure: measureTerm() }));
  }
  function measureTerm() {
    return found.told.measure === "auc" ? term(strings.auc, strings.aucHint) : term(strings.rho, strings.rhoHint);
  }

  function drawBars() {
    const { told } = found;
    const hueOf = (quantity) => page.quantity(quantity)?.hue ?? "state";
    const room = Math.min(BARS * body.clientHeight, body.clientHeight - BELOW);
    barsFrame.style.height = `${heightIn(room, told.best.length, lettersOf(bars))}px`;
    const layout = layoutRanking(told, place, {
      ...sized(bars, barsFrame),
      nothing: page.constants.nothing[told.measure],
    });
    paint(bars, drawRanking(layout, { hueOf, title: strings.findBars }));
    if (isFocusAsked) /** @type {SVGElement | null} */ (bars.querySelector(".chosen"))?.focus();
    isFocusAsked = false;
  }

  function drawChance() {
    if (chance.dataset.key === asked) return;
    chance.dataset.key = asked;
    const { count, finds } = found.told;
    const meaning = `${strings.chanceHint}${gap}${fill(strings.chanceFinds, { count, finds })}`;
    const terms = { chance: term(strings.chanceLine, meaning), count: String(count) };
    chance.replaceChildren(...withTerms(strings.chance, terms));
  }

  function drawHalves() {
    const { own, count } = found.told;
    const key = keyOf([asked, own.quantity, own.unit]);
    if (halves.dataset.key === key) return;
    halves.dataset.key = key;
    const symbol = unitSymbol(page.quantity(own.quantity), own.unit);
    const terms = {
      symbol,
      measure: measureTerm(),
      first: numberTerm(page, own.first),
      second: numberTerm(page, own.auc),
    };
    const more = own.isFind ? "" : `${gap}${fill(strings.findNone, { place: own.place + 1, count })}`;
    halves.replaceChildren(...withTerms(strings.findHalves, terms), more);
    halves.classList.toggle("no-find", !own.isFind);
  }

  // ---- hands ------------------------------------------------------------------------------------

  bars.addEventListener("click", (event) => choose(/** @type {Element} */ (event.target).closest(".rank-row")));
  bars.addEventListener("keydown", (event) => {
    const row = /** @type {Element} */ (event.target).closest(".rank-row");
    const rows = [...bars.querySelectorAll(".rank-row")];
    const to = { ArrowDown: 1, ArrowUp: -1, Enter: 0, " ": 0 }[event.key];
    if (row === null || to === undefined) return;
    event.preventDefault();
    choose(rows[rows.indexOf(row) + to] ?? null);
  });
  function choose(row) {
    if (row === null) return;
    isFocusAsked = true;
    page.go({ quantity: row.dataset.quantity, unit: Number(row.dataset.unit) });
  }

  function tables() {
    if (found === null) return [];
    const { quantity, unit } = page.place();
    const title = fill(strings.tableValues, { symbol: unitWords(quantity, unit) });
    return [
      { name: "ranking", title: strings.find, make: () => rankingTable(found.told, strings) },
      { name: "parted", title, make: lineTable(partedTable(found.told.own, strings), strings) },
    ];
  }
  return { element, show, fit: draw, tables };
}

/** Where the label is on: a byte a place. */
const maskOf = ({ mask }) => Uint8Array.from(atob(mask), (letter) => letter.charCodeAt(0));
