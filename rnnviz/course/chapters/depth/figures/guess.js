// How large the first layer's gradient is: drawn first.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { drawnCurve } from "../../../plot/drawn.js";
import { DOT, dot } from "../../../plot/marks.js";
import { label } from "../../../plot/plot.js";
import { bandOf } from "../band.js";
import { NUMBERS } from "../settings.js";
import { bands, frameOf, ground, log } from "./bands.js";

/** @type {Figure} */
export const GUESS = {
  drags: {
    guess0: (_x, y, values, box) => ({ guess0: frameOf(values, box)[1].of(y) }),
    guess1: (_x, y, values, box) => ({ guess1: frameOf(values, box)[1].of(y) }),
  },
  draw(values, box, words) {
    const { u } = box;
    const [x, y] = frameOf(values, box);
    const isSeen = values.seen === "yes" || values.all;
    const real = bandOf(values, "sigmoid");
    const end = [x.at(values.depth), y.at(log(real.middle.at(-1)))];
    const ring = (name, depth) => {
      const guess = values[name];
      return { name, x: x.at(depth), y: y.at(guess), label: words[name], said: short(10 ** guess) };
    };
    const rings = [ring("guess1", values.depth / 2), ring("guess0", 0)];
    return [
      ...(isSeen
        ? bands(values, box, words, [{ name: "sigmoid", hue: "gate1", title: words.real }])
        : ground(values, box, words)),
      dot(end[0], end[1], DOT.large * u, "gate1"),
      label(end[0] + 0.7 * u, end[1] + 0.4 * u, words.output, { more: "bold halo", hue: "gate1" }),
      ...drawnCurve({ start: end, rings, title: words.drawn, numbers: NUMBERS, values, u }),
    ];
  },
  describe(values, words) {
    const isSeen = values.seen === "yes" || values.all;
    const guess = fill(words.altGuess, { guess: short(10 ** values.guess0) });
    return isSeen ? `${guess} ${fill(words.altReal, { real: short(bandOf(values, "sigmoid").middle[0]) })}` : guess;
  },
};
