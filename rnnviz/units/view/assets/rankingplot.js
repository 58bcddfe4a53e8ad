// The units that tell best what is asked, as bars, with the line of chance through them. Pure.

/** @import {Mark} from "../../../course/picture.d.ts" */
/** @import {Ranked, Ranking} from "../units.d.ts" */

import { barX, rect, ruleX } from "../../../course/plot/marks.js";
import { label, letter, scale, widthOf } from "../../../course/plot/plot.js";
import { short } from "../../../web/numbers.js";
import { colon } from "../../../web/punctuation.js";
import { letterOf, unitWords } from "./symbols.js";

// In letters: a bar with its gap, the bar, the end of the line of chance below them, and a number behind a bar.
const [ROW, BAR, FOOT, NUMBER] = [1.25, 0.8, 0.25, 3.2];
const GAP = 6;
// Bars at least: the best unit and the one that was asked about.
const LEAST = 2;
// Ems by which a reader may set letters apart.
const APART = 0.12;

/** How high the ranking is with as many of `count` bars as fit into `room` pixels. u: of its letters. */
export const heightIn = (room, count, u) => u * (FOOT + ROW * Math.max(LEAST, Math.min(count, fitting(room, u))));
const fitting = (room, u) => Math.floor((room / u - FOOT) / ROW);

/**
 * Where bars stand. As many of the best units as fit; the one that was asked about is the last where it is not among
 * them. chosen: the unit that stands out.
 *
 * @param {Ranking} told
 * @param {{quantity: string, unit: number}} chosen
 * @param {{width: number, height: number, u: number, nothing: number}} box nothing: what a unit that tells nothing
 *   reaches
 */
export function layoutRanking({ chance, best, own }, chosen, { width, height, u, nothing }) {
  const fit = Math.max(LEAST, fitting(height, u));
  const isSame = (one, other) => one.quantity === other.quantity && one.unit === other.unit;
  const shown = best.slice(0, fit);
  if (!shown.some((one) => isSame(one, own))) shown.splice(fit - 1, 1, own);
  const names = shown.map(({ quantity, unit }) => unitWords(quantity, unit));
  const roomOf = (name) => widthOf(name, u) + name.length * APART * u;
  const start = Math.ceil(Math.max(...names.map(roomOf))) + GAP;
  const x = scale([nothing, 1], [start, Math.max(start + 1, width - NUMBER * u)]);
  const rows = shown.map((one, k) => ({
    ...one,
    name: names[k],
    isChosen: isSame(one, chosen),
    y: k * ROW * u,
    end: x.at(Math.max(x.from, one.auc)),
  }));
  return { width, u, rows, start, chance: x.at(Math.min(1, chance)), foot: rows.length * ROW * u };
}

/**
 * hueOf: of a quantity. title: of the list.
 *
 * @param {ReturnType<typeof layoutRanking>} layout
 * @param {{hueOf: (quantity: string) => string, title: string}} options
 * @returns {Mark[]}
 */
export function drawRanking({ width, u, rows, start, chance, foot }, { hueOf, title }) {
  return [
    [
      "g",
      { role: "listbox", "aria-label": title },
      ...rows.map((row) => drawRow(row, { width, u, start, hue: hueOf(row.quantity) })),
    ],
    ruleX(chance, [0, foot + FOOT * u], "chance"),
  ];
}

/** @returns {Mark} */
function drawRow({ quantity, unit, name, auc, isFind, isChosen, y, end }, { width, u, start, hue }) {
  const kind = ["rank-row", `hue-${hue}`, isChosen && "chosen", !isFind && "below"].filter(Boolean).join(" ");
  const said = {
    role: "option",
    tabindex: isChosen ? "0" : "-1",
    "aria-selected": String(isChosen),
    "aria-label": `${name}${colon()}${short(auc)}`,
    "data-full": `${name}${colon()}${auc}`,
    "data-quantity": quantity,
    "data-unit": unit,
  };
  const middle = y + (ROW * u) / 2;
  return [
    "g",
    { class: kind, ...said },
    rect(0, y, width, ROW * u, "rank-ground", { rx: 4 }),
    label(start - GAP, middle, [...letter(letterOf(quantity)), `[${unit + 1}]`], { base: "middle", place: "end" }),
    barX(y + ((ROW - BAR) * u) / 2, BAR * u, start, end, "rank-bar", { rx: 2 }),
    label(end + GAP, middle, short(auc), { base: "middle", more: "rank-number halo" }),
  ];
}
