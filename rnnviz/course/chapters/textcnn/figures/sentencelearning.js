// The loss while the network learns, and what it says of sentences that it has not learnt from.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, percent, short } from "../../../../web/numbers.js";
import { kindOf, padded } from "../../../maths/textcnn.js";
import { rect, ruleY } from "../../../plot/marks.js";
import { axes, curve, label, note, scale, widthOf } from "../../../plot/plot.js";
import { pickable } from "../../../reader/figure.js";
import { MOST_STEPS, NET, clipped, filled, parametersNow, reading } from "./sentence.js";

export const right = (values, examples) => {
  const parameters = parametersNow(values);
  return filled(examples).filter((one) => kindOf(parameters, values.given.words.length, one.words) === one.kind).length;
};
/** @type {Figure} */
export const LEARN = {
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const { losses, done } = NET.at(values, values.given);
    const { heldOut, words: known, training: learnt } = values.given;
    const line = Math.min(1.75 * u, (box.height * 0.56) / heldOut.length);
    const low = box.height - line * heldOut.length - 5.4 * u;
    const x = scale([0, MOST_STEPS], [3.2 * u, box.width - 7 * u]);
    const y = scale([0, 1.5], [low, 2 * u]);
    const rows = box.height - line * heldOut.length;
    return [
      ...axes(x, y, { u, ticksX: [0, 100, 200], ticksY: [0, 0.5, 1, 1.5], titleY: words.lossTitle, writtenX: String }),
      ruleY(y.at(Math.log(3)), x, "guide hue-text"),
      note(x.end + 0.4 * u, y.at(Math.log(3)), "ln 3 = 1.10", { base: "middle" }),
      curve(
        losses.map((loss, k) => [x.at(k), y.at(Math.min(1.5, loss))]),
        "loss",
      ),
      note(x.end, 0.9 * u, fill(words.done, { steps: done }), { place: "end" }),
      losses.length
        ? label(x.at(losses.length) + 0.4 * u, y.at(Math.min(1.4, losses.at(-1))) - 0.5 * u, short(losses.at(-1)), {
            hue: "loss",
            more: "bold halo",
          })
        : null,
      label(0, rows - 2.2 * u, fill(words.accuracy, { right: right(values, learnt), of: learnt.length }), {
        more: "bold",
      }),
      label(0, rows - 0.6 * u, fill(words.heldOut, { right: right(values, heldOut), of: heldOut.length }), {
        more: "bold",
        hue: "output",
      }),
      ...heldOut.map(({ words: numbers, kind }, k) => {
        const { shares } = reading(values, padded(numbers));
        const found = shares.indexOf(Math.max(...shares));
        const yAt = rows + line * (k + 0.72);
        const text = numbers.map((word) => known[word]).join(values.given.spaced ? " " : "");
        const said = `${found === kind ? "✓" : "✗"} ${words[`kind_${found}`]} ${percent(shares[found])}`;
        const wide = widthOf(said, u);
        return pickable(
          `sentence ${learnt.length + k};own `,
          rect(0, rows + line * k, box.width, line, "grip"),
          label(0, yAt, clipped(text, box.width - wide - u, u), {}),
          label(box.width, yAt, said, { place: "end", hue: found === kind ? "right" : "loss", more: "bold small" }),
        );
      }),
    ].filter(Boolean);
  },
  describe(values, words) {
    const { heldOut, training: learnt } = values.given;
    return `${fill(words.accuracy, { right: right(values, learnt), of: learnt.length })} ${fill(words.heldOut, {
      right: right(values, heldOut),
      of: heldOut.length,
    })}`;
  },
};
