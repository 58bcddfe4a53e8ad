// How low a loss can get where two steps cannot be told apart: one probability for both.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill } from "../../../../web/numbers.js";
import { comma } from "../../../../web/punctuation.js";
import { DOT, dot } from "../../../plot/marks.js";
import { nameNode, waysAlong, waysAround } from "../../../plot/names.js";
import { axes, curve, points, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";

export const COIN_NUMBERS = {
  p: { usual: 0.8, least: 0.02, most: 0.98, step: 0.01, hue: "output", symbol: "p" },
};
const frame = (box) => [
  scale([0, 1], [3.6 * box.u, box.width - 1.6 * box.u]),
  scale([0, 0.35], [box.height - 4 * box.u, 3 * box.u]),
];
const STEPS = 12;
export const coins = (p) => -(Math.log(p) + Math.log(1 - p)) / STEPS;
/** @type {Figure} */
export const COIN = {
  drags: { p: (x, _y, _values, box) => ({ p: frame(box)[0].of(x) }) },
  draw(values, box, words) {
    const { u } = box;
    const [x, y] = frame(box);
    const within = (f) => (p) => {
      const value = f(p);
      return value <= y.to ? value : Number.NaN;
    };
    const { p } = values;
    /** @type {[hue: string, f: (p: number) => number, title: string[]][]} */
    const parts = [
      ["output", (one) => -Math.log(one) / STEPS, ["−log $p$ / 12", words.asVerb]],
      ["gate2", (one) => -Math.log(1 - one) / STEPS, ["−log (1 − $p$) / 12", words.asNoun]],
    ];
    const lines = [...parts.map(([, f]) => f), coins].map((f) => points(within(f), x, y));
    const [dotX, dotY] = [x.at(p), y.at(Math.min(y.to, coins(p)))];
    const taken = parts.map(([, f]) => [dotX - 6, y.at(f(p)) - 6, dotX + 6, y.at(f(p)) + 6]);
    taken.push([dotX - 10, dotY - 10, dotX + 10, dotY + 10]);
    return [
      ...axes(x, y, {
        u,
        ticksX: [0, 0.25, 0.5, 0.75, 1],
        ticksY: [0, 0.1, 0.2, 0.3],
        titleX: words.share,
        titleY: words.loss,
      }),
      ...parts.map(([hue], k) => curve(lines[k], hue, "thin")),
      ...parts.map(([hue, , [formula, title]], k) =>
        nameNode(box.width < 34 * u ? formula : `${formula}${comma()}${title}`, waysAlong(lines[k], u), {
          u,
          lines,
          taken,
          within: [x.start, y.end, x.end, y.start],
          hue,
          more: "bold small halo",
        }),
      ),
      curve(points(within(coins), x, y, 300), "loss"),
      ...parts.map(([hue, f]) => dot(x.at(p), y.at(Math.min(y.to, f(p))), DOT.usual * u, hue)),
      handle(
        { drag: "p", numbers: COIN_NUMBERS, values, x: dotX, y: dotY, label: words.p, hue: "loss", symbol: "p" },
        nameNode(fill(words.both, { loss: coins(p).toFixed(4) }), waysAround(dotX, dotY, u), {
          u,
          lines,
          within: [x.start, y.end, x.end, y.start],
          taken,
          hue: "loss",
          more: "bold halo",
        }),
      ),
    ];
  },
  describe: ({ p }, words) => fill(words.altLowest, { p: p.toFixed(2), loss: coins(p).toFixed(4) }),
};
