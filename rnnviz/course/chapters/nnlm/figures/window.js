// What a word farther back changes.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, percent } from "../../../../web/numbers.js";
import { windowAt } from "../../../maths/nnlm.js";
import { barX, barY, rect, ruleY } from "../../../plot/marks.js";
import { label, paragraph, scale } from "../../../plot/plot.js";
import { tabled } from "../../../plot/told.js";
import { codesIn, passAt, wordsIn } from "../network.js";

// Words before the place that are exchanged, one at a time.
const BACK = 7;
// Tea and coffee, whose place decides between them.
const DRINKS = [21, 7];
/** How far the prediction moves if the word k places before is another one: half the sum of all changes. */
export function effects(values) {
  const codes = codesIn(values);
  const { Y } = passAt(values, values.place);
  return Array.from({ length: BACK }, (_, k) => {
    const place = values.place - BACK + k;
    const changed = codes.slice(0, values.place);
    changed[place] = values.by;
    const { Y: other } = passAt(values, values.place, windowAt(changed, values.place, values.n));
    return { place, moved: Y.reduce((sum, p, word) => sum + Math.abs(p - other[word]), 0) / 2 };
  });
}
/** @type {Figure} */
export const WINDOW = {
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const names = wordsIn(values);
    const all = effects(values);
    const wide = box.width / (BACK + 1);
    const size = Math.min(1, Math.max(0.8, wide / (4.4 * u))).toFixed(2);
    const line = box.height * 0.62;
    const y = scale([0, 1], [line - 2.6 * u, 4.6 * u]);
    const codes = codesIn(values);
    const from = BACK - values.n + 1;
    return [
      ...paragraph(0, 1.1 * u, fill(words.movedBy, { word: names[values.by] }), {
        u,
        width: box.width,
        hue: "gate1",
        more: "bold",
      }),
      tabled({
        title: fill(words.movedBy, { word: names[values.by] }),
        corner: words.figureName,
        columns: [words.tableValue],
        rows: all.map(({ place, moved }) => ({ head: names[codes[place]], cells: [moved] })),
      }),
      ruleY(y.at(0), [0, box.width], "axis"),
      ...all.map(({ place, moved }, k) => [
        "g",
        { style: `font-size:${size}em` },
        barY((k + 0.2) * wide, wide * 0.6, y.at(0), y.at(moved), "solid hue-gate1"),
        label((k + 0.5) * wide, y.at(moved) - 0.5 * u, moved === 0 ? "0" : percent(moved), {
          place: "middle",
          more: moved === 0 ? "muted halo" : "bold halo",
        }),
        label((k + 0.5) * wide, line, names[codes[place]], {
          place: "middle",
          more: k >= from ? "bold" : "muted",
          hue: k >= from ? "candidate" : undefined,
        }),
      ]),
      label((BACK + 0.5) * wide, line, "?", { place: "middle", hue: "output", more: "bold large" }),
      rect(from * wide, line - 1.4 * u, (values.n - 1) * wide, 2.1 * u, "outline hue-gate2", {
        rx: 4,
        "data-symbol": "n",
      }),
      label(from * wide, line + 2.2 * u, fill(words.windowOf, { k: values.n - 1 }), {
        hue: "gate2",
        more: "bold small",
      }),
      label(0, line + 4.6 * u, words.expectsNow, { hue: "output", more: "bold small" }),
      ...DRINKS.flatMap((word, k) => {
        const { Y } = passAt(values, values.place);
        const at = line + (6.4 + 1.7 * k) * u;
        const x = scale([0, 1], [5 * u, box.width - 6 * u]);
        return [
          label(4.4 * u, at, names[word], { place: "end" }),
          barX(at - 0.85 * u, u, x.start, x.at(Y[word]), "solid hue-output"),
          label(x.at(Y[word]) + 0.5 * u, at, percent(Y[word]), { more: "small" }),
        ];
      }),
    ];
  },
  describe: (values, words) =>
    fill(words.altWindow, {
      moved: effects(values)
        .map(({ moved }) => (moved === 0 ? "0" : percent(moved)))
        .join(", "),
    }),
};
