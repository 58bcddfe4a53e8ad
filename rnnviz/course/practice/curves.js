// The losses of a training as a small picture, and in a sentence.

/** @import {TrainingsTold, Watched} from "./readings.d.ts" */

import { h, s } from "../../web/dom.js";
import { fill, short } from "../../web/numbers.js";

// The picture's own height, in nats: what leaps above leaves it.
const HIGHEST = 6;
const MARKS = [0, 2, 4, 6];
const WIDTH = 100;

/**
 * @param {Watched} training
 * @param {TrainingsTold} told
 * @param {Record<string, string>} words
 */
export function curves({ loss, validation }, { steps, guessing }, words) {
  const last = steps.at(-1);
  const x = (k) => (steps[k] / last) * WIDTH;
  const y = (nats) => ((HIGHEST - nats) / HIGHEST) * WIDTH;
  const line = (numbers, kind) =>
    s("polyline", { class: kind, points: numbers.map((one, k) => `${x(k)},${y(one).toFixed(2)}`).join(" ") });
  const picture = s(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${WIDTH}`, preserveAspectRatio: "none" },
    s("line", { class: "guessing", x1: 0, x2: WIDTH, y1: y(guessing), y2: y(guessing) }),
    line(loss, "training"),
    line(validation, "validation"),
  );
  const mark = (nats) => h("span", { style: `top: ${y(nats)}%` }, String(nats));
  return h(
    "span",
    { class: "curves", "aria-hidden": "true" },
    h("span", { class: "nats" }, ...MARKS.map(mark)),
    picture,
    h("span", { class: "steps" }, ...[0, last / 2, last].map((step) => h("span", {}, String(step)))),
    h("span", { class: "axes" }, words.readingAxes),
  );
}

/** The same for who hears it. @param {Watched} training */
export function curvesInWords({ loss, validation }, { steps }, words) {
  return fill(words.readingHeard, {
    first: short(loss[0]),
    highest: short(Math.max(...loss)),
    last: short(loss.at(-1)),
    lowest: short(Math.min(...validation)),
    end: short(validation.at(-1)),
    step: steps[loss.length - 1],
  });
}

/** What the lines are. */
export function legend(words) {
  const lines = [
    ["training", words.readingTraining],
    ["validation", words.readingValidation],
    ["guessing", words.readingGuessing],
  ];
  const sample = (kind) =>
    s("svg", { viewBox: "0 0 28 8", "aria-hidden": "true" }, s("line", { class: kind, x1: 0, x2: 28, y1: 4, y2: 4 }));
  return h("p", { class: "curves-legend" }, ...lines.map(([kind, text]) => h("span", {}, sample(kind), text)));
}
