// What numbers sound like: a number is a note two octaves up its scale, with noise in it below zero. Pure.

/** @import {Note, Scale} from "./note.d.ts" */

/** Hertz at the low end of a scale; the high end is two octaves above. */
const LOWEST = 220;
const OCTAVES = 2;
const LOUDNESS = 0.22;
const NOISE = 0.05;
// Seconds of one note at speed 1: of a row as long as it is, or shorter where there are many; one alone rings longer.
const USUAL_NOTE = 0.18;
const ALL_NOTES = 6;
const LEAST_NOTE = 0.04;
export const LONE_NOTE = 0.3;
/** Seconds of a curve from left to right, and how many of its points are heard. */
export const CURVE = { seconds: 3, points: 96 };

/**
 * The note of a number. What lies beyond the scale is at its end; a scale without extent is heard in its middle; what
 * is no number is a rest. pan: from −1, left, to 1; start and length in seconds.
 *
 * @param {number | null} value
 * @param {Scale} scale
 * @param {{pan?: number, start?: number, length?: number}} [where]
 * @returns {Note}
 */
export function noteOf(value, { low, high }, { pan = 0, start = 0, length = LONE_NOTE } = {}) {
  const isRest = value === null || Number.isNaN(value);
  const share = isRest || high === low ? 0.5 : Math.min(1, Math.max(0, (value - low) / (high - low)));
  return {
    frequency: LOWEST * 2 ** (OCTAVES * share),
    pan,
    gain: isRest ? 0 : LOUDNESS,
    noise: !isRest && value < 0 ? NOISE : 0,
    start,
    length,
  };
}

/**
 * Numbers one after another, from the left ear to the right, or all at one `pan`.
 *
 * @param {(number | null)[]} values
 * @param {Scale} scale
 * @param {{length: number, pan?: number}} how
 */
export function rowOf(values, scale, { length, pan }) {
  const across = (k) => (values.length < 2 ? 0 : (2 * k) / (values.length - 1) - 1);
  return values.map((value, k) => noteOf(value, scale, { pan: pan ?? across(k), start: k * length, length }));
}

/** The seconds that each of `count` notes has. */
export function noteLength(count, speed = 1) {
  return Math.max(LEAST_NOTE, Math.min(USUAL_NOTE, ALL_NOTES / count)) / speed;
}

/** Where one of several voices stands: of two, one left and one right; one alone goes from left to right. */
export function panOf(k, count) {
  return count < 2 ? undefined : (2 * k) / (count - 1) - 1;
}

/**
 * The values of a line through points [x, y] at `count` places from its first x to its last; NaN in its gaps.
 *
 * @param {number[][]} points in the order of x
 */
export function sampled(points, count = CURVE.points) {
  const known = points.filter(([x]) => Number.isFinite(x));
  if (known.length < 2) return known.map(([, y]) => y);
  const [from, to] = [known[0][0], known.at(-1)[0]];
  let k = 0;
  return Array.from({ length: count }, (_, place) => {
    const x = from + ((to - from) * place) / (count - 1);
    while (k < known.length - 2 && known[k + 1][0] <= x) k += 1;
    const [[x1, y1], [x2, y2]] = [known[k], known[k + 1]];
    if (x <= x1) return y1;
    return x >= x2 ? y2 : y1 + ((y2 - y1) * (x - x1)) / (x2 - x1);
  });
}
