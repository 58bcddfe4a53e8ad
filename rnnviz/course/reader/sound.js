// What of a chapter's figures is heard: their curves, one after another, each from left to right on its own axis; and
// one note for each number that a key changes.

/** @import {Drawing} from "../picture.d.ts" */
/** @import {Scale} from "../../web/sound/note.d.ts" */

import { fill } from "../../web/numbers.js";
import { CURVE, noteOf, rowOf, sampled } from "../../web/sound/notes.js";
import { soundSettings } from "../../web/sound/settings.js";
import { hindrance, isSounding, play, silence, turnOn } from "../../web/sound/sound.js";
import { nameOf } from "../plot/plottables.js";
import { textsIn } from "../plot/texts.js";
import { marksIn, toldOf } from "../plot/told.js";

/**
 * The sound of the chapter in `root`. figures(): its own, each with `curves()`; say(words) and refuse(words): tell the
 * reader. Returns {toggle(k)}: the next curve of figure k is played, or what is being played ends.
 */
export function figureSound(root, { figures, strings, say, refuse }) {
  const next = new Map();

  function toggle(k) {
    if (isSounding()) {
      silence();
      return;
    }
    turnOn(root);
    const curves = figures()[k]?.curves() ?? [];
    if (curves.length === 0) {
      refuse(strings().soundNoCurve);
      return;
    }
    const which = (next.get(k) ?? 0) % curves.length;
    next.set(k, which + 1);
    const why = hindrance();
    refuse(why && strings()[why]);
    const { name, values, scale } = curves[which];
    const words = name ? strings().soundNamed : strings().soundCurve;
    if (!why) say(fill(words, { name, k: which + 1, n: curves.length }));
    const length = CURVE.seconds / CURVE.points / soundSettings().speed;
    play([{ notes: rowOf(values, scale, { length }), glides: true }]);
  }
  return { toggle };
}

/** A number that a key has changed, on its own scale. */
export function hearNumber(value, { least, most }) {
  if (soundSettings().isOn) play([{ notes: [noteOf(value, { low: least, high: most })] }]);
}

/**
 * The curves of a picture as what is heard of them, {name, values, scale}, in the order in which they were drawn.
 * values: from left to right, on the axis that the curve stands on; on none, between its own ends. name: as in the
 * figure's table, or "".
 *
 * @param {Drawing} picture
 */
export function curvesOf(picture) {
  const marks = [...marksIn(picture)];
  const plots = marks
    .filter(([, { class: kind }]) => kind === "heard-on")
    .map(([, more]) => [more["data-x"], more["data-y"]].map((ends) => String(ends).split(" ").map(Number)));
  return marks
    .filter(([tag, { class: kind }]) => tag === "path" && /(^| )curve( |$)/.test(String(kind)))
    .map((mark) => ({ points: pointsOf(String(mark[1].d)), line: toldOf(mark).line }))
    .filter(({ points }) => points.length > 1)
    .map(({ points, line }) => ({ name: line ? nameOf(line, textsIn(marks)) : "", ...heardOf(points, plots) }));
}

/** The points of a path of lines, from left to right; between its pieces one that is no number. */
function pointsOf(d) {
  const points = [...d.matchAll(/([ML])(-?[\d.]+),(-?[\d.]+)/g)].flatMap(([, how, x, y], k) => {
    const point = [Number(x), Number(y)];
    return how === "M" && k > 0 ? [[point[0], Number.NaN], point] : [point];
  });
  return points.at(-1)?.[0] < points[0]?.[0] ? points.reverse() : points;
}

function heardOf(points, plots) {
  const plot = plots.find(([across, upwards]) => points.some(([x, y]) => within(x, across) && within(y, upwards)));
  const heights = points.map(([, y]) => y).filter(Number.isFinite);
  // Heights are counted from zero where the axis has one, or else from its lower end.
  const [start, end, from = start] = plot?.[1] ?? [Math.max(...heights), Math.min(...heights)];
  const up = (y) => (start > end ? from - y : y - from);
  /** @type {Scale} */
  const scale = { low: up(start), high: up(end) };
  return { values: sampled(points.map(([x, y]) => [x, up(y)])), scale };
}

function within(place, [start, end]) {
  return place >= Math.min(start, end) - 1 && place <= Math.max(start, end) + 1;
}
