// What is new in a text that was not counted.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, percent } from "../../../../web/numbers.js";
import { barY } from "../../../plot/marks.js";
import { nameNode, waysAround } from "../../../plot/names.js";
import { axes, curve } from "../../../plot/plot.js";
import { unseen } from "../counts.js";
import { NS, SHARES } from "../settings.js";
import { frameOf, sketchDrags, sketchNodes } from "./sketch.js";

const SHARE_RANGE = [0, 1];
/** @type {Figure} */
export const UNSEEN = {
  drags: sketchDrags(SHARES, SHARE_RANGE),
  draw(values, box, words) {
    const { u } = box;
    const [x, y] = frameOf(box, SHARE_RANGE);
    const isSeen = values.seenShares === "yes" || values.all;
    const real = isSeen ? unseen(values) : [];
    return [
      ...axes(x, y, {
        u,
        ticksX: NS,
        ticksY: [0, 0.25, 0.5, 0.75, 1],
        titleX: "n",
        titleY: words.newOnes,
        written: (one) => `${100 * one} %`,
        writtenX: String,
      }),
      ...real.map((one, k) => barY(x.at(k + 1) - 1.1 * u, 2.2 * u, y.at(0), y.at(one), "pale hue-loss")),
      ...(isSeen
        ? [
            curve(
              real.map((one, k) => [x.at(k + 1), y.at(one)]),
              "loss",
            ),
            ...real.map(
              (one, k) =>
                (one > 0.03 || box.width > 34 * u) &&
                nameNode(percent(one), waysAround(x.at(k + 1), y.at(one), u), {
                  u,
                  lines: [real.map((each, n) => [x.at(n + 1), y.at(each)])],
                  hue: "loss",
                  more: "bold halo",
                }),
            ),
          ]
        : []),
      ...sketchNodes(values, box, SHARES, SHARE_RANGE, words),
    ];
  },
  describe(values, words) {
    const drawn = fill(words.altDrawn, { drawn: SHARES.map((name) => percent(values[name])).join(", ") });
    const isSeen = values.seenShares === "yes" || values.all;
    return isSeen ? `${drawn} ${fill(words.altReal, { real: unseen(values).map(percent).join(", ") })}` : drawn;
  },
};
