// All units over the whole text: a row is a unit, beside those that run alike, a column some characters, of which the
// one where the unit is farthest from its mean has the colour.

/** @import {Page, Place} from "../units.d.ts" */

import { h, set, write } from "../../../web/dom.js";
import { panelHeading } from "../../../web/heading.js";
import { cellUnder } from "../../../web/grid.js";
import { fill } from "../../../web/numbers.js";
import { unitWords, visible } from "./symbols.js";

// Pixels of a row where each has its number, and of many rows, of which every third one has.
const [HIGH, LOW] = [13, 5];
const EACH = 3;
const MOST_HIGH = 80;
// What the units stand by: how alike they run where nothing is named, a score's name, or their numbers.
const [BY_RANKING, BY_COST, BY_NUMBER] = ["find", "cost", "number"];

/** The order of units by a score, the largest first; those without one come last, by their numbers. */
export function orderBy(scores, units) {
  const of = (unit) => scores?.[unit] ?? Number.NEGATIVE_INFINITY;
  return Array.from({ length: units }, (_, unit) => unit).sort((a, b) => of(b) - of(a) || a - b);
}

/** @param {Page} page */
export function overviewPanel(page) {
  const { strings, source } = page;
  const { shades } = page.constants;
  const canvas = h("canvas", { role: "img", "aria-label": strings.all });
  const row = h("span", { class: "overview-row" });
  const column = h("span", { class: "overview-column" });
  const own = h("span", { class: "chosen" });
  const numbers = h("div", { class: "overview-numbers", "aria-hidden": "true" });
  const frame = h("div", { class: "overview-frame" }, canvas, row, column);
  const words = h("span", { class: "hint" }, strings.allHint);
  const sort = h(
    "select",
    { class: "choice overview-sort", "aria-label": strings.sortBy, title: strings.sortBy },
    h("option", { value: "" }, strings.sortAlike),
    h("option", { value: BY_RANKING }, strings.sortAsked),
    h("option", { value: BY_COST }, strings.sortCost),
    h("option", { value: BY_NUMBER }, strings.sortNumber),
  );
  sort.addEventListener("change", () => page.go({ sort: sort.value }));
  const element = h(
    "section",
    { class: "panel units-all", "data-testid": "overview" },
    panelHeading(strings.all, [words, sort]),
    h("div", { class: "overview-body" }, numbers, frame),
  );
  let told = null;
  let shares = null;
  let asked = "";
  let order = [];
  let painted = "";
  let place = page.place();

  /** @param {Place} next */
  function show(next) {
    place = next;
    sort.value = [BY_RANKING, BY_COST, BY_NUMBER].includes(place.sort) ? place.sort : "";
    reserve();
    ask();
    paint();
    mark();
  }

  const areLow = () => page.quantity(place.quantity).units > MOST_HIGH;
  /** The room for all rows, before anything is known of them. */
  function reserve() {
    const { units } = page.quantity(place.quantity);
    set(frame, "style", `height:${units * (areLow() ? LOW : HIGH)}px`);
    numbers.classList.toggle("low", areLow());
  }

  async function ask() {
    // In hundreds: the bar of the page's scrolling, which comes later, asks for no other picture.
    const columns = Math.min(source.count, Math.max(1, Math.floor((frame.clientWidth || 600) / 100)) * 100);
    const key = `${place.quantity} ${columns}`;
    if (key === asked) return;
    asked = key;
    const answer = await page.look("overview", { quantity: place.quantity, columns });
    if (asked !== key || !answer.told) return;
    told = answer.told;
    shares = Int8Array.from(atob(told.shares), (letter) => letter.charCodeAt(0));
    painted = "";
    paint();
    mark();
  }

  function ordered() {
    if (sort.value === "") return told.alike;
    return orderBy(sort.value === BY_NUMBER ? null : page.scores(sort.value, place.quantity), told.rows);
  }
  function paint() {
    if (told === null) return;
    order = ordered();
    const version = `${asked} ${page.colours.version} ${order.join()}`;
    if (version === painted) return;
    painted = version;
    canvas.width = told.columns;
    canvas.height = told.rows;
    const numbered = order.filter((_unit, y) => y % (areLow() ? EACH : 1) === 0);
    numbers.replaceChildren(...numbered.map((unit) => h("span", { "data-unit": unit }, String(unit + 1))), own);
    const paper = canvas.getContext("2d");
    const picture = paper.createImageData(told.columns, told.rows);
    const pixels = new Uint32Array(picture.data.buffer);
    order.forEach((unit, y) => {
      for (let x = 0; x < told.columns; x += 1) {
        pixels[y * told.columns + x] = page.colours.pixel(shares[unit * told.columns + x] / shades);
      }
    });
    paper.putImageData(picture, 0, 0);
  }

  function mark() {
    if (told === null) return;
    const y = order.indexOf(place.unit);
    set(row, "style", `top:${(100 * y) / told.rows}%;height:${100 / told.rows}%`);
    set(column, "style", `left:${(100 * place.k) / source.count}%`);
    write(own, String(place.unit + 1));
    set(own, "style", `top:${(100 * (y + 0.5)) / told.rows}%`);
  }

  function under(event) {
    const cell = cellUnder(frame, event, told.columns, told.rows);
    return { unit: order[cell.row], k: Math.floor((cell.column * source.count) / told.columns) };
  }
  frame.addEventListener("click", (event) => told && page.go(under(event)));
  numbers.addEventListener("click", (event) => {
    const number = event.target instanceof HTMLElement ? event.target.dataset.unit : undefined;
    if (number !== undefined) page.go({ unit: Number(number) });
  });

  /** What is said of the cell under the pointer. */
  function wordsAt(target, event) {
    if (told === null || !frame.contains(target)) return "";
    const { unit, k } = under(event);
    const said = { symbol: unitWords(place.quantity, unit), place: k + 1, character: visible(source.characters[k]) };
    return fill(strings.allHere, said);
  }

  function fit() {
    ask();
  }
  write(words, strings.allHint);
  return { element, show, fit, recolour: paint, wordsAt };
}
