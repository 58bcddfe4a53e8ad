// The loss of counting, over n.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { DOT, dot, ruleY } from "../../../plot/marks.js";
import { endNames } from "../../../plot/names.js";
import { axes, curve, note } from "../../../plot/plot.js";
import { added, backedOff } from "../counts.js";
import { COSTS, KINDS, NS } from "../settings.js";
import { frameOf, sketchDrags, sketchNodes } from "./sketch.js";

const COST_RANGE = [0.5, 3.5];
/** @type {Figure} */
export const LOSSES = {
  drags: sketchDrags(COSTS, COST_RANGE),
  draw(values, box, words) {
    const { u } = box;
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
    /** @type {[number, string, string][]} */
    const names = lines.map(([said, losses, hue]) => [y.at(losses.at(-1)), `${said} ${losses.at(-1).toFixed(2)}`, hue]);
    return [
      ...axes(x, y, {
        u,
        ticksX: NS,
        ticksY: [0.5, 1, 1.5, 2, 2.5, 3, 3.5],
        titleX: "n",
        titleY: words.nats,
        writtenX: String,
      }),
      ruleY(y.at(blind), x, "guide"),
      note(x.end + 0.7 * u, y.at(blind), words.blind, { base: "middle" }),
      ...lines.flatMap(([, losses, hue]) => [
        curve(
          losses.map((one, i) => [x.at(i + 1), y.at(one)]),
          hue,
          "",
          { "data-symbol": hue === "gate2" ? "α" : undefined },
        ),
        ...(hue === "state" ? [] : losses.map((one, i) => dot(x.at(i + 1), y.at(one), DOT.usual * u, hue))),
      ]),
      ...endNames(names, x, y, u),
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
