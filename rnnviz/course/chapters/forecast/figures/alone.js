// Told each number, and told none: the same network a step ahead and alone, and how its error grows alone.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { ruleX, ruleY } from "../../../plot/marks.js";
import { axes, curve, label, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { spread } from "../baselines.js";
import { alone, aloneAfter, isPending, networkOf, shownSeries } from "../moments.js";
import { ALONE, LATEST, NUMBERS } from "../settings.js";
import { rangeOf, roundTicks } from "./range.js";

// Steps that are drawn before the network goes on alone.
const BEFORE = 24;

const windowOf = (box) => scale([-BEFORE, ALONE - 1], [3.6 * box.u, box.width - 1.6 * box.u]);

/** @type {Figure} */
export const ALONE_FIGURE = {
  isTall: true,
  drags: {
    after: (x, _y, _values, box, from) => {
      const along = windowOf(box);
      return { after: Math.min(LATEST, Math.max(0, from.values.after + Math.round(along.of(x) - along.of(from.x)))) };
    },
  },
  draw(values, box, words) {
    const { u } = box;
    const { numbers } = shownSeries(values);
    const x = windowOf(box);
    if (isPending(values)) return [label((x.start + x.end) / 2, box.height / 2, words.pending, { place: "middle" })];
    const { start, expected } = aloneAfter(values);
    const { forecast } = networkOf(values);
    const steps = Array.from({ length: BEFORE + ALONE }, (_, k) => k - BEFORE);
    const came = steps.map((k) => numbers[start + k]);
    const told = steps.map((k) => forecast[start + k]);
    const limits = rangeOf([came, told]);
    const y = scale(limits, [box.height * 0.48, 5.4 * u]);
    const errors = alone(networkOf(values));
    const far = scale([1, ALONE], [x.start, x.end]);
    const roof = 1.25 * Math.max(spread(shownSeries(values)), ...errors.holding) || 1;
    const up = scale([0, roof], [box.height - 3.4 * u, box.height * 0.48 + 8.6 * u]);
    const within = (one) => Math.min(Math.max(one, limits[0]), limits[1]);
    return [
      ...axes(x, y, {
        u,
        ticksX: [-20, -10, 0, 10, 20],
        ticksY: roundTicks(y),
        titleX: words.fromHere,
        writtenX: (k) => String(start + k - shownSeries(values).learnt).replace("-", "−"),
      }),
      ruleX(x.at(-0.5), y, "guide"),
      label(x.start, 1.6 * u, words.came, { hue: "input", more: "bold" }),
      label(x.start, 3.1 * u, words.open, { hue: "state", more: "bold" }),
      label(x.start, 4.6 * u, words.closed, { hue: "output", more: "bold" }),
      curve(
        steps.map((k, at) => [x.at(k), y.at(came[at])]),
        "input",
        "",
        { name: words.came },
      ),
      curve(
        steps.map((k, at) => [x.at(k), y.at(told[at])]),
        "state",
        "thin",
        { name: words.open },
      ),
      curve(
        [...expected].map((one, k) => [x.at(k), y.at(within(one))]),
        "output",
        "",
        { name: words.closed },
      ),
      handle({
        drag: "after",
        numbers: NUMBERS,
        values,
        x: x.at(-0.5),
        y: y.start,
        label: words.after,
        hue: "output",
      }),
      ...axes(far, up, {
        u,
        ticksX: [1, 6, 12, 18, 24],
        ticksY: roundTicks(up),
        titleX: words.stepsAlone,
        titleY: words.error,
        writtenX: String,
      }),
      label(far.start, up.end - 3.9 * u, words.closed, { hue: "output", more: "bold" }),
      label(far.start, up.end - 2.4 * u, words.holding, { hue: "gate2", more: "bold" }),
      ["g", { class: "hue-text" }, ruleY(up.at(spread(shownSeries(values))), far, "guide hue-text")],
      label(far.end, up.at(spread(shownSeries(values))) - 0.5 * u, words.spread, { place: "end", more: "small halo" }),
      curve(
        errors.holding.map((error, k) => [far.at(k + 1), up.at(Math.min(error, roof))]),
        "gate2",
        "thin",
        { name: words.holding },
      ),
      curve(
        errors.network.map((error, k) => [far.at(k + 1), up.at(Math.min(error, roof))]),
        "output",
        "",
        { name: words.closed },
      ),
    ];
  },
  describe(values, words) {
    if (isPending(values)) return words.pending;
    const { network, holding } = alone(networkOf(values));
    return fill(words.altAlone, {
      one: short(network[0]),
      many: short(network[ALONE - 1]),
      steps: ALONE,
      held: short(holding[ALONE - 1]),
      spread: short(spread(shownSeries(values))),
    });
  },
};
