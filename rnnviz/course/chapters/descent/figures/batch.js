// Steps on all points, on one, and on a few.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { label } from "../../../plot/plot.js";
import { lineLoss } from "../lines.js";
import { pathOfMethod } from "../settings.js";
import { lineNodes, under, upper } from "./lineplot.js";
import { contourNodes, dragStart, pathNodes, startHandle } from "./plane.js";

/** @type {Figure} */
export const BATCH = {
  drags: { start: dragStart(under) },
  draw(values, box, words) {
    const { u } = box;
    const { path } = pathOfMethod(values, "batch");
    const [top, low] = under(box);
    const now = path.at(-1);
    return [
      ...lineNodes(box, now, upper(box), words),
      ...contourNodes(box, top, low, words),
      ...pathNodes(box, top, low, path, "state", true),
      startHandle(values, box, top, low, words),
      label(
        box.width - 2 * u,
        top - 2.6 * u,
        fill(words.after, { steps: path.length - 1, loss: short(lineLoss(now)) }),
        { place: "end", hue: "loss", more: "bold" },
      ),
    ];
  },
  describe(values, words) {
    const { path } = pathOfMethod(values, "batch");
    return fill(words.altBatch, { steps: path.length - 1, loss: short(lineLoss(path.at(-1))) });
  },
};
