// What a pointer does to the axes of the curves: a box to zoom into, an axis moved or stretched, two fingers. Pure.

import { scale } from "../../../course/plot/plot.js";

/** A pointer that has moved by fewer pixels has clicked. */
export const CLICK = 8;
// Of a box this much flatter or narrower than long, only the long side counts.
const FLAT = 0.3;
// Two fingers closer than this, in pixels, say nothing of an axis.
const APART = 30;
// The ends of an axis, as parts of it, by which it is stretched.
const END = 0.15;

/** Which ranges a box from one corner to the other zooms into. */
export function sidesOf(dx, dy) {
  const [wide, high] = [Math.abs(dx), Math.abs(dy)];
  return { x: wide >= CLICK && wide >= FLAT * high, y: high >= CLICK && high >= FLAT * wide };
}

/** The range between two pixels of a scale, in its order; as far as the scale goes. */
export function between(axis, one, other) {
  const within = (pixel) => Math.min(Math.max(pixel, Math.min(axis.start, axis.end)), Math.max(axis.start, axis.end));
  return [axis.of(within(one)), axis.of(within(other))].sort((a, b) => a - b);
}

/** The range of a scale after what stood at two pixels has come to stand at two others. */
export function moved(axis, [one, other], [toOne, toOther]) {
  const [value, otherValue] = [axis.of(one), axis.of(other)];
  const after = scale([value, otherValue], [toOne, toOther]);
  return [after.of(axis.start), after.of(axis.end)];
}

/** The range after an axis was taken at a pixel and drawn to another: an end of it is stretched, the middle moves. */
export function drawnAlong(axis, from, to) {
  const share = (from - axis.start) / (axis.end - axis.start);
  if (share < END && from !== axis.end) return moved(axis, [from, axis.end], [to, axis.end]);
  if (share > 1 - END && from !== axis.start) return moved(axis, [from, axis.start], [to, axis.start]);
  return moved(axis, [axis.start, axis.end], [axis.start + to - from, axis.end + to - from]);
}

/** The range after two fingers moved from one pair of pixels to another; null where they say nothing of this axis. */
export function pinched(axis, before, after) {
  const isApart = ([one, other]) => Math.abs(one - other) >= APART;
  return isApart(before) && isApart(after) ? moved(axis, before, after) : null;
}

/** A range seen from nearer or farther, about a value that stays; null where it then holds all of `whole`. */
export function about([from, to], value, factor, whole) {
  const near = [Math.max(whole[0], value - (value - from) * factor), Math.min(whole[1], value + (to - value) * factor)];
  return near[0] <= whole[0] && near[1] >= whole[1] ? null : near;
}

/** Whether a range can be drawn: its ends are in order, and numbers can tell them apart. */
export function isRange([from, to]) {
  return to - from > 1e-6 * Math.max(Math.abs(from), Math.abs(to));
}
