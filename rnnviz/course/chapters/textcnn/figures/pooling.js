// All filters' maps, the largest value of each, and the kind of sentence that they speak for.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, percent } from "../../../../web/numbers.js";
import { listComma } from "../../../../web/punctuation.js";
import { KINDS_OF_SENTENCE, WIDTHS_OF, layout } from "../../../maths/textcnn.js";
import { cells, largest } from "../../../plot/cells.js";
import { barX, rect } from "../../../plot/marks.js";
import { label, letter, scale } from "../../../plot/plot.js";
import { pickable } from "../../../reader/figure.js";
import {
  FILTERS,
  KIND_HUES,
  clipped,
  joinedText,
  numberedCells,
  parametersNow,
  reading,
  rowsOf,
  sentenceNow,
  two,
} from "./sentence.js";

/** @type {Figure} */
export const POOL = {
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const { items, kind } = sentenceNow(values);
    const rows = rowsOf(items);
    const { maps, top: best, pooled, scores, shares } = reading(values);
    const parameters = parametersNow(values);
    const at = layout(values.given.words.length);
    const isNarrow = box.width < 32 * u;
    const names = (isNarrow ? 4.4 : 5.4) * u;
    const end = box.width - (isNarrow ? 3.4 : 5) * u;
    const column = (end - names) / rows.length;
    const middle = (k) => names + column * (k + 0.5);
    const top = 2.6 * u;
    const low = box.height - Math.min(17 * u, box.height * 0.48);
    const high = (low - top) / FILTERS;
    const most = largest(maps, 1);
    const chosen = best[values.filter];
    const isLit = (k) => pooled[values.filter] > 0 && k >= chosen && k < chosen + WIDTHS_OF[values.filter];
    const mapRows = maps.flatMap((map, f) => {
      const y = top + f * high;
      return [
        pickable(
          `filter ${f}`,
          rect(0, y, box.width, high, "grip"),
          label(
            0,
            y + high * 0.5,
            fill(isNarrow ? words.filterShort : words.filterRow, { f: f + 1, width: WIDTHS_OF[f] }),
            { base: "middle", hue: "candidate", more: f === values.filter ? "bold" : "small" },
          ),
        ),
        cells([map], names + ((WIDTHS_OF[f] - 1) * column) / 2, y + high * 0.13, column, high * 0.66, {
          hue: "memory",
          full: most,
          lit: [[0, best[f]]],
          written: two,
          isWritten: column > 2.6 * u,
        }),
        label(end + 0.6 * u, y + high * 0.46, two(pooled[f]), { base: "middle", hue: "memory", more: "bold" }),
      ];
    });
    const tableTop = low + 3.6 * u;
    const wide = (box.width - names - (isNarrow ? 9.8 : 15) * u) / (FILTERS + 1);
    const tall = Math.min(2.4 * u, (box.height - tableTop - 1.6 * u) / 4);
    const products = scores.map((_, k) => [
      ...pooled.map((one, f) => one * parameters[at.output + f * KINDS_OF_SENTENCE + k]),
      parameters[at.outputBias + k],
    ]);
    const right = names + wide * (FILTERS + 1);
    const bar = scale([0, 1], [right + 4 * u, box.width - (isNarrow ? 3.2 : 4.4) * u]);
    return [
      ...rows.map(({ text, word }, k) =>
        label(middle(k), 1.3 * u, clipped(text, column - 4, u), {
          place: "middle",
          more: isLit(k) ? "bold" : "",
          hue: word < 0 && text !== "–" ? "loss" : isLit(k) ? "candidate" : undefined,
        }),
      ),
      label(end + 0.6 * u, 1.3 * u, words.max, { hue: "memory", more: "bold" }),
      ...mapRows,
      label(0, low + 1.6 * u, words.table, { more: "bold" }),
      ...pooled.map((_, f) =>
        label(names + wide * (f + 0.5), tableTop - 0.6 * u, String(f + 1), {
          place: "middle",
          more: "small",
          hue: "candidate",
        }),
      ),
      label(names + wide * (FILTERS + 0.5), tableTop - 0.6 * u, letter("b"), { place: "middle", more: "small" }),
      label(right + 2 * u, tableTop - 0.6 * u, words.score, { place: "middle", more: "small" }),
      numberedCells(products, names, tableTop, wide, tall, u, 2),
      ...scores.flatMap((score, k) => {
        const y = tableTop + tall * k;
        return [
          label(0, y + tall * 0.5, words[isNarrow ? `short_${k}` : `kind_${k}`], {
            base: "middle",
            hue: KIND_HUES[k],
            more: k === kind ? "bold" : "",
          }),
          label(right + 2 * u, y + tall * 0.5, two(score), { base: "middle", place: "middle" }),
          barX(
            y + tall * 0.15,
            tall * 0.66,
            bar.at(0),
            bar.at(shares[k]),
            `${k === kind ? "solid" : "pale"} hue-${KIND_HUES[k]}`,
          ),
          label(bar.at(shares[k]) + 0.4 * u, y + tall * 0.5, percent(shares[k]), {
            base: "middle",
            more: "bold small halo",
          }),
        ];
      }),
      label(0, tableTop + 3 * tall + 1.4 * u, verdict(values, words), { more: "bold" }),
    ];
  },
  describe(values, words) {
    const { shares } = reading(values);
    return fill(words.altPool, {
      sentence: joinedText(values, sentenceNow(values).items),
      shares: shares.map((share, k) => `${words[`kind_${k}`]} ${percent(share)}`).join(listComma()),
    });
  },
};
export function verdict(values, words) {
  const { kind } = sentenceNow(values);
  const { shares } = reading(values);
  const found = shares.indexOf(Math.max(...shares));
  const said = fill(words.found, { kind: words[`kind_${found}`] });
  if (kind === null) return said;
  return `${said} ${kind === found ? "✓" : fill(words.itIs, { kind: words[`kind_${kind}`] })}`;
}

/** The same of the reader's own sentence, with how sure the network is; asked for where there is none yet. */
export function ownVerdict(values, words) {
  if (!sentenceNow(values).isOwn) return words.nothingYet;
  const { shares } = reading(values);
  const most = Math.max(...shares);
  const kind = words[`kind_${shares.indexOf(most)}`];
  return fill(values.steps === 0 ? words.atRandom : words.sure, { kind, share: percent(most) });
}
