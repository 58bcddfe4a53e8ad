// How far every word is from one of them.

import { fill, short } from "../../../../web/numbers.js";
import { cells, largest } from "../../../plot/cells.js";
import { DOT, dot, rect, ruleX, ruleY } from "../../../plot/marks.js";
import { label, note, scale } from "../../../plot/plot.js";
import { V } from "../settings.js";
import { wordsOf } from "../vectors.js";

export function ranking(values, box, words, rows, near, title) {
  const { u } = box;
  const names = wordsOf(values);
  const [top, low] = [3.4 * u, box.height - 2.6 * u];
  const high = (low - top) / V;
  const wideName = 6.2 * u;
  const wideRow = Math.min(box.width * 0.42, rows[0].length * 2.6 * high);
  const wide = wideRow / rows[0].length;
  const most = Math.max(1.6, ...near.map(({ away }) => away)) * 1.02;
  const x = scale([0, most], [wideName + wideRow + 1.6 * u, box.width - 3.6 * u]);
  const full = largest(rows);
  const size = Math.min(1, (high / u) * 0.86).toFixed(2);
  return [
    label(0, 1.1 * u, title, { more: "bold", hue: "candidate" }),
    label(box.width, 2.6 * u, fill(words.distanceFrom, { word: names[values.word] }), { more: "bold", place: "end" }),
    ruleX(x.start, [top, low], "axis"),
    ...near.flatMap(({ word, away }, k) => {
      const y = top + k * high;
      const own = word === values.word;
      const more = `${own ? "bold" : ""}`;
      return [
        [
          "g",
          { "data-pick": `word ${word}`, class: "pickable", "data-word": word },
          rect(0, y, box.width, high, "grip"),
          ["g", { style: `font-size:${size}em` }, label(0, y + high * 0.74, names[word], { more, hue: "candidate" })],
          cells([rows[word]], wideName, y, wide, high * 0.9, { full }),
          ruleY(y + high / 2, [x.start, x.at(away)], "guide hue-candidate"),
          dot(x.at(away), y + high / 2, Math.min(DOT.usual * u, high / 3), "candidate"),
          ["g", { style: `font-size:${size}em` }, note(x.at(away) + 0.6 * u, y + high * 0.72, short(away))],
        ],
      ];
    }),
    note(x.start, box.height - 0.6 * u, words.pick),
  ];
}
