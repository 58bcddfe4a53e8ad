// The losses of trainings as curves: their axes, the lines that they are held against, and the name of each.

/** @import {Strings} from "../../stage/scene.d.ts" */
/** @import {RunLosses} from "../../live/run.d.ts" */

import { roundMarks } from "../../web/axis.js";
import { s } from "../../web/dom.js";
import { brief, fill, short } from "../../web/numbers.js";
import { colon, comma, semicolon } from "../../web/punctuation.js";

const LEFT = 62;
const RIGHT = 135;
const LOW = 42;
const TOP = 10;
const LINE = 17;
// Marks on an axis, at round numbers; at most.
const MOST_MARKS = 5;
// One for each training of a race: told apart without colour too.
const DASHES = ["", "8 4", "2 4", "10 3 2 3"];

/**
 * The element, of that size in pixels.
 *
 * @param {RunLosses[]} runs
 * @param {{wide: number, high: number}} size
 * @param {Strings} strings
 */
export function lossCurves(runs, { wide, high }, strings) {
  const steps = Math.max(1, ...runs.map((run) => run.step));
  const levels = runs.flatMap(({ loss, lines }) => [...loss.map(([, value]) => value), ...Object.values(lines)]);
  const highest = Math.max(1e-9, ...levels) * 1.05;
  const x = (step) => LEFT + (step / steps) * (wide - LEFT - RIGHT);
  const y = (value) => high - LOW - (value / highest) * (high - LOW - TOP);
  const way = (points) => points.map(([step, value]) => `${x(step).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  const [{ lines }] = runs;
  const names = [
    ...Object.entries(lines).map(([name, value]) => ({ at: y(value), text: `${strings[name]} ${short(value)}` })),
    ...runs.flatMap((run) => named(run, strings).map(([text, points]) => ({ at: y(points.at(-1)[1]), text }))),
  ].sort((one, other) => one.at - other.at);
  for (const [k, one] of names.entries()) if (k > 0) one.at = Math.max(one.at, names[k - 1].at + LINE);
  const over = Math.max(0, (names.at(-1)?.at ?? 0) - (high - LOW));
  const label = runs.map((run) => trainingTitle(run, strings)).join(semicolon());
  return s(
    "svg",
    { class: "losses curve", viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": label },
    s("polyline", { class: "axis", points: `${LEFT},${TOP} ${LEFT},${y(0)} ${wide - RIGHT},${y(0)}` }),
    ...roundMarks([0, highest], MOST_MARKS).map((value) =>
      s("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, brief(value)),
    ),
    ...roundMarks([0, steps], MOST_MARKS, 1).map((step) =>
      s("text", { x: x(step), y: y(0) + LINE, "text-anchor": "middle" }, `${step}`),
    ),
    s("text", { x: (LEFT + wide - RIGHT) / 2, y: high - 4, "text-anchor": "middle" }, strings.stepsAxis),
    s(
      "text",
      { transform: `translate(14 ${(TOP + y(0)) / 2}) rotate(-90)`, "text-anchor": "middle" },
      strings.lossAxis,
    ),
    ...Object.values(lines).map((value) =>
      s("line", { class: "level", x1: LEFT, x2: wide - RIGHT, y1: y(value), y2: y(value) }),
    ),
    ...runs.flatMap(({ loss, validation }, k) => [
      s("polyline", {
        class: validation.length ? "loss" : "loss is-only",
        points: way(loss),
        "stroke-dasharray": DASHES[k % DASHES.length],
      }),
      s("polyline", { class: "validation", points: way(validation), "stroke-dasharray": DASHES[k % DASHES.length] }),
    ]),
    ...names.map(({ at, text }) => s("text", { x: wide - RIGHT + 8, y: at - over + 4 }, text)),
  );
}

/**
 * The curves of a run that have any point, each with its name.
 *
 * @param {RunLosses} run
 * @param {Strings} strings
 * @returns {[name: string, points: number[][]][]}
 */
function named({ cell, loss, validation }, strings) {
  const own = cell.toUpperCase();
  /** @type {[name: string, points: number[][]][]} */
  const all = [
    [`${own}${comma()}${strings.loss}`, loss],
    [`${own}${comma()}${strings.validation}`, validation],
  ];
  return all.filter(([, points]) => points.length > 0);
}

/**
 * A training in words.
 *
 * @param {RunLosses} run
 * @param {Strings} strings
 */
export function trainingTitle({ cell, hidden, step, steps, loss }, strings) {
  const last = loss.at(-1);
  const now = last ? `${comma()}${strings.loss} ${short(last[1])}` : "";
  return `${cell.toUpperCase()}${comma()}h = ${hidden}${colon()}${fill(strings.stepOf, { step, steps })}${now}`;
}
