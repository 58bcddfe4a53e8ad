// Powers of ten as heights: sizes that shrink and grow.

/** @import {Mark} from "../../../picture.d.ts" */

import { powerOfTen } from "../../../../web/numbers.js";
import { ruleY } from "../../../plot/marks.js";
import { clamp, curve, plotOn, note } from "../../../plot/plot.js";

// Curves are drawn between these powers of ten.
export const LEAST = -8;
export const HIGHEST = 2;

export const log = (value) => Math.log10(Math.max(value, 1e-300));

/** The lines of powers of ten, with their numbers at the left. */
export function powers(y, x, u, every, isNamed = true) {
  /** @type {Mark[]} */
  const found = [plotOn(x, y, false, { written: powerOfTen })];
  for (let exponent = y.from; exponent <= y.to; exponent += every) {
    const at = y.at(exponent);
    found.push(ruleY(at, x, exponent === 0 ? "guide" : "grid"));
    if (isNamed) found.push(note(x.start - 0.5 * u, at, powerOfTen(exponent), { base: "middle", place: "end" }));
  }
  return found;
}

export function line(values, x, y, hue, more = "") {
  return curve(
    values.map((value, k) => [x.at(k), y.at(clamp(value, y.from, y.to))]),
    hue,
    more,
  );
}
