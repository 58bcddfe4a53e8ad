// The task: an example, and what the network makes of it.

/** @import {Figure} from "../../../definition.d.ts" */
/** @import {LabelOptions} from "../../../picture.d.ts" */

import { fill, powerOfTen, short } from "../../../../web/numbers.js";
import { uniform } from "../../../maths/random.js";
import { barY } from "../../../plot/marks.js";
import { axes, label, scale } from "../../../plot/plot.js";
import { farthest, isPending, momentOf } from "../moments.js";
import { recallTexts } from "../recall.js";
import { CHARACTERS } from "../settings.js";
import { POWERS, log } from "./powers.js";

function exampleText({ k }) {
  const { texts } = recallTexts(uniform(7), k);
  return [...texts[0]].map((one) => CHARACTERS[one]);
}

/** @type {Figure} */
export const TASK = {
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const text = exampleText(values);
    const reach = isPending(values) ? [] : [...farthest(momentOf(values)).reach];
    const x = scale([0, text.length + 1.6], [4.6 * u, box.width - 1.6 * u]);
    const y = scale(POWERS, [box.height - 8.6 * u, 3.4 * u]);
    const wide = x.at(1) - x.at(0);
    const low = box.height - 7.4 * u;
    /** @type {LabelOptions} */
    const said = { place: "middle", more: wide < 1.1 * u ? "bold small" : "bold" };
    const besideLabel = reach.slice(0, Math.ceil((5 * u) / wide));
    return [
      ...axes(x, y, { u, ticksY: [-8, -6, -4, -2, 0, 2], titleY: words.arrives, written: powerOfTen }),
      reach.length === 0 && label((x.start + x.end) / 2, (y.start + y.end) / 2, words.pending, { place: "middle" }),
      ...reach.map((size, t) =>
        barY(
          x.at(t + 0.14),
          Math.max(1, 0.72 * wide),
          y.start,
          y.at(log(size)),
          `solid hue-${t === 0 ? "gate2" : "state"}`,
        ),
      ),
      reach.length > 0 &&
        label(x.at(0.14), Math.min(...besideLabel.map((size) => y.at(log(size)))) - 0.6 * u, short(reach[0]), {
          hue: "gate2",
          more: "bold halo",
        }),
      ...text.map((one, t) =>
        label(x.at(t + 0.5), low + 1.1 * u, one, {
          ...said,
          hue: t === 0 ? "gate2" : t === text.length - 1 ? "loss" : "input",
        }),
      ),
      label(x.at(text.length + 0.25), low + 1.1 * u, `→ ${text[0]}`, { hue: "gate2", more: "bold" }),
      label(x.at(0), low + 3 * u, words.first, { hue: "gate2", more: "small" }),
      label(x.at(text.length / 2), low + 4.6 * u, fill(words.noise, { k: values.k }), {
        place: "middle",
        hue: "input",
        more: "small",
      }),
      label(x.at(text.length + 1.6), low + 3 * u, words.asked, { place: "end", hue: "loss", more: "small" }),
    ];
  },
  describe(values, words) {
    if (isPending(values)) return words.pending;
    const row = farthest(momentOf(values));
    return fill(words.altTask, { k: values.k, first: short(row.reach[0]), last: short(row.reach.at(-1)) });
  },
};
