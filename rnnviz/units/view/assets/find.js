// Which units tell what is asked: the ranking with its line of chance; and how the chosen unit's values part.

/** @import {Page, Place} from "../units.d.ts" */

import { paint } from "../../../course/reader/paint.js";
import { h, hide, s, write } from "../../../web/dom.js";
import { panelHeading } from "../../../web/heading.js";
import { fill, percent, short } from "../../../web/numbers.js";
import { lineTable } from "../../../web/table.js";
import { drawHistograms, layoutHistograms, sharesAt } from "./apart.js";
import { drawLevels, layoutLevels } from "./levels.js";
import { keyOf, questionOf } from "./question.js";
import { drawRanking, heightIn, layoutRanking } from "./rankingplot.js";
import { unitSymbol, unitWords } from "./symbols.js";
import { sized } from "./sizes.js";
import { partedTable, rankingTable } from "./tables.js";
import { gapOf, term, withTerms } from "./term.js";

// The bars' share of the panel.
const BARS = 0.54;
// Pixels that the sentences and the histograms below the ranking need at least.
const BELOW = 96;
// By what share of the axis a key moves the threshold.
const STEP = 0.01;
const KEYS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 };

/** @param {Page} page */
export function findPanel(page) {
  const { strings } = page;
  const gap = gapOf(page.language);
  const hint = h("span", { class: "hint" });
  const message = h("p", { class: "units-message", role: "status" }, strings.findNothing);
  const bars = s("svg", { class: "plot", role: "group", "aria-label": strings.find });
  const halves = h("p", { class: "units-words" });
  const parted = s("svg", { class: "plot parted", role: "group", "aria-label": strings.threshold });
  const shares = h("p", { class: "units-words" });
  const barsFrame = h("div", { class: "find-bars" }, bars);
  const partedFrame = h("div", { class: "find-parted" }, parted);
  const body = h("div", { class: "find-body", hidden: true }, barsFrame, halves, partedFrame, shares);
  const element = h(
    "section",
    { class: "panel units-find", "data-testid": "find" },
    panelHeading(strings.find, [hint]),
    message,
    body,
  );
  let asked = "";
  let found = null;
  let histograms = null;
  let threshold = 0;
  let isFocusAsked = false;
  let place = page.place();

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
      refused || !values ? null : { told: ranking.told, title: label.told.title, values, mask: maskOf(label.told) };
    if (found === null) {
      say(refused);
      return;
    }
    threshold = found.told.own.threshold ?? 0;
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
    drawHalves();
    if (found.told.own.levels) drawAllLevels();
    else drawParted();
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
    const room = Math.min(BARS * body.clientHeight, body.clientHeight - BELOW);
    barsFrame.style.height = `${heightIn(room, told.best.length)}px`;
    const layout = layoutRanking(told, place, sized(bars, barsFrame));
    const words = fill(strings.chance, told);
    const meaning = `${strings.chanceHint}${gap}${fill(strings.chanceFinds, told)}`;
    paint(bars, drawRanking(layout, { hueOf, title: strings.findBars, words, meaning }));
    if (isFocusAsked) /** @type {SVGElement | null} */ (bars.querySelector(".chosen"))?.focus();
    isFocusAsked = false;
  }
  const hueOf = (quantity) => page.quantity(quantity)?.hue ?? "state";

  function drawHalves() {
    const { own, count } = found.told;
    const key = keyOf([asked, own.quantity, own.unit]);
    if (halves.dataset.key === key) return;
    halves.dataset.key = key;
    const symbol = unitSymbol(page.quantity(own.quantity), own.unit);
    const terms = { symbol, measure: measureTerm(), first: number(own.first), second: number(own.auc) };
    const more = own.isFind ? "" : `${gap}${fill(strings.findNone, { place: own.place + 1, count })}`;
    halves.replaceChildren(...withTerms(strings.findHalves, terms), more);
    halves.classList.toggle("no-find", !own.isFind);
  }
  function number(value) {
    const one = h("span", { class: "number", tabindex: "0" });
    page.number(one, value);
    return one;
  }

  function drawParted() {
    const { own } = found.told;
    histograms = layoutHistograms(own, sized(parted, partedFrame));
    const { found: hits, alarms } = sharesAt(found.values, found.mask, threshold, own.direction);
    const sentence = own.direction > 0 ? strings.thresholdAbove : strings.thresholdBelow;
    const said = fill(sentence, {
      threshold: short(threshold),
      found: percent(hits),
      alarms: percent(alarms),
      alarmsWord: strings.alarms,
    });
    const count = (bins) => bins.reduce((sum, one) => sum + one, 0);
    paint(
      parted,
      drawHistograms(histograms, {
        threshold,
        direction: own.direction,
        words: [fill(strings.labelOn, { count: count(own.on) }), fill(strings.labelOff, { count: count(own.off) })],
        slider: {
          role: "slider",
          tabindex: "0",
          "aria-label": strings.threshold,
          "aria-valuemin": histograms.x.from,
          "aria-valuemax": histograms.x.to,
          "aria-valuenow": threshold,
          "aria-valuetext": said,
        },
      }),
    );
    shares.replaceChildren(
      ...withTerms(sentence, {
        threshold: number(threshold),
        found: h("b", {}, percent(hits)),
        alarms: h("b", {}, percent(alarms)),
        alarmsWord: term(strings.alarms, strings.alarmsHint),
      }),
    );
  }

  function drawAllLevels() {
    histograms = null;
    const layout = layoutLevels(found.told.own.levels, sized(parted, partedFrame));
    const said = (level) => fill(strings.level, level);
    paint(parted, drawLevels(layout, { title: found.title, hue: hueOf(found.told.own.quantity), said }));
    shares.replaceChildren(...withTerms(strings.levels, { quartile: term(strings.quartile, strings.quartileHint) }));
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

  function moveTo(value) {
    threshold = Math.min(histograms.x.to, Math.max(histograms.x.from, value));
    drawParted();
  }
  parted.addEventListener("keydown", (event) => {
    if (histograms === null || !(/** @type {Element} */ (event.target).closest(".threshold"))) return;
    const { from, to } = histograms.x;
    const ends = { Home: from, End: to }[event.key];
    if (ends === undefined && !Object.hasOwn(KEYS, event.key)) return;
    event.preventDefault();
    moveTo(ends ?? threshold + KEYS[event.key] * STEP * (to - from));
  });
  const valueUnder = (event) => {
    const box = parted.getBoundingClientRect();
    const { width } = parted.viewBox.baseVal;
    return histograms.x.of(((event.clientX - box.left) * width) / box.width);
  };
  parted.addEventListener("pointerdown", (event) => {
    if (histograms === null || event.button !== 0) return;
    parted.setPointerCapture(event.pointerId);
    moveTo(valueUnder(event));
    /** @type {SVGElement | null} */ (parted.querySelector(".threshold"))?.focus();
    event.preventDefault();
  });
  parted.addEventListener("pointermove", (event) => {
    if (histograms !== null && parted.hasPointerCapture(event.pointerId)) moveTo(valueUnder(event));
  });
  parted.addEventListener("dblclick", () => histograms !== null && moveTo(found.told.own.threshold));

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
