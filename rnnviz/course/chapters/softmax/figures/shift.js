// A constant added to all scores, in exact and in rounded numbers.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { naiveSoftmax, softmax } from "../../../maths/crossentropy.js";
import { rect, ruleY } from "../../../plot/marks.js";
import { label, letter, note, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { NUMBERS, SCORES, of, percent } from "../settings.js";
import { columns, power, rows } from "./columns.js";

const shiftScale = (box) => scale([-1000, 1000], [3 * box.u, box.width - 3 * box.u]);
/** @type {Figure} */
export const SHIFT = {
  drags: { c: (x, _y, _values, box) => ({ c: shiftScale(box).of(x) }) },
  draw(values, box, words) {
    const { u } = box;
    const z = of(values, SCORES).map((one) => one + values.c);
    const naive = naiveSoftmax(z);
    const safe = softmax(z);
    const largest = Math.max(...z);
    const x = shiftScale(box);
    const [[top], [middle], [low, end]] = rows(box, 24, 38, 38);
    const at = x.at(values.c);
    const line = top + 4 * u;
    const said = (value) => (Number.isNaN(value) ? words.nan : percent(value));
    const isNarrow = box.width < 32 * u;
    const table = (from, title, inner, shares, isSafe) => [
      label(0, from + u, title, { more: "bold" }),
      ...columns(box, isNarrow ? 0 : 2 * u).flatMap(({ x: middleOf, wide }, k) => {
        const broken = !Number.isFinite(shares[k]);
        return [
          rect(middleOf - wide * 0.45, from + 1.8 * u, wide * 0.9, 7.4 * u, broken ? "card-wrong" : "card-plain", {
            rx: 0.6 * u,
          }),
          label(
            middleOf,
            from + 3.6 * u,
            [...letter("z", k + 1), `${isSafe ? " + c − m" : " + c"}${isNarrow ? "" : ` = ${short(inner[k])}`}`],
            { place: "middle", hue: "input", symbol: `z_${k + 1}`, more: isNarrow ? "small" : "" },
          ),
          label(middleOf, from + 5.6 * u, power(short(inner[k]), short(Math.exp(inner[k]))), {
            place: "middle",
            hue: "candidate",
            more: isNarrow ? "small" : "",
          }),
          label(middleOf, from + 8.1 * u, said(shares[k]), {
            place: "middle",
            more: "bold large",
            hue: broken ? "loss" : "output",
          }),
        ];
      }),
    ];
    return [
      label(0, top + u, words.constant, { hue: "gate2", more: "bold", symbol: "c" }),
      ruleY(line, x, "axis"),
      ...[-1000, -500, 0, 500, 1000].map((v) => note(x.at(v), line + 1.9 * u, short(v), { place: "middle" })),
      handle(
        { drag: "c", numbers: NUMBERS, values, x: at, y: line, label: words.constant, hue: "gate2", symbol: "c" },
        label(at, line - 1.2 * u, [...letter("c"), ` = ${short(values.c)}`], {
          place: "middle",
          hue: "gate2",
          more: "bold",
        }),
      ),
      ...table(middle, words.naive, z, naive, false),
      ...table(
        low,
        fill(words.safe, { m: short(largest) }),
        z.map((one) => one - largest),
        safe,
        true,
      ),
      label(0, end - 0.2 * u, "", {}),
    ];
  },
  describe(values, words) {
    const z = of(values, SCORES).map((one) => one + values.c);
    const said = (value) => (Number.isNaN(value) ? words.nan : percent(value));
    return fill(words.altShift, {
      c: short(values.c),
      naive: naiveSoftmax(z).map(said).join(", "),
      p: softmax(z).map(percent).join(", "),
    });
  },
};
