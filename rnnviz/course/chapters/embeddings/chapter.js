// Words as vectors: one-hot and embeddings.

import { fill, short } from "../../../web/numbers.js";
import { chapter } from "../../reader/chapter.js";
import { handle } from "../../reader/figure.js";
import { beginLearning, learn, placesOf, predict, vocabularyOf } from "../../maths/nnlm.js";
import { label, letter, namePlaces, scale, wholeNumber } from "../../plot/plot.js";
import { cells, largest } from "../../plot/cells.js";
import { flight, fromOtherWeights, training } from "../../reader/training.js";
import { cosine, distance, neighbours, oneHot, productSoFar, rowsOf, turned } from "../../maths/vectors.js";

// The words of the text, the numbers a word, and the window of the network that learns them.
const V = 27;
const STOP = 3;
const [D, H, N] = [4, 12, 3];
const MOST = 600;
const FEW = 5;

const WORD = { least: 0, most: V - 1, step: 1, whole: true, names: ({ text }) => vocabularyOf(text).words };
const NUMBERS = {
  word: { ...WORD, usual: 0, hue: "candidate" },
  other: { ...WORD, usual: 4, hue: "candidate" },
  terms: { usual: V, least: 0, most: V, step: 1, whole: true },
  size: { usual: 10000, least: 10, most: 100000, step: 10, whole: true, hue: "input", symbol: "V" },
  width: { usual: 100, least: 1, most: 1000, step: 1, whole: true, hue: "candidate", symbol: "d" },
  steps: { usual: MOST, least: 0, most: MOST, step: 10, whole: true },
  seed: { usual: 1, least: 1, most: 999, step: 1, whole: true },
  angle: { usual: 0, least: 0, most: 360, step: 1, whole: true, hue: "gate2" },
  plane: { usual: MOST, least: 0, most: MOST, step: 10, whole: true },
  planeSeed: { usual: 1, least: 1, most: 999, step: 1, whole: true },
  moved: { ...WORD, usual: 9, hue: "candidate" },
  right: { usual: 0, least: -8, most: 8, step: 0.05 },
  up: { usual: 0, least: -8, most: 8, step: 0.05 },
};

const READ = new Map();
/** The text in the reader's language: its words, their numbers, and what is learnt and held out. */
function corpusOf({ text }) {
  const key = text[0];
  if (!READ.has(key)) READ.set(key, vocabularyOf(text));
  return READ.get(key);
}
/** The text that a network learns from, beside its sizes. */
function withText(sizes, given) {
  const { codes } = corpusOf(given);
  return { codes, ...placesOf(codes, N, STOP), ...sizes };
}
const FOUR = training({
  steps: "steps",
  most: MOST,
  of: ({ seed }) => ({ n: N, V, d: D, h: H, seed }),
  prepare: withText,
  begin: beginLearning,
  step: learn,
});
const PLANE = training({
  steps: "plane",
  most: MOST,
  of: ({ planeSeed }) => ({ n: N, V, d: 2, h: H, seed: planeSeed }),
  prepare: withText,
  begin: beginLearning,
  step: learn,
});
const learntRows = (values) => rowsOf(FOUR.at(values, values.given).state.network.E, D);
const oneHotRows = Array.from({ length: V }, (_, k) => oneHot(k, V));
const wordsOf = (values) => corpusOf(values.given).words;
const around = (values) => {
  const rows = turned(learntRows(values), values.angle);
  return { rows, near: neighbours(rows, values.word) };
};

// How far every word is from one of them

function ranking(values, box, words, rows, near, title) {
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

const ONEHOT = {
  isTall: true,
  drags: {},
  draw: (values, box, words) =>
    ranking(values, box, words, oneHotRows, neighbours(oneHotRows, values.word), words.oneHot),
  describe: (values, words) => fill(words.altOneHot, { word: wordsOf(values)[values.word] }),
};

const NEAR = {
  isTall: true,
  drags: {},
  draw(values, box, words) {
    const { rows, near } = around(values);
    return ranking(values, box, words, rows, near, words.learnt);
  },
  describe(values, words) {
    const names = wordsOf(values);
    const few = around(values).near.slice(1, FEW + 1);
    return fill(words.altNear, {
      word: names[values.word],
      near: few.map(({ word, away }) => `${names[word]} ${short(away)}`).join(", "),
    });
  },
};

// A row by a product, and by looking it up

const rowPlace = (box) => {
  const [top, low] = [4.2 * box.u, box.height - 7.4 * box.u];
  return { top, low, high: (low - top) / V };
};
const LOOKUP = {
  isTall: true,
  drags: {
    word: (_x, y, _values, box) => {
      const { top, high } = rowPlace(box);
      return { word: Math.floor((y - top) / high) };
    },
  },
  draw(values, box, words) {
    const names = wordsOf(values);
    const rows = learntRows(values);
    const x = oneHot(values.word, V);
    const { top, low, high } = rowPlace(box);
    const full = largest(rows);
    const size = Math.min(1, (high / box.u) * 0.86).toFixed(2);
    const left = 6.4 * box.u;
    const one = 2.2 * box.u;
    const wide = Math.min(3.9 * box.u, (box.width - 15 * box.u) / (2 * D));
    const hasNumbers = wide > 3.3 * box.u;
    const matrix = left + one + 2 * box.u;
    const end = matrix + D * wide;
    const picked = box.width - D * wide;
    const sum = productSoFar(x, rows, values.terms);
    const at = top + values.word * high;
    const [middle, bend] = [at + high / 2, 3 * box.u];
    const under = low + 2 * box.u;
    const isDone = values.terms > values.word;
    return [
      label(matrix - 0.9 * box.u, 1.1 * box.u, [...letter("x"), ` 1 × ${V}`], {
        hue: "input",
        symbol: "x",
        more: "bold",
        place: "end",
      }),
      label(matrix, 1.1 * box.u, [...letter("E"), ` ${V} × ${D}`], { hue: "candidate", symbol: "E", more: "bold" }),
      label(matrix, 2.7 * box.u, fill(words.taken, { terms: values.terms, V }), { more: "muted small" }),
      ...names.map((name, k) => [
        "g",
        { "data-pick": `word ${k}`, class: "pickable", style: `font-size:${size}em` },
        label(left - 0.6 * box.u, top + (k + 0.74) * high, name, {
          place: "end",
          more: k === values.word ? "bold" : "muted",
        }),
        label(left + one / 2, top + (k + 0.74) * high, String(x[k]), {
          place: "middle",
          hue: "input",
          more: x[k] ? "bold" : "muted",
        }),
      ]),
      cells(rows, matrix, top, wide, high, { full, pick: (row) => `word ${row}`, symbol: "E" }),
      // What the product has not reached yet.
      [
        "rect",
        {
          class: "veil",
          x: left,
          width: end - left,
          y: top + values.terms * high,
          height: Math.max(0, low - top - values.terms * high),
        },
      ],
      ["rect", { class: "outline hue-input", x: left, width: end - left, y: at, height: high }],
      handle({
        drag: "word",
        names: ["word"],
        numbers: NUMBERS,
        values,
        said: names[values.word],
        x: left - 0.1 * box.u,
        y: at + high / 2,
        label: words.word,
        hue: "input",
        radius: 5,
      }),
      label(matrix - 0.8 * box.u, under + 1.3 * box.u, [...letter("x"), " ", ...letter("E"), " ="], {
        place: "end",
        hue: "candidate",
        symbol: "E",
      }),
      cells([sum], matrix, under, wide, 1.9 * box.u, { full, u: hasNumbers && box.u }),
      label(left - 0.6 * box.u, under + 3.6 * box.u, fill(words.products, { all: V * D, zeros: (V - 1) * D }), {
        more: "muted small",
      }),
      !hasNumbers &&
        label(
          end + 0.6 * box.u,
          under + 1.3 * box.u,
          `(${sum.map((value) => value.toFixed(1).replace("-", "−")).join(", ")})`,
          {
            more: "small",
          },
        ),
      // The same row, picked.
      [
        "path",
        {
          class: "curve thin hue-candidate",
          d: `M${end},${middle}C${end + bend},${middle} ${picked - bend},${middle} ${picked - 4},${middle}`,
        },
      ],
      ...(!hasNumbers
        ? []
        : [
            label(picked, at - 1.9 * box.u, fill(words.row, { row: values.word + 1 }), {
              more: "bold",
              hue: "candidate",
            }),
            label(picked, at - 0.6 * box.u, words.nothing, { more: "muted small" }),
          ]),
      cells([rows[values.word]], picked, at + high / 2 - 0.95 * box.u, wide, 1.9 * box.u, {
        full,
        u: hasNumbers && box.u,
      }),
      label(matrix, under + 5 * box.u, isDone ? words.same : words.notYet, {
        more: "bold",
        hue: isDone ? "right" : undefined,
      }),
    ];
  },
  describe: (values, words) =>
    fill(words.altLookup, {
      word: wordsOf(values)[values.word],
      terms: values.terms,
      sum: productSoFar(oneHot(values.word, V), learntRows(values), values.terms).map(short).join(", "),
      row: learntRows(values)[values.word].map(short).join(", "),
    }),
};

// Sizes, drawn to one scale

const squareOf = (box) => Math.min(box.width * 0.62, box.height - 17 * box.u);
const SIZE = {
  drags: {
    width: (x, _y, values, box) => ({ width: Math.max(1, ((x - 0.5) / squareOf(box)) * values.size) }),
  },
  draw(values, box, words) {
    const side = squareOf(box);
    const top = 4.4 * box.u;
    const wide = (side * values.width) / values.size;
    const right = side + 1.4 * box.u;
    const bars = top + side + 3.6 * box.u;
    const log = scale([0, 10.2], [0, box.width - 9 * box.u]);
    const rows = [
      [words.squareNumbers, values.size ** 2, "input", `V × V = ${wholeNumber(values.size ** 2)}`],
      [
        words.tableNumbers,
        values.size * values.width,
        "candidate",
        `V × d = ${wholeNumber(values.size * values.width)}`,
      ],
    ];
    return [
      label(0, 1.1 * box.u, fill(words.square, { V: wholeNumber(values.size) }), {
        more: "bold",
        hue: "input",
        symbol: "V",
      }),
      label(0, 2.7 * box.u, fill(words.table, { V: wholeNumber(values.size), d: values.width }), {
        more: "bold",
        hue: "candidate",
        symbol: "d",
      }),
      ["rect", { class: "pale hue-input", x: 0.5, y: top, width: side, height: side }],
      ["path", { class: "curve thin hue-input faintly", d: `M0.5,${top}L${side},${top + side}` }],
      [
        "rect",
        {
          class: "solid hue-candidate",
          x: 0.5,
          y: top,
          width: Math.min(Math.max(wide, 0.4), box.width - 1),
          height: side,
          "fill-opacity": 0.85,
        },
      ],
      handle({
        drag: "width",
        names: ["width"],
        numbers: NUMBERS,
        values,
        x: Math.min(wide, box.width - 8) + 0.5,
        y: top + side * 0.5,
        label: words.width,
        hue: "candidate",
        symbol: "d",
      }),
      box.width > 34 * box.u && label(right, top + side * 0.12, words.ones, { more: "muted small" }),
      ...rows.flatMap(([name, count, hue, equation], k) => {
        const y = bars + k * 4 * box.u;
        return [
          label(0, y, name, { more: "small" }),
          [
            "rect",
            {
              class: `solid hue-${hue}`,
              x: 0,
              y: y + 0.5 * box.u,
              width: log.at(Math.log10(count)),
              height: 1.1 * box.u,
            },
          ],
          label(log.at(Math.log10(count)) + 0.5 * box.u, y + 1.4 * box.u, equation, { hue, more: "bold small halo" }),
        ];
      }),
      label(0, bars + 7.4 * box.u, words.logarithmic, { more: "muted small" }),
    ];
  },
  describe: (values, words) =>
    fill(words.altSize, {
      V: wholeNumber(values.size),
      d: values.width,
      square: wholeNumber(values.size ** 2),
      table: wholeNumber(values.size * values.width),
    }),
};
// Two numbers a word, so that the plane is all there is

const planeRows = (values) => rowsOf(PLANE.at(values, values.given).state.network.E, 2);
/** How many of the expected words there is room for. */
const barCount = (box) => (box.height < 30 * box.u ? 3 : FEW);
function planeScales(box, rows) {
  const most = Math.max(1, largest(rows) * 1.04);
  const side = Math.min(box.width - 4 * box.u, box.height - (2.6 + 4.6 + 1.7 * barCount(box)) * box.u);
  const middle = box.width / 2;
  return [
    scale([-most, most], [middle - side / 2, middle + side / 2]),
    scale([-most, most], [side + 2.4 * box.u, 2.4 * box.u]),
  ];
}
/** The vector of the word that is moved, with what the reader has added. */
const movedTo = (values, rows) => [rows[values.moved][0] + values.right, rows[values.moved][1] + values.up];
function expected(values, vector) {
  const { state, what } = PLANE.at(values, values.given);
  const E = Float64Array.from(state.network.E);
  E.set(vector, values.moved * 2);
  const { Y } = predict({ ...state.network, E }, [STOP, values.moved], what);
  return Array.from(Y, (p, word) => ({ p, word })).sort((one, two) => two.p - one.p);
}
const MAP = {
  drags: {
    moved: (px, py, values, box) => {
      const rows = planeRows(values);
      const [x, y] = planeScales(box, rows);
      return { right: x.of(px) - rows[values.moved][0], up: y.of(py) - rows[values.moved][1] };
    },
  },
  draw(values, box, words) {
    const names = wordsOf(values);
    const rows = planeRows(values);
    const [x, y] = planeScales(box, rows);
    const own = movedTo(values, rows);
    const { done, losses } = PLANE.at(values, values.given);
    const held = [x.at(own[0]), y.at(own[1])];
    /** @type {[x: number, y: number, name: string][]} */
    const named = rows.map(([a, b], k) => [x.at(a), y.at(b), k === values.moved ? "" : names[k]]);
    const places = namePlaces(named, box.u, [
      [held[0] - 3 * box.u, held[1] - 2.2 * box.u, held[0] + 3 * box.u, held[1] + 0.7 * box.u],
    ]);
    const now = expected(values, own).slice(0, barCount(box));
    const before = expected(values, rows[values.moved]);
    const bars = y.start + 4.6 * box.u;
    const each = 1.7 * box.u;
    const p = scale([0, 1], [7 * box.u, box.width - 5 * box.u]);
    const recent = losses.slice(-20);
    return [
      label(0, 1.1 * box.u, fill(words.after, { done, loss: recent.length ? short(mean(recent)) : "–" }), {
        more: "muted",
      }),
      ["line", { class: "grid", x1: x.start, x2: x.end, y1: y.at(0), y2: y.at(0) }],
      ["line", { class: "grid", x1: x.at(0), x2: x.at(0), y1: y.start, y2: y.end }],
      ...rows.map(([a, b], k) => [
        "g",
        { "data-pick": `moved ${k};right 0;up 0`, class: "pickable", "data-word": k },
        ["circle", { class: "grip", cx: x.at(a), cy: y.at(b), r: box.u }],
        ["circle", { class: `dot hue-${k === values.moved ? "text" : "candidate"}`, cx: x.at(a), cy: y.at(b), r: 4 }],
        places[k] &&
          label(places[k].x, places[k].y, named[k][2], { hue: "candidate", place: places[k].place, more: "halo" }),
      ]),
      [
        "line",
        {
          class: "guide",
          x1: x.at(rows[values.moved][0]),
          y1: y.at(rows[values.moved][1]),
          x2: x.at(own[0]),
          y2: y.at(own[1]),
        },
      ],
      handle(
        {
          drag: "moved",
          names: ["right", "up"],
          numbers: NUMBERS,
          values,
          x: x.at(own[0]),
          y: y.at(own[1]),
          label: fill(words.moveIt, { word: names[values.moved] }),
          hue: "candidate",
        },
        label(x.at(own[0]), y.at(own[1]) - 1.1 * box.u, names[values.moved], { place: "middle", more: "bold halo" }),
      ),
      label(0, bars - 1.6 * box.u, fill(words.expects, { word: names[values.moved] }), { more: "bold", hue: "output" }),
      box.width > 34 * box.u && label(box.width, bars - 1.6 * box.u, words.line, { more: "muted small", place: "end" }),
      ...now.flatMap(({ p: share, word }, k) => {
        const at = bars + k * each;
        const old = before.find((one) => one.word === word).p;
        return [
          label(p.start - 0.6 * box.u, at + 0.4 * box.u, names[word], { place: "end" }),
          [
            "rect",
            {
              class: "solid hue-output",
              x: p.start,
              y: at - 0.5 * box.u,
              height: each * 0.66,
              width: Math.max(0.5, p.at(share) - p.start),
            },
          ],
          [
            "line",
            { class: "curve thin hue-text", x1: p.at(old), x2: p.at(old), y1: at - 0.6 * box.u, y2: at + each * 0.5 },
          ],
          label(p.at(Math.max(share, old)) + 0.5 * box.u, at + 0.4 * box.u, `${(100 * share).toFixed(0)} %`, {
            more: "small",
          }),
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
      expected: now.map(({ p, word }) => `${names[word]} ${(100 * p).toFixed(0)} %`).join(", "),
    });
  },
};
const mean = (all) => all.reduce((sum, one) => sum + one, 0) / all.length;

const EMBEDDINGS = {
  numbers: NUMBERS,
  symbols: {
    x: { hue: "input" },
    E: { hue: "candidate" },
    e: { hue: "candidate" },
    V: { hue: "input" },
    d: { hue: "candidate" },
  },
  figures: { onehot: ONEHOT, lookup: LOOKUP, size: SIZE, near: NEAR, map: MAP },
  trainings: [FOUR, PLANE],
  computed: {
    hotDistance: (values) => short(distance(oneHotRows[values.word], oneHotRows[values.other])),
    hotAlike: (values) => short(cosine(oneHotRows[values.word], oneHotRows[values.other])),
    away: (values) => short(distance(learntRows(values)[values.word], learntRows(values)[values.other])),
    alike: (values) => short(cosine(learntRows(values)[values.word], learntRows(values)[values.other])),
    vector: (values) => `(${turned(learntRows(values), values.angle)[values.word].map(short).join(", ")})`,
    nearest: (values) => wordsOf(values)[around(values).near[1].word],
    square: (values) => wholeNumber(values.size ** 2),
    table: (values) => wholeNumber(values.size * values.width),
    times: (values) => short(values.size / values.width),
    megabytes: (values) => short((values.size * values.width * 4) / 1e6),
    mostAway: (values) => short(Math.max(...around(values).near.map(({ away }) => away))),
    top: (values) => wordsOf(values)[expected(values, movedTo(values, planeRows(values)))[0].word],
  },
  actions: {
    multiply: flight({ steps: "terms", most: V, seconds: 3 }),
    train: flight({ steps: "steps", most: MOST, seconds: 4 }),
    again: fromOtherWeights({ steps: "steps", seed: "seed", flight: "train" }),
    trainPlane: flight({ steps: "plane", most: MOST, seconds: 5 }),
    againPlane: fromOtherWeights({ steps: "plane", seed: "planeSeed", flight: "trainPlane" }),
    back: () => ({ right: 0, up: 0 }),
  },
  tasks: {
    last: { isDone: ({ terms, word }) => terms > 0 && terms <= word, solution: { word: V - 1, terms: 13 } },
    larger: { isDone: ({ size, width }) => width > size, solution: { size: 100, width: 300 } },
    becomes: {
      isDone(values) {
        const rows = planeRows(values);
        const top = (vector) => expected(values, vector)[0].word;
        return top(movedTo(values, rows)) !== top(rows[values.moved]);
      },
      solution: null,
    },
  },
};

export const mount = (host, css) => chapter(host, css, EMBEDDINGS);
