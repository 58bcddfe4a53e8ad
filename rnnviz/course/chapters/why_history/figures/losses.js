// The loss of counting, over n.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { apart, axes, curve, label } from "../../../plot/plot.js";
import { added, backedOff } from "../counts.js";
import { COSTS, KINDS, NS } from "../settings.js";
import { frameOf, sketchDrags, sketchNodes } from "./sketch.js";

const COST_RANGE = [0.5, 3.5];
/** @type {Figure} */
export const LOSSES = {
  drags: sketchDrags(COSTS, COST_RANGE),
  draw(values, box, words) {
    const [x, y] = frameOf(box, COST_RANGE);
    const isSeen = values.seenCosts === "yes" || values.all;
    const network = values.given.reader.loss;
    const lines = isSeen
      ? [
          [words.adding, added(values), "gate2"],
          [words.backing, backedOff(values), "candidate"],
          [words.network, NS.map(() => network), "state"],
        ]
      : [];
    const blind = Math.log(KINDS);
    const tags = apart(
      lines.map(([, losses]) => y.at(losses.at(-1))),
      1.4 * box.u,
      y.end,
      y.start,
    );
    return [
      ...axes(x, y, {
        u: box.u,
        ticksX: NS,
        ticksY: [0.5, 1, 1.5, 2, 2.5, 3, 3.5],
        titleX: "n",
        titleY: words.nats,
        writtenX: String,
      }),
      ["line", { class: "guide", x1: x.start, x2: x.end, y1: y.at(blind), y2: y.at(blind) }],
      label(x.end + 0.7 * box.u, y.at(blind) + 0.35 * box.u, words.blind, { more: "muted small" }),
      ...lines.flatMap(([said, losses, hue], k) => [
        curve(
          losses.map((one, i) => [x.at(i + 1), y.at(one)]),
          hue,
          "",
          { "data-symbol": hue === "gate2" ? "α" : undefined },
        ),
        ...(hue === "state"
          ? []
          : losses.map((one, i) => [
              "circle",
              { class: `dot hue-${hue}`, cx: x.at(i + 1), cy: y.at(one), r: 0.32 * box.u },
            ])),
        label(x.end + 0.7 * box.u, tags[k] + 0.35 * box.u, `${said} ${losses.at(-1).toFixed(2)}`, {
          hue,
          more: "bold small halo",
        }),
      ]),
      ...sketchNodes(values, box, COSTS, COST_RANGE, words),
    ];
  },
  describe(values, words) {
    const drawn = fill(words.altDrawnCosts, { drawn: COSTS.map((name) => short(values[name])).join(", ") });
    if (values.seenCosts === "no" && !values.all) return drawn;
    return `${drawn} ${fill(words.altCosts, {
      added: added(values).map(short).join(", "),
      backing: backedOff(values).map(short).join(", "),
      network: short(values.given.reader.loss),
    })}`;
  },
};
