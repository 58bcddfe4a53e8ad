// How far: all cells and all beginnings.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { apart, clamp, curve, label, note, scale } from "../../../plot/plot.js";
import { drawnCurve } from "../../../plot/drawn.js";
import { CURVES, NUMBERS, STROKES, given, hueOfCurve, titleOfCurve } from "../settings.js";
import { WEIGHTS } from "../throughtime.js";
import { HIGHEST, LEAST, line, powers } from "./decades.js";

/** Some panels side by side, each {left, right}. */
function beside(count, from, to, gap) {
  const wide = (to - from - gap * (count - 1)) / count;
  return Array.from({ length: count }, (_, k) => ({
    left: from + k * (wide + gap),
    right: from + k * (wide + gap) + wide,
  }));
}

export const curveOf = (values, name, kind) => given(values).curves[name][kind][values.measure];

/** The curves of untrained networks are the answer to the question beside them. */
export const isCovered = ({ isOpen }, kind) => kind === "untrained" && !isOpen("gated");

const heights = (box) => scale([LEAST, HIGHEST], [box.height - 4 * box.u, 4.6 * box.u]);

/** What the reader draws before the curves of untrained networks are there. */
function guess(values, x, y, words, u) {
  const left = values.guessLeft;
  const ring = { x: x.end, y: y.at(left), label: words.yourGuess, said: short(10 ** left) };
  return drawnCurve({
    start: [x.start, y.at(0)],
    rings: [{ name: "guessLeft", ...ring }],
    title: words.yourGuess,
    numbers: NUMBERS,
    values,
    u,
  });
}

/** What was drawn, beside the real curves. */
function drawn(values, x, y) {
  const end = [x.end, y.at(values.guessLeft)];
  const isDrawn = values.guessLeft !== NUMBERS.guessLeft.usual;
  return isDrawn ? [curve([[x.start, y.at(0)], end], "text", "thin dashed")] : [];
}

/** @type {Figure} */
export const FATES = {
  drags: { guessLeft: (_x, y, _values, box) => ({ guessLeft: heights(box).of(y) }) },
  draw(values, box, words) {
    const { u } = box;
    const isNarrow = box.width < 36 * u;
    const names = isNarrow ? 3.6 * u : 4.4 * u;
    const room = beside(3, 3.2 * u, box.width, isNarrow ? 0.4 * u : u);
    const y = heights(box);
    const T = given(values).inputs.length;
    return [
      note(0, 1.2 * u, words[`size_${values.measure}`]),
      ...WEIGHTS.flatMap((kind, k) => {
        const x = scale([0, T - 1], [room[k].left, room[k].right - names]);
        const curves = CURVES.map((name) => curveOf(values, name, kind));
        const ends = curves.map((one) => y.at(clamp(one.at(-1), LEAST, HIGHEST)) + 0.3 * u);
        const tags = apart(ends, 1.15 * u, y.end, y.start);
        return [
          label((x.start + x.end) / 2, 3.2 * u, words[`kind_${kind}`], { place: "middle", more: "bold" }),
          ...powers(y, x, u, 2, k === 0),
          ...[0, T - 1].map((d) => note(x.at(d), y.start + 1.4 * u, String(d), { place: "middle" })),
          ...(isCovered(values, kind)
            ? guess(values, x, y, words, u)
            : [
                ...(kind === "untrained" ? drawn(values, x, y) : []),
                ...CURVES.flatMap((name, c) => [
                  line(curves[c], x, y, hueOfCurve(name), STROKES[name]),
                  label(x.end + 0.3 * u, tags[c], titleOfCurve(values, name), {
                    hue: hueOfCurve(name),
                    more: "bold small halo",
                  }),
                ]),
              ]),
        ];
      }),
      note(box.width / 2, box.height - 0.7 * u, words.distance, { place: "middle" }),
    ];
  },
  describe(values, words) {
    return WEIGHTS.filter((kind) => !isCovered(values, kind))
      .flatMap((kind) =>
        CURVES.map((name) =>
          fill(words.altFates, {
            cell: titleOfCurve(values, name),
            kind: words[`kind_${kind}`],
            left: short(10 ** curveOf(values, name, kind).at(-1)),
          }),
        ),
      )
      .join(" ");
  },
};
