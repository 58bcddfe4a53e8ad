// How many parameters, for how long a window.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, powerOfTen, short } from "../../../../web/numbers.js";
import { parameterCountOf, sizesOf } from "../../../maths/nnlm.js";
import { DOT, dot, rect, ruleX } from "../../../plot/marks.js";
import { endNames } from "../../../plot/names.js";
import { axes, curve, label, letter, note, scale, wholeNumber } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { LONGEST, NUMBERS } from "../settings.js";

const HUES = { E: "candidate", W_xh: "state", b_h: "state", W_hq: "output", b_q: "output" };
/** @type {Record<string, [name: string, index?: string]>} */
const NAMES = {
  E: ["E"],
  W_xh: ["W", "xh"],
  W_hq: ["W", "hq"],
  b_h: ["b", "h"],
  b_q: ["b", "q"],
};

export const shapeOf = ({ manyWords, manyPlaces, manyNumbers, manyUnits }, n = manyPlaces) => ({
  V: manyWords,
  n,
  d: manyNumbers,
  h: manyUnits,
});
/** An RNN that looks its words up in a table of the same size: its window has no length. */
export const recurrentCount = ({ V: words, d, h }) => words * d + d * h + h * h + h + h * words + words;
/** @type {Figure} */
export const COUNT = {
  drags: {
    manyPlaces: (px, _y, _values, box) => ({ manyPlaces: countScales(box)[0].of(px) }),
  },
  draw(values, box, words) {
    const { u } = box;
    const [x, y] = countScales(box);
    const shape = shapeOf(values);
    const at = (f) => Array.from({ length: LONGEST - 1 }, (_, k) => [x.at(k + 2), y.at(Math.log10(f(k + 2)))]);
    /** @type {[said: string, f: (n: number) => number, hue: string][]} */
    const lines = [
      [words.table, (n) => values.manyWords ** n, "gate1"],
      [words.network, (n) => parameterCountOf(shapeOf(values, n)), "state"],
      [words.recurrent, () => recurrentCount(shape), "memory"],
    ];
    const ends = lines.map(([, f]) => y.at(Math.min(y.to, Math.log10(f(LONGEST)))));
    /** @type {[number, string, string][]} */
    const names = lines.map(([said, , hue], k) => [ends[k], said, hue]);
    const sizes = sizesOf(shape);
    const total = parameterCountOf(shape);
    const low = box.height * 0.62 + 5.6 * u;
    const bar = scale([0, total], [0, box.width]);
    let from = 0;
    const blocks = ["E", "W_xh", "W_hq"].flatMap((name, k) => {
      const node = [
        rect(
          bar.at(from),
          low,
          Math.max(0.5, bar.at(from + sizes[name]) - bar.at(from) - 1),
          1.8 * u,
          `solid hue-${HUES[name]}`,
          { "data-symbol": name === "E" ? "E" : `W_${name.slice(2)}` },
        ),
        label((k * box.width) / 3, low + 3.6 * u, [...letter(...NAMES[name]), ` ${wholeNumber(sizes[name])}`], {
          hue: HUES[name],
          more: "bold small",
          symbol: name === "E" ? "E" : `W_${name.slice(2)}`,
        }),
        note((k * box.width) / 3, low + 5 * u, [words.sizeE, words.sizeXh, words.sizeHq][k]),
      ];
      from += sizes[name];
      return node;
    });
    const here = x.at(values.manyPlaces);
    return [
      ...axes(x, y, {
        u,
        ticksX: [2, 3, 4, 5, 6, 7, 8],
        ticksY: [0, 5, 10, 15, 20, 25, 30],
        titleX: words.places,
        titleY: words.howMany,
        written: powerOfTen,
        writtenX: String,
      }),
      ...lines.map(([, f, hue]) =>
        curve(
          at(f).map(([a, b]) => [a, Math.max(y.end, b)]),
          hue,
        ),
      ),
      handle(
        {
          drag: "manyPlaces",
          numbers: NUMBERS,
          values,
          x: here,
          y: y.start,
          label: words.manyPlaces,
          hue: "gate2",
          symbol: "n",
        },
        ruleX(here, y, "guide hue-gate2"),
      ),
      dot(here, y.at(Math.log10(total)), DOT.large * u, "state"),
      ...endNames(names, x, y, u),
      label(0, low - 0.8 * u, fill(words.inAll, { total: wholeNumber(total) }), { more: "bold" }),
      ...blocks,
    ];
  },
  describe: (values, words) =>
    fill(words.altCount, {
      table: short(values.manyWords ** values.manyPlaces),
      network: wholeNumber(parameterCountOf(shapeOf(values))),
      recurrent: wholeNumber(recurrentCount(shapeOf(values))),
    }),
};
function countScales(box) {
  const { u } = box;
  return [scale([2, LONGEST], [3.4 * u, box.width - 7 * u]), scale([0, 32], [box.height * 0.62, 2.6 * u])];
}
