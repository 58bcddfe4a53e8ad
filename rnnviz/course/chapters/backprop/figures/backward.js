// The pass back, and the chain of factors of one weight.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { rect } from "../../../plot/marks.js";
import { label, letter, note } from "../../../plot/plot.js";
import { backwardPass, chainOf, measuredSlope } from "../network.js";
import { letters } from "../settings.js";
import { SLIDES, network } from "./drawing.js";

/** A text such as "h_1 (1 − h_1)" with its indices below. */
function indexed(text) {
  const found = [];
  let from = 0;
  for (const { 0: whole, 1: base, 2: index, index: at } of text.matchAll(/(\p{L})_(\d+)/gu)) {
    if (at > from) found.push(text.slice(from, at));
    found.push(...letter(base, index));
    from = at + whole.length;
  }
  if (from < text.length) found.push(text.slice(from));
  return found;
}

// Letters between the left sides of two factors.
const FACTOR = 6.4;
/** @type {Figure} */
export const BACKWARD = {
  isTall: true,
  drags: SLIDES,
  draw(values, box, words) {
    const { u } = box;
    const chains = chainOf(values, values.of);
    const total = backwardPass(values)[values.of];
    const tall = chains.length > 1 ? 3.6 * u : 4.4 * u;
    // A chain that is too long for a line goes on in the next one.
    const [{ length }] = chains;
    const each = Math.min(length, Math.floor(box.width / (FACTOR * u)));
    const lines = Math.ceil(length / each);
    const wide = Math.min(8.2 * u, (box.width - 1 * u) / each);
    const high = box.height - (4 + Math.max(8.4, chains.length * lines * (tall / u + 0.6))) * u;
    const rows = chains.flatMap((chain, row) =>
      chain.flatMap(({ name, by, value }, k) => {
        const line = row * lines + Math.floor(k / each);
        const [x, y] = [(k % each) * wide, high + 2.2 * u + line * (tall + 0.6 * u)];
        const [up, down] = by.split("/");
        return [
          rect(x + 2, y, wide - 0.9 * u, tall, "card-plain", { rx: 0.5 * u }),
          note(x + (wide - 0.9 * u) / 2, y + 1.15 * u, ["∂", ...indexed(up), "/∂", ...indexed(down)], {
            place: "middle",
          }),
          chains.length > 1 ? null : label(x + (wide - 0.9 * u) / 2, y + 2.5 * u, indexed(name), { place: "middle" }),
          label(x + (wide - 0.9 * u) / 2, y + tall - 0.55 * u, short(value), {
            place: "middle",
            more: "bold",
            hue: "loss",
          }),
          k > 0
            ? label((k % each || each) * wide - 0.42 * u, (k % each ? y : y - tall - 0.6 * u) + tall / 2, "·", {
                base: "middle",
                place: "middle",
                more: "bold large",
              })
            : null,
        ].filter(Boolean);
      }),
    );
    return [
      ...network(values, box, words, high, { back: values.back, of: values.of }),
      label(
        0,
        high + 1.4 * u,
        ["∂L/∂", ...letters(values.of), ` = ${short(total)}`, chains.length > 1 ? ` ${words.twoWays}` : ""],
        { more: "bold large", hue: "loss" },
      ),
      ...rows,
      label(0, box.height - 0.2 * u, fill(words.measured, { value: short(measuredSlope(values, values.of)) }), {
        more: "muted",
      }),
    ];
  },
  describe(values, words) {
    return fill(words.altBackward, {
      of: values.of,
      value: short(backwardPass(values)[values.of]),
      factors: chainOf(values, values.of)
        .map((chain) => chain.map((one) => short(one.value)).join(" × "))
        .join(" + "),
    });
  },
};
