// A language whose uncertainty is known.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { DOT, dot, rect } from "../../../plot/marks.js";
import { endNames } from "../../../plot/names.js";
import { axes, curve, label, scale } from "../../../plot/plot.js";
import { LONGEST, NS } from "../settings.js";

/** @type {Figure} */
export const FLOOR = {
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const { entropy, added: adding, backingOff, reader } = values.given.made;
    const x = scale([1, LONGEST], [3.6 * u, box.width - 9 * u]);
    const y = scale([0.4, 2.4], [box.height - 4.2 * u, 3 * u]);
    const lines = [
      [words.adding, adding, "gate2"],
      [words.backing, backingOff, "candidate"],
      [words.network, NS.map(() => reader.loss), "state"],
      [words.floor, NS.map(() => entropy), "right"],
    ];
    /** @type {[number, string, string][]} */
    const names = lines.map(([said, losses, hue]) => [y.at(losses.at(-1)), `${said} ${losses.at(-1).toFixed(2)}`, hue]);
    return [
      ...axes(x, y, { u, ticksX: NS, ticksY: [0.5, 1, 1.5, 2], titleX: "n", titleY: words.nats, writtenX: String }),
      rect(x.start, y.at(entropy), x.end - x.start, Math.max(0, y.start - y.at(entropy)), "area hue-right"),
      label((x.start + x.end) / 2, y.at(entropy) + 1.6 * u, words.nobody, {
        place: "middle",
        hue: "right",
        more: "small",
      }),
      ...lines.flatMap(([, losses, hue], k) => [
        curve(
          losses.map((one, i) => [x.at(i + 1), y.at(one)]),
          hue,
        ),
        ...(k < 2 ? losses.map((one, i) => dot(x.at(i + 1), y.at(one), DOT.usual * u, hue)) : []),
      ]),
      ...endNames(names, x, y, u),
    ];
  },
  describe({ given: { made } }, words) {
    return fill(words.altFloor, {
      floor: short(made.entropy),
      counted: short(Math.min(...made.backingOff, ...made.added)),
      network: short(made.reader.loss),
    });
  },
};
