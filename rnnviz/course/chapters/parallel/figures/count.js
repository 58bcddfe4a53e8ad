// How many rounds wait for one another, and how much is computed, in a loop and in a tree.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill } from "../../../../web/numbers.js";
import { colon } from "../../../../web/punctuation.js";
import { ruleX } from "../../../plot/marks.js";
import { axes, clamp, curve, label, plainNumber, scale, wholeNumber } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { counts } from "../scan.js";
import { NUMBERS } from "../settings.js";

const { least: LEAST, most: MOST } = NUMBERS.length;
const POWERS = [1, 10, 100, 1000];
const frameOf = (box) => [
  scale([0, Math.log10(MOST)], [4 * box.u, box.width - 1.6 * box.u]),
  scale([0, Math.log10(2 * MOST)], [box.height - 4.4 * box.u, 7.4 * box.u]),
];
// A tree over one step has no rounds, which a logarithm cannot show.
const LENGTHS = Array.from({ length: 91 }, (_, k) => Math.round(10 ** ((k * Math.log10(MOST)) / 90)));
const EACH = [...new Set(LENGTHS)];

/** @type {Figure} */
export const COUNT = {
  drags: { length: (x, _y, _values, box) => ({ length: clamp(10 ** frameOf(box)[0].of(x), LEAST, MOST) }) },
  draw(values, box, words) {
    const { u } = box;
    const { length } = values;
    const [x, y] = frameOf(box);
    const now = counts(length);
    const log = (value) => y.at(Math.log10(value));
    const line = (read) => EACH.filter((T) => read(T) > 0).map((T) => [x.at(Math.log10(T)), log(read(T))]);
    /** @type {[string, string, number, (T: number) => number][]} */
    const lines = [
      [words.work, "candidate", now.compositions, (T) => counts(T).compositions],
      [words.loop, "state", length, (T) => T],
      [words.treeRounds, "memory", now.rounds, (T) => counts(T).rounds],
    ];
    /** @param {[string, string, number, (T: number) => number]} line @param {number} k */
    const named = ([said, hue, count], k) =>
      label(0, (1.1 + 1.5 * k) * u, `${said}${colon()}${wholeNumber(count)}`, { hue, more: "bold small" });
    const at = x.at(Math.log10(length));
    return [
      ...lines.map(named),
      ...axes(x, y, {
        u,
        ticksX: POWERS.map(Math.log10),
        ticksY: POWERS.map(Math.log10),
        titleX: words.length,
        titleY: words.howMany,
        written: (power) => plainNumber(Math.round(10 ** power)),
        realX: (power) => 10 ** power,
        realY: (power) => 10 ** power,
      }),
      ...lines.map(([name, hue, , read]) => curve(line(read), hue, "", { name })),
      ruleX(at, y, "guide"),
      handle({ drag: "length", numbers: NUMBERS, values, x: at, y: y.start, label: words.length }),
    ];
  },
  describe({ length }, words) {
    const { compositions, rounds } = counts(length);
    return fill(words.altCount, { length, rounds, work: wholeNumber(compositions) });
  },
};
