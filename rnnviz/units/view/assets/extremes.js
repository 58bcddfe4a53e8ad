// Where a unit is highest and lowest, with what stands around these places.

/** @import {Page, Place} from "../units.d.ts" */

import { h, write } from "../../../web/dom.js";
import { panelHeading } from "../../../web/heading.js";
import { colon } from "../../../web/punctuation.js";
import { placesTable } from "./placetables.js";
import { surroundings } from "./surroundings.js";
import { unitSymbol, unitWords } from "./symbols.js";
import { zoomOf } from "./zoom.js";

const COUNT = 10;
// Of places that lie closer together than this the most extreme one is shown.
const APART = 8;
// Columns of text on each side of a place: as many as there is room for, within these.
const [FEWEST, MOST] = [4, 22];
// What a row has beside them: its number in pixels, and the character itself in columns.
const [NUMBER, CHARACTER] = [88, 3];

/** The places of the largest values, at least `APART` from each other, the largest first. Pure. */
export function peaks(values, count = COUNT, apart = APART) {
  const order = Array.from(values, (_, k) => k).sort((a, b) => values[b] - values[a] || a - b);
  const found = [];
  for (const k of order) {
    if (found.length === count) break;
    if (found.every((other) => Math.abs(other - k) >= apart)) found.push(k);
  }
  return found;
}

/** @param {Page} page */
export function extremesPanel(page) {
  const { strings, source } = page;
  const [high, low] = [strings.highest, strings.lowest].map((title) => {
    const list = h("ol", { class: "extremes-list" });
    return { list, element: h("div", { class: "extremes-side" }, h("h3", {}, title), list) };
  });
  const whose = h("span", {});
  const element = h(
    "section",
    { class: "panel units-most", "data-testid": "extremes" },
    panelHeading(strings.most, [whose]),
    h("div", { class: "extremes" }, high.element, low.element),
  );
  let shown = "";
  let rows = [];
  let columns = 0;
  /** @type {Float64Array | null} */
  let drawn = null;

  /** @param {Place} place */
  async function show(place) {
    mark(place.k);
    const { quantity, unit } = place;
    const name = `${quantity} ${unit}`;
    if (name === shown) return;
    shown = name;
    const values = await page.values(quantity, unit);
    if (shown !== name || !values) return;
    whose.replaceChildren(unitSymbol(page.quantity(quantity), unit));
    draw(values);
  }
  function draw(values) {
    drawn = values;
    rows = [];
    columns = columnsOf();
    high.list.replaceChildren(...peaks(values).map((k) => rowOf(k, values[k])));
    low.list.replaceChildren(...peaks(values.map((value) => -value)).map((k) => rowOf(k, values[k])));
    recolour();
    mark(page.place().k);
  }
  /** How many columns of text there is room for on each side. */
  function columnsOf() {
    const letters = h("span", { class: "extreme-words extreme-measure" }, "0".repeat(20));
    high.list.append(letters);
    const wide = letters.getBoundingClientRect().width / zoomOf(letters) / 20 || 8;
    letters.remove();
    const whole = Math.floor((high.list.clientWidth - NUMBER) / wide) - CHARACTER;
    return Math.min(MOST, Math.max(FEWEST, Math.floor(whole / 2)));
  }
  /** Another window has room for more of the text, or for less. */
  function fit() {
    if (drawn && columnsOf() !== columns) draw(drawn);
  }

  function rowOf(k, value) {
    const number = h("span", { class: "number" });
    page.number(number, value);
    const text = surroundings(source.characters, source.widths, k, columns);
    const character = h("b", {}, text.character);
    const words = h("span", { class: "extreme-words" }, text.before, character, text.after);
    const button = h("button", { type: "button", class: "extreme" }, number, words);
    button.addEventListener("click", () => page.go({ k }));
    rows.push({ k, value, button, character });
    return h("li", {}, button);
  }

  function mark(k) {
    for (const row of rows) row.button.classList.toggle("chosen", row.k === k);
  }
  function recolour() {
    const { high: end } = page.quantity(page.place().quantity);
    for (const { value, character } of rows) {
      character.style.background = page.colours.of(value / end);
      character.style.color = page.colours.ink(value / end);
    }
  }
  function tables() {
    if (drawn === null) return [];
    const { quantity, unit } = page.place();
    const more = { heads: [strings.tableValue], cells: (k) => [rows[k].value] };
    const make = () =>
      placesTable(
        rows.map((row) => row.k),
        source,
        more,
        strings,
      );
    return [{ name: "extremes", title: `${strings.most}${colon()}${unitWords(quantity, unit)}`, make }];
  }
  write(whose, "");
  return { element, show, fit, recolour, tables };
}
