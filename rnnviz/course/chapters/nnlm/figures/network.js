// The network, with all its numbers.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, percent, short } from "../../../../web/numbers.js";
import { colon } from "../../../../web/punctuation.js";
import { cells, largest } from "../../../plot/cells.js";
import { barX, rect, ruleX } from "../../../plot/marks.js";
import { label, letter, note, scale, widthOf } from "../../../plot/plot.js";
import { tabled } from "../../../plot/told.js";
import { codesIn, passAt, trainedAt, wordsIn } from "../network.js";
import { V } from "../settings.js";

const TOP = 6;
const unitOf = ({ unit, h }) => Math.min(unit, h) - 1;

/** The words from `before` places ahead of it to the place itself, in one row: [{place, x, wide, word}]. */
function textRow(values, box, before, after = 0) {
  const { u } = box;
  const codes = codesIn(values);
  const words = wordsIn(values);
  const shown = [];
  for (let place = values.place - before; place <= values.place + after; place += 1) shown.push(place);
  const gap = 0.9 * u;
  const wides = shown.map((place) => widthOf(words[codes[place]], u) + gap);
  const all = wides.reduce((sum, one) => sum + one, 0);
  const shrink = Math.min(1, box.width / all);
  let x = 0;
  return shown.map((place, k) => {
    const wide = wides[k] * shrink;
    x += wide;
    return { place, x: x - wide, wide, word: words[codes[place]], shrink };
  });
}

const CONTEXT = 7;
/** @type {Figure} */
export const DRAWING = {
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const { network } = trainedAt(values).state;
    const { n, d, h } = values;
    const { window, target, x, H, Y } = passAt(values, values.place);
    const names = wordsIn(values);
    const j = unitOf(values);
    const row = textRow(values, box, Math.min(CONTEXT, Math.max(n, Math.floor(box.width / (5 * u)) - 1)), 0);
    const inWindow = ({ place }) => place >= values.place - n + 1 && place < values.place;
    const lines = {
      text: 2.6 * u,
      x: 5.9 * u,
      H: 11.2 * u,
      y: 16.6 * u,
    };
    const high = 1.7 * u;
    const wideX = Math.min(3.6 * u, box.width / x.length);
    const wideH = Math.min(3.6 * u, box.width / h);
    const first = row.find(inWindow);
    const last = row.filter(inWindow).at(-1);
    const rows = window.map((_, k) => Array.from(x.slice(k * d, (k + 1) * d)));
    const full = largest(rows, 0.3);
    const order = Array.from(Y, (p, word) => ({ p, word })).sort((a, b) => b.p - a.p);
    const room = Math.max(3, Math.min(TOP, Math.floor((box.height - lines.y - 12.5 * u) / (1.5 * u))));
    const best = order.slice(0, room);
    if (!best.some(({ word }) => word === target)) best[best.length - 1] = { p: Y[target], word: target };
    const p = scale([0, 1], [6.2 * u, box.width - 8 * u]);
    const sums = termsOf(network, rows, window, j, values);
    const under = lines.y + 2.2 * u + room * 1.5 * u + 2.4 * u;
    return [
      note(0, 0.9 * u, words.textLine),
      ...row.map((one) => [
        "g",
        { "data-pick": `place ${one.place}`, class: "pickable", style: `font-size:${one.shrink.toFixed(2)}em` },
        rect(one.x, lines.text - 1.2 * u, one.wide, 1.8 * u, "grip"),
        label(one.x + one.wide / 2, lines.text, one.place === values.place ? "?" : one.word, {
          place: "middle",
          more: one.place === values.place ? "bold" : inWindow(one) ? "bold" : "muted",
          hue: one.place === values.place ? "output" : inWindow(one) ? "candidate" : undefined,
        }),
      ]),
      first &&
        rect(first.x, lines.text - 1.3 * u, last.x + last.wide - first.x, 1.9 * u, "outline hue-gate2", {
          rx: 4,
          "data-symbol": "n",
        }),
      ...window.flatMap((word, k) => [
        label((k + 0.5) * d * wideX, lines.x - 1.3 * u, names[word], {
          place: "middle",
          more: "small",
          hue: "candidate",
        }),
        cells([rows[k]], k * d * wideX, lines.x - 0.9 * u, wideX, high, { full, symbol: "E" }),
        k > 0 && ruleX(k * d * wideX, [lines.x - 1.1 * u, lines.x + high - 0.7 * u], "axis"),
      ]),
      label(
        0,
        lines.x + high + 0.5 * u,
        [...letter("x"), ` 1 × ${x.length}${colon()}${fill(words.sideBySide, { k: n - 1, d })}`],
        { hue: "candidate", more: "small", symbol: "x" },
      ),
      cells([Array.from(H)], 0, lines.H - 0.9 * u, wideH, high, {
        pick: (_row, column) => `unit ${column + 1}`,
        lit: [[0, j]],
        symbol: "H",
      }),
      label(
        0,
        lines.H + high + 0.5 * u,
        [
          ...letter("H"),
          ` 1 × ${h}: tanh( `,
          ...letter("x"),
          " ",
          ...letter("W", "xh"),
          " + ",
          ...letter("b", "h"),
          " )",
        ],
        { hue: "state", more: "small", symbol: "H" },
      ),
      label(0, lines.y - 0.3 * u, [...letter("ŷ"), ` 1 × ${V}${colon()}${fill(words.likeliest, { k: room })}`], {
        hue: "output",
        more: "bold small",
        symbol: "ŷ",
      }),
      ...best.flatMap(({ p: share, word }, k) => {
        const y = lines.y + (1.5 * k + 1.5) * u;
        const isTarget = word === target;
        return [
          label(p.start - 0.6 * u, y, names[word], { place: "end", more: isTarget ? "bold" : "" }),
          barX(y - 0.85 * u, u, p.start, p.at(share), "solid hue-output"),
          label(p.at(share) + 0.4 * u, y, isTarget ? `${percent(share)} ${words.isRight}` : percent(share), {
            more: isTarget ? "bold small halo" : "small",
            hue: isTarget ? "right" : undefined,
          }),
        ];
      }),
      tabled({
        title: "ŷ",
        corner: words.figureName,
        columns: ["p"],
        rows: order.map(({ p: share, word }) => ({ head: names[word], cells: [share] })),
      }),
      ...sumNodes(sums, H[j], j, under, box, words, names),
    ];
  },
  describe(values, words) {
    const { window, target, Y } = passAt(values, values.place);
    const names = wordsIn(values);
    const best = Array.from(Y, (p, word) => ({ p, word })).sort((a, b) => b.p - a.p)[0];
    return fill(words.altNetwork, {
      window: window.map((word) => names[word]).join(" "),
      best: names[best.word],
      p: percent(best.p),
      right: names[target],
      share: percent(Y[target]),
    });
  },
};

/** What each word of the window, and the bias, add to the sum of unit j. */
function termsOf({ W_xh, b_h }, rows, window, j, { d, h }) {
  const terms = rows.map((row, k) => ({
    word: window[k],
    value: row.reduce((sum, one, i) => sum + one * W_xh[(k * d + i) * h + j], 0),
  }));
  return [...terms, { word: null, value: b_h[j] }];
}
function sumNodes(terms, value, j, top, box, words, names) {
  const { u } = box;
  const total = terms.reduce((sum, one) => sum + one.value, 0);
  const step = Math.min(1.5 * u, (box.height - top - 2.8 * u) / terms.length);
  const most = Math.max(1, ...terms.map((one) => Math.abs(one.value)), Math.abs(total));
  const x = scale([-most, most], [7 * u, box.width - 5 * u]);
  if (step < 0.85 * u) return [];
  return [
    label(0, top, [...letter("H"), `[${j + 1}]: `, words.sum], { hue: "state", more: "bold small", symbol: "H" }),
    ruleX(x.at(0), [top + 0.4 * u, top + 0.6 * u + step * terms.length], "axis"),
    ...terms.flatMap((one, k) => {
      const y = top + step * (k + 1);
      const way = one.value < 0 ? "is-below" : "is-above";
      return [
        label(6.4 * u, y + 0.1 * u, one.word === null ? letter("b", "h") : names[one.word], {
          place: "end",
          more: "small",
        }),
        barX(y - 0.65 * u, 0.8 * u, x.at(0), x.at(one.value), `patch ${way}`),
        label(box.width, y + 0.1 * u, short(one.value), { place: "end", more: "small" }),
      ];
    }),
    label(box.width, top + step * (terms.length + 1) + 0.2 * u, `tanh(${short(total)}) = ${short(value)}`, {
      place: "end",
      hue: "state",
      more: "bold small",
    }),
  ];
}
