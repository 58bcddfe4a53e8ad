// How many pairs a memory holds, with keys in random directions.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, percent } from "../../../../web/numbers.js";
import { ruleX, ruleY } from "../../../plot/marks.js";
import { nameNode, waysAlong } from "../../../plot/names.js";
import { axes, curve, label, scale } from "../../../plot/plot.js";
import { capacity, crowd } from "../moments.js";

/** @type {Figure} */
export const CROWD = {
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const d = Number(values.d);
    const x = scale([1, 2 * d], [3.6 * u, box.width - 1.4 * u]);
    const y = scale([0, 1], [box.height - 3.6 * u, 3 * u]);
    const ticksX = [1, d / 2, d, (3 * d) / 2, 2 * d];
    const frame = axes(x, y, {
      u,
      ticksX,
      ticksY: [0, 0.25, 0.5, 0.75, 1],
      titleX: words.pairCount,
      titleY: words.rightShare,
      written: percent,
      writtenX: String,
    });
    const guess = ruleY(y.at(1 / 8), x, "guide hue-loss");
    if (!isOpen(values)) {
      return [...frame, guess, label((x.start + x.end) / 2, y.at(0.5), "?", { place: "middle", more: "muted" })];
    }
    const found = crowd(values);
    const lines = { add: line(found.add, x, y), replace: line(found.replace, x, y) };
    const name = (text, which, hue) =>
      nameNode(text, waysAlong(lines[which], u), {
        u,
        lines: Object.values(lines),
        within: [x.start, y.end, x.end, y.start],
        hue,
        more: "bold halo",
      });
    return [
      ...frame,
      guess,
      ruleX(x.at(d), y, "guide"),
      curve(lines.add, "memory", "", { name: words.rule_add }),
      curve(lines.replace, "candidate", "", { name: words.rule_replace }),
      name(words.rule_add, "add", "memory"),
      name(words.rule_replace, "replace", "candidate"),
    ];
  },
  describe(values, words) {
    if (!isOpen(values)) return words.covered;
    const { add, replace } = crowd(values);
    return fill(words.altCrowd, { d: values.d, add: capacity(add), replace: capacity(replace) });
  },
};
const line = (shares, x, y) => shares.map((share, k) => [x.at(k + 1), y.at(share)]);
/** Whether the measured curves are shown. */
export const isOpen = (values) => values.seenCrowd === "yes" || values.all;
