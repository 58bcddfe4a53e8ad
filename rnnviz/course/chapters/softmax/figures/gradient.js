// The gradient at the scores: shares less truth.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { scoreDifferences, scoreGradient, softmax } from "../../../maths/crossentropy.js";
import { ruleY } from "../../../plot/marks.js";
import { label, letter, paragraph, scale } from "../../../plot/plot.js";
import { tabled } from "../../../plot/told.js";
import { LARGEST, MADE, of } from "../settings.js";
import { barUp, columns, rowTitle, rows, scoreBars } from "./columns.js";

const gradientScale = (box) => {
  const { u } = box;
  const [[top, low]] = rows(box, 38, 30, 32);
  return scale([-LARGEST / 2, LARGEST / 2], [low - 1.6 * u, top + 2.4 * u]);
};
// Letters' heights from which on a column holds "ŷ₁ = 0.34   y = 1".
const BESIDE = 8.5;
const truthOf = (k, target) => `y = ${k === target ? 1 : 0}`;

/** @type {Figure} */
export const GRADIENT = {
  drags: Object.fromEntries(
    MADE.map((name) => [name, (_x, y, _values, box) => ({ [name]: gradientScale(box).of(y) })]),
  ),
  draw(values, box, words) {
    const { u } = box;
    const z = of(values, MADE);
    const target = Number(values.target) - 1;
    const shares = softmax(z);
    const gradient = scoreGradient(z, target);
    const found = scoreDifferences(z, target);
    const [[top], [middle, half], [low, end]] = rows(box, 38, 30, 32);
    const all = columns(box);
    // What is true stands beside the share, or in narrow columns below it.
    const isBelow = all[0].wide < BESIDE * u;
    const yShare = scale([0, 1], [half - (isBelow ? 3.7 : 2.5) * u, middle + 2.2 * u]);
    const y = scale([-1, 1], [end - 3.2 * u, low + 2.2 * u]);
    return [
      rowTitle(top + u, words.scores, "input", "z"),
      ...scoreBars(values, MADE, box, gradientScale(box), words),
      rowTitle(middle + u, words.sharesAndTruth, "output", "ŷ"),
      ruleY(yShare.at(0), [3.6 * u, box.width], "axis"),
      ...all.flatMap(({ x, bar }, k) => [
        barUp(x, bar, yShare.at(0), yShare.at(shares[k]), "solid hue-output", `z_${k + 1}`),
        k === target ? barUp(x, bar * 1.25, yShare.at(0), yShare.at(1), "outline hue-right", "y") : null,
        label(
          x,
          half - (isBelow ? 2.4 : 1.2) * u,
          [
            ...letter("ŷ", k + 1),
            ` = ${shares[k].toFixed(2)}`,
            ["tspan", { class: "hue-right" }, isBelow ? "" : `   ${truthOf(k, target)}`],
          ],
          { place: "middle", symbol: `z_${k + 1}` },
        ),
        isBelow
          ? label(x, half - 1.1 * u, truthOf(k, target), { place: "middle", hue: "right", symbol: `z_${k + 1}` })
          : null,
      ]),
      tabled({
        title: words.gradient,
        corner: words.figureName,
        columns: ["z", "ŷ", "y", "ŷ − y"],
        rows: z.map((score, k) => ({
          head: fill(words.scoreOf, { k: k + 1 }),
          cells: [score, shares[k], k === target ? 1 : 0, gradient[k]],
        })),
      }),
      rowTitle(low + 0.8 * u, words.gradient, "loss", "g"),
      ruleY(y.at(0), [3.6 * u, box.width], "axis"),
      ...all.flatMap(({ x, bar, wide }, k) => [
        barUp(x, bar, y.at(0), y.at(gradient[k]), "solid hue-loss", `z_${k + 1}`),
        label(x, y.at(gradient[k]) + (gradient[k] < 0 ? 1.3 : -0.5) * u, `${short(gradient[k])}`, {
          place: "middle",
          more: "bold halo",
        }),
        ...paragraph(x, end - 0.3 * u, fill(words.difference, { value: short(found[k]) }), {
          u: 0.9 * u,
          width: wide,
          ends: true,
          place: "middle",
          more: "muted small",
        }),
      ]),
    ];
  },
  describe(values, words) {
    const z = of(values, MADE);
    const target = Number(values.target) - 1;
    return fill(words.altGradient, {
      p: softmax(z)
        .map((one) => one.toFixed(2))
        .join(", "),
      target: target + 1,
      gradient: scoreGradient(z, target).map(short).join(", "),
    });
  },
};
