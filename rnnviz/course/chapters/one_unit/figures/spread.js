// Probes with one unit, with several and with all: for the label, for its control, and before training.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { colon } from "../../../../web/punctuation.js";
import { DOT, dot, ruleY } from "../../../plot/marks.js";
import { endNames } from "../../../plot/names.js";
import { axes, curve, label, scale } from "../../../plot/plot.js";
import { drawnCurve } from "../../../plot/drawn.js";
import { CHOICES, NUMBERS } from "../settings.js";

/** The probes of the label that is chosen. */
export const spreadOf = ({ given, asked }) => given.spreads[CHOICES.asked.of.indexOf(asked)];
const isCovered = ({ isOpen }) => !isOpen("control");

const heights = (box) => scale([0.5, 1], [box.height - 4.2 * box.u, 4.4 * box.u]);

/** @type {Figure} */
export const SPREAD = {
  drags: {
    guessOne: (_x, y, _values, box) => ({ guessOne: heights(box).of(y) }),
    guessAll: (_x, y, _values, box) => ({ guessAll: heights(box).of(y) }),
  },
  draw(values, box, words) {
    const { u } = box;
    const own = spreadOf(values);
    const covered = isCovered(values);
    const x = scale([0, 4], [3.6 * u, box.width - 9.5 * u]);
    const y = heights(box);
    /** @type {[told: number[], said: string, hue: string, more: string][]} */
    const lines = [
      [own.probe, words.probe, "state", ""],
      [own.before, words.before, "gate1", "thin"],
    ];
    if (!covered && own.control) lines.push([own.control, words.control, "input", "thin dashed"]);
    /** @type {[number, string, string][]} */
    const names = lines.map(([told, said, hue]) => [y.at(told.at(-1)), `${said} ${told.at(-1).toFixed(2)}`, hue]);
    return [
      label(0, 1.2 * u, words[`asked_${values.asked}`], { hue: "right", more: "bold small" }),
      ...axes(x, y, {
        u,
        ticksX: [0, 1, 2, 3, 4],
        ticksY: [0.5, 0.6, 0.7, 0.8, 0.9, 1],
        titleX: words.sizes,
        titleY: words.probeAuc,
        writtenX: (k) => ["1", "2", "4", "8", words.every][k],
      }),
      ruleY(y.at(own.chance), x, "curve thin dashed hue-loss"),
      label(x.start + 0.3 * u, y.at(own.chance) - 0.5 * u, words.chanceOfOne, { hue: "loss", more: "small halo" }),
      ...lines.flatMap(([told, , hue, more]) => [
        curve(
          told.map((one, k) => [x.at(k), y.at(one)]),
          hue,
          more,
        ),
        ...told.map((one, k) => dot(x.at(k), y.at(one), DOT.usual * u, hue)),
      ]),
      ...endNames(names, x, y, 0.95 * u),
      ...(covered
        ? drawnCurve({
            rings: ["guessOne", "guessAll"].map((name, k) => ({
              name,
              x: x.at(4 * k),
              y: y.at(values[name]),
              label: words.yourGuess,
              said: short(values[name]),
            })),
            title: `${words.yourGuess}${colon()}${words.control}`,
            numbers: NUMBERS,
            values,
            u,
          })
        : []),
    ];
  },
  describe(values, words) {
    const { probe, before } = spreadOf(values);
    return fill(words.altSpread, { one: short(probe[0]), all: short(probe.at(-1)), before: short(before.at(-1)) });
  },
};
