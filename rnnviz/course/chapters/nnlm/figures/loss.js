// The loss while it learns.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { addedLoss, countedGrams } from "../../../maths/counting.js";
import { MEASURED, placesOf } from "../../../maths/nnlm.js";
import { DOT, dot, ruleY } from "../../../plot/marks.js";
import { endNames } from "../../../plot/names.js";
import { axes, curve, label, scale } from "../../../plot/plot.js";
import { codesIn, trainedAt } from "../network.js";
import { MOST, STOP, V } from "../settings.js";

const ALPHA = 0.1;
const COUNTS = new Map();
/** The loss of counting on the same held-out words, for one n. */
export function countedLoss(values, n) {
  if (!COUNTS.has(n)) {
    const codes = codesIn(values);
    const { learnt, held } = placesOf(codes, n, STOP);
    COUNTS.set(n, addedLoss(countedGrams(codes, learnt, n, V), codes, held, ALPHA));
  }
  return COUNTS.get(n);
}
/** @type {Figure} */
export const LOSS = {
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const { losses, done, state } = trainedAt(values);
    const x = scale([0, MOST], [3.6 * u, box.width - 10.5 * u]);
    const y = scale([0.8, 3.5], [box.height - 4 * u, 3 * u]);
    const smooth = losses.map((_, k) => average(losses.slice(Math.max(0, k - 9), k + 1)));
    const held = state.heldLosses.map((one, k) => [x.at(k * MEASURED), y.at(one)]);
    const now = done % MEASURED === 0 || !held.length ? null : state.heldLosses.at(-1);
    const lines = [
      [Math.log(V), words.blind, "text"],
      [countedLoss(values, 2), fill(words.counted, { n: 2 }), "gate1"],
      ...(values.n > 2 ? [[countedLoss(values, values.n), fill(words.counted, { n: values.n }), "gate1"]] : []),
      [values.given.entropy, words.floor, "right"],
      ...(smooth.length ? [[smooth.at(-1), words.learntLoss, "loss"]] : []),
      ...(held.length > 1 ? [[now ?? state.heldLosses.at(-1), words.heldLoss, "output"]] : []),
    ];
    const said = (name, value) => fill(words.lineSays, { name, value: value.toFixed(2) });
    /** @type {[number, string, string][]} */
    const names = lines.map(([value, name, hue]) => [y.at(value), said(name, value), hue]);
    return [
      ...axes(x, y, {
        u,
        ticksX: [0, 100, 200, 300, 400, 500],
        ticksY: [1, 1.5, 2, 2.5, 3, 3.5],
        titleX: words.stepsOf,
        titleY: words.nats,
      }),
      ...lines.slice(0, values.n > 2 ? 4 : 3).map(([value, , hue]) => ruleY(y.at(value), x, `guide hue-${hue}`)),
      curve(
        smooth.map((one, k) => [x.at(k + 1), y.at(one)]),
        "loss",
      ),
      curve(held, "output", "thin"),
      ...held.map(([cx, cy]) => dot(cx, cy, DOT.small * u, "output")),
      ...endNames(names, x, y, u),
      label(x.end, 1.1 * u, fill(words.after, { done }), { place: "end", more: "muted" }),
    ];
  },
  describe(values, words) {
    const { losses, done, state } = trainedAt(values);
    if (!losses.length) return fill(words.altBefore, { blind: Math.log(V).toFixed(2) });
    return fill(words.altLoss, { done, loss: short(average(losses.slice(-10))), held: short(state.heldLosses.at(-1)) });
  },
};
export const average = (all) => all.reduce((sum, one) => sum + one, 0) / all.length;
