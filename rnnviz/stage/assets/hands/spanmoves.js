// What becomes of a held span under the keys and the pointer: of its first step, its last one and its value. Pure.

/** @import {HoldChange} from "../../change.d.ts" */

// How many steps a scale has, and how many of them an arrow key takes.
const NOTCHES = 100;
const KEY_NOTCHES = 5;
const UP = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 };

const within = (value, least, most) => Math.min(most, Math.max(least, value));

/**
 * The nearest of the values that a scale has.
 *
 * @param {number} value
 * @param {[low: number, high: number]} scale
 */
export function notched(value, [low, high]) {
  const size = (high - low) / NOTCHES;
  return within(Math.round(value / size) * size, low, high);
}

/**
 * What a key changes of a hold, or null. part: the grip that has the focus, "from", "to" or "value"; T: how many steps
 * the text has.
 *
 * @param {string} key
 * @param {string} part
 * @param {HoldChange} hold
 * @param {{T: number, scale: [low: number, high: number]}} room
 * @returns {Partial<HoldChange> | null}
 */
export function movedByKey(key, part, { from, to, value }, { T, scale }) {
  const [low, high] = scale;
  const up = UP[key];
  if (part !== "value") {
    const [least, most] = part === "from" ? [0, to] : [from, T - 1];
    return up ? { [part]: within((part === "from" ? from : to) + up, least, most) } : null;
  }
  if (up) return { value: notched(value + (up * KEY_NOTCHES * (high - low)) / NOTCHES, scale) };
  const end = { Home: low, End: high }[key];
  return end === undefined ? null : { value: end };
}

/**
 * Where its ends are once one is dragged to step t; a new span reaches from `start`. The ends do not pass each other.
 *
 * @param {string} part "new", "from" or "to"
 * @param {number} t
 * @param {Pick<HoldChange, "from" | "to">} hold
 * @param {number} [start]
 * @returns {Partial<HoldChange>}
 */
export function movedTo(part, t, { from, to }, start = t) {
  if (part === "new") return { from: Math.min(start, t), to: Math.max(start, t) };
  return part === "from" ? { from: Math.min(t, to) } : { to: Math.max(t, from) };
}
