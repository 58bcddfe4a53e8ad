// The same question asked at each moment of the training, above the loss; below, what the unit makes of an excerpt.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { DOT, dot, ruleX } from "../../../plot/marks.js";
import { endNames } from "../../../plot/names.js";
import { axes, curve, label, scale, spoken } from "../../../plot/plot.js";
import { drawnCurve } from "../../../plot/drawn.js";
import { handle } from "../../../reader/figure.js";
import { once } from "../../../reader/once.js";
import { cellWidth, letterNodes, lineUp } from "../letters.js";
import { NUMBERS, castOf, hueOf, nameOf, onOf } from "../settings.js";
import { unpacked } from "../units.js";

/** The moment at which the reader is. */
export const momentOf = ({ given, moment }) => given.moments[Math.min(moment, given.moments.length - 1)];
const isNarrow = (box) => box.width < 30 * box.u;
// Of the moments, those that a narrow picture has room to name.
const NAMED = [0, 2, 4, 7];
const acrossOf = ({ moments }, box) =>
  scale([0, moments.length - 1], [3.6 * box.u, box.width - (isNarrow(box) ? 7.5 : 11) * box.u]);

/** The heights of an AUC above the loss and the excerpt. */
function measuresOf({ excerpt, text }, box) {
  const { u } = box;
  const own = text.slice(...excerpt);
  const columns = Math.floor(box.width / (cellWidth(text) * u));
  const rows = once(own, columns, () => lineUp(own, columns)).at(-1).line + 1;
  return scale([0.4, 1], [0.58 * (box.height - rows * 1.18 * 1.35 * u - 2.4 * u), 3.2 * u]);
}

/** @type {Figure} */
export const LEARNT = {
  isTall: true,
  drags: {
    moment: (x, _y, { given }, box) => ({ moment: acrossOf(given, box).of(x) }),
    guessFirst: (_x, y, { given }, box) => ({ guessFirst: measuresOf(given, box).of(y) }),
  },
  draw(values, box, words) {
    const { u } = box;
    const { given } = values;
    const { moments, excerpt, text } = given;
    const now = momentOf(values);
    const x = acrossOf(given, box);
    const wide = cellWidth(text) * u;
    const columns = Math.floor(box.width / wide);
    const own = text.slice(...excerpt);
    const lines = once(own, columns, () => lineUp(own, columns));
    const high = 1.35 * u;
    const rows = lines.at(-1).line + 1;
    const top = box.height - rows * 1.18 * high - 0.4 * u;
    const free = top - 2 * u;
    const y = measuresOf(given, box);
    const costs = moments.map(({ loss }) => loss);
    const least = 0.9 * Math.min(...costs);
    const below = scale([least, Math.max(...costs)], [free - 3.2 * u, 0.58 * free + 2.6 * u]);
    const place = (told, scaled) => told.map((one, k) => [x.at(k), scaled.at(one)]);
    const best = moments.map((one) => one.best.auc);
    const chosen = moments.map((one) => one.chosen);
    const chance = moments.map((one) => one.chance);
    const unit = castOf(values, "best");
    const codes = once(given, `excerpt ${now.step}`, () => unpacked(now.values));
    const colours = [...codes];
    const full = Math.max(...moments.flatMap((one) => [Math.abs(one.values.low), Math.abs(one.values.high)]));
    const on = onOf(values).slice(...excerpt);
    const at = moments.indexOf(now);
    /** @type {[number, string, string][]} */
    const names = [
      [y.at(best.at(-1)), words.bestThen, "gate2"],
      [y.at(chosen.at(-1)), nameOf(values, unit), hueOf(values)],
      [y.at(chance.at(-1)), words.chanceThen, "loss"],
    ];
    const excerptSays = fill(words.excerpt, {
      unit: nameOf(values, unit),
      step: now.step,
      auc: short(now.chosen),
    });
    const covered = !values.isOpen("untrained");
    // What the untrained network's best unit tells is asked first.
    const known = (points) => (covered ? points.slice(1) : points);
    return [
      ...axes(x, y, { u, ticksY: [0.4, 0.6, 0.8, 1], titleY: words.aucThen }),
      curve(known(place(chance, y)), "loss", "thin dashed"),
      curve(known(place(best, y)), "gate2", "thin"),
      curve(place(chosen, y), hueOf(values)),
      ...endNames(names, { ...x, end: x.end + 0.5 * u }, y, u),
      ...(covered
        ? drawnCurve({
            rings: [
              {
                name: "guessFirst",
                x: x.at(0),
                y: y.at(values.guessFirst),
                label: words.yourGuess,
                said: short(values.guessFirst),
              },
            ],
            end: place(best, y)[1],
            title: words.yourGuess,
            numbers: NUMBERS,
            values,
            u,
          })
        : []),
      ...axes(x, below, {
        u,
        ticksX: isNarrow(box) ? NAMED : moments.map((_, k) => k),
        ticksY: [Math.ceil(2 * least) / 2, Math.floor(2 * Math.max(...costs)) / 2],
        titleX: words.steps,
        titleY: words.lossThen,
        writtenX: (k) => String(moments[k].step),
      }),
      curve(place(costs, below), "loss"),
      ruleX(x.at(at), [below.start, y.end], "guide hue-gate2"),
      !(covered && at === 0) && dot(x.at(at), y.at(best[at]), DOT.usual * u, "gate2"),
      dot(x.at(at), below.at(costs[at]), DOT.usual * u, "loss"),
      handle({
        drag: "moment",
        numbers: NUMBERS,
        values,
        x: x.at(at),
        y: y.at(chosen[at]),
        label: words.moment,
        hue: "gate2",
        said: String(now.step),
      }),
      label(0, top - 0.9 * u, excerptSays, { hue: hueOf(values), more: "bold small" }),
      ...letterNodes(
        { text: own, values: colours, full, on },
        own.map((_, k) => ({ k, x: lines[k].column * wide, y: top + lines[k].line * 1.18 * high })),
        wide,
        high,
      ),
    ];
  },
  describe(values, words) {
    const now = momentOf(values);
    const said = { unit: nameOf(values, castOf(values, "best")), step: now.step, chosen: short(now.chosen) };
    return spoken(fill(words.altLearnt, { ...said, best: short(now.best.auc), chance: short(now.chance) }));
  },
};
