// Loss, and what is right after each distance.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, percent, short } from "../../../../web/numbers.js";
import { DOT, dot, ruleX } from "../../../plot/marks.js";
import { nameNode, waysAlong } from "../../../plot/names.js";
import { axes, curve, scale } from "../../../plot/plot.js";
import { RUN, farthest, isPending, momentOf } from "../moments.js";
import { SYMBOLS } from "../recall.js";
import { GUESS } from "../settings.js";
import { MOMENT_DRAG, guide, momentRing, timeline } from "./timeline.js";

/** @type {Figure} */
export const BENCH = {
  drags: MOMENT_DRAG,
  draw(values, box, words) {
    const { u } = box;
    const { losses } = RUN.at(values, values.given);
    const moment = momentOf(values);
    const x = timeline(box);
    const half = box.height * 0.46;
    const y = scale([0, 2.4], [half - 2.6 * u, 2.6 * u]);
    const far = scale([0, values.k], [x.start, x.end]);
    const share = scale([0, 1], [box.height - 3.6 * u, half + 3.6 * u]);
    const rows = isPending(values) ? [] : moment.rows;
    const dots = rows.map(({ distance, right }) => [far.at(distance), share.at(right)]);
    const most = values.k;
    return [
      ...axes(x, y, { u, ticksX: [0, 100, 200, 300, 400], ticksY: [0, 1, 2], titleX: words.step, titleY: words.loss }),
      guide(x, y.at(GUESS), fill(words.guess, { loss: short(GUESS) }), u),
      curve(
        losses.map((loss, step) => [x.at(step + 0.5), y.at(Math.min(loss, 2.4))]),
        "loss",
        "thin",
      ),
      ruleX(x.at(values.steps), y, "guide"),
      momentRing(values, box, y.start, words),
      ...axes(far, share, {
        u,
        ticksX: [1, ...[0.25, 0.5, 0.75, 1].map((part) => Math.round(part * most))],
        ticksY: [0, 0.25, 0.5, 0.75, 1],
        titleX: words.distance,
        titleY: isPending(values) ? words.pending : fill(words.right, { steps: moment.done }),
        written: percent,
        writtenX: String,
      }),
      guide(far, share.at(1 / SYMBOLS), "", u),
      curve(dots, "state"),
      ...dots.map(([cx, cy]) => dot(cx, cy, DOT.large * u, "state")),
      nameNode(words.chance, waysAlong(chanceLine(far, share), u), {
        u,
        lines: [dots],
        within: [far.start, share.end, far.end, share.start],
        hue: "loss",
        more: "small halo",
      }),
    ];
  },
  describe(values, words) {
    if (isPending(values)) return words.pending;
    const moment = momentOf(values);
    return fill(words.altBench, {
      steps: moment.done,
      near: percent(moment.rows[0].right),
      k: values.k,
      far: percent(farthest(moment).right),
    });
  },
};

const chanceLine = (x, y) => Array.from({ length: 21 }, (_, k) => [x.at((k / 20) * x.to), y.at(1 / SYMBOLS)]);
