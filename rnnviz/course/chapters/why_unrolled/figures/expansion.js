// The output as one long formula: the state substituted by its equation, level by level (001).

/** @import {Figure} from "../../../definition.d.ts" */
/** @import {Mark} from "../../../picture.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { softmax } from "../../../maths/crossentropy.js";
import { reading } from "../../../maths/recurrent.js";
import { DOT, dot, rect } from "../../../plot/marks.js";
import { axes, curve, label, letter, note, scale, ticks } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { integer } from "../../../reader/values.js";
import { substitution } from "../unrolled.js";
import { STEPS, codesOf } from "./loop.js";

export const EXPANSION_NUMBERS = {
  levels: integer(1, 1, STEPS),
};

/** The score of the last character, with this number of levels substituted, and with zeros in the place of the rest. */
function expanded({ given }, levels) {
  const { text, vocabulary, network } = given.helicopter;
  const { whole: all, cut } = substitution(network, codesOf(given.helicopter), levels);
  const k = vocabulary.indexOf(text.at(-1));
  return { whole: all[k], cut: cut[k] };
}
export const lastOutput = ({ given }) => {
  const { text, vocabulary, network } = given.helicopter;
  const { O } = reading(network, codesOf(given.helicopter));
  const k = vocabulary.indexOf(text.at(-1));
  return { score: O.at(-1)[k], probability: softmax(O.at(-1))[k] };
};
/** A part of a line in its own hue; a quantity's letter in the letters of formulas. */
/** @type {(text: string, hue: string, isLetter?: boolean) => Mark} */
const hued = (text, hue, isLetter) => ["tspan", { class: `${isLetter ? "letter " : ""}hue-${hue}` }, text];
/** @type {Figure} */
export const EXPANSION = {
  drags: {
    levels: (x, _y, _values, box) => ({
      levels: Math.round(scale([0.5, 5.5], [3.4 * box.u, box.width - box.u]).of(x)),
    }),
  },
  draw(values, box, words) {
    const { u, width, height } = box;
    const { text } = values.given.helicopter;
    const { levels } = values;
    const half = height * 0.47;
    const isNarrow = width < 34 * u;
    const step = Math.min((width - 3 * u) / (levels + 1), 7.2 * u);
    const inset = Math.min(1.5 * u, half / 13);
    const nested = Array.from({ length: levels }, (_, k) => {
      const x = 2.6 * u + k * step;
      const y = 2 * u + k * inset;
      const t = STEPS - k;
      const tall = half - 3 * u - 2 * k * inset;
      const call = [hued("f(", "state", true), hued("U", "input", true), hued(` ${text[t - 1]}`, "input")];
      const rest = [hued(" + ", "state"), hued("W", "state", true)];
      return [
        rect(x, y, width - x - (0.2 + 0.35 * k) * u, tall, "node hue-state", { "fill-opacity": 0.35, rx: 0.7 * u }),
        label(x + 0.45 * u, y + tall / 2 + (isNarrow ? -0.2 : 0.5) * u, [...call, ...(isNarrow ? [] : rest)], {
          more: "bold",
        }),
        isNarrow && label(x + 0.45 * u, y + tall / 2 + 1.2 * u, rest, { more: "bold" }),
      ].filter(Boolean);
    }).flat();
    const left = 2.6 * u + levels * step;
    const rest = STEPS - levels;
    const x = scale([0.5, 5.5], [3.4 * u, width - u]);
    const all = Array.from({ length: levels }, (_, k) => expanded(values, k + 1));
    const low = Math.min(-1, ...Array.from({ length: STEPS }, (_, k) => expanded(values, k + 1).cut));
    const y = scale([Math.floor(low), Math.ceil(all[0].whole) + 1], [height - 4 * u, half + 2.6 * u]);
    const middle = 2 * u + (half - 3 * u) / 2;
    return [
      label(0, middle + 0.5 * u, letter("V"), { hue: "output", more: "bold large", symbol: "V" }),
      ...nested,
      label(left, middle + 0.5 * u, rest ? letter("s", rest) : letter("s", "0"), {
        hue: "state",
        more: "bold",
        symbol: "s",
      }),
      note(left, middle + 2.1 * u, rest ? "" : "= 0"),
      ...axes(x, y, {
        u,
        ticksX: [1, 2, 3, 4, 5],
        ticksY: ticks(y.from, y.to, 2),
        titleX: words.levels,
        titleY: fill(words.score, { target: text.at(-1) }),
        writtenX: String,
      }),
      curve(
        all.map(({ whole: value }, k) => [x.at(k + 1), y.at(value)]),
        "output",
      ),
      ...all.map(({ whole: value }, k) => dot(x.at(k + 1), y.at(value), DOT.usual * u, "output")),
      curve(
        all.map(({ cut }, k) => [x.at(k + 1), y.at(cut)]),
        "loss",
        "thin",
      ),
      ...all.map(({ cut }, k) => dot(x.at(k + 1), y.at(cut), DOT.usual * u, "loss")),
      label(x.at(1) - 0.6 * u, y.at(all[0].whole) - 0.9 * u, `${words.whole} ${short(all.at(-1).whole)}`, {
        hue: "output",
        more: "bold halo",
      }),
      label(
        x.at(levels) + (levels > 3 ? -0.4 : 0.6) * u,
        y.at(all.at(-1).cut) + 1.5 * u,
        `${words.cut} ${short(all.at(-1).cut)}`,
        { place: levels > 3 ? "end" : "start", hue: "loss", more: "bold halo" },
      ),
      handle({
        drag: "levels",
        numbers: EXPANSION_NUMBERS,
        values,
        x: x.at(levels),
        y: y.start,
        label: words.levels,
        hue: "state",
      }),
    ];
  },
  describe: (values, words) => {
    const { whole: value, cut } = expanded(values, values.levels);
    return fill(words.altExpand, { levels: values.levels, whole: value.toFixed(6), cut: cut.toFixed(6) });
  },
};
