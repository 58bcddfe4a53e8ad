// Scores, their powers of e, and their shares.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { softmax } from "../../../maths/crossentropy.js";
import { rect, ruleY } from "../../../plot/marks.js";
import { label, note, scale } from "../../../plot/plot.js";
import { tabled } from "../../../plot/told.js";
import { LARGEST, SCORES, of, percent } from "../settings.js";
import { barUp, columns, power, rowTitle, rows, scoreBars } from "./columns.js";

const scoreScale = (box) => {
  const { u } = box;
  const [[top, low]] = rows(box, 48, 18, 34);
  return scale([-LARGEST, LARGEST], [low - 1.6 * u, top + 2.6 * u]);
};
const dragScore = (name) => (_x, y, _values, box) => ({ [name]: scoreScale(box).of(y) });

/** @type {Figure} */
export const BARS = {
  drags: Object.fromEntries(SCORES.map((name) => [name, dragScore(name)])),
  draw(values, box, words) {
    const { u } = box;
    const z = of(values, SCORES);
    const shares = softmax(z.map((one) => one / values.tau));
    const powers = z.map((one) => Math.exp(one / values.tau));
    const total = powers.reduce((a, b) => a + b, 0);
    const [[scores], [middle], [top, low]] = rows(box, 48, 18, 34);
    const y = scale([0, 1], [low - 1.8 * u, top + 2.6 * u]);
    const all = columns(box);
    const left = all[0].x - all[0].wide / 2;
    const strip = scale([0, total], [left, box.width]);
    let from = 0;
    const parts = powers.map((power, k) => {
      const part = rect(
        strip.at(from),
        middle + 3.4 * u,
        Math.max(0, strip.at(from + power) - strip.at(from) - 1),
        1.1 * u,
        "solid hue-candidate",
        { "data-symbol": `z_${k + 1}`, "fill-opacity": [1, 0.62, 0.35][k] },
      );
      from += power;
      return part;
    });
    const exponent = (k) => (values.tau === 1 ? short(z[k]) : `${short(z[k])}/${short(values.tau)}`);
    return [
      rowTitle(scores + u, words.scores, "input", "z"),
      ...scoreBars(values, SCORES, box, scoreScale(box), words),
      rowTitle(middle + u, fill(words.powers, { total: short(total) }), "candidate"),
      ...all.map(({ x }, k) =>
        label(x, middle + 2.6 * u, [...power(exponent(k), short(powers[k]))], {
          place: "middle",
          hue: "candidate",
          symbol: `z_${k + 1}`,
        }),
      ),
      ...parts,
      tabled({
        title: words.shares,
        corner: words.figureName,
        columns: ["z", "e^(z/τ)", "ŷ"],
        rows: z.map((score, k) => ({
          head: fill(words.scoreOf, { k: k + 1 }),
          cells: [score, powers[k], shares[k]],
        })),
      }),
      rowTitle(top + 0.6 * u, words.shares, "output", "ŷ"),
      ruleY(y.at(0), [left, box.width], "axis"),
      ...all.flatMap(({ x, bar }, k) => [
        barUp(x, bar, y.at(0), y.at(1), "outline hue-text ghosted"),
        barUp(x, bar, y.at(0), y.at(shares[k]), "solid hue-output", `z_${k + 1}`),
        label(x, y.at(shares[k]) - 0.5 * u, percent(shares[k]), {
          place: "middle",
          more: "bold halo",
          symbol: `z_${k + 1}`,
        }),
        note(x, low - 0.3 * u, `${short(powers[k])} / ${short(total)}`, { place: "middle" }),
      ]),
    ];
  },
  describe(values, words) {
    const shares = softmax(of(values, SCORES).map((one) => one / values.tau)).map(percent);
    return fill(words.altBars, { z: of(values, SCORES).map(short).join(", "), p: shares.join(", ") });
  },
};
