// Samples that arrive one by one, and what is true changes: online learning beside beginning anew (003, "在线学习").

/** @import {Figure} from "../../../definition.d.ts" */

import { fill } from "../../../../web/numbers.js";
import { ruleX } from "../../../plot/marks.js";
import { nameNode, waysAlong } from "../../../plot/names.js";
import { axes, curve, label, scale, wholeNumber } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { once } from "../../../reader/once.js";
import { batchWeights, onlineWeights, streamOf } from "../stream.js";

const ARRIVING = 200;
const [BEFORE, AFTER] = [1, -0.5];
const NOISE = 0.3;

export const ONLINE_NUMBERS = {
  change: { usual: 100, least: 20, most: ARRIVING, step: 1, whole: true, hue: "right" },
  swift: { usual: 0.3, least: 0.02, most: 2, step: 0.02, digits: 2, hue: "gate1", symbol: "η" },
  order: { usual: 1, least: 1, most: 999, step: 1, whole: true },
  arrived: { usual: 60, least: 1, most: ARRIVING, step: 1, whole: true },
};
const KEPT = {};
function learnt({ change, swift, order }) {
  return once(KEPT, `${change} ${swift} ${order}`, () => {
    const stream = streamOf({ count: ARRIVING, change, before: BEFORE, after: AFTER, noise: NOISE, seed: order });
    return { online: onlineWeights(stream, swift), batch: batchWeights(stream) };
  });
}
/** After the samples that have arrived: both weights, and how many samples each has looked at. */
export function learntNow(values) {
  const { online, batch } = learnt(values);
  const t = values.arrived;
  return { online: online[t - 1], batch: batch[t - 1], looks: t, allLooks: (t * (t + 1)) / 2 };
}
export const MOST_ARRIVED = ARRIVING;

const scales = (box) => [
  scale([0, ARRIVING], [3.6 * box.u, box.width - 2 * box.u]),
  scale([-1.2, 1.8], [box.height - 4.6 * box.u, 3.4 * box.u]),
];
/** @type {Figure} */
export const ONLINE = {
  drags: {
    change: (x, _y, _values, box) => ({ change: Math.round(scales(box)[0].of(x)) }),
    arrived: (x, _y, _values, box) => ({ arrived: Math.round(scales(box)[0].of(x)) }),
  },
  draw(values, box, words) {
    const { u } = box;
    const [x, y] = scales(box);
    const { online, batch } = learnt(values);
    const t = values.arrived;
    const shown = (weights) =>
      weights.slice(0, t).map((w, k) => [x.at(k + 1), y.at(Math.min(y.to, Math.max(y.from, w)))]);
    const lines = [shown(batch), shown(online)];
    const truth = [
      [x.at(0), y.at(BEFORE)],
      [x.at(values.change), y.at(BEFORE)],
      [x.at(values.change), y.at(AFTER)],
      [x.end, y.at(AFTER)],
    ];
    const taken = [];
    const name = (k, text, hue) =>
      nameNode(text, waysAlong(lines[k], u), {
        u,
        lines: [...lines, truth],
        taken,
        within: [x.start, y.end - u, x.end, y.start],
        hue,
        more: "bold halo",
      });
    return [
      ...axes(x, y, { u, ticksX: [0, 50, 100, 150, 200], ticksY: [-1, 0, 1], titleX: words.arrivedTitle }),
      label(x.start - 2.6 * u, 0.9 * u, words.learntWeight, { more: "bold" }),
      curve(truth, "right", "dashed"),
      curve(lines[0], "state"),
      curve(lines[1], "gate1"),
      name(1, words.onlineName, "gate1"),
      name(0, words.anewName, "state"),
      handle({
        drag: "change",
        numbers: ONLINE_NUMBERS,
        values,
        x: x.at(values.change),
        y: y.at((BEFORE + AFTER) / 2),
        label: words.changeAt,
        hue: "right",
      }),
      handle({
        drag: "arrived",
        numbers: ONLINE_NUMBERS,
        values,
        x: x.at(t),
        y: y.start,
        label: words.arrivedTitle,
        hue: "text",
      }),
      ruleX(x.at(t), [y.end, y.start], "guide hue-text"),
      label(x.end, 0.9 * u, fill(words.looksSaid, { one: t, all: wholeNumber(learntNow(values).allLooks) }), {
        place: "end",
        more: "small",
      }),
    ];
  },
  describe(values, words) {
    const { online, batch, looks, allLooks } = learntNow(values);
    return fill(words.altOnline, { t: looks, online: online.toFixed(2), batch: batch.toFixed(2), all: allLooks });
  },
};
