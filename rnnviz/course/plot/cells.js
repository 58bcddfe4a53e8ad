// Vectors and matrices as cells in the stage's hues: blue below zero, paper at zero, orange above. Pure.

/** @import {LabelOptions} from "../picture.d.ts" */

import { short } from "../../web/numbers.js";
import { label } from "./plot.js";
import { telling } from "./told.js";

// The part of a cell's side that stays free around it, and what is left of its colour under a number.
const [GAP, PALE] = [0.07, 0.42];

/**
 * Rows of numbers at (x, y), a cell `wide` by `high`. full: the value of the strongest colour; hue: one from 0 to full
 * instead of two; lit: [row, column] of those that are marked, null for all of a row or column; pick(row, column): what
 * a click on a cell sets; isGhost: whether there are no numbers yet. isWritten: whether the numbers stand
 * in the cells, as written(value); isPale: whether the colours step back as they do then.
 *
 * @param {number[][]} rows
 * @param {number} x
 * @param {number} y
 * @param {number} wide
 * @param {number} high
 * @param {{
 *   full?: number, hue?: string, symbol?: string, lit?: number[][], isGhost?: boolean, isWritten?: boolean,
 *   isPale?: boolean, pick?: (row: number, column: number) => string, written?: (value: number) => string,
 * }} [options]
 */
export function cells(
  rows,
  x,
  y,
  wide,
  high,
  { full = 1, hue, symbol, lit = [], pick, isGhost, isWritten = false, written = short, isPale = isWritten } = {},
) {
  const gap = GAP * Math.min(wide, high);
  const isLit = (i, j) => lit.some(([row, column]) => (row ?? i) === i && (column ?? j) === j);
  const corner = 1.5 * gap;
  const size = { width: (wide - 2 * gap).toFixed(2), height: (high - 2 * gap).toFixed(2), rx: corner.toFixed(2) };
  const across = (rows[0] ?? []).map((_, j) => (x + j * wide + gap).toFixed(2));
  const tops = rows.map((_, i) => (y + i * high + gap).toFixed(2));
  const one = (value, i, j) => {
    const place = { x: across[j], y: tops[i], ...size };
    if (isGhost) return [["rect", { class: "waiting-cell", ...place }]];
    const strength = Math.min(1, Math.abs(value) / full);
    const kind = hue ? `solid hue-${hue}` : `patch is-${value < 0 ? "below" : "above"}`;
    return [
      ["rect", { class: kind, "fill-opacity": ((isPale ? PALE : 1) * strength).toFixed(3), ...place }],
      isLit(i, j) && ["rect", { class: "mark-cell", ...place }],
      isWritten && label(x + (j + 0.5) * wide, y + (i + 0.5) * high, written(value), IN_CELL),
    ].filter(Boolean);
  };
  const all = rows.flatMap((row, i) =>
    row.flatMap((value, j) => {
      const nodes = one(value, i, j);
      return pick ? [["g", { class: "pickable", "data-pick": pick(i, j) }, ...nodes]] : nodes;
    }),
  );
  // The paper of all cells is one path, which stays as it is while their colours change.
  const paper = isGhost
    ? ""
    : tops.map((top) => across.map((left) => cellPath(left, top, size, corner)).join("")).join("");
  const mark = ["g", { "data-symbol": symbol }, paper && ["path", { class: "paper", d: paper }], ...all];
  return isGhost ? mark : telling(mark, { cells: { rows, symbol, x, y, wide, high } });
}

/** A cell's outline, with round corners. */
function cellPath(left, top, { width, height }, corner) {
  const r = Math.min(corner, width / 2, height / 2);
  const [w, h] = [(width - 2 * r).toFixed(2), (height - 2 * r).toFixed(2)];
  const turn = (x, y) => `a${r.toFixed(2)},${r.toFixed(2)} 0 0 1 ${(x * r).toFixed(2)},${(y * r).toFixed(2)}`;
  const from = `M${left},${(Number(top) + r).toFixed(2)}`;
  return `${from}${turn(1, -1)}h${w}${turn(1, 1)}v${h}${turn(-1, 1)}h-${w}${turn(-1, -1)}z`;
}

/** @type {LabelOptions} */
const IN_CELL = { place: "middle", base: "middle", more: "small" };

/** A number in a square: as many digits as it has, at most two; one where there is no room for more. */
export function inSquare(value, wide, u) {
  const size = Math.abs(value).toFixed(wide > (value < 0 ? 3 : 2.5) * u ? 2 : 1);
  const plain = size.includes(".") ? size.replace(/\.?0+$/, "") : size;
  return Number(plain) === 0 ? "0" : (value < 0 ? "−" : "") + plain;
}

/** A column of cells, from the top down. */
export const down = (values) => values.map((one) => [one]);

/**
 * The largest size among the numbers of some rows, as the end of their scale.
 *
 * @param {number[][]} rows
 */
export function largest(rows, least = 1e-9) {
  return rows.reduce((most, row) => row.reduce((one, value) => Math.max(one, Math.abs(value)), most), least);
}
