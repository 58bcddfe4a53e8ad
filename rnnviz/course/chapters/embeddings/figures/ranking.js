// How far every word is from one of them.

import { fill, short } from "../../../../web/numbers.js";
import { cells, largest } from "../../../plot/cells.js";
import { label, scale } from "../../../plot/plot.js";
import { V } from "../settings.js";
import { wordsOf } from "../vectors.js";

export function ranking(values, box, words, rows, near, title) {
  const names = wordsOf(values);
  const [top, low] = [3.4 * box.u, box.height - 2.6 * box.u];
  const high = (low - top) / V;
  const wideName = 6.2 * box.u;
  const wideRow = Math.min(box.width * 0.42, rows[0].length * 2.6 * high);
  const wide = wideRow / rows[0].length;
  const most = Math.max(1.6, ...near.map(({ away }) => away)) * 1.02;
  const x = scale([0, most], [wideName + wideRow + 1.6 * box.u, box.width - 3.6 * box.u]);
  const full = largest(rows);
  const size = Math.min(1, (high / box.u) * 0.86).toFixed(2);
  return [
    label(0, 1.1 * box.u, title, { more: "bold", hue: "candidate" }),
    label(box.width, 2.6 * box.u, fill(words.distanceFrom, { word: names[values.word] }), {
      more: "bold",
      place: "end",
    }),
    ["line", { class: "axis", x1: x.start, x2: x.start, y1: top, y2: low }],
    ...near.flatMap(({ word, away }, k) => {
      const y = top + k * high;
      const own = word === values.word;
      const more = `${own ? "bold" : ""}`;
      return [
        [
          "g",
          { "data-pick": `word ${word}`, class: "pickable", "data-word": word },
          ["rect", { class: "grip", x: 0, y, width: box.width, height: high }],
          ["g", { style: `font-size:${size}em` }, label(0, y + high * 0.74, names[word], { more, hue: "candidate" })],
          cells([rows[word]], wideName, y, wide, high * 0.9, { full }),
          ["line", { class: "guide hue-candidate", x1: x.start, x2: x.at(away), y1: y + high / 2, y2: y + high / 2 }],
          [
            "circle",
            { class: "dot hue-candidate", cx: x.at(away), cy: y + high / 2, r: Math.min(0.36 * box.u, high / 3) },
          ],
          [
            "g",
            { style: `font-size:${size}em` },
            label(x.at(away) + 0.6 * box.u, y + high * 0.72, short(away), { more: "muted small" }),
          ],
        ],
      ];
    }),
    label(x.start, box.height - 0.6 * box.u, words.pick, { more: "muted small" }),
  ];
}
