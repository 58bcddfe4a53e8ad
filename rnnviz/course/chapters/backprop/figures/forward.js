// The pass forward, a layer at a time.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { label, letter } from "../../../plot/plot.js";
import { written } from "../../../reader/values.js";
import { forwardPass } from "../network.js";
import { NUMBERS } from "../settings.js";
import { SLIDES, network } from "./drawing.js";

const told = (values, words) => {
  const { h1, h2, yhat, loss } = forwardPass(values);
  return fill(words.altNetwork, { h1: short(h1), h2: short(h2), y: short(yhat), loss: short(loss) });
};

/** @type {Figure} */
export const FORWARD = {
  isTall: true,
  drags: SLIDES,
  draw(values, box, words) {
    const { u } = box;
    const high = box.height - 6 * u;
    const lines = [
      [words.phase0],
      [
        ...letter("a", 1),
        " = ",
        ...letter("x", 1),
        ...letter("w", 11),
        " + ",
        ...letter("x", 2),
        ...letter("w", 21),
        " + ",
        ...letter("b", 1),
      ],
      [...letter("h", 1), " = σ(", ...letter("a", 1), ")"],
      [
        ...letter("o"),
        " = ",
        ...letter("h", 1),
        ...letter("v", 1),
        " + ",
        ...letter("h", 2),
        ...letter("v", 2),
        " + ",
        ...letter("c"),
      ],
      [...letter("ŷ"), " = σ(", ...letter("o"), ")"],
      [...letter("L"), " = ½ (", ...letter("ŷ"), " − ", ...letter("y"), ")²"],
    ];
    const now = forwardPass(values);
    const w = (name) => written(NUMBERS[name], values[name]);
    const put = [
      "",
      `= ${w("x1")} · ${w("w11")} + ${w("x2")} · ${w("w21")} + ${w("b1")} = ${short(now.a1)}`,
      `= 1 / (1 + e^${short(-now.a1)}) = ${short(now.h1)}`,
      `= ${short(now.h1)} · ${w("v1")} + ${short(now.h2)} · ${w("v2")} + ${w("c")} = ${short(now.o)}`,
      `= 1 / (1 + e^${short(-now.o)}) = ${short(now.yhat)}`,
      `= ½ (${short(now.yhat)} − ${w("y")})² = ${short(now.loss)}`,
    ];
    return [
      ...network(values, box, words, high, { forward: values.forward }),
      label(0, high + 2.4 * u, lines[values.forward], { more: "large" }),
      label(0, high + 4.6 * u, put[values.forward], { more: "muted" }),
    ];
  },
  describe: told,
};
