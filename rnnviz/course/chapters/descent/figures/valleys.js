// A bowl and a curve with several valleys: a chord, where descents end, and how one gets out (003, "梯度下降算法").

/** @import {Figure} from "../../../definition.d.ts" */
/** @import {Attributes, Scale} from "../../../picture.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { DOT, circle, dot, rect, ruleX, ruleY } from "../../../plot/marks.js";
import { axes, curve, label, note, points, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { once } from "../../../reader/once.js";
import { RANGE, aboveChord, endsOf, isInLowest, turnsOf, valleyLoss, valleyWalk } from "../valleys.js";

export const WALK_STEPS = 300;
// The walks whose ends are counted, each with other samples.
export const RUNS = 100;
const STARTS = 25;
const CAREFUL = { look: "batch", rate: 0.05, schedule: "constant", steps: 600, seed: 1 };
// Ends nearer to each other than this lie in the same valley.
const SAME = 0.05;
const TOP = 1.1;
const BARS = 48;

const weight = (usual, more = {}) => ({ usual, least: RANGE[0], most: RANGE[1], step: 0.02, digits: 2, ...more });
export const VALLEY_NUMBERS = {
  chord1: weight(1.5),
  chord2: weight(2.5),
  from: weight(0.3, { hue: "candidate", symbol: "w" }),
  pace: { usual: 0.05, least: 0.01, most: 0.5, step: 0.01, digits: 2, hue: "gate2", symbol: "η" },
  walked: { usual: 0, least: 0, most: WALK_STEPS, step: 1, whole: true },
  luck: { usual: 1, least: 1, most: 999, step: 1, whole: true },
};
export const VALLEY_CHOICES = {
  valley: { usual: "line", of: ["line", "wave"] },
  look: { usual: "stochastic", of: ["batch", "stochastic"] },
  schedule: { usual: "constant", of: ["constant", "falling"] },
};

const GIVEN = {};
/** Where batch descents from 25 starts end, and how many at each place: [[w, count]]. */
export const endingsOf = (kind) =>
  once(GIVEN, `endings ${kind}`, () => {
    const places = [];
    for (let k = 0; k < STARTS; k += 1) {
      const start = RANGE[0] + ((RANGE[1] - RANGE[0]) * (k + 0.5)) / STARTS;
      const end = valleyWalk(kind, { ...CAREFUL, start }).at(-1);
      const found = places.find(([w]) => Math.abs(w - end) < SAME);
      if (found) found[1] += 1;
      else places.push([end, 1]);
    }
    return places;
  });
const LOWEST = () => once(GIVEN, "lowest", () => turnsOf("wave").valleys[0]);
export const chordRise = ({ valley, chord1, chord2 }) =>
  aboveChord(valley, Math.min(chord1, chord2), Math.max(chord1, chord2));

const walkOf = (values) => ({
  look: values.look,
  rate: values.pace,
  schedule: values.schedule,
  start: values.from,
});
export const pathNow = (values) => {
  const walk = { ...walkOf(values), steps: values.walked, seed: values.luck };
  return once(GIVEN, `path ${JSON.stringify(walk)}`, () => valleyWalk("wave", walk));
};
/** Where a hundred whole walks end, which differ in the samples that are drawn: {ends, lowest}, and how many in the
 * lowest valley. */
const endsNow = (values) => {
  const walk = { ...walkOf(values), steps: WALK_STEPS };
  return once(GIVEN, `ends ${JSON.stringify(walk)}`, () => {
    const ends = endsOf("wave", walk, RUNS);
    return { ends, lowest: ends.filter((w) => isInLowest("wave", w)).length };
  });
};
export const inLowest = (values) => endsNow(values).lowest;

const scales = (box, part = 1) => [
  scale(RANGE, [3.4 * box.u, box.width - 1.6 * box.u]),
  scale([0, TOP], [box.height * part - 3.6 * box.u, 3.2 * box.u]),
];
const chordDrag = (name) => (x, _y, _values, box) => ({ [name]: scales(box)[0].of(x) });

/** @type {Figure} */
export const VALLEYS = {
  drags: { chord1: chordDrag("chord1"), chord2: chordDrag("chord2") },
  draw(values, box, words) {
    const { u } = box;
    const [x, y] = scales(box);
    const kind = values.valley;
    const loss = (w) => valleyLoss(kind, w);
    const ends = [values.chord1, values.chord2];
    const isBelow = chordRise(values) > 0;
    const visible = (w) => (loss(w) <= TOP ? loss(w) : Number.NaN);
    return [
      ...axes(x, y, { u, ticksX: [0, 1, 2, 3, 4], ticksY: [0, 0.5, 1], titleX: words.oneWeight }),
      label(x.start, 0.9 * u, isBelow ? words.chordBelow : words.chordAbove, {
        hue: isBelow ? "loss" : "right",
        more: "bold",
      }),
      curve(points(visible, x, y, 300), "loss", "", { name: words.valley }),
      ["line", { class: "curve thin hue-gate2", ...chordPlace(ends, x, y, loss) }],
      ...endingsOf(kind).flatMap(([w, count]) => [
        dot(x.at(w), y.at(loss(w)), DOT.large * u, "state"),
        label(x.at(w), y.at(loss(w)) + (loss(w) < 0.12 ? -1.1 : 1.9) * u, fill(words.endHere, { n: count }), {
          place: "middle",
          hue: "state",
          more: "bold halo",
        }),
      ]),
      ...["chord1", "chord2"].map((name, k) =>
        handle({
          drag: name,
          numbers: VALLEY_NUMBERS,
          values,
          x: x.at(ends[k]),
          y: y.at(Math.min(TOP, loss(ends[k]))),
          label: words.chordEnd,
          hue: "gate2",
        }),
      ),
    ];
  },
  describe: (values, words) =>
    fill(words.altValleys, {
      kind: words[`valley_${values.valley}`],
      chord: chordRise(values) > 0 ? words.chordBelow : words.chordAbove,
      n: endingsOf(values.valley).length,
    }),
};
/** @type {(ends: number[], x: Scale, y: Scale, loss: (w: number) => number) => Attributes} */
const chordPlace = ([one, two], x, y, loss) => ({
  x1: x.at(one),
  y1: y.at(Math.min(TOP, loss(one))),
  x2: x.at(two),
  y2: y.at(Math.min(TOP, loss(two))),
});

/** @type {Figure} */
export const ESCAPE = {
  isTall: true,
  drags: { from: (px, _y, _values, box) => ({ from: scales(box)[0].of(px) }) },
  draw(values, box, words) {
    const { u, height } = box;
    const [x, y] = scales(box, 0.62);
    const path = pathNow(values);
    const inside = (w) => Math.min(RANGE[1], Math.max(RANGE[0], w));
    const at = (w) => [x.at(inside(w)), y.at(Math.min(TOP, valleyLoss("wave", inside(w))))];
    const [nowX, nowY] = at(path.at(-1));
    const [startX, startY] = at(values.from);
    const heights = countedEnds(values);
    const low = scale([0, RUNS], [height - 3.4 * u, height * 0.62 + 3.4 * u]);
    const wide = (x.end - x.start) / BARS;
    const lowest = x.at(LOWEST());
    return [
      ...axes(x, y, { u, ticksX: [0, 1, 2, 3, 4], ticksY: [0, 0.5, 1] }),
      label(
        x.start,
        0.9 * u,
        fill(words.afterSteps, { steps: path.length - 1, loss: short(valleyLoss("wave", path.at(-1))) }),
        { hue: "loss", more: "bold" },
      ),
      curve(
        points((w) => (valleyLoss("wave", w) <= TOP ? valleyLoss("wave", w) : Number.NaN), x, y, 300),
        "loss",
        "faintly",
      ),
      ...path.slice(1).map((w) => {
        const [cx, cy] = at(w);
        return circle(cx.toFixed(1), cy.toFixed(1), DOT.small * u, "solid hue-gate1", { "fill-opacity": 0.35 });
      }),
      path.length > 1 && dot(nowX, nowY, 0.5 * u, "gate1"),
      handle(
        { drag: "from", numbers: VALLEY_NUMBERS, values, x: startX, y: startY, label: words.start, hue: "candidate" },
        label(startX, startY - 1.1 * u, words.start, { place: "middle", more: "bold halo" }),
      ),
      label(x.start, low.end - 0.8 * u, fill(words.ofRuns, { runs: RUNS, steps: WALK_STEPS, n: inLowest(values) }), {
        more: "bold",
      }),
      ruleX(lowest, [low.end, low.start], "guide hue-right"),
      ruleY(low.start, x, "axis"),
      ...heights.map((count, k) =>
        rect(
          (x.start + k * wide + 0.5).toFixed(2),
          low.at(count).toFixed(2),
          Math.max(1, wide - 1).toFixed(2),
          (low.start - low.at(count)).toFixed(2),
          "solid hue-gate1",
        ),
      ),
      note((x.start + x.end) / 2, height - 1.6 * u, words.whereEnded, { place: "middle" }),
    ].filter(Boolean);
  },
  describe: (values, words) =>
    fill(words.altEscape, { steps: values.walked, w: short(pathNow(values).at(-1)), n: inLowest(values), runs: RUNS }),
};

/** How many of the walks end in each part of the range. */
function countedEnds(values) {
  const heights = new Array(BARS).fill(0);
  for (const w of endsNow(values).ends) {
    const k = Math.floor(((w - RANGE[0]) / (RANGE[1] - RANGE[0])) * BARS);
    heights[Math.min(BARS - 1, Math.max(0, k))] += 1;
  }
  return heights;
}
