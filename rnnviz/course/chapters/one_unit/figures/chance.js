// Labels shifted around the text: what each unit tells of one, the best of them, and the bests of all that were drawn.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { barY, circle, rect, ruleX, ruleY } from "../../../plot/marks.js";
import { axes, label, note, paragraph, scale } from "../../../plot/plot.js";
import { once } from "../../../reader/once.js";
import { castOf, countOf, onOf } from "../settings.js";
import { bests, chanceLine, shifted, unpacked } from "../units.js";

// How many labels it takes until the line of chance is drawn.
export const FEWEST = 20;
const BINS = 62;
const RANGE = [0.38, 1];

const toldOf = ({ given }) => once(given, "told", () => given.shifts.told.map((row) => [...unpacked(row)]));
/** How many units are looked at. */
export const lookedOf = (values) => ({ one: 1, eight: 8, all: countOf(values) })[values.looked];
/** The bests of the labels drawn so far. */
const drawnOf = (values) =>
  once(values.given, `bests ${values.looked}`, () => bests(toldOf(values), lookedOf(values))).slice(0, values.draws);
/** The best unit for the label drawn last, or null. */
export const lastOf = (values) => drawnOf(values).at(-1) ?? null;
/** The line of chance over all shifted labels, for as many units as are looked at. */
export const lineOf = (values) =>
  once(values.given, `line ${values.looked}`, () => chanceLine(bests(toldOf(values), lookedOf(values))));
const trueOf = (values) => values.given.units[castOf(values, "best")].auc;

/** A height for each dot, so that equal ones do not cover one another. */
const heightOf = (unit) => (unit * 0.618) % 1;

/** @type {Figure} */
export const CHANCE = {
  isTall: true,
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const { given, draws } = values;
    const all = onOf(values);
    const on = all.slice(Math.floor(all.length / 2));
    const by = draws > 0 ? given.shifts.by[draws - 1] : null;
    const strip = scale([0, on.length], [0, box.width]);
    const x = scale(RANGE, [1.4 * u, box.width - 1.6 * u]);
    const band = (own, y, hue) => [
      rect(0, y, box.width, 1.1 * u, "paper"),
      ...runsOf(own).map(([from, to]) =>
        rect(strip.at(from), y, Math.max(1, strip.at(to) - strip.at(from)), 1.1 * u, `solid hue-${hue}`),
      ),
    ];
    const dots = { top: 9.2 * u, bottom: 0.44 * box.height };
    const row = draws > 0 ? toldOf(values)[draws - 1].slice(0, lookedOf(values)) : [];
    const best = lastOf(values);
    const yOf = (unit) => dots.top + (0.06 + 0.88 * heightOf(unit)) * (dots.bottom - dots.top);
    const bars = { top: dots.bottom + 4.6 * u, bottom: box.height - 3.4 * u };
    const drawn = drawnOf(values);
    const counts = new Array(BINS).fill(0);
    for (const one of drawn) counts[binOf(one)] += 1;
    const y = scale([0, Math.max(4, ...counts)], [bars.bottom, bars.top]);
    const wide = (x.end - x.start) / BINS;
    const line = lineOf(values);
    const real = trueOf(values);
    return [
      label(0, 1 * u, words.trueLabel, { hue: "right", more: "bold small" }),
      ...band(on, 1.5 * u, "right"),
      label(0, 4.4 * u, by === null ? words.noneDrawn : fill(words.shiftedLabel, { by }), {
        hue: "loss",
        more: "bold small",
      }),
      ...(by === null ? [rect(0, 4.9 * u, box.width, 1.1 * u, "waiting")] : band(shifted(on, by), 4.9 * u, "loss")),
      label(0, 8.2 * u, fill(words.eachUnit, { count: lookedOf(values) }), { more: "bold small" }),
      ...row.map((told, unit) =>
        circle(x.at(Math.max(RANGE[0], told)), yOf(unit), 0.24 * u, "dot hue-text", { "fill-opacity": 0.45 }),
      ),
      best !== null && circle(x.at(best), yOf(row.indexOf(best)), 0.42 * u, "dot hue-loss"),
      ruleX(x.at(0.5), [dots.top, bars.bottom], "guide"),
      best !== null &&
        label(
          x.at(best) + 0.8 * u,
          dots.bottom - 0.3 * u,
          fill(words.bestOf, { auc: short(best), count: lookedOf(values) }),
          {
            hue: "loss",
            more: "bold small halo",
          },
        ),
      best !== null && ruleX(x.at(best), [dots.top, bars.bottom], "guide hue-loss"),
      label(0, bars.top - 2.2 * u, fill(words.bestsSoFar, { draws }), { more: "bold small halo" }),
      ...counts.map((count, k) =>
        count > 0 ? barY(x.start + (k + 0.06) * wide, 0.88 * wide, y.start, y.at(count), "solid hue-loss") : null,
      ),
      ...axes(x, y, { u, ticksX: [0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1], titleX: "AUC" }),
      ruleY(y.start, x, "axis"),
      ...(draws >= FEWEST
        ? [
            ruleX(x.at(line), [bars.top - 0.6 * u, bars.bottom], "curve thin dashed hue-loss"),
            ...paragraph(x.at(line) + 0.5 * u, bars.top + 0.4 * u, fill(words.line, { line: short(line) }), {
              u: 0.9 * u,
              width: x.at(real) - x.at(line) - 3 * u,
              hue: "loss",
              more: "small halo",
            }),
          ]
        : []),
      ruleX(x.at(real), [bars.bottom - 3 * u, bars.bottom], "curve hue-right"),
      label(x.at(real), bars.bottom - 4.8 * u, words.real, { hue: "right", place: "end", more: "bold small halo" }),
      note(x.at(real), bars.bottom - 3.5 * u, short(real), { place: "end" }),
    ];
  },
  describe(values, words) {
    const best = lastOf(values);
    if (best === null) return words.noneDrawn;
    return fill(words.altChance, { auc: short(best), count: lookedOf(values), line: short(lineOf(values)) });
  },
};

const binOf = (told) => Math.min(BINS - 1, Math.max(0, Math.floor(((told - RANGE[0]) / (RANGE[1] - RANGE[0])) * BINS)));
function runsOf(on) {
  const runs = [];
  on.forEach((one, k) => {
    if (one && !on[k - 1]) runs.push([k, k + 1]);
    else if (one) runs.at(-1)[1] = k + 1;
  });
  return runs;
}
