// The lines of the text as elements, and their colours.

/** @import {Page} from "../units.d.ts" */

import { h, s } from "../../../web/dom.js";
import { inText } from "./symbols.js";

// Pixels of the second unit's line under each row; units.css makes the rows higher by as many.
const STRIP = 14;

/**
 * A line of the text, a span a character.
 *
 * @param {string[]} characters
 */
export function rowOf(characters, lines, number, high) {
  const row = h("div", { class: "text-row", style: `top:${number * high}px` });
  for (let k = lines.starts[number]; k < lines.starts[number + 1]; k += 1) {
    const sign = inText(characters[k]);
    const cell = h("span", { "data-k": k }, sign);
    if (lines.wide[k] !== 1) cell.style.width = `${lines.wide[k]}ch`;
    if (sign !== characters[k]) cell.classList.add("sign");
    row.append(cell);
  }
  return row;
}

/**
 * Colours a line that begins at place `start`. unit: {values, high} of the unit that colours the text, values null
 * where they are not known; label, lit: of each place, or null; second: the line under the text, see `secondLine`.
 *
 * @param {Page} page
 */
export function colourRow(page, row, start, { unit, label, lit, second }) {
  const cells = row.querySelectorAll("span");
  cells.forEach((cell, j) => {
    const k = start + j;
    const share = unit.values ? unit.values[k] / unit.high : 0;
    cell.style.background = unit.values ? page.colours.of(share) : "";
    cell.style.color = unit.values ? page.colours.ink(share) : "";
    cell.classList.toggle("on", Boolean(label?.[k]));
    if (label?.[k]) cell.style.setProperty("--share", String(label[k] / 255));
    cell.classList.toggle("lit", Boolean(lit?.[k]));
  });
  row.querySelector("svg")?.remove();
  if (second.values) row.append(secondLine(second, start, start + cells.length));
}

/** The second unit's values under a line of the text, in a strip that rows have room for then. */
function secondLine({ values, high, hue, lines, size }, start, end) {
  const heightOf = (one) => size.line - STRIP + ((STRIP - 2) * (1 - one / high)) / 2;
  const points = [];
  for (let k = start; k < end; k += 1) {
    const x = (lines.column[k] + lines.wide[k] / 2) * size.letter;
    points.push(`${x.toFixed(1)},${heightOf(values[k]).toFixed(1)}`);
  }
  return s("svg", { class: `second-line hue-${hue}` }, s("polyline", { points: points.join(" ") }));
}
