// Places of a text: what a match covers, and spans that were marked by hand; as in `../spans.py`.

/** @import {Asked} from "../../site/units.d.ts" */

import { Refusal } from "./refusal.js";
import { countUpTo } from "./statistics.js";

/** Where each character ends in the text. */
export function ends(tokens) {
  let at = 0;
  return Int32Array.from(tokens, (token) => (at += token.length));
}

/**
 * The characters of which some part is in a match: 1 or 0.
 *
 * @param {[number, number][]} matches
 * @param {Int32Array} ended
 */
export function covered(matches, ended) {
  const on = new Uint8Array(ended.length);
  for (const [start, stop] of matches) {
    if (start < stop) on.fill(1, countUpTo(ended, start), countUpTo(ended, stop - 1) + 1);
  }
  return on;
}

/** The characters in spans such as 120-140,300-310, which counts from 1; at most `most`. @returns {Asked} */
export function marked(spans, count, most) {
  const pairs = spans
    .split(",")
    .filter(Boolean)
    .map((one) => one.split("-").map(Number));
  if (pairs.length > most) throw new Refusal("tooManySpans", { count: pairs.length, most });
  const values = new Float64Array(count);
  for (const [first, last] of pairs) {
    if (!(first >= 1 && first <= last && last <= count)) {
      throw new Refusal("noSpan", { start: first - 1, stop: last, count });
    }
    values.fill(1, first - 1, last);
  }
  return { values, isNumber: false };
}
