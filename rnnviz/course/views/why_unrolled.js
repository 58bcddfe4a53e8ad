// The loop, unrolled: as a time line, as the figure of the book, as one product, as one formula, and how far back.

import { fill, short } from "../../web/numbers.js";
import { chapter } from "../assets/chapter.js";
import { softmax } from "../assets/crossentropy.js";
import { handle } from "../assets/figure.js";
import { arrow, boxed, cells, largest } from "../assets/matrices.js";
import { axes, curve, label, letter, pathOf, scale, ticks } from "../assets/plot.js";
import { randomNetwork, reading } from "../assets/recurrent.js";
import {
  INPUTS_READ,
  SAMPLES_READ,
  UNITS_READ,
  concatenation,
  exchange,
  movedByDistance,
  movedShare,
  substitution,
} from "../assets/unrolled.js";
import { written } from "../assets/values.js";

const STEPS = 5;
const PHASES = 5;
const FAR = 15;
const [N, D, H] = [SAMPLES_READ, INPUTS_READ, UNITS_READ];

const whole = (usual, least, most, more = {}) => ({ usual, least, most, step: 1, whole: true, ...more });
const share = (usual) => ({ usual, least: 0, most: 1, step: 0.01, hue: "text" });
const places = Array.from({ length: N * H }, (_, k) => `(${Math.floor(k / H) + 1}, ${(k % H) + 1})`);
const NUMBERS = {
  unfold: whole(0, 0, STEPS),
  at: whole(3, 2, STEPS - 1),
  phase: whole(0, 0, PHASES),
  drawn: whole(1, 1, 999),
  element: whole(0, 0, N * H - 1, { names: () => places }),
  levels: whole(1, 1, STEPS),
  place: whole(1, 1, FAR),
  token: whole(4, 0, 7, { names: ({ laozi }) => laozi.vocabulary }),
  guess0: share(0.8),
  guess1: share(0.4),
  guess2: share(0.2),
  seed: whole(1, 1, 999),
};
const CHOICES = {
  weights: { usual: "trained", of: ["trained", "random"] },
  seen: { usual: "no", of: ["no", "yes"] },
};

const codesOf = ({ text, vocabulary }) => text.slice(0, -1).map((one) => vocabulary.indexOf(one));
const hot = (code, size) => Array.from({ length: size }, (_, k) => (k === code ? 1 : 0));
const down = (row) => row.map((one) => [one]);

// The loop

/** A column of the time line: x_t below, s_t, o_t above. Where it is folded, without numbers. */
function columnNodes(x, rows, { u, size, t, input, s, o, isGhost, isTight }) {
  const [top, middle, low] = rows;
  const index = t ?? "t";
  const strip = (values, y, hue, name) => [
    cells(x - size / 2, y - (values.length * size) / 2, down(values), {
      u,
      size,
      symbol: name,
      high: largest([values]),
      isGhost,
    }),
    !isTight &&
      label(x - size / 2 - 0.35 * u, y + 0.35 * u, letter(name, index), {
        place: "end",
        hue,
        more: "bold",
        symbol: name,
      }),
  ];
  const high = (values) => (values.length * size) / 2 + 0.25 * u;
  return [
    ...strip(o, top, "output", "o"),
    ...strip(s, middle, "state", "s"),
    arrow(
      [
        [x, middle - high(s)],
        [x, top + high(o)],
      ],
      u,
      { hue: "output", symbol: "V" },
    ),
    label(x + 0.5 * u, (middle - high(s) + top + high(o)) / 2 + 0.3 * u, letter("V"), { hue: "output", symbol: "V" }),
    arrow(
      [
        [x, low - 1.3 * u],
        [x, middle + high(s)],
      ],
      u,
      { hue: "input", symbol: "U" },
    ),
    label(x + 0.5 * u, (low - 1.3 * u + middle + high(s)) / 2 + 0.3 * u, letter("U"), { hue: "input", symbol: "U" }),
    boxed(x - 1.1 * u, low - 1.1 * u, 2.2 * u, 2.2 * u, input, { u, hue: "input", symbol: "x" }),
    !isTight &&
      label(x - 1.5 * u, low + 0.35 * u, letter("x", index), { place: "end", hue: "input", more: "bold", symbol: "x" }),
  ];
}

const loopFrame = (box) => {
  const left = Math.min(7 * box.u, box.width * 0.22);
  return scale([0, STEPS], [left + 1.6 * box.u, box.width - 0.6 * box.u]);
};
const LOOP = {
  drags: { unfold: (x, _y, _values, box) => ({ unfold: loopFrame(box).of(x) }) },
  draw(values, box, words) {
    const { u, height } = box;
    const { text, network, vocabulary } = values.given.helicopter;
    const { H: S, O } = reading(network, codesOf(values.given.helicopter));
    const rows = [0.2, 0.53, 0.86].map((part) => 1.4 * u + (height - 3 * u) * part);
    const size = Math.min(1.15 * u, (height * 0.27) / S[0].length);
    const x = loopFrame(box);
    const one = x.at(1) - x.at(0);
    const at = (t) => x.at(t) - one * 0.4;
    const middle = rows[1];
    const folded = x.start - 1.6 * u - Math.min(3.4 * u, x.start * 0.45);
    const high = (S[0].length * size) / 2;
    const isNarrow = box.width < 34 * u;
    const isTight = one < 4.4 * u;
    const loop = [
      [folded + size / 2 + 0.2 * u, middle - high * 0.4],
      [folded + 2.1 * u, middle - high * 0.4],
      [folded + 2.1 * u, middle + high * 0.55],
      [folded + size / 2 + 0.2 * u, middle + high * 0.55],
    ];
    return [
      label(0, 0.9 * u, isNarrow ? "" : words.folded, { more: "muted small" }),
      ...columnNodes(folded, rows, { u, size, input: "x", s: S[0].map(() => 0), o: O[0].map(() => 0), isGhost: true }),
      arrow(loop, u, { hue: "state", symbol: "W" }),
      label(folded + 2.4 * u, middle + 0.5 * u, letter("W"), { hue: "state", more: "bold", symbol: "W" }),
      values.unfold > 0 &&
        label(x.start + 0.2 * u, 0.9 * u, fill(words.unfolded, { n: values.unfold }), { more: "muted small" }),
      ...Array.from({ length: values.unfold }, (_, k) => k + 1).flatMap((t) => [
        arrow(
          [
            [t === 1 ? at(1) - Math.min(one * 0.55, 3.4 * u) : at(t - 1) + size / 2 + 0.2 * u, middle + high * 0.72],
            [at(t) - size / 2 - 0.2 * u, middle + high * 0.72],
          ],
          u,
          { hue: "state", symbol: "W" },
        ),
        label(at(t) - one * 0.5, middle + high * 0.72 - 0.5 * u, letter("W"), {
          place: "middle",
          hue: "state",
          symbol: "W",
        }),
        ...columnNodes(at(t), rows, {
          u,
          size,
          t,
          input: text[t - 1],
          s: S[t - 1],
          o: O[t - 1],
          isTight,
        }),
        isTight
          ? label(at(t), rows[0] - (O[0].length * size) / 2 - 0.5 * u, vocabulary[argmax(O[t - 1])], {
              place: "middle",
              hue: "output",
              more: "bold",
            })
          : label(at(t) + size / 2 + 0.3 * u, rows[0] + 0.35 * u, vocabulary[argmax(O[t - 1])], {
              hue: "output",
              more: "bold",
            }),
      ]),
      handle(
        {
          drag: "unfold",
          names: ["unfold"],
          numbers: NUMBERS,
          values,
          x: x.at(values.unfold),
          y: rows[2] + 2.1 * u,
          label: words.unfold,
          hue: "state",
          symbol: "W",
        },
        ["line", { class: "axis", x1: x.start, x2: x.end, y1: rows[2] + 2.1 * u, y2: rows[2] + 2.1 * u }],
      ),
      label(x.at(values.unfold) + (values.unfold > 3 ? -1 : 1) * u, rows[2] + 2.4 * u, words.pull, {
        place: values.unfold > 3 ? "end" : "start",
        more: "muted small halo",
      }),
    ].filter(Boolean);
  },
  describe: ({ unfold }, words) => fill(words.altLoop, { n: unfold }),
};
function argmax(row) {
  return row.indexOf(Math.max(...row));
}

// The book's figure: concatenate, a fully connected layer, copy

const BOOK = {
  drags: { at: (x, _y, _values, box) => ({ at: Math.round(2 + (2 * x) / box.width) }) },
  draw(values, box, words) {
    const { u, width, height } = box;
    const { text, vocabulary, network } = values.given.helicopter;
    const { H: states, O, P } = reading(network, codesOf(values.given.helicopter));
    const { phase, at } = values;
    const column = width / 3;
    const line = height * 0.33;
    const low = height * 0.55;
    const top = 1.3 * u;
    const wide = Math.min(column * 0.36, 5.2 * u);
    const is = (k) => phase === k;
    const cell = (k) => {
      const t = at - 1 + k;
      const now = k === 1;
      const x = k * column + column * 0.5;
      const left = k * column;
      const lit = (one) => (now && is(one) ? { hue: "loss" } : {});
      const join = x - wide / 2 - 1.5 * u;
      const split = x + wide / 2 + 1.1 * u;
      return [
        now && [
          "rect",
          { class: "stage-now", x: left + 0.2 * u, y: 0, width: column - 0.4 * u, height: low + 1.6 * u, rx: 0.7 * u },
        ],
        // H_{t−1} from the left and X_t from below are joined, and go on as one.
        arrow(
          [
            [Math.max(0, left - column + column * 0.5 + wide / 2 + 1.1 * u), line],
            [join, line],
          ],
          u,
          {
            hue: "state",
            symbol: "H_t−1",
            isBare: true,
          },
        ),
        arrow(
          [
            [join, low - 1.2 * u],
            [join, line],
          ],
          u,
          { hue: "input", symbol: "X", isBare: true },
        ),
        arrow(
          [
            [join, line],
            [x - wide / 2, line],
          ],
          u,
          lit(1),
        ),
        ["circle", { class: `dot hue-${now && is(1) ? "loss" : "text"}`, cx: join, cy: line, r: 0.32 * u }],
        boxed(join - 1.3 * u, low - 1.2 * u, 2.6 * u, 2.2 * u, text[t - 1], { u, hue: "input", symbol: "X" }),
        label(join + 1.6 * u, low + 0.4 * u, letter("X", indexOf(k)), { hue: "input", more: "bold", symbol: "X" }),
        boxed(x - wide / 2, line - 1.5 * u, wide, 3 * u, width < 34 * u ? "φ" : `${words.full}, φ`, {
          u,
          hue: now && is(2) ? "loss" : "state",
          symbol: "φ",
        }),
        // H_t is copied: to the next step, and to the output layer.
        arrow(
          [
            [x + wide / 2, line],
            [split, line],
          ],
          u,
          { hue: "state", symbol: "H_t", isBare: true },
        ),
        ["circle", { class: `dot hue-${now && is(3) ? "loss" : "state"}`, cx: split, cy: line, r: 0.32 * u }],
        k === 2 &&
          arrow(
            [
              [split, line],
              [width - 0.1 * u, line],
            ],
            u,
            { hue: "state", symbol: "H_t" },
          ),
        label(split + 0.3 * u, line + 1.5 * u, letter("H", indexOf(k)), {
          hue: "state",
          more: "bold halo",
          symbol: k === 0 ? "H_t−1" : "H_t",
        }),
        arrow(
          [
            [split, line],
            [split, top + 5.1 * u],
          ],
          u,
          { hue: "state", symbol: "H_t" },
        ),
        boxed(
          split - wide / 2,
          top + 2.6 * u,
          Math.min(wide, 2 * (left + column - split) - 0.4 * u),
          2.4 * u,
          width < 34 * u ? "" : words.full,
          {
            u,
            hue: now && is(4) ? "loss" : "output",
            symbol: "O",
          },
        ),
        arrow(
          [
            [split, top + 2.5 * u],
            [split, top + 0.6 * u],
          ],
          u,
          { hue: "output", symbol: "O" },
        ),
        label(split - 0.5 * u, top + 1 * u, letter("O", indexOf(k)), {
          place: "end",
          hue: "output",
          more: "bold halo",
          symbol: "O",
        }),
        !now && [
          "rect",
          {
            class: "grip",
            x: left,
            y: 0,
            width: column,
            height: low + u,
            "data-pick": `at ${Math.min(4, Math.max(2, t))}`,
          },
        ],
      ].filter(Boolean);
    };
    const t = at - 1;
    const X = hot(vocabulary.indexOf(text[t]), vocabulary.length);
    const before = states[t - 1];
    return [
      ...cell(0),
      ...cell(2),
      ...cell(1),
      ...inside(values, box, words, low + 4.6 * u, { X, before, state: states[t], O: O[t], P: P[t], vocabulary }),
    ];
  },
  describe: (values, words) =>
    fill(words.altBook, {
      t: values.at,
      input: values.given.helicopter.text[values.at - 1],
      phase: words[`phase${values.phase}`],
    }),
};
/** With one decimal, and no minus sign before 0. */
const tenth = (value) => (Math.abs(value) < 0.05 ? "0.0" : value.toFixed(1).replace("-", "−"));
const indexOf = (k) => ["t−1", "t", "t+1"][k];

/** The chosen step in numbers, as far as the walk has come. */
function inside(values, box, words, top, { X, before, state, O, P, vocabulary }) {
  const { u, width, height } = box;
  const { phase } = values;
  const size = Math.min(2 * u, (width - 2 * u) / (X.length + before.length + 3));
  const isNarrow = width < 34 * u;
  const tall = isNarrow ? height - top : (height - top) / 4;
  const y = (k) => top + (isNarrow ? 0 : k * tall);
  const row = (values1, x, k, more) =>
    cells(x, y(k) + 0.7 * u, [values1], { u, size: Math.min(1.9 * u, tall - 1.6 * u), wide: size, ...more });
  const name = (k, ...nodes) => label(0, y(k) + 0.2 * u, nodes, { more: "bold" });
  const best = argmax(P);
  const shown = phase === 0 ? PHASES : phase;
  // The rows are those of the phases 1, 2 and 3, 4, and 5; a phone has room for the last one.
  const isShown = (from, to = from) => shown >= from && (!isNarrow || shown <= to);
  return [
    label(0, top - 1.4 * u, words[`phase${phase}`], {
      hue: phase ? "loss" : "text",
      more: isNarrow ? "bold" : "bold large",
    }),
    isShown(1) && name(0, "[ ", ...letter("X", "t"), ", ", ...letter("H", "t−1"), ` ]: ${X.length} + ${before.length}`),
    isShown(1) && row(X, 0, 0, { hue: "input", symbol: "X" }),
    isShown(1) && row(before, X.length * size + 0.5 * u, 0, { symbol: "H_t−1" }),
    isShown(2, 3) &&
      name(
        1,
        ...letter("H", "t"),
        " = φ( [ ",
        ...letter("X", "t"),
        ", ",
        ...letter("H", "t−1"),
        " ] W + ",
        ...letter("b", "h"),
        " )",
      ),
    isShown(2, 3) && row(state, 0, 1, { symbol: "H_t" }),
    isShown(3) && row(state, state.length * size + 2.4 * u, 1, { symbol: "H_t" }),
    isShown(3) && label(state.length * size + 1.2 * u, y(1) + 1.8 * u, "=", { place: "middle", more: "bold" }),
    isShown(4) &&
      name(2, ...letter("O", "t"), " = ", ...letter("H", "t"), ...letter("W", "hq"), " + ", ...letter("b", "q")),
    isShown(4) && row(O, 0, 2, { high: largest([O]), symbol: "O" }),
    isShown(4) &&
      label(O.length * size + 0.8 * u, y(2) + 1.8 * u, O.map((one, k) => `${vocabulary[k]} ${tenth(one)}`).join("  "), {
        more: "small muted",
      }),
    isShown(5) && name(3, ...letter("Ŷ", "t"), " = softmax(", ...letter("O", "t"), ")"),
    isShown(5) && row(P, 0, 3, { hue: "output", symbol: "O" }),
    isShown(5) &&
      label(O.length * size + 0.8 * u, y(3) + 1.8 * u, `${vocabulary[best]} ${P[best].toFixed(3)}`, {
        hue: "output",
        more: "bold",
      }),
  ].filter(Boolean);
}

// Two products, or one

const difference = (values) => {
  const { first, second } = concatenation(values.drawn);
  return Math.max(...first.flatMap((row, i) => row.map((one, j) => Math.abs(one - second[i][j]))));
};
const JOIN = {
  drags: {},
  draw(values, box, words) {
    const { u, width, height } = box;
    const { X, W_xh, S, W_hh, XH, W, first, second } = concatenation(values.drawn);
    const [i, j] = [Math.floor(values.element / H), values.element % H];
    const wide = Math.min(2.5 * u, (width - 5 * u) / (D + 3 * H));
    const size = Math.min(1.75 * u, (height - (width < 34 * u ? 11.5 : 12) * u) / 12);
    const high = 2;
    const isRead = wide > 2.2 * u;
    const put = (x, y, rows, lit, symbol) => [
      cells(x, y, rows, { u, size, wide, high, lit, symbol, isPale: isRead }),
      ...(isRead
        ? rows.flatMap((row, a) =>
            row.map((one, b) =>
              label(x + (b + 0.5) * wide, y + (a + 0.5) * size + 0.33 * u, tenth(one), {
                place: "middle",
                more: "small",
              }),
            ),
          )
        : []),
      label(x, y - 0.45 * u, `${rows.length} × ${rows[0].length}`, { more: "small muted" }),
    ];
    const gap = (width < 34 * u ? 1.3 : 1.4) * u;
    const sign = (x, y, text) => label(x, y, text, { place: "middle", more: "bold" });
    const y1 = 3.2 * u;
    const x2 = D * wide + gap;
    const x3 = x2 + H * wide + gap;
    const x4 = x3 + H * wide + gap;
    const isNarrow = width < 34 * u;
    const y2 = y1 + H * size + (isNarrow ? 3.2 : 4.2) * u;
    const y3 = y2 + (D + H) * size + (isNarrow ? 1.8 : 3.4) * u;
    const each = Math.min(3.4 * u, (width - 2 * u) / (2 * H));
    const right = width / 2 + 0.6 * u;
    const products = XH[i].map((value, k) => value * W[k][j]);
    const result = (x, rows, title) => [
      label(x, y3 - 0.5 * u, title, { more: "bold" }),
      cells(x, y3, rows, { u, size, wide: each, high: 4, isRead: each > 2.6 * u, lit: [[i, j]], symbol: "H_t" }),
      ...rows.flatMap((row, a) =>
        row.map((_, b) => [
          "rect",
          {
            class: "grip",
            x: x + b * each,
            y: y3 + a * size,
            width: each,
            height: size,
            "data-pick": `element ${a * H + b}`,
          },
        ]),
      ),
    ];
    const term = (value, k) => (k && value >= 0 ? ` + ${short(value)}` : k ? ` − ${short(-value)}` : short(value));
    return [
      label(0, y1 - 2 * u, [...letter("X"), ...letter(" W", "xh"), " + ", ...letter("H"), ...letter(" W", "hh")], {
        more: "bold",
      }),
      ...put(0, y1, X, [[i, null]], "X"),
      ...put(x2, y1, W_xh, [[null, j]], "W_xh"),
      sign(x3 - gap / 2, y1 + size, "+"),
      ...put(x3, y1, S, [[i, null]], "H"),
      ...put(x4, y1, W_hh, [[null, j]], "W_hh"),
      label(0, y2 - 2 * u, ["[ ", ...letter("X"), ", ", ...letter("H"), " ] · ", words.stacked], { more: "bold" }),
      ...put(0, y2, XH, [[i, null]], "X"),
      ["rect", { class: "outline hue-input", x: 0, y: y2, width: D * wide, height: N * size }],
      ["rect", { class: "outline hue-state", x: D * wide, y: y2, width: H * wide, height: N * size }],
      ...put((D + H) * wide + gap, y2, W, [[null, j]], "W"),
      ["rect", { class: "outline hue-input", x: (D + H) * wide + gap, y: y2, width: H * wide, height: D * size }],
      [
        "rect",
        { class: "outline hue-state", x: (D + H) * wide + gap, y: y2 + D * size, width: H * wide, height: H * size },
      ],
      ...result(0, first, words.added),
      ...result(right, second, words.joined),
      label(0, y3 + N * size + 1.9 * u, `${products.map(term).join("")} = ${short(second[i][j])}`, { more: "bold" }),
      label(0, y3 + N * size + 3.5 * u, fill(words.ofElement, { place: places[values.element] }), {
        more: "muted small",
      }),
    ];
  },
  describe: (values, words) =>
    fill(words.altJoin, {
      difference: short(difference(values)),
      place: places[values.element],
      value: short(concatenation(values.drawn).first.flat()[values.element]),
    }),
};

// Substituted, level by level

/** The score of the last character, with so many levels substituted, and with zeros in the place of the rest. */
function expanded({ given }, levels) {
  const { text, vocabulary, network } = given.helicopter;
  const { whole: all, cut } = substitution(network, codesOf(given.helicopter), levels);
  const k = vocabulary.indexOf(text.at(-1));
  return { whole: all[k], cut: cut[k] };
}
const lastOutput = ({ given }) => {
  const { text, vocabulary, network } = given.helicopter;
  const { O } = reading(network, codesOf(given.helicopter));
  const k = vocabulary.indexOf(text.at(-1));
  return { score: O.at(-1)[k], probability: softmax(O.at(-1))[k] };
};
/** A part of a line in its own hue; a quantity's letter in the letters of formulas. */
const hued = (text, hue, isLetter) => ["tspan", { class: `${isLetter ? "letter " : ""}hue-${hue}` }, text];
const EXPAND = {
  drags: {
    levels: (x, _y, _values, box) => ({
      levels: Math.round(scale([0.5, 5.5], [3.4 * box.u, box.width - box.u]).of(x)),
    }),
  },
  draw(values, box, words) {
    const { u, width, height } = box;
    const { text } = values.given.helicopter;
    const { levels } = values;
    const half = height * 0.47;
    const isNarrow = width < 34 * u;
    const step = Math.min((width - 3 * u) / (levels + 1), 7.2 * u);
    const inset = Math.min(1.5 * u, half / 13);
    const nested = Array.from({ length: levels }, (_, k) => {
      const x = 2.6 * u + k * step;
      const y = 2 * u + k * inset;
      const t = STEPS - k;
      const tall = half - 3 * u - 2 * k * inset;
      const call = [hued("f(", "state", true), hued("U", "input", true), hued(` ${text[t - 1]}`, "input")];
      const rest = [hued(" + ", "state"), hued("W", "state", true)];
      return [
        [
          "rect",
          {
            class: "node hue-state",
            "fill-opacity": 0.35,
            x,
            y,
            width: width - x - (0.2 + 0.35 * k) * u,
            height: tall,
            rx: 0.7 * u,
          },
        ],
        label(x + 0.45 * u, y + tall / 2 + (isNarrow ? -0.2 : 0.5) * u, [...call, ...(isNarrow ? [] : rest)], {
          more: "bold",
        }),
        isNarrow && label(x + 0.45 * u, y + tall / 2 + 1.2 * u, rest, { more: "bold" }),
      ].filter(Boolean);
    }).flat();
    const left = 2.6 * u + levels * step;
    const rest = STEPS - levels;
    const x = scale([0.5, 5.5], [3.4 * u, width - u]);
    const all = Array.from({ length: levels }, (_, k) => expanded(values, k + 1));
    const low = Math.min(-1, ...Array.from({ length: STEPS }, (_, k) => expanded(values, k + 1).cut));
    const y = scale([Math.floor(low), Math.ceil(all[0].whole) + 1], [height - 4 * u, half + 2.6 * u]);
    const middle = 2 * u + (half - 3 * u) / 2;
    return [
      label(0, middle + 0.5 * u, letter("V"), { hue: "output", more: "bold large", symbol: "V" }),
      ...nested,
      label(left, middle + 0.5 * u, rest ? letter("s", rest) : letter("s", "0"), {
        hue: "state",
        more: "bold",
        symbol: "s",
      }),
      label(left, middle + 2.1 * u, rest ? "" : "= 0", { more: "muted small" }),
      ...axes(x, y, {
        u,
        ticksX: [1, 2, 3, 4, 5],
        ticksY: ticks(y.from, y.to, 2),
        titleX: words.levels,
        titleY: fill(words.score, { target: text.at(-1) }),
        writtenX: String,
      }),
      curve(
        all.map(({ whole: value }, k) => [x.at(k + 1), y.at(value)]),
        "output",
      ),
      ...all.map(({ whole: value }, k) => [
        "circle",
        { class: "dot hue-output", cx: x.at(k + 1), cy: y.at(value), r: 0.36 * u },
      ]),
      curve(
        all.map(({ cut }, k) => [x.at(k + 1), y.at(cut)]),
        "loss",
        "thin",
      ),
      ...all.map(({ cut }, k) => ["circle", { class: "dot hue-loss", cx: x.at(k + 1), cy: y.at(cut), r: 0.3 * u }]),
      label(x.at(1) - 0.6 * u, y.at(all[0].whole) - 0.9 * u, `${words.whole} ${short(all.at(-1).whole)}`, {
        hue: "output",
        more: "bold halo",
      }),
      label(
        x.at(levels) + (levels > 3 ? -0.4 : 0.6) * u,
        y.at(all.at(-1).cut) + 1.5 * u,
        `${words.cut} ${short(all.at(-1).cut)}`,
        {
          place: levels > 3 ? "end" : "start",
          hue: "loss",
          more: "bold halo",
        },
      ),
      handle({
        drag: "levels",
        names: ["levels"],
        numbers: NUMBERS,
        values,
        x: x.at(levels),
        y: y.start,
        label: words.levels,
        hue: "state",
      }),
    ];
  },
  describe: (values, words) => {
    const { whole: value, cut } = expanded(values, values.levels);
    return fill(words.altExpand, { levels: values.levels, whole: value.toFixed(6), cut: cut.toFixed(6) });
  },
};

// How far back

const KEPT = new Map();
function reader({ given, weights, seed }) {
  if (weights === "trained") return given.laozi.network;
  if (!KEPT.has(seed)) {
    KEPT.clear();
    const size = given.laozi.vocabulary.length;
    KEPT.set(seed, randomNetwork("rnn", { inputs: size, hidden: 8, outputs: size }, seed));
  }
  return KEPT.get(seed);
}
const sharesOf = (values) => movedByDistance(reader(values), codesOf(values.given.laozi), values.token);
const farFrame = (box) => [
  scale([0, FAR - 1], [3.6 * box.u, box.width - 1.2 * box.u]),
  scale([0, 1], [box.height - 3.4 * box.u, box.height * 0.66]),
];
const GUESSES = { guess0: 0, guess1: 7, guess2: 14 };
const farDrag = (name) => (_x, y, _values, box) => ({ [name]: farFrame(box)[1].of(y) });
const EXCHANGE = {
  drags: Object.fromEntries(Object.keys(GUESSES).map((name) => [name, farDrag(name)])),
  draw(values, box, words) {
    const { u, width } = box;
    const { text, vocabulary } = values.given.laozi;
    const codes = codesOf(values.given.laozi);
    const network = reader(values);
    const [one, two] = [reading(network, codes), reading(network, exchange(codes, values.place - 1, values.token))];
    const wide = Math.min((width - 2.2 * u) / FAR, 2.6 * u);
    const size = Math.min(0.85 * u, (box.height * 0.22) / 8);
    const top = 1.2 * u;
    const map = top + 3.6 * u;
    const from = 2 * u;
    const isSeen = values.seen === "yes" || values.all;
    const shares = sharesOf(values);
    // Where the character stands already, there is nothing to exchange.
    const others = shares.map((_, k) => k).filter((k) => codes[FAR - 1 - k] !== values.token);
    const [x, y] = farFrame(box);
    const bars = map + 8 * size + 2.5 * u;
    const tall = y.end - 3.6 * u - bars;
    const [before, after] = [one.P.at(-1), two.P.at(-1)];
    const slot = Math.min((width - 2 * u) / vocabulary.length, 4.4 * u);
    const points = Object.entries(GUESSES).map(([name, lag]) => [x.at(lag), y.at(values[name])]);
    return [
      ...codes.flatMap((code, t) => {
        const is = t === values.place - 1;
        const at = from + (t + 0.5) * wide;
        return [
          is && [
            "rect",
            {
              class: "stage-now",
              x: at - wide / 2,
              y: top - u,
              width: wide,
              height: map + 8 * size - top + 1.2 * u,
              rx: 0.4 * u,
            },
          ],
          is && label(at, top, text[t], { place: "middle", more: "muted" }),
          label(at, top + 1.7 * u, vocabulary[is ? values.token : code], {
            place: "middle",
            more: is ? "bold" : "",
            hue: is ? "loss" : "input",
          }),
          cells(at - wide / 2, map, down(two.H[t].map((h, k) => h - one.H[t][k])), { u, size, wide, symbol: "H" }),
          [
            "rect",
            {
              class: "grip",
              x: at - wide / 2,
              y: top - u,
              width: wide,
              height: 3.4 * u,
              "data-pick": `place ${t + 1}`,
            },
          ],
        ].filter(Boolean);
      }),
      label(0, map + 4.4 * size, ["Δ"], { hue: "state", more: "bold" }),
      label(from, map - 0.5 * u, words.changeOfState, { hue: "state", more: "small bold" }),
      label(0, bars - 0.7 * u, words.last, { hue: "output", more: "bold" }),
      ...vocabulary.flatMap((token, k) => {
        const at = (k + 0.5) * slot;
        const bar = (p, shift, kind) => [
          "rect",
          {
            class: kind,
            x: at + shift * slot,
            width: slot * 0.3,
            y: bars + tall * (1 - p),
            height: Math.max(1, tall * p),
          },
        ];
        return [
          bar(before[k], -0.32, "outline hue-output"),
          bar(after[k], 0.02, "solid hue-output"),
          label(at, bars + tall + 1.2 * u, token, { place: "middle", more: "bold" }),
        ];
      }),
      label(
        width,
        bars - 0.7 * u,
        fill(words.movedNow, { share: `${Math.round(100 * movedShare(before, after))} %` }),
        {
          place: "end",
          more: "bold",
        },
      ),
      ...axes(x, y, {
        u,
        ticksX: [0, 7, 14],
        ticksY: [0, 0.5, 1],
        titleY: words.moved,
        written: (value) => `${100 * value} %`,
        writtenX: String,
      }),
      label(x.end, y.start + 2.7 * u, words.back, { place: "end", more: "muted small" }),
      isSeen &&
        curve(
          others.map((k) => [x.at(k), y.at(shares[k])]),
          "output",
        ),
      ...(isSeen
        ? others.map((k) => [
            "circle",
            {
              class: `dot hue-${k === FAR - values.place ? "loss" : "output"}`,
              cx: x.at(k),
              cy: y.at(shares[k]),
              r: 0.32 * u,
              "data-pick": `place ${FAR - k}`,
            },
          ])
        : []),
      ["path", { class: "curve thin dashed hue-text", d: pathOf(points) }],
      ...Object.keys(GUESSES).map((name, k) =>
        handle({
          drag: name,
          names: [name],
          numbers: NUMBERS,
          values,
          x: points[k][0],
          y: points[k][1],
          label: words[name],
          hue: "text",
        }),
      ),
      label((points[0][0] + points[1][0]) / 2, (points[0][1] + points[1][1]) / 2 - 0.9 * u, words.yours, {
        place: "middle",
        more: "halo muted small",
      }),
    ].filter(Boolean);
  },
  describe(values, words) {
    const shares = sharesOf(values).map((value) => value.toFixed(2));
    const isSeen = values.seen === "yes" || values.all;
    return fill(isSeen ? words.altExchange : words.altGuess, {
      place: values.place,
      token: values.given.laozi.vocabulary[values.token],
      now: shares[FAR - values.place],
      shares: shares.join(", "),
      guesses: Object.keys(GUESSES)
        .map((name) => written(NUMBERS[name], values[name]))
        .join(", "),
    });
  },
};

const percent = (value) => `${Math.round(100 * value)} %`;
const WHY_UNROLLED = {
  numbers: NUMBERS,
  choices: CHOICES,
  symbols: {
    x: { hue: "input" },
    X: { hue: "input" },
    s: { hue: "state" },
    H: { hue: "state" },
    o: { hue: "output" },
    O: { hue: "output" },
    Ŷ: { hue: "output" },
    U: { hue: "input" },
    W: { hue: "state" },
    V: { hue: "output" },
  },
  figures: { loop: LOOP, book: BOOK, join: JOIN, expand: EXPAND, exchange: EXCHANGE },
  computed: {
    difference: (values) => short(difference(values)),
    score: (values) => lastOutput(values).score.toFixed(3),
    probability: (values) => lastOutput(values).probability.toFixed(3),
    first: (values) => percent(sharesOf(values).at(-1)),
    nearest: (values) => percent(sharesOf(values)[0]),
    now: (values) => percent(sharesOf(values)[FAR - values.place]),
    was: (values) => values.given.laozi.text[values.place - 1],
  },
  actions: {
    onward: ({ phase }) => ({ phase: (phase + 1) % (PHASES + 1) }),
    fresh: ({ drawn }) => ({ drawn: (drawn % 999) + 1 }),
    deeper: ({ levels }) => ({ levels: (levels % STEPS) + 1 }),
    see: ({ seen }) => ({ seen: seen === "yes" ? "no" : "yes" }),
    other: ({ seed }) => ({ seed: (seed % 999) + 1, weights: "random" }),
  },
  tasks: {
    pull: { isDone: ({ unfold }) => unfold >= STEPS, solution: { unfold: STEPS } },
    look: { isDone: ({ seen }) => seen === "yes", solution: null },
  },
};

export const mount = (host, css) => chapter(host, css, WHY_UNROLLED);
