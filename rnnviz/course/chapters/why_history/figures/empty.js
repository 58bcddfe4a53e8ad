// How large the table would be, and how much of it is ever filled.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, powerOfTen, short } from "../../../../web/numbers.js";
import { DOT, dot, ruleY } from "../../../plot/marks.js";
import { endNames } from "../../../plot/names.js";
import { axes, curve, label, scale, wholeNumber } from "../../../plot/plot.js";
import { seenOf } from "../counts.js";
import { KINDS, LONGEST, NS } from "../settings.js";

export const parameterCount = ({ kinds, units }) => kinds * units + units * units + units + units * kinds + kinds;
/** @type {Figure} */
export const EMPTY = {
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const { given, kinds } = values;
    const x = scale([1, LONGEST], [3.6 * u, box.width - 9.5 * u]);
    const y = scale([0, 25], [box.height - 4.2 * u, 2.6 * u]);
    const log = (value) => y.at(Math.log10(value));
    /** @type {[said: string, counts: number[], hue: string][]} */
    const lines = [
      [fill(words.possible, { V: wholeNumber(kinds) }), NS.map((n) => kinds ** n), "gate1"],
      [words.network, NS.map(() => parameterCount(values)), "state"],
    ];
    // How many of the places are filled is asked first.
    if (kinds === KINDS && values.isOpen("seen"))
      lines.push([words.seen, NS.map((n) => seenOf(given, n)), "candidate"]);
    /** @type {[number, string, string][]} */
    const names = lines.map(([said, counts, hue]) => [log(counts.at(-1)), said, hue]);
    const length = given.read.length;
    return [
      ...axes(x, y, {
        u,
        ticksX: NS,
        ticksY: [0, 5, 10, 15, 20, 25],
        titleX: "n",
        titleY: words.howMany,
        written: powerOfTen,
        writtenX: String,
      }),
      ruleY(log(length), x, "guide"),
      label(x.start + 0.4 * u, log(length) - 0.5 * u, fill(words.length, { T: wholeNumber(length) }), {
        more: "muted small halo",
      }),
      ...lines.flatMap(([, counts, hue]) => [
        curve(
          counts.map((count, i) => [x.at(i + 1), log(count)]),
          hue,
          "",
          { "data-symbol": hue === "gate1" ? "V" : hue === "state" ? "h" : undefined },
        ),
        ...counts.map((count, i) => dot(x.at(i + 1), log(count), DOT.usual * u, hue)),
      ]),
      ...endNames(names, x, y, u),
    ];
  },
  describe: (values, words) =>
    fill(words.altEmpty, {
      possible: short(values.kinds ** LONGEST),
      seen: values.isOpen("seen") ? wholeNumber(seenOf(values.given, LONGEST)) : "?",
      network: wholeNumber(parameterCount(values)),
    }),
};
