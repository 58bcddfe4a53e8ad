// The product of a chain's factors.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, powerOfTen, short } from "../../../../web/numbers.js";
import { chainFactors } from "../../../maths/depth.js";
import { DOT, barY, dot, ruleY } from "../../../plot/marks.js";
import { axes, curve, label, scale } from "../../../plot/plot.js";
import { HIGHEST, HUES, LEAST } from "../settings.js";
import { log } from "./bands.js";

/** @type {Figure} */
export const PRODUCT = {
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const { factors, product } = chainFactors(values.link, values.w, values.h0, values.links);
    const hue = HUES[values.link];
    const half = box.height * 0.5;
    const x = scale([0, values.links], [4.6 * u, box.width - 2 * u]);
    const most = Math.max(1.25, ...factors.map(Math.abs)) * 1.08;
    const y = scale([Math.min(0, ...factors) * 1.1, most], [half - 2.4 * u, 2.6 * u]);
    const z = scale([LEAST, HIGHEST], [box.height - 3.6 * u, half + 2.6 * u]);
    const wide = ((x.end - x.start) / values.links) * 0.72;
    // As many of the factors are written as there is room for.
    const every = Math.ceil((3 * u) / (x.at(1) - x.at(0)));
    let running = 1;
    const left = factors.map((one) => {
      running *= Math.abs(one);
      return running;
    });
    return [
      ...axes(x, y, { u, ticksY: [0, 0.25, 0.5, 1], titleY: words.factor }),
      ruleY(y.at(1), x, "guide"),
      ...factors.map((one, l) => barY(x.at(l + 0.5) - wide / 2, wide, y.at(0), y.at(one), `solid hue-${hue}`)),
      ...(values.links <= 12
        ? factors.map(
            (one, l) =>
              l % every === 0 &&
              label(x.at(l + 0.5), y.at(Math.max(0, one)) - 0.45 * u, short(one), {
                place: "middle",
                more: "small halo",
              }),
          )
        : []),
      ...axes(x, z, {
        u,
        ticksY: [-24, -12, 0],
        ticksX: [0, values.links],
        titleX: words.links,
        titleY: words.product,
        written: powerOfTen,
        writtenX: String,
      }),
      curve([[x.at(0), z.at(0)], ...left.map((one, l) => [x.at(l + 1), z.at(log(one))])], hue),
      dot(x.at(values.links), z.at(log(Math.abs(product))), DOT.large * u, hue),
      label(x.at(values.links), z.at(log(Math.abs(product))) - u, short(product), {
        place: "end",
        hue,
        more: "bold large halo",
      }),
    ];
  },
  describe(values, words) {
    const { factors, product } = chainFactors(values.link, values.w, values.h0, values.links);
    return fill(words.altProduct, { links: values.links, first: short(factors[0]), product: short(product) });
  },
};
