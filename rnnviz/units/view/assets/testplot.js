// The picture of what each unit tells and costs, as marks. Pure.

/** @import {TestLayout} from "../units.d.ts" */

import { dot, ruleX, ruleY } from "../../../course/plot/marks.js";
import { axes, label, note, plainNumber } from "../../../course/plot/plot.js";
import { fill, short } from "../../../web/numbers.js";

export const MEASURES = { auc: "AUC", rho: "ρ" };

/**
 * u: the size of letters, in pixels. measure: what stands across. score: that of the line of chance. hue: of the
 * chosen unit.
 *
 * @param {TestLayout} layout
 * @param {{u: number, measure: string, score: number, hue: string, strings: Record<string, string>}} about
 */
export function drawTest(
  { x, y, ticksX, ticksY, zero, chance, dots, chosen, names, corners },
  { u, measure, score, hue, strings },
) {
  const beside = chance.x + (chance.place === "end" ? -0.4 : 0.4) * u;
  const words = fill(strings.testChance, { chance: short(score) });
  return [
    ...axes(x, y, { u, ticksX, ticksY, titleY: strings.nats, written: plainNumber }),
    note(x.start - 0.5 * u, y.start + 1.35 * u, MEASURES[measure], { place: "end" }),
    ruleY(zero, x, "axis"),
    ruleX(chance.x, y, "chance"),
    label(beside, y.end - 0.45 * u, words, { more: "chance-words small", place: chance.place }),
    ...corners.map(({ x: at, y: height, place, word }) => note(at, height, strings[word], { place })),
    ...dots.map((one) => dot(one.x, one.y, 3, "input", { "data-unit": one.unit })),
    ...(chosen?.ends ? [ruleX(chosen.x, chosen.ends, `interval hue-${hue}`)] : []),
    ...(chosen ? [dot(chosen.x, chosen.y, 5.5, hue)] : []),
    ...names.map(({ x: at, y: height, place, words: name, isChosen }) =>
      label(at, height, name, {
        place,
        hue: isChosen ? hue : undefined,
        more: isChosen ? "bold halo" : "small halo muted",
      }),
    ),
  ];
}
