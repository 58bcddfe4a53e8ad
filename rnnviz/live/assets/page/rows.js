// The rows of the page that grows, one for each checkpoint, and where between them a step stands. Pure.

import { firstFrom } from "../curves/lines.js";

/** Whether weights are kept after this step: 0, 1, 2, 3, 4, 6, 8, 11, 16, 23, 32, … */
export function isCheckpoint(step) {
  if (step < 2) return true;
  const k = Math.round(2 * Math.log2(step));
  return step === Math.round(2 ** (k / 2));
}

/**
 * The steps that have a row: those that were written at, and those that will be, up to the end.
 *
 * @param {number[]} written in their order
 * @param {number | null} end
 * @returns {number[]}
 */
export function rowSteps(written, end) {
  const last = written.at(-1) ?? -1;
  const later = [];
  if (end !== null) {
    for (let k = 0; 2 ** (k / 2) <= end; k += 1) later.push(Math.round(2 ** (k / 2)));
    later.push(0, end);
  }
  const more = [...new Set(later)].filter((step) => step > last && step <= end).sort((a, b) => a - b);
  return [...written, ...more];
}

/** Where a step stands among the rows: 0 at the first, 1.5 half-way from the second to the third. */
export function placeOfStep(steps, step) {
  const after = firstFrom(steps, step);
  if (after === 0) return 0;
  if (after === steps.length) return steps.length - 1;
  const [from, to] = [steps[after - 1], steps[after]];
  return after - 1 + (step - from) / (to - from);
}

/**
 * A line along the rows: [place, mean value], of all steps that share a place, `fine` of them from a row to the next.
 *
 * @param {{steps: number[], valueAt: (k: number) => number | null}} line
 * @param {number[]} rows
 * @param {number} fine
 */
export function alongRows({ steps, valueAt }, rows, fine) {
  /** @type {Map<number, number[]>} */
  const found = new Map();
  for (const [k, step] of steps.entries()) {
    const value = valueAt(k);
    if (value === null || !Number.isFinite(value)) continue;
    const place = Math.round(fine * placeOfStep(rows, step)) / fine;
    if (!found.has(place)) found.set(place, []);
    found.get(place).push(value);
  }
  return [...found].map(([place, values]) => [place, values.reduce((sum, one) => sum + one, 0) / values.length]);
}

/**
 * On which side of their lines the words of the lines stand: "right", "left", or "" where there is no room at either.
 *
 * @param {{at: number, prefers: "left" | "right"}[]} lines from the left to the right, in pixels
 * @param {number} room that words take
 * @param {number} width
 */
export function sides(lines, room, width) {
  let taken = 0;
  return lines.map(({ at, prefers }, k) => {
    const fits = { right: (lines[k + 1]?.at ?? width) - at >= room, left: at - taken >= room };
    const other = prefers === "right" ? "left" : "right";
    const side = fits[prefers] ? prefers : fits[other] ? other : "";
    taken = side === "right" ? at + room : at;
    return side;
  });
}
