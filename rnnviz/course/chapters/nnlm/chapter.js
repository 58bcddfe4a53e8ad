// A neural language model.

/** @import {Given} from "../../definition.d.ts" */

import { fill, short } from "../../../web/numbers.js";
import { chapter } from "../../reader/chapter.js";
import { addedLoss, countedGrams } from "../../maths/counting.js";
import { handle } from "../../reader/figure.js";
import {
  beginLearning,
  learn,
  MEASURED,
  meanLoss,
  parameterCountOf,
  placesOf,
  predict,
  sizesOf,
  vocabularyOf,
  windowAt,
} from "../../maths/nnlm.js";
import { apart, axes, curve, label, letter, paragraph, scale, wholeNumber, widthOf } from "../../plot/plot.js";
import { cells, largest } from "../../plot/cells.js";
import { flight, fromOtherWeights, training } from "../../reader/training.js";

const V = 27;
const STOP = 3;
const MOST = 500;
const TOP = 6;
const LONGEST = 8;
const ALPHA = 0.1;
const START = 8;

const WORD = { least: 0, most: V - 1, step: 1, whole: true, names: ({ text }) => vocabularyOf(text).words };
const NUMBERS = {
  n: { usual: 4, least: 2, most: 6, step: 1, whole: true, hue: "gate2", symbol: "n" },
  d: { usual: 4, least: 1, most: 8, step: 1, whole: true, hue: "candidate", symbol: "d" },
  h: { usual: 12, least: 1, most: 24, step: 1, whole: true, hue: "state", symbol: "h" },
  place: { usual: 17, least: START, most: 1900, step: 1, whole: true, hue: "right" },
  unit: { usual: 1, least: 1, most: 24, step: 1, whole: true, hue: "state" },
  steps: { usual: 0, least: 0, most: MOST, step: 5, whole: true },
  seed: { usual: 1, least: 1, most: 999, step: 1, whole: true },
  upTo: { usual: 3, least: 1, most: 12, step: 1, whole: true, hue: "right" },
  by: { ...WORD, usual: 19, hue: "gate1" },
  manyWords: { usual: 10000, least: 10, most: 100000, step: 10, whole: true, symbol: "V", hue: "input" },
  manyPlaces: { usual: 4, least: 2, most: LONGEST, step: 1, whole: true, symbol: "n", hue: "gate2" },
  manyNumbers: { usual: 100, least: 1, most: 1000, step: 1, whole: true, symbol: "d", hue: "candidate" },
  manyUnits: { usual: 100, least: 1, most: 1000, step: 1, whole: true, symbol: "h", hue: "state" },
};
const HUES = { E: "candidate", W_xh: "state", b_h: "state", W_hq: "output", b_q: "output" };
/** @type {Record<string, [name: string, index?: string]>} */
const NAMES = {
  E: ["E"],
  W_xh: ["W", "xh"],
  W_hq: ["W", "hq"],
  b_h: ["b", "h"],
  b_q: ["b", "q"],
};

const READ = new Map();
/** @param {Given} given */
function corpusOf({ text }) {
  if (!READ.has(text[0])) READ.set(text[0], vocabularyOf(text));
  return READ.get(text[0]);
}
const NETWORK = training({
  steps: "steps",
  most: MOST,
  of: ({ n, d, h, seed }) => ({ n, V, d, h, seed }),
  prepare(sizes, given) {
    const { codes } = corpusOf(given);
    return { codes, ...placesOf(codes, sizes.n, STOP), ...sizes };
  },
  begin: beginLearning,
  step: learn,
});
const trainedAt = (values) => NETWORK.at(values, values.given);
const wordsIn = (values) => corpusOf(values.given).words;
const codesIn = (values) => corpusOf(values.given).codes;

/** What the network makes of the window before a place. */
function passAt(values, place, window = windowAt(codesIn(values), place, values.n)) {
  const { state, what } = trainedAt(values);
  return { window, target: codesIn(values)[place], ...predict(state.network, window, what) };
}
const unitOf = ({ unit, h }) => Math.min(unit, h) - 1;
const percent = (p) => `${(100 * p).toFixed(p < 0.0995 ? 1 : 0)} %`;

// The text around a place

/** The words from `before` places ahead of it to the place itself, in one row: [{place, x, wide, word}]. */
function textRow(values, box, before, after = 0) {
  const codes = codesIn(values);
  const words = wordsIn(values);
  const shown = [];
  for (let place = values.place - before; place <= values.place + after; place += 1) shown.push(place);
  const gap = 0.9 * box.u;
  const wides = shown.map((place) => widthOf(words[codes[place]], box.u) + gap);
  const all = wides.reduce((sum, one) => sum + one, 0);
  const shrink = Math.min(1, box.width / all);
  let x = 0;
  return shown.map((place, k) => {
    const wide = wides[k] * shrink;
    x += wide;
    return { place, x: x - wide, wide, word: words[codes[place]], shrink };
  });
}

// The network, with all its numbers

const CONTEXT = 7;
const DRAWING = {
  drags: {},
  draw(values, box, words) {
    const { network } = trainedAt(values).state;
    const { n, d, h } = values;
    const { window, target, x, H, Y } = passAt(values, values.place);
    const names = wordsIn(values);
    const j = unitOf(values);
    const row = textRow(values, box, Math.min(CONTEXT, Math.max(n, Math.floor(box.width / (5 * box.u)) - 1)), 0);
    const inWindow = ({ place }) => place >= values.place - n + 1 && place < values.place;
    const lines = {
      text: 2.6 * box.u,
      x: 5.9 * box.u,
      H: 11.2 * box.u,
      y: 16.6 * box.u,
    };
    const high = 1.7 * box.u;
    const wideX = Math.min(3.6 * box.u, box.width / x.length);
    const wideH = Math.min(3.6 * box.u, box.width / h);
    const first = row.find(inWindow);
    const last = row.filter(inWindow).at(-1);
    const rows = window.map((_, k) => Array.from(x.slice(k * d, (k + 1) * d)));
    const full = largest(rows, 0.3);
    const order = Array.from(Y, (p, word) => ({ p, word })).sort((a, b) => b.p - a.p);
    const room = Math.max(3, Math.min(TOP, Math.floor((box.height - lines.y - 12.5 * box.u) / (1.5 * box.u))));
    const best = order.slice(0, room);
    if (!best.some(({ word }) => word === target)) best[best.length - 1] = { p: Y[target], word: target };
    const p = scale([0, 1], [6.2 * box.u, box.width - 8 * box.u]);
    const sums = termsOf(network, rows, window, j, values);
    const under = lines.y + 2.2 * box.u + room * 1.5 * box.u + 2.4 * box.u;
    return [
      label(0, 0.9 * box.u, words.textLine, { more: "muted small" }),
      ...row.map((one) => [
        "g",
        { "data-pick": `place ${one.place}`, class: "pickable", style: `font-size:${one.shrink.toFixed(2)}em` },
        ["rect", { class: "grip", x: one.x, y: lines.text - 1.2 * box.u, width: one.wide, height: 1.8 * box.u }],
        label(one.x + one.wide / 2, lines.text, one.place === values.place ? "?" : one.word, {
          place: "middle",
          more: one.place === values.place ? "bold" : inWindow(one) ? "bold" : "muted",
          hue: one.place === values.place ? "output" : inWindow(one) ? "candidate" : undefined,
        }),
      ]),
      first && [
        "rect",
        {
          class: "outline hue-gate2",
          x: first.x,
          y: lines.text - 1.3 * box.u,
          width: last.x + last.wide - first.x,
          height: 1.9 * box.u,
          rx: 4,
          "data-symbol": "n",
        },
      ],
      ...window.flatMap((word, k) => [
        label((k + 0.5) * d * wideX, lines.x - 1.3 * box.u, names[word], {
          place: "middle",
          more: "small",
          hue: "candidate",
        }),
        cells([rows[k]], k * d * wideX, lines.x - 0.9 * box.u, wideX, high, { full, symbol: "E" }),
        k > 0 && [
          "line",
          {
            class: "axis",
            x1: k * d * wideX,
            x2: k * d * wideX,
            y1: lines.x - 1.1 * box.u,
            y2: lines.x + high - 0.7 * box.u,
          },
        ],
      ]),
      label(
        0,
        lines.x + high + 0.5 * box.u,
        [...letter("x"), ` 1 × ${x.length}: ${fill(words.sideBySide, { k: n - 1, d })}`],
        {
          hue: "candidate",
          more: "small",
          symbol: "x",
        },
      ),
      cells([Array.from(H)], 0, lines.H - 0.9 * box.u, wideH, high, {
        pick: (_row, column) => `unit ${column + 1}`,
        lit: [[0, j]],
        symbol: "H",
      }),
      label(
        0,
        lines.H + high + 0.5 * box.u,
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
        {
          hue: "state",
          more: "small",
          symbol: "H",
        },
      ),
      label(0, lines.y - 0.3 * box.u, [...letter("ŷ"), ` 1 × ${V}: ${fill(words.likeliest, { k: room })}`], {
        hue: "output",
        more: "small bold",
        symbol: "ŷ",
      }),
      ...best.flatMap(({ p: share, word }, k) => {
        const y = lines.y + (1.5 * k + 1.5) * box.u;
        const isTarget = word === target;
        return [
          label(p.start - 0.6 * box.u, y, names[word], { place: "end", more: isTarget ? "bold" : "" }),
          [
            "rect",
            {
              class: "solid hue-output",
              x: p.start,
              y: y - 0.85 * box.u,
              width: Math.max(0.5, p.at(share) - p.start),
              height: box.u,
            },
          ],
          label(p.at(share) + 0.4 * box.u, y, isTarget ? `${percent(share)} ${words.isRight}` : percent(share), {
            more: isTarget ? "bold small halo" : "small",
            hue: isTarget ? "right" : undefined,
          }),
        ];
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
  const total = terms.reduce((sum, one) => sum + one.value, 0);
  const step = Math.min(1.5 * box.u, (box.height - top - 2.8 * box.u) / terms.length);
  const most = Math.max(1, ...terms.map((one) => Math.abs(one.value)), Math.abs(total));
  const x = scale([-most, most], [7 * box.u, box.width - 5 * box.u]);
  if (step < 0.85 * box.u) return [];
  return [
    label(0, top, [...letter("H"), `[${j + 1}]: `, words.sum], { hue: "state", more: "small bold", symbol: "H" }),
    [
      "line",
      { class: "axis", x1: x.at(0), x2: x.at(0), y1: top + 0.4 * box.u, y2: top + 0.6 * box.u + step * terms.length },
    ],
    ...terms.flatMap((one, k) => {
      const y = top + step * (k + 1);
      const way = one.value < 0 ? "is-below" : "is-above";
      return [
        label(6.4 * box.u, y + 0.1 * box.u, one.word === null ? letter("b", "h") : names[one.word], {
          place: "end",
          more: "small",
        }),
        [
          "rect",
          {
            class: `patch ${way}`,
            x: Math.min(x.at(0), x.at(one.value)),
            y: y - 0.65 * box.u,
            width: Math.abs(x.at(one.value) - x.at(0)),
            height: 0.8 * box.u,
          },
        ],
        label(box.width, y + 0.1 * box.u, short(one.value), { place: "end", more: "small" }),
      ];
    }),
    label(box.width, top + step * (terms.length + 1) + 0.2 * box.u, `tanh(${short(total)}) = ${short(value)}`, {
      place: "end",
      hue: "state",
      more: "bold small",
    }),
  ];
}

// The loss while it learns

const COUNTS = new Map();
/** The loss of counting on the same held-out words, for one n. */
function countedLoss(values, n) {
  if (!COUNTS.has(n)) {
    const codes = codesIn(values);
    const { learnt, held } = placesOf(codes, n, STOP);
    COUNTS.set(n, addedLoss(countedGrams(codes, learnt, n, V), codes, held, ALPHA));
  }
  return COUNTS.get(n);
}
const LOSS = {
  drags: {},
  draw(values, box, words) {
    const { losses, done, state } = trainedAt(values);
    const x = scale([0, MOST], [3.6 * box.u, box.width - 10.5 * box.u]);
    const y = scale([0.8, 3.5], [box.height - 4 * box.u, 3 * box.u]);
    const smooth = losses.map((_, k) => average(losses.slice(Math.max(0, k - 9), k + 1)));
    const held = state.heldLosses.map((one, k) => [x.at(k * MEASURED), y.at(one)]);
    const now = done % MEASURED === 0 || !held.length ? null : state.heldLosses.at(-1);
    const lines = [
      [Math.log(V), words.blind, "text"],
      [countedLoss(values, 2), fill(words.counted, { n: 2 }), "gate1"],
      ...(values.n > 2 ? [[countedLoss(values, values.n), fill(words.counted, { n: values.n }), "gate1"]] : []),
      [values.given.entropy, words.floor, "right"],
      ...(smooth.length ? [[smooth.at(-1), words.learntLoss, "loss"]] : []),
      ...(held.length > 1 ? [[now ?? state.heldLosses.at(-1), words.heldLoss, "output"]] : []),
    ];
    const tags = apart(
      lines.map(([value]) => y.at(value)),
      1.25 * box.u,
      y.end,
      y.start,
    );
    return [
      ...axes(x, y, {
        u: box.u,
        ticksX: [0, 100, 200, 300, 400, 500],
        ticksY: [1, 1.5, 2, 2.5, 3, 3.5],
        titleX: words.stepsOf,
        titleY: words.nats,
      }),
      ...lines
        .slice(0, values.n > 2 ? 4 : 3)
        .map(([value, , hue]) => [
          "line",
          { class: `guide hue-${hue}`, x1: x.start, x2: x.end, y1: y.at(value), y2: y.at(value) },
        ]),
      curve(
        smooth.map((one, k) => [x.at(k + 1), y.at(one)]),
        "loss",
      ),
      curve(held, "output", "thin"),
      ...held.map(([cx, cy]) => ["circle", { class: "dot hue-output", cx, cy, r: 0.25 * box.u }]),
      ...lines.map(([value, said, hue], k) =>
        label(
          x.end + 0.5 * box.u,
          tags[k] + 0.33 * box.u,
          fill(words.lineSays, { name: said, value: value.toFixed(2) }),
          {
            hue: hue === "text" ? undefined : hue,
            more: "small halo bold",
          },
        ),
      ),
      label(x.end, 1.1 * box.u, fill(words.after, { done }), { place: "end", more: "muted" }),
    ];
  },
  describe(values, words) {
    const { losses, done, state } = trainedAt(values);
    if (!losses.length) return fill(words.altBefore, { blind: Math.log(V).toFixed(2) });
    return fill(words.altLoss, {
      done,
      loss: short(average(losses.slice(-10))),
      held: short(state.heldLosses.at(-1)),
    });
  },
};
const average = (all) => all.reduce((sum, one) => sum + one, 0) / all.length;

// The likelihood of a sentence

/** The places of the sentence that the chosen place is in. */
function sentenceAt(values) {
  const codes = codesIn(values);
  let from = values.place;
  while (from > START && codes[from - 1] !== STOP) from -= 1;
  const places = [];
  for (let place = from; place < codes.length; place += 1) {
    places.push(place);
    if (codes[place] === STOP) break;
  }
  return places;
}
const chancesOf = (values) => sentenceAt(values).map((place) => passAt(values, place).Y[codesIn(values)[place]]);
const LIKELIHOOD = {
  drags: {},
  draw(values, box, words) {
    const places = sentenceAt(values);
    const chances = chancesOf(values);
    const taken = Math.min(values.upTo, places.length);
    const names = wordsIn(values);
    const wide = Math.min(8 * box.u, box.width / places.length);
    const size = Math.min(1, wide / (4.6 * box.u)).toFixed(2);
    const half = box.height * 0.46;
    const y = scale([0, 1], [half - 2.2 * box.u, 2.8 * box.u]);
    const costs = chances.map((p) => -Math.log(p));
    const sum = costs.slice(0, taken).reduce((a, b) => a + b, 0);
    const all = costs.reduce((a, b) => a + b, 0);
    const x = scale([0, Math.max(all, 1) * 1.02], [0, box.width - box.u]);
    const product = chances.slice(0, taken).reduce((a, b) => a * b, 1);
    const strip = half + 6.2 * box.u;
    let from = 0;
    return [
      label(0, 1.1 * box.u, words.chances, { hue: "output", more: "bold" }),
      ["line", { class: "axis", x1: 0, x2: wide * places.length, y1: y.at(0), y2: y.at(0) }],
      ...places.flatMap((place, k) => {
        const isIn = k < taken;
        return [
          [
            "g",
            { "data-pick": `upTo ${k + 1}`, class: "pickable", style: `font-size:${size}em` },
            ["rect", { class: "grip", x: k * wide, y: 2 * box.u, width: wide, height: half - 2 * box.u }],
            [
              "rect",
              {
                class: isIn ? "solid hue-output" : "pale hue-output",
                x: k * wide + wide * 0.2,
                width: wide * 0.6,
                y: y.at(chances[k]),
                height: Math.max(0.5, y.at(0) - y.at(chances[k])),
              },
            ],
            label((k + 0.5) * wide, y.at(chances[k]) - 0.4 * box.u, short(chances[k]), {
              place: "middle",
              more: "small halo",
            }),
            label((k + 0.5) * wide, y.at(0) + 1.3 * box.u, names[codesIn(values)[place]], {
              place: "middle",
              more: isIn ? "bold" : "muted",
            }),
          ],
        ];
      }),
      label(0, half + 1.2 * box.u, `${words.product} = ${short(product)}`, { hue: "output", more: "bold large" }),
      label(0, half + 3.4 * box.u, words.productOf, { more: "muted small" }),
      label(0, strip - 0.6 * box.u, words.costs, { hue: "loss", more: "bold" }),
      ...costs.flatMap((cost, k) => {
        const node = [
          [
            "rect",
            {
              class: k < taken ? "solid hue-loss" : "pale hue-loss",
              x: x.at(from),
              width: Math.max(0, x.at(from + cost) - x.at(from) - 1),
              y: strip,
              height: 1.8 * box.u,
            },
          ],
          x.at(from + cost) - x.at(from) > 2.4 * box.u &&
            label(x.at(from + cost / 2), strip + 3.1 * box.u, short(cost), { place: "middle", more: "small" }),
        ];
        from += cost;
        return node;
      }),
      label(0, strip + 5.4 * box.u, fill(words.total, { sum: short(sum), words: taken, mean: short(sum / taken) }), {
        hue: "loss",
        more: "bold",
      }),
      ...paragraph(0, strip + 7.2 * box.u, fill(words.perplexed, { perplexity: short(Math.exp(sum / taken)) }), {
        u: 0.9 * box.u,
        width: box.width,
        more: "muted small",
      }),
    ];
  },
  describe(values, words) {
    const chances = chancesOf(values);
    const taken = Math.min(values.upTo, chances.length);
    const product = chances.slice(0, taken).reduce((a, b) => a * b, 1);
    return fill(words.altLikelihood, { words: taken, product: short(product), sum: short(-Math.log(product)) });
  },
};

// How many parameters, for how long a window

const shapeOf = ({ manyWords, manyPlaces, manyNumbers, manyUnits }, n = manyPlaces) => ({
  V: manyWords,
  n,
  d: manyNumbers,
  h: manyUnits,
});
/** An RNN that looks its words up in a table of the same size: its window has no length. */
const recurrentCount = ({ V: words, d, h }) => words * d + d * h + h * h + h + h * words + words;
const COUNT = {
  drags: {
    manyPlaces: (px, _y, _values, box) => ({ manyPlaces: countScales(box)[0].of(px) }),
  },
  draw(values, box, words) {
    const [x, y] = countScales(box);
    const shape = shapeOf(values);
    const at = (f) => Array.from({ length: LONGEST - 1 }, (_, k) => [x.at(k + 2), y.at(Math.log10(f(k + 2)))]);
    const lines = [
      [words.table, (n) => values.manyWords ** n, "gate1"],
      [words.network, (n) => parameterCountOf(shapeOf(values, n)), "state"],
      [words.recurrent, () => recurrentCount(shape), "memory"],
    ];
    const tags = apart(
      lines.map(([, f]) => y.at(Math.min(y.to, Math.log10(f(LONGEST))))),
      1.4 * box.u,
      y.end,
      y.start,
    );
    const sizes = sizesOf(shape);
    const total = parameterCountOf(shape);
    const low = box.height * 0.62 + 5.6 * box.u;
    const bar = scale([0, total], [0, box.width]);
    let from = 0;
    const blocks = ["E", "W_xh", "W_hq"].flatMap((name, k) => {
      const node = [
        [
          "rect",
          {
            class: `solid hue-${HUES[name]}`,
            x: bar.at(from),
            width: Math.max(0.5, bar.at(from + sizes[name]) - bar.at(from) - 1),
            y: low,
            height: 1.8 * box.u,
            "data-symbol": name === "E" ? "E" : `W_${name.slice(2)}`,
          },
        ],
        label((k * box.width) / 3, low + 3.6 * box.u, [...letter(...NAMES[name]), ` ${wholeNumber(sizes[name])}`], {
          hue: HUES[name],
          more: "bold small",
          symbol: name === "E" ? "E" : `W_${name.slice(2)}`,
        }),
        label((k * box.width) / 3, low + 5 * box.u, [words.sizeE, words.sizeXh, words.sizeHq][k], {
          more: "muted small",
        }),
      ];
      from += sizes[name];
      return node;
    });
    const here = x.at(values.manyPlaces);
    return [
      ...axes(x, y, {
        u: box.u,
        ticksX: [2, 3, 4, 5, 6, 7, 8],
        ticksY: [0, 5, 10, 15, 20, 25, 30],
        titleX: words.places,
        titleY: words.howMany,
        written: (one) => `10${[...String(one)].map((c) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[c]).join("")}`,
        writtenX: String,
      }),
      ...lines.map(([, f, hue]) =>
        curve(
          at(f).map(([a, b]) => [a, Math.max(y.end, b)]),
          hue,
        ),
      ),
      handle(
        {
          drag: "manyPlaces",
          names: ["manyPlaces"],
          numbers: NUMBERS,
          values,
          x: here,
          y: y.start,
          label: words.manyPlaces,
          hue: "gate2",
          symbol: "n",
        },
        ["line", { class: "guide hue-gate2", x1: here, x2: here, y1: y.start, y2: y.end }],
      ),
      ["circle", { class: "dot hue-state", cx: here, cy: y.at(Math.log10(total)), r: 0.4 * box.u }],
      ...lines.map(([said, , hue], k) =>
        label(x.end + 0.6 * box.u, tags[k] + 0.3 * box.u, said, { hue, more: "bold small halo" }),
      ),
      label(0, low - 0.8 * box.u, fill(words.inAll, { total: wholeNumber(total) }), { more: "bold" }),
      ...blocks,
    ];
  },
  describe: (values, words) =>
    fill(words.altCount, {
      table: short(values.manyWords ** values.manyPlaces),
      network: wholeNumber(parameterCountOf(shapeOf(values))),
      recurrent: wholeNumber(recurrentCount(shapeOf(values))),
    }),
};
function countScales(box) {
  return [scale([2, LONGEST], [3.4 * box.u, box.width - 7 * box.u]), scale([0, 32], [box.height * 0.62, 2.6 * box.u])];
}

// What a word farther back changes

const BACK = 7;
// Tea and coffee, whose place decides between them.
const DRINKS = [21, 7];
/** How far the prediction moves if the word k places before is another one: half the sum of all changes. */
function effects(values) {
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
const WINDOW = {
  drags: {},
  draw(values, box, words) {
    const names = wordsIn(values);
    const all = effects(values);
    const wide = box.width / (BACK + 1);
    const size = Math.min(1, Math.max(0.8, wide / (4.4 * box.u))).toFixed(2);
    const line = box.height * 0.62;
    const y = scale([0, 1], [line - 2.6 * box.u, 4.6 * box.u]);
    const codes = codesIn(values);
    const from = BACK - values.n + 1;
    return [
      ...paragraph(0, 1.1 * box.u, fill(words.movedBy, { word: names[values.by] }), {
        u: box.u,
        width: box.width,
        hue: "gate1",
        more: "bold",
      }),
      ["line", { class: "axis", x1: 0, x2: box.width, y1: y.at(0), y2: y.at(0) }],
      ...all.map(({ place, moved }, k) => [
        "g",
        { style: `font-size:${size}em` },
        [
          "rect",
          {
            class: "solid hue-gate1",
            x: (k + 0.2) * wide,
            width: wide * 0.6,
            y: y.at(moved),
            height: Math.max(0, y.at(0) - y.at(moved)),
          },
        ],
        label((k + 0.5) * wide, y.at(moved) - 0.5 * box.u, moved === 0 ? "0" : percent(moved), {
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
      [
        "rect",
        {
          class: "outline hue-gate2",
          x: from * wide,
          y: line - 1.4 * box.u,
          width: (values.n - 1) * wide,
          height: 2.1 * box.u,
          rx: 4,
          "data-symbol": "n",
        },
      ],
      label(from * wide, line + 2.2 * box.u, fill(words.windowOf, { k: values.n - 1 }), {
        hue: "gate2",
        more: "bold small",
      }),
      label(0, line + 4.6 * box.u, words.expectsNow, { hue: "output", more: "bold small" }),
      ...DRINKS.flatMap((word, k) => {
        const { Y } = passAt(values, values.place);
        const at = line + (6.4 + 1.7 * k) * box.u;
        const x = scale([0, 1], [5 * box.u, box.width - 6 * box.u]);
        return [
          label(4.4 * box.u, at, names[word], { place: "end" }),
          [
            "rect",
            {
              class: "solid hue-output",
              x: x.start,
              y: at - 0.85 * box.u,
              width: Math.max(0.5, x.at(Y[word]) - x.start),
              height: box.u,
            },
          ],
          label(x.at(Y[word]) + 0.5 * box.u, at, percent(Y[word]), { more: "small" }),
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

const NNLM = {
  numbers: NUMBERS,
  symbols: {
    x: { hue: "candidate" },
    E: { hue: "candidate" },
    H: { hue: "state" },
    W: { hue: "state" },
    b: { hue: "state" },
    O: { hue: "output" },
    ŷ: { hue: "output" },
    L: { hue: "loss" },
    n: { hue: "gate2" },
    d: { hue: "candidate" },
    h: { hue: "state" },
    V: { hue: "input" },
  },
  figures: { network: DRAWING, loss: LOSS, likelihood: LIKELIHOOD, count: COUNT, window: WINDOW },
  trainings: [NETWORK],
  computed: {
    before: (values) => String(values.n - 1),
    inputs: (values) => String((values.n - 1) * values.d),
    parameters: (values) => wholeNumber(parameterCountOf({ ...values, V })),
    learntWords: (values) => wholeNumber(trainedAt(values).what.learnt.length),
    heldWords: (values) => wholeNumber(trainedAt(values).what.held.length),
    lossNow: (values) => {
      const { losses } = trainedAt(values);
      return short(losses.length ? average(losses.slice(-10)) : Math.log(V));
    },
    perplexity: (values) => {
      const { losses } = trainedAt(values);
      return short(Math.exp(losses.length ? average(losses.slice(-10)) : Math.log(V)));
    },
    heldNow: (values) => short(heldNow(values)),
    blind: () => Math.log(V).toFixed(2),
    entropy: (values) => values.given.entropy.toFixed(2),
    whole: (values) => {
      const { done, losses, what } = trainedAt(values);
      const mean = done ? average(losses.slice(-10)) : Math.log(V);
      return `10${[...`-${Math.round((mean * what.learnt.length) / Math.LN10)}`].map((c) => RAISED_SIGNS[c]).join("")}`;
    },
    productNow: (values) =>
      short(
        chancesOf(values)
          .slice(0, values.upTo)
          .reduce((a, b) => a * b, 1),
      ),
    networkCount: (values) => wholeNumber(parameterCountOf(shapeOf(values))),
    tableCount: (values) => short(values.manyWords ** values.manyPlaces),
    oneMore: (values) => wholeNumber(values.manyNumbers * values.manyUnits),
    recurrentTotal: (values) => wholeNumber(recurrentCount(shapeOf(values))),
    softmaxShare: (values) => {
      const shape = shapeOf(values);
      return percent((shape.h * shape.V + shape.V) / parameterCountOf(shape));
    },
  },
  actions: {
    train: flight({ steps: "steps", most: MOST, seconds: 4 }),
    again: fromOtherWeights({ steps: "steps", seed: "seed", flight: "train" }),
    onward: ({ place }) => ({ place: place >= 1900 ? START : place + 1 }),
  },
  tasks: {
    below: {
      isDone: (values) => values.steps > 0 && heldNow(values) < countedLoss(values, 2),
      solution: { steps: MOST },
    },
    reach: {
      isDone: (values) =>
        values.steps > 100 && effects(values).find(({ moved }) => moved > 0)?.place <= values.place - 4,
      solution: { n: 5, steps: MOST },
    },
  },
};
const RAISED_SIGNS = Object.fromEntries([..."-0123456789"].map((c, k) => [c, [..."⁻⁰¹²³⁴⁵⁶⁷⁸⁹"][k]]));
/** The loss on the held-out words: measured while training, or here before it. */
function heldNow(values) {
  const { state, what } = trainedAt(values);
  return state.heldLosses.at(-1) ?? meanLoss(state.network, what.codes, what.held, what);
}

export const mount = (host, css) => chapter(host, css, NNLM);
