// Two numbers a word, so that the plane is all there is.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, percent, short } from "../../../../web/numbers.js";
import { largest } from "../../../plot/cells.js";
import { barX, circle, dot, rule, ruleX, ruleY } from "../../../plot/marks.js";
import { label, namePlaces, note, scale } from "../../../plot/plot.js";
import { tabled } from "../../../plot/told.js";
import { handle } from "../../../reader/figure.js";
import { FEW, NUMBERS } from "../settings.js";
import { PLANE, expected, movedTo, planeRows, wordsOf } from "../vectors.js";

/** How many of the expected words there is room for. */
const barCount = (box) => (box.height < 30 * box.u ? 3 : FEW);
function planeScales(box, rows) {
  const { u } = box;
  const most = Math.max(1, largest(rows) * 1.04);
  const side = Math.min(box.width - 4 * u, box.height - (2.6 + 4.6 + 1.7 * barCount(box)) * u);
  const middle = box.width / 2;
  return [
    scale([-most, most], [middle - side / 2, middle + side / 2]),
    scale([-most, most], [side + 2.4 * u, 2.4 * u]),
  ];
}

/** @type {Figure} */
export const MAP = {
  drags: {
    moved: (px, py, values, box) => {
      const rows = planeRows(values);
      const [x, y] = planeScales(box, rows);
      return { right: x.of(px) - rows[values.moved][0], up: y.of(py) - rows[values.moved][1] };
    },
  },
  draw(values, box, words) {
    const { u } = box;
    const names = wordsOf(values);
    const rows = planeRows(values);
    const [x, y] = planeScales(box, rows);
    const own = movedTo(values, rows);
    const { done, losses } = PLANE.at(values, values.given);
    const held = [x.at(own[0]), y.at(own[1])];
    /** @type {[x: number, y: number, name: string][]} */
    const named = rows.map(([a, b], k) => [x.at(a), y.at(b), k === values.moved ? "" : names[k]]);
    const places = namePlaces(named, u, [[held[0] - 3 * u, held[1] - 2.2 * u, held[0] + 3 * u, held[1] + 0.7 * u]]);
    const after = expected(values, own);
    const now = after.slice(0, barCount(box));
    const before = expected(values, rows[values.moved]);
    const bars = y.start + 4.6 * u;
    const each = 1.7 * u;
    const p = scale([0, 1], [7 * u, box.width - 5 * u]);
    const recent = losses.slice(-20);
    return [
      label(0, 1.1 * u, fill(words.after, { done, loss: recent.length ? short(mean(recent)) : "–" }), {
        more: "muted",
      }),
      ruleY(y.at(0), x, "grid"),
      ruleX(x.at(0), y, "grid"),
      ...rows.map(([a, b], k) => [
        "g",
        { "data-pick": `moved ${k};right 0;up 0`, class: "pickable", "data-word": k },
        circle(x.at(a), y.at(b), u, "grip"),
        dot(x.at(a), y.at(b), 4, k === values.moved ? "text" : "candidate"),
        places[k] &&
          label(places[k].x, places[k].y, named[k][2], { hue: "candidate", place: places[k].place, more: "halo" }),
      ]),
      rule([x.at(rows[values.moved][0]), y.at(rows[values.moved][1])], [x.at(own[0]), y.at(own[1])], "guide"),
      handle(
        {
          drag: "moved",
          names: ["right", "up"],
          numbers: NUMBERS,
          values,
          x: x.at(own[0]),
          y: y.at(own[1]),
          label: fill(words.moveIt, { word: names[values.moved] }),
          words,
          hue: "candidate",
        },
        label(x.at(own[0]), y.at(own[1]) - 1.1 * u, names[values.moved], { place: "middle", more: "bold halo" }),
      ),
      tabled({
        title: fill(words.expects, { word: names[values.moved] }),
        corner: words.word,
        columns: ["1", "2", "p"],
        rows: rows.map(([a, b], k) => ({
          head: names[k],
          cells: [a, b, after.find(({ word }) => word === k)?.p ?? ""],
        })),
      }),
      label(0, bars - 1.6 * u, fill(words.expects, { word: names[values.moved] }), { more: "bold", hue: "output" }),
      box.width > 34 * u && note(box.width, bars - 1.6 * u, words.line, { place: "end" }),
      ...now.flatMap(({ p: share, word }, k) => {
        const at = bars + k * each;
        const old = before.find((one) => one.word === word).p;
        return [
          label(p.start - 0.6 * u, at + 0.4 * u, names[word], { place: "end" }),
          barX(at - 0.5 * u, each * 0.66, p.start, p.at(share), "solid hue-output"),
          ruleX(p.at(old), [at - 0.6 * u, at + each * 0.5], "curve thin hue-text"),
          label(p.at(Math.max(share, old)) + 0.5 * u, at + 0.4 * u, percent(share), { more: "small" }),
        ];
      }),
    ];
  },
  describe(values, words) {
    const names = wordsOf(values);
    const now = expected(values, movedTo(values, planeRows(values))).slice(0, 3);
    return fill(words.altMap, {
      done: PLANE.at(values, values.given).done,
      word: names[values.moved],
      expected: now.map(({ p, word }) => `${names[word]} ${percent(p)}`).join(", "),
    });
  },
};
const mean = (all) => all.reduce((sum, one) => sum + one, 0) / all.length;
