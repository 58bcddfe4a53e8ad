// All units: how well each tells the label, and what it costs to hold it.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { colon } from "../../../../web/punctuation.js";
import { circle, ruleX, ruleY } from "../../../plot/marks.js";
import { nameNode, waysAround } from "../../../plot/names.js";
import { axes, label, note, paragraph, plainNumber, scale, spoken } from "../../../plot/plot.js";
import { tabled } from "../../../plot/told.js";
import { handle } from "../../../reader/figure.js";
import { NUMBERS, castOf, hueOf, isThere, nameOf, pickedOf } from "../settings.js";

const TICKS = [-0.1, -0.03, -0.01, 0, 0.01, 0.03, 0.1, 0.3, 1];
const KINDS = ["best", "spare", "costly"];

/** What holding each unit costs, in the way that is chosen. */
export const costsOf = ({ given, how }) => given.costs[how];
/** The signed square root: small costs are told apart, too. */
const root = (cost) => Math.sign(cost) * Math.sqrt(Math.abs(cost));

/** The words for a unit, by what it tells and whether it matters. */
export const verdictOf = ({ tells, matters }, words) =>
  words[`verdict_${tells ? "tells" : "silent"}_${matters ? "matters" : "spare"}`];

const isCovered = ({ isOpen }) => !isOpen("needs");

function heights({ given }, box) {
  const every = Object.values(given.costs).flatMap((all) => all.map((one) => root(one.cost)));
  return scale([Math.min(...every) - 0.03, Math.max(...every) + 0.04], [box.height - 9.2 * box.u, 3.2 * box.u]);
}
/** The cost at a height, as `root` has it. */
const costAt = (y, height) => Math.sign(y.of(height)) * y.of(height) ** 2;

/** @type {Figure} */
export const NEEDED = {
  isTall: true,
  drags: { guessCost: (_x, y, values, box) => ({ guessCost: costAt(heights(values, box), y) }) },
  draw(values, box, words) {
    const { u } = box;
    const { given } = values;
    const costs = costsOf(values);
    const covered = isCovered(values);
    const aucs = given.units.map(({ auc }) => auc);
    const x = scale([Math.min(0.4, Math.floor(20 * Math.min(...aucs)) / 20), 1], [4.2 * u, box.width - 1.4 * u]);
    const y = heights(values, box);
    const at = (unit) => [x.at(aucs[unit]), covered ? y.start : y.at(root(costs[unit].cost))];
    const picked = pickedOf(values);
    const own = costs[picked];
    const points = given.units.map((_, unit) => at(unit));
    const named = KINDS.filter((who) => isThere(values, who)).map((who) => castOf(values, who));
    const rooms = named.map((unit) => [...at(unit), unit]);
    const taken = rooms.map(([px, py]) => [px - 0.5 * u, py - 0.5 * u, px + 0.5 * u, py + 0.5 * u]);
    const said = box.height - 4.6 * u;
    return [
      ...axes(x, y, {
        u,
        ticksX: [0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1].filter((tick) => tick >= x.from),
        titleX: words.aucAcross,
        titleY: words.costUp,
      }),
      ...TICKS.filter((tick) => root(tick) >= y.from && root(tick) <= y.to).flatMap((tick) => [
        ruleY(y.at(root(tick)), x, tick === 0 ? "axis" : "grid"),
        note(x.start - 0.5 * u, y.at(root(tick)), plainNumber(tick), { base: "middle", place: "end" }),
      ]),
      ruleX(x.at(given.chance), y, "curve thin dashed hue-loss"),
      label(x.at(given.chance) + 0.4 * u, y.end + 0.6 * u, words.chanceLine, { hue: "loss", more: "small halo" }),
      !covered && ruleX(at(picked)[0], [y.at(root(own.low)), y.at(root(own.high))], "outline hue-text"),
      ...points.map(([px, py], unit) => [
        "g",
        { class: "pickable", "data-pick": `unit ${unit + 1}` },
        circle(px, py, (unit === picked ? 0.5 : named.includes(unit) ? 0.4 : 0.27) * u, kindOf(values, unit, named)),
        circle(px, py, 0.6 * u, "grip"),
      ]),
      ...(covered
        ? [guess(values, at(picked)[0], y, words, u)]
        : rooms.map(([px, py, unit]) =>
            nameNode(nameOf(values, unit), waysAround(px, py, u), {
              u,
              hue: hueOf(values),
              more: "bold small halo",
              taken,
              within: [x.start, y.end, box.width, y.start],
            }),
          )),
      tabled({
        title: words.aucAcross,
        corner: words.unit,
        columns: covered ? ["AUC"] : ["AUC", words.costUp, "2.5 %", "97.5 %"],
        rows: given.units.map(({ auc }, unit) => {
          const { cost, low, high } = costs[unit];
          return { head: nameOf(values, unit), cells: covered ? [auc] : [auc, cost, low, high] };
        }),
      }),
      ...paragraph(0, said, sentenceOf(values, words), { u, width: box.width, more: "small" }),
    ];
  },
  describe: (values, words) => spoken(sentenceOf(values, words)),
};

/** Where the reader expects the cost of the unit that is looked at. */
function guess(values, x, y, words, u) {
  const height = y.at(Math.min(y.to, Math.max(y.from, root(values.guessCost))));
  return handle(
    {
      drag: "guessCost",
      numbers: NUMBERS,
      values,
      x,
      y: height,
      label: words.yourGuess,
      said: plainNumber(values.guessCost),
    },
    ruleX(x, [y.start, height], "guide"),
    label(x - 0.9 * u, height - 0.8 * u, `${words.yourGuess}${colon()}${plainNumber(values.guessCost)}`, {
      place: "end",
      more: "halo",
    }),
  );
}
function kindOf(values, unit, named) {
  if (named.includes(unit)) return `dot hue-${hueOf(values)}`;
  return unit === pickedOf(values) ? "dot hue-text" : "dot hue-input";
}
function sentenceOf(values, words) {
  const unit = pickedOf(values);
  const own = costsOf(values)[unit];
  const told = { unit: nameOf(values, unit), auc: short(values.given.units[unit].auc) };
  if (isCovered(values)) return fill(words.toldOnly, told);
  return fill(words.toldAll, {
    ...told,
    cost: short(own.cost),
    low: short(own.low),
    high: short(own.high),
    verdict: verdictOf(own, words),
  });
}
