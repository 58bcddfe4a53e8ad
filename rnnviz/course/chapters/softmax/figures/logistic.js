// Scores as lines over one input, and the probabilities that softmax makes of them: logistic regression (003).

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { logisticOf, differenceLine, furthestApart, scoresAt, sharesAt } from "../../../maths/logistic.js";
import { DOT, dot, ruleX } from "../../../plot/marks.js";
import { axes, curve, label, letter, points, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";

const [X_FROM, X_TO] = [-4, 4];
const [Z_FROM, Z_TO] = [-8, 8];
// Where on its line the ring stands that turns it.
const TURN_AT = 3;
const HUES = ["output", "state", "memory"];
const slope = (usual) => ({ usual, least: -2, most: 2, step: 0.05, digits: 2 });
const offset = (usual) => ({ usual, least: -4, most: 4, step: 0.1, digits: 1 });

export const LOGISTIC_NUMBERS = {
  v1: slope(1.2),
  v2: slope(-0.3),
  v3: slope(-1.6),
  a1: offset(-1),
  a2: offset(0.5),
  a3: offset(-2),
  at: { usual: 1, least: X_FROM, most: X_TO, step: 0.05, digits: 2, hue: "input", symbol: "x" },
};
export const LOGISTIC_CHOICES = { classes: { usual: "2", of: ["2", "3"] } };

export const scoreLines = (values) =>
  [1, 2, 3].slice(0, Number(values.classes)).map((k) => [values[`v${k}`], values[`a${k}`]]);
export const lineApart = (values) => furthestApart(scoreLines(values), X_FROM, X_TO);
export const borderOf = (values) => {
  const [w, b] = differenceLine(scoreLines(values));
  return w === 0 ? Number.NaN : -b / w;
};

const frames = (box) => {
  const { u, width, height } = box;
  const x = scale([X_FROM, X_TO], [3.4 * u, width - 2.4 * u]);
  return [
    x,
    scale([Z_FROM, Z_TO], [height * 0.44, 2.6 * u]),
    scale([0, 1], [height - 3.4 * u, height * 0.44 + 6.4 * u]),
  ];
};
const sharesText = (share, k) => [...letter("ŷ", k + 1), ` = ${share.toFixed(3)}`];
const within = (value) => Math.min(Z_TO, Math.max(Z_FROM, value));

/** @type {Figure} */
export const LOGISTIC = {
  isTall: true,
  drags: {
    at: (px, _y, _values, box) => ({ at: frames(box)[0].of(px) }),
    ...Object.fromEntries(
      [1, 2, 3].flatMap((k) => [
        [`a${k}`, (_x, y, _values, box) => ({ [`a${k}`]: frames(box)[1].of(y) })],
        [`v${k}`, (_x, y, values, box) => ({ [`v${k}`]: (frames(box)[1].of(y) - values[`a${k}`]) / TURN_AT })],
      ]),
    ),
  },
  draw(values, box, words) {
    const { u } = box;
    const [x, z, p] = frames(box);
    const lines = scoreLines(values);
    const [w, b] = differenceLine(lines);
    const now = sharesAt(lines, values.at);
    const clipped = (f) => (one) => (Math.abs(f(one)) <= Z_TO ? f(one) : Number.NaN);
    const px = x.at(values.at);
    const ring = (name, at, value, k, title) =>
      handle({
        drag: name,
        numbers: LOGISTIC_NUMBERS,
        values,
        x: x.at(at),
        y: z.at(within(value)),
        label: fill(title, { k: k + 1 }),
        hue: HUES[k],
      });
    return [
      ...axes(x, z, { u, ticksX: [], ticksY: [-8, -4, 0, 4, 8] }),
      label(x.start, z.end - 0.9 * u, words.scoreLines, { more: "bold" }),
      ...lines.map((line, k) =>
        curve(
          points(
            clipped((one) => line[0] * one + line[1]),
            x,
            z,
            300,
          ),
          HUES[k],
        ),
      ),
      ...axes(x, p, { u, ticksX: [-4, -2, 0, 2, 4], ticksY: [0, 0.5, 1], titleX: words.oneInput }),
      label(x.start, p.end - 2.8 * u, words.shareCurves, { more: "bold" }),
      ...lines.map((_, k) =>
        curve(
          points((one) => sharesAt(lines, one)[k], x, p, 200),
          HUES[k],
          lines.length === 2 && k === 0 ? "broad" : "",
        ),
      ),
      ...(lines.length === 2
        ? [
            curve(
              points((one) => logisticOf(w * one + b), x, p, 200),
              "text",
              "dashed",
              { name: "σ" },
            ),
          ]
        : []),
      ruleX(px, [z.end, p.start], "guide hue-input"),
      ...lines.flatMap((line, k) => [
        ring(`a${k + 1}`, 0, line[1], k, words.offsetOf),
        ring(`v${k + 1}`, TURN_AT, line[0] * TURN_AT + line[1], k, words.slopeOf),
      ]),
      ...now.map((one, k) => dot(px, p.at(one), DOT.usual * u, HUES[k])),
      handle({
        drag: "at",
        numbers: LOGISTIC_NUMBERS,
        values,
        x: px,
        y: p.start,
        label: words.oneInput,
        hue: "input",
        symbol: "x",
      }),
      ...now.map((one, k) =>
        label(x.start + ((k + 0.5) * (x.end - x.start)) / now.length, p.end - 0.9 * u, sharesText(one, k), {
          place: "middle",
          hue: HUES[k],
          more: "bold",
        }),
      ),
    ];
  },
  describe(values, words) {
    const lines = scoreLines(values);
    return fill(words.altLogistic, {
      x: short(values.at),
      z: scoresAt(lines, values.at).map(short).join(", "),
      p: sharesAt(lines, values.at)
        .map((one) => one.toFixed(3))
        .join(", "),
    });
  },
};
