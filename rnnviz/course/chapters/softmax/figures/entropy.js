// The cross-entropy of two distributions, piece by piece.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { crossEntropy, crossEntropyTerms } from "../../../maths/crossentropy.js";
import { rect, ruleX, ruleY } from "../../../plot/marks.js";
import { label, letter, note, scale, widthOf } from "../../../plot/plot.js";
import { tabled } from "../../../plot/told.js";
import { handle } from "../../../reader/figure.js";
import { NUMBERS, P, Q, normal, of } from "../settings.js";
import { barUp, columns, rowTitle, rows } from "./columns.js";

const entropyRows = (box) => rows(box, 34, 34, 32);
const shareScale = (box, row) => {
  const { u } = box;
  const [top, low] = entropyRows(box)[row];
  return scale([0, 1], [low - 1.4 * u, top + 2.9 * u]);
};
/** One share is set, and the others give or take what is missing, in their proportion. */
function dragShare(names, k, row) {
  return (_x, y, values, box) => {
    const now = normal(of(values, names));
    const value = Math.min(1, Math.max(0, shareScale(box, row).of(y)));
    const rest = 1 - now[k];
    return Object.fromEntries(
      names.map((name, j) => [name, j === k ? value : rest > 1e-9 ? (now[j] / rest) * (1 - value) : (1 - value) / 2]),
    );
  };
}
/** @type {Figure} */
export const ENTROPY = {
  drags: Object.fromEntries([
    ...P.map((name, k) => [name, dragShare(P, k, 0)]),
    ...Q.map((name, k) => [name, dragShare(Q, k, 1)]),
  ]),
  draw(values, box, words) {
    const { u } = box;
    const p = normal(of(values, P));
    const q = normal(of(values, Q));
    const terms = crossEntropyTerms(p, q);
    const own = crossEntropy(p, p);
    const cost = crossEntropy(p, q);
    const [[top], [middle], [low, end]] = entropyRows(box);
    const all = columns(box);
    const bars = (row, names, shares, hue, symbol, title, from) => {
      const y = shareScale(box, row);
      return [
        rowTitle(from + u, title, hue, symbol),
        ruleY(y.at(0), [3.6 * u, box.width], "axis"),
        ...all.map(({ x, bar }, k) =>
          handle(
            {
              drag: names[k],
              numbers: NUMBERS,
              values,
              x,
              y: y.at(shares[k]),
              label: `${symbol} ${k + 1}`,
              hue,
              symbol: `${symbol}_${k + 1}`,
            },
            barUp(x, bar, y.at(0), y.at(shares[k]), `pale hue-${hue}`),
            label(x, y.at(shares[k]) - 0.95 * u, [...letter(symbol, k + 1), ` = ${shares[k].toFixed(2)}`], {
              place: "middle",
              more: "halo",
            }),
          ),
        ),
      ];
    };
    const most = Number.isFinite(cost) ? Math.max(2, cost * 1.15) : 4;
    const x = scale([0, most], [3.6 * u, box.width - u]);
    const at = low + 4.2 * u;
    const finite = Number.isFinite(cost);
    let from = 0;
    const stacked = terms.map((term, k) => {
      const start = x.at(from);
      from += Math.min(term, most);
      const stop = Math.min(x.end, x.at(from));
      const wide = Math.max(0, stop - start - 1);
      return [
        "g",
        {},
        rect(start, at, wide, 2 * u, "solid hue-loss", {
          "fill-opacity": [0.9, 0.6, 0.35][k],
          "data-symbol": `q_${k + 1}`,
        }),
        wide > 5.5 * u
          ? note((start + stop) / 2, at - 0.5 * u, `−${p[k].toFixed(2)} · log ${q[k].toFixed(2)}`, { place: "middle" })
          : null,
      ];
    });
    const mark = x.at(Math.min(own, most));
    const ownText = fill(words.own, { own: short(own) });
    const ownWide = widthOf(ownText, 0.94 * u);
    const ownLeft = mark > box.width * 0.6 ? mark - ownWide : mark;
    return [
      ...bars(0, P, p, "right", "p", words.truth, top),
      ...bars(1, Q, q, "output", "q", words.guess, middle),
      rowTitle(low + 1.2 * u, finite ? fill(words.cost, { cost: short(cost) }) : words.endless, "loss", "H"),
      tabled({
        title: "H(p, q)",
        corner: "k",
        columns: ["p", "q", "−p log q"],
        rows: p.map((share, k) => ({ head: String(k + 1), cells: [share, q[k], terms[k]] })),
      }),
      ...stacked,
      ruleX(mark, [at - 0.3 * u, at + 3.2 * u], "curve thin hue-right"),
      label(Math.max(0, Math.min(ownLeft, box.width - ownWide)), Math.min(end, at + 4.5 * u), ownText, {
        hue: "right",
        more: "bold small halo",
      }),
    ];
  },
  describe(values, words) {
    const p = normal(of(values, P));
    const q = normal(of(values, Q));
    const list = (shares) => shares.map((one) => one.toFixed(2)).join(", ");
    return fill(words.altEntropy, {
      p: list(p),
      q: list(q),
      cost: short(crossEntropy(p, q)),
      own: short(crossEntropy(p, p)),
    });
  },
};
