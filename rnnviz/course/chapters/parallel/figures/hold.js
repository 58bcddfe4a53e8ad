// What a step of S6 writes, by the paper's equation and by the code, over its size.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, percent, powerOfTen, short } from "../../../../web/numbers.js";
import { DOT, dot, ruleX } from "../../../plot/marks.js";
import { axes, clamp, curve, label, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { gap, writtenBy } from "../hold.js";
import { NUMBERS } from "../settings.js";

const { least: LEAST, most: MOST } = NUMBERS.delta;
const [FROM, TO] = [Math.log10(LEAST), Math.log10(MOST)];
const COUNT = 80;
const frameOf = (box) => [
  scale([FROM, TO], [4 * box.u, box.width - 1.8 * box.u]),
  scale([-7, 1], [box.height - 4.4 * box.u, 7.4 * box.u]),
];

/** @type {Figure} */
export const HOLD = {
  drags: { delta: (x, _y, _values, box) => ({ delta: clamp(10 ** frameOf(box)[0].of(x), LEAST, MOST) }) },
  draw(values, box, words) {
    const { u } = box;
    const { delta, rate } = values;
    const [x, y] = frameOf(box);
    const log = (value) => y.at(clamp(Math.log10(value), -7, 1));
    /** @type {[string, string, string, (delta: number) => number][]} */
    const lines = [
      [words.code, "gate1", "", (one) => one],
      [words.paper, "memory", "", (one) => writtenBy(one, rate).paper],
      [words.gap, "loss", "dashed", (one) => gap(one, rate)],
    ];
    const points = (read) =>
      Array.from({ length: COUNT + 1 }, (_, k) => {
        const power = FROM + (k * (TO - FROM)) / COUNT;
        return [x.at(power), log(read(10 ** power))];
      });
    const at = x.at(Math.log10(delta));
    return [
      ...lines.map(([said, hue, , read], k) =>
        label(0.6 * u, (1.5 + 1.5 * k) * u, `${said} ${short(read(delta))}`, { hue, more: "bold small" }),
      ),
      ...axes(x, y, {
        u,
        ticksX: [-3, -2, -1, 0],
        ticksY: [-6, -4, -2, 0],
        titleX: words.delta,
        titleY: words.written,
        written: powerOfTen,
      }),
      ...lines.map(([name, hue, more, read]) => curve(points(read), hue, more, { name })),
      ruleX(at, y, "guide"),
      ...lines.map(([, hue, , read]) => dot(at, log(read(delta)), DOT.usual * u, hue)),
      handle({ drag: "delta", numbers: NUMBERS, values, x: at, y: y.start, label: words.delta, hue: "gate1" }),
    ];
  },
  describe({ delta, rate }, words) {
    const { paper, code } = writtenBy(delta, rate);
    return fill(words.altHold, {
      delta: short(delta),
      paper: short(paper),
      code: short(code),
      share: percent(gap(delta, rate) / paper),
    });
  },
};
