// Does the network need the unit? What it costs to hold it, beside all others, and what follows in words.

/** @import {Page, Place} from "../units.d.ts" */

import { h, hide, s, set, write } from "../../../web/dom.js";
import { panelHeading } from "../../../web/heading.js";
import { fill, full, short } from "../../../web/numbers.js";
import { circle, dot, rule, ruleX, ruleY } from "../../../course/plot/marks.js";
import { axes, label, note, plainNumber } from "../../../course/plot/plot.js";
import { paint } from "../../../course/reader/paint.js";
import { classAsked } from "./askclass.js";
import { costsOf } from "./costs.js";
import { ASKED } from "./guess.js";
import { questionOf } from "./question.js";
import { unitWords } from "./symbols.js";
import { layoutTest, layoutWays, unitBeside, unitNear } from "./testlayout.js";
import { term, withTerms } from "./term.js";
import { verdictBox } from "./verdict.js";

export const WAYS = ["mean", "resample", "zero"];
// Letters of the picture, and the strip in a button, in pixels.
const [LETTERS, STRIP, STRIP_HIGH] = [12.5, 116, 17];
const MEASURES = { auc: "AUC", rho: "ρ" };
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
  const ways = WAYS.map(wayButton);
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
  const progress = h("span", { class: "test-progress", role: "status" });
  const verdict = verdictBox(page);
  const tellClass = classAsked(page);
  const told = h("div", { class: "test-told" }, plot, progress);
  const waysRow = h(
    "div",
    { class: "test-ways", role: "group", "aria-label": strings.testWays },
    ...ways.map(elementOf),
  );
  const element = h(
    "section",
    { class: "panel units-test", "data-testid": "test" },
    panelHeading(strings.test, [hint, ask]),
    waysRow,
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
    hide(waysRow, isAsked || !isOpen);
    hide(told, isAsked || !isOpen);
    // In a class the lecturer asks.
    hide(ask, !isOpen || place.vote !== null);
    set(ask, "aria-pressed", String(isAsked));
    write(progress, wordsOfProgress());
    hide(progress, progress.textContent === "");
    drawWays(place);
    drawPicture(place);
    verdict.draw(place, known);
    tellClass(place, known.verdict);
  }
  function wordsOfProgress() {
    const [count, units] = [known.costs.size, known.units];
    return known.refused || count >= units ? "" : fill(strings.testProgress, { count, units });
  }

  // ---- the three ways ---------------------------------------------------------------------------

  function wayButton(how) {
    const cost = h("span", { class: "number" });
    const strip = s("svg", { class: "plot", width: STRIP, height: STRIP_HIGH, "aria-hidden": "true" });
    const name = h("span", {}, h("span", {}, strings[`way_${how}`]), " ", cost);
    const button = h("button", { type: "button", class: "way", "data-full": strings[`way_${how}_hint`] }, name, strip);
    button.addEventListener("click", () => page.go({ how }));
    return { how, element: button, cost, strip };
  }
  function drawWays(place) {
    const placed = known.held && layoutWays(known.held, STRIP);
    for (const way of ways) {
      set(way.element, "aria-pressed", String(way.how === place.how));
      if (placed) drawWay(way, placed, page.quantity(place.quantity).hue);
      else drawWaiting(way, way.how === place.how ? known.costs.get(place.unit) : undefined);
    }
  }
  function drawWay({ how, element: button, cost, strip }, { zero, ways: placed }, hue) {
    const { on, off } = known.held[how];
    write(cost, short(on.cost));
    set(button, "data-full", wordsOfWay(how, on, off));
    const [above, below] = [placed[how].on, placed[how].off];
    paint(strip, [
      ruleX(zero, [0, STRIP_HIGH], "zero"),
      ...interval(above, 5, `hue-${hue}`, "full"),
      ...(below ? interval(below, 12.5, "hue-input", "open") : []),
    ]);
  }
  /** one: what is known of it already, where all units were held in this way. */
  function drawWaiting({ how, element: button, cost, strip }, one) {
    write(cost, one ? short(one.on) : "…");
    set(button, "data-full", strings[`way_${how}_hint`]);
    paint(strip, []);
  }
  const interval = ({ at, from, to }, y, hue, kind) => [
    rule([from, y], [to, y], `interval ${hue}`),
    circle(at, y, 3, `bead ${kind} ${hue}`),
  ];
  function wordsOfWay(how, on, off) {
    const numbers = ({ cost, low, high }) => ({ cost: full(cost), low: full(low), high: full(high) });
    const here = fill(strings.wayOn, numbers(on));
    const there = off ? fill(strings.wayOff, numbers(off)) : strings.wayNoOff;
    return `${strings[`way_${how}_hint`]} ${here} ${there} ${strings.intervalHint}`;
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
    layout = layoutTest(
      { measure, scores, chance, costs, quantity, unit, own },
      { width, height, u: LETTERS, words: strings },
    );
    set(picture, "width", width);
    set(picture, "height", height);
    paint(picture, marksOf(layout, measure, chance, page.quantity(quantity).hue));
    set(plot, "aria-valuemax", String(scores.length));
    set(plot, "aria-valuenow", String(unit + 1));
    set(plot, "aria-valuetext", wordsOf(unit));
  }

  function marksOf({ x, y, ticksX, ticksY, zero, chance, dots, chosen, names, corners }, measure, score, hue) {
    const u = LETTERS;
    return [
      ...axes(x, y, { u, ticksX, ticksY, titleY: strings.nats, written: plainNumber }),
      note(x.start - 0.5 * u, y.start + 1.35 * u, MEASURES[measure], { place: "end" }),
      ruleY(zero, x, "axis"),
      ruleX(chance.x, y, "chance"),
      label(
        chance.x + (chance.place === "end" ? -0.4 : 0.4) * u,
        y.end - 0.45 * u,
        fill(strings.testChance, { chance: short(score) }),
        {
          more: "chance-words small",
          place: chance.place,
        },
      ),
      ...corners.map(({ x: at, y: height, place, word }) => note(at, height, strings[word], { place })),
      ...dots.map((one) => dot(one.x, one.y, 3, "input", { "data-unit": one.unit })),
      ...(chosen?.ends ? [ruleX(chosen.x, chosen.ends, `interval hue-${hue}`)] : []),
      ...(chosen ? [dot(chosen.x, chosen.y, 5.5, hue)] : []),
      ...names.map(({ x: at, y: height, place, words, isChosen }) =>
        label(at, height, words, {
          place,
          hue: isChosen ? hue : undefined,
          more: isChosen ? "bold halo" : "small halo muted",
        }),
      ),
    ];
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
    return layout && unitNear(layout, event.clientX - box.left, event.clientY - box.top);
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
  // The verdict takes more room or less.
  const sizes = new ResizeObserver(draw);
  sizes.observe(plot);
  function remove() {
    sizes.disconnect();
    found.stop();
  }
  return { element, show, recolour: draw, wordsAt, remove };
}

const elementOf = ({ element }) => element;
