// Logistic regression of one number, and of several classes at once: softmax of scores that are lines. Pure.

import { softmax } from "./crossentropy.js";

/** The scores w_k x + b_k. lines: [[w, b], …]. */
export const scoresAt = (lines, x) => lines.map(([w, b]) => w * x + b);

/** The probability of each class at x. */
export const sharesAt = (lines, x) => softmax(scoresAt(lines, x));

/** σ(a) = 1 / (1 + e^{−a}). */
export const logisticOf = (a) => 1 / (1 + Math.exp(-a));

/**
 * The one line whose sigmoid is the first class's probability among two: the difference of both.
 *
 * @param {number[][]} lines
 */
export const differenceLine = ([[w1, b1], [w2, b2]]) => [w1 - w2, b1 - b2];

/** How far softmax of two and the sigmoid of the difference are apart, at most, over a range of x. */
export function furthestApart(lines, from, to, count = 200) {
  const [w, b] = differenceLine(lines);
  let most = 0;
  for (let k = 0; k <= count; k += 1) {
    const x = from + ((to - from) * k) / count;
    most = Math.max(most, Math.abs(sharesAt(lines.slice(0, 2), x)[0] - logisticOf(w * x + b)));
  }
  return most;
}
