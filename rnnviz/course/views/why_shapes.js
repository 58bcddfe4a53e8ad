// Shapes and choices: a character model in columns, every size, one step as a graph, and where an output is read.

import { fill, short } from "../../web/numbers.js";
import { chapter } from "../assets/chapter.js";
import { handle } from "../assets/figure.js";
import { GRAPH_WEIGHTS, graphStep, outputFunction } from "../assets/graph.js";
import { arrow, boxed, cells, largest, round } from "../assets/matrices.js";
import { axes, curve, label, letter, scale } from "../assets/plot.js";
import { learn, learner, meanLoss, randomNetwork, reading } from "../assets/recurrent.js";
import { flight, fromOtherWeights, training } from "../assets/training.js";
import { written } from "../assets/values.js";

const UNITS = 8;
const MOST_STEPS = 200;
const SECONDS = 2;
// Slow enough to be watched.
const SLOW = 0.012;
const LARGEST = 12;
const MOST_LOSS = 3;
const TASK_UNITS = 4;

const whole = (usual, least, most, more = {}) => ({ usual, least, most, step: 1, whole: true, ...more });
const NUMBERS = {
  t: whole(3, 1, 5),
  steps: whole(0, 0, MOST_STEPS),
  first: whole(1, 1, 999),
  n: whole(2, 1, 6),
  d: whole(3, 1, LARGEST, { hue: "input" }),
  h: whole(4, 1, LARGEST, { hue: "state" }),
  q: whole(2, 1, LARGEST, { hue: "output" }),
  T: whole(100, 1, 1000),
  raise: { usual: 0, least: -4, most: 4, step: 0.1, digits: 1, hue: "output", symbol: "b_y" },
  x1: { usual: 1, least: -2, most: 2, step: 0.1, digits: 1, hue: "input", symbol: "x" },
  length: whole(5, 2, 7),
};
const CHOICES = {
  order: { usual: "row", of: ["row", "column"] },
  f: { usual: "tanh", of: ["tanh", "sigmoid", "relu"] },
  g: { usual: "softmax", of: ["identity", "sigmoid", "softmax"] },
  task: { usual: "next", of: ["next", "tag", "class", "alarm", "value", "answer"] },
};

// Figure 6.2: input, state, output, loss, label

const examplesOf = ({ text, vocabulary }) => {
  const codes = text.map((one) => vocabulary.indexOf(one));
  return [{ codes: codes.slice(0, -1), targets: codes.slice(1) }];
};
const TRAINING = training({
  steps: "steps",
  most: MOST_STEPS,
  of: ({ first }, { helicopter }) => ({
    seed: first,
    size: helicopter.vocabulary.length,
    examples: examplesOf(helicopter),
  }),
  begin: ({ seed, size }) => learner(randomNetwork("rnn", { inputs: size, hidden: UNITS, outputs: size }, seed)),
  step: (state, k, { examples }) => learn(state, k, examples, SLOW),
});
/** The character model as far as it has come: what it computes, its loss, and the losses before. */
function now(values) {
  const { state, losses, what } = TRAINING.at(values, values.given);
  const [{ codes, targets }] = what.examples;
  const read = reading(state.network, codes);
  return {
    ...read,
    targets,
    each: targets.map((target, t) => -Math.log(read.P[t][target])),
    loss: meanLoss(state.network, what.examples),
    losses,
  };
}

const COLUMNS = {
  drags: {
    steps: (x, _y, _values, box) => ({ steps: scale([0, MOST_STEPS], [3 * box.u, box.width - 1.2 * box.u]).of(x) }),
  },
  draw(values, box, words) {
    const { u, width, height } = box;
    const { text, vocabulary } = values.given.helicopter;
    const { H, O, P, targets, each, loss, losses } = now(values);
    const isNarrow = width < 34 * u;
    const low = height * 0.72;
    const size = Math.min(1.1 * u, (low - 10.5 * u) / (2 * vocabulary.length + UNITS));
    const left = isNarrow ? 2 * u : 5.5 * u;
    const column = (width - left) / H.length;
    const wide = Math.min(column * 0.5, 3.4 * u);
    const tops = [0, 1.9, 4.2];
    const pTop = tops[2] * u + 0.6 * u;
    const oTop = pTop + vocabulary.length * size + 1.1 * u;
    const hTop = oTop + vocabulary.length * size + 1.1 * u;
    const xTop = hTop + UNITS * size + 1.1 * u;
    const x = scale([0, MOST_STEPS], [3 * u, width - 1.2 * u]);
    const y = scale([0, 2], [height - 2.9 * u, low + 1.6 * u]);
    const title = (at, nodes, hue, symbol) => label(0, at, nodes, { hue, more: "bold", symbol });
    const columns = H.flatMap((_, t) => {
      const is = t === values.t - 1;
      const middle = left + (t + 0.5) * column;
      const strip = (rows, top, more) =>
        cells(
          middle - wide / 2,
          top,
          rows.map((one) => [one]),
          { u, size, wide, ...more },
        );
      const isRead = t < values.t;
      return [
        is && [
          "rect",
          {
            class: "stage-now",
            x: middle - column / 2 + 2,
            y: 0,
            width: column - 4,
            height: xTop + 2.4 * u,
            rx: 0.6 * u,
          },
        ],
        label(middle, 1.1 * u, text[t + 1], { place: "middle", hue: "right", more: "bold", symbol: "y" }),
        label(middle, 3.4 * u, each[t].toFixed(2), { place: "middle", hue: "loss", more: "bold", symbol: "L" }),
        [
          "rect",
          {
            class: "solid hue-loss",
            x: middle - wide / 2,
            y: 3.8 * u,
            width: Math.max(1, wide * Math.min(1, each[t] / MOST_LOSS)),
            height: 0.4 * u,
          },
        ],
        strip(P[t], pTop, { hue: "output", symbol: "Ŷ", lit: [[targets[t], 0]] }),
        strip(O[t], oTop, { high: largest([O[t]], 3), symbol: "O" }),
        strip(H[t], hTop, { symbol: "H" }),
        arrow(
          [
            [middle, pTop - 0.1 * u + vocabulary.length * size + 1.05 * u],
            [middle, pTop + vocabulary.length * size + 0.1 * u],
          ],
          u * 0.8,
          { hue: "output" },
        ),
        arrow(
          [
            [middle, hTop - 0.1 * u],
            [middle, oTop + vocabulary.length * size + 0.1 * u],
          ],
          u * 0.8,
          { hue: is ? "loss" : "output" },
        ),
        arrow(
          [
            [middle, xTop],
            [middle, hTop + UNITS * size + 0.1 * u],
          ],
          u * 0.8,
          { hue: isRead ? "loss" : "input" },
        ),
        t > 0 &&
          arrow(
            [
              [middle - column + wide / 2 + 2, hTop + (UNITS * size) / 2],
              [middle - wide / 2 - 2, hTop + (UNITS * size) / 2],
            ],
            u * 0.8,
            {
              hue: isRead ? "loss" : "state",
              symbol: "H",
            },
          ),
        boxed(middle - 1.1 * u, xTop + 0.1 * u, 2.2 * u, 2 * u, text[t], {
          u,
          hue: isRead ? "loss" : "input",
          symbol: "X",
        }),
        [
          "rect",
          {
            class: "grip",
            x: middle - column / 2,
            y: 0,
            width: column,
            height: xTop + 2.2 * u,
            "data-pick": `t ${t + 1}`,
          },
        ],
      ].filter(Boolean);
    });
    const rows = (top) =>
      isNarrow
        ? []
        : vocabulary.map((one, k) =>
            label(left - 0.2 * u, top + (k + 0.5) * size + 0.33 * u, one, { place: "end", more: "small muted" }),
          );
    return [
      ...columns,
      title(1.1 * u, isNarrow ? letter("y") : words.label, "right", "y"),
      title(3.4 * u, isNarrow ? letter("L") : words.loss, "loss", "L"),
      title(pTop + 0.5 * vocabulary.length * size, letter("Ŷ", isNarrow ? "" : "t"), "output", "Ŷ"),
      title(oTop + 0.5 * vocabulary.length * size, letter("O", isNarrow ? "" : "t"), "output", "O"),
      title(hTop + 0.5 * UNITS * size, letter("H", isNarrow ? "" : "t"), "state", "H"),
      title(xTop + 1.5 * u, letter("X", isNarrow ? "" : "t"), "input", "X"),
      ...rows(pTop),
      ...axes(x, y, { u, ticksX: [0, 100, 200], ticksY: [0, 1, 2], titleY: words.mean, writtenX: String }),
      label(x.end, y.start + 2.6 * u, words.steps, { place: "end", more: "muted small" }),
      [
        "line",
        {
          class: "guide",
          x1: x.start,
          x2: x.end,
          y1: y.at(Math.log(vocabulary.length)),
          y2: y.at(Math.log(vocabulary.length)),
        },
      ],
      label(x.end, y.at(Math.log(vocabulary.length)) - 0.35 * u, fill(words.guessing, { V: vocabulary.length }), {
        place: "end",
        more: "muted small halo",
      }),
      curve(
        [...losses, loss].map((one, k) => [x.at(k), y.at(Math.min(2.2, one))]),
        "loss",
      ),
      handle(
        {
          drag: "steps",
          names: ["steps"],
          numbers: NUMBERS,
          values,
          x: x.at(losses.length),
          y: y.at(Math.min(2.2, loss)),
          label: words.steps,
          hue: "loss",
          symbol: "L",
        },
        label(x.at(losses.length), y.at(Math.min(2.2, loss)) - 0.9 * u, short(loss), {
          place: losses.length > 170 ? "end" : "start",
          hue: "loss",
          more: "bold halo",
        }),
      ),
    ];
  },
  describe(values, words) {
    const { each, loss } = now(values);
    return fill(words.altColumns, {
      steps: values.steps,
      each: each.map((one) => one.toFixed(2)).join(", "),
      mean: short(loss),
    });
  },
};

// Every shape

/** The products of a step in the reader's order: rows of [letter, index, height, width, hue, symbol] with signs between. */
function lineup({ n, d, h, q, order }) {
  const matrix = (name, index, rows, columns, hue, more = {}) => ({ name, index, rows, columns, hue, ...more });
  if (order === "row") {
    return [
      [
        matrix("X", "t", n, d, "input"),
        matrix("W", "xh", d, h, "text", { isOwn: true }),
        "+",
        matrix("H", "t−1", n, h, "state"),
        matrix("W", "hh", h, h, "text", { isOwn: true }),
        "+",
        matrix("b", "h", 1, h, "text", { isOwn: true, copies: n }),
        "→",
        matrix("H", "t", n, h, "state"),
      ],
      [
        matrix("H", "t", n, h, "state"),
        matrix("W", "hq", h, q, "text", { isOwn: true }),
        "+",
        matrix("b", "q", 1, q, "text", { isOwn: true, copies: n }),
        "=",
        matrix("O", "t", n, q, "output"),
      ],
    ];
  }
  return [
    [
      matrix("W", "hh", h, h, "text", { isOwn: true }),
      matrix("h", "t−1", h, 1, "state"),
      "+",
      matrix("W", "xh", h, d, "text", { isOwn: true }),
      matrix("x", "t", d, 1, "input"),
      "+",
      matrix("b", "h", h, 1, "text", { isOwn: true }),
      "→",
      matrix("h", "t", h, 1, "state"),
    ],
    [
      matrix("W", "hy", q, h, "text", { isOwn: true }),
      matrix("h", "t", h, 1, "state"),
      "+",
      matrix("b", "y", q, 1, "text", { isOwn: true }),
      "→",
      matrix("y", "t", q, 1, "output"),
    ],
  ];
}
const SHAPES = {
  drags: {
    dh: (x, y, _values, box, from) => ({
      h: from.values.h + Math.round((x - from.x) / (1.5 * box.u)),
      d: from.values.d + Math.round((y - from.y) / (1.5 * box.u)),
    }),
    n: (_x, y, _values, box, from) => ({ n: from.values.n + Math.round((y - from.y) / (1.5 * box.u)) }),
    q: (x, _y, _values, box, from) => ({ q: from.values.q + Math.round((x - from.x) / (1.5 * box.u)) }),
  },
  draw(values, box, words) {
    const { u, width, height } = box;
    const lines = lineup(values);
    const isRow = values.order === "row";
    const sign = 1.5 * u;
    const gap = 0.7 * u;
    const least = width < 34 * u ? 1.9 * u : 2.6 * u;
    const room = (line, size) =>
      line.reduce((sum, one) => sum + (typeof one === "string" ? sign : Math.max(one.columns * size, least) + gap), 0);
    const tallest = (line) =>
      Math.max(...line.filter((one) => one.rows).map((one) => Math.max(one.rows, one.copies ?? 0)));
    let size = 1.9 * u;
    const space = height - 11 * u;
    while (
      size > 2 &&
      (lines.some((line) => room(line, size) > width - u) ||
        lines.reduce((sum, line) => sum + tallest(line) * size, 0) > space)
    )
      size *= 0.96;
    const used = lines.reduce((sum, line) => sum + tallest(line) * size, 0);
    const spare = Math.max(0, space - used) / 3;
    const nodes = [];
    let top = 3.6 * u + spare * 0.6;
    for (const line of lines) {
      let x = 0.3 * u;
      const middle = top + (tallest(line) * size) / 2;
      for (const one of line) {
        if (typeof one === "string") {
          const isTanh = one === "→";
          nodes.push(
            label(x + sign * 0.36, middle + 0.35 * u, isTanh ? (line === lines[0] ? (isRow ? "φ" : "f") : "g") : one, {
              place: "middle",
              more: "bold",
            }),
          );
          if (isTanh)
            nodes.push(
              arrow(
                [
                  [x - 0.1 * u, middle + 0.9 * u],
                  [x + sign * 0.8, middle + 0.9 * u],
                ],
                u * 0.7,
              ),
            );
          x += sign;
          continue;
        }
        const wide = Math.max(one.columns * size, least);
        const at = x + (wide - one.columns * size) / 2;
        const y = middle - (one.rows * size) / 2;
        const symbol = `${one.name}_${one.index}`;
        const grid = (from, rows, kind, strength) =>
          Array.from({ length: rows * one.columns }, (_, k) => [
            "rect",
            {
              class: kind,
              "fill-opacity": strength,
              x: (at + (k % one.columns) * size + 0.05 * size).toFixed(2),
              y: (from + Math.floor(k / one.columns) * size + 0.05 * size).toFixed(2),
              width: (0.9 * size).toFixed(2),
              height: (0.9 * size).toFixed(2),
              rx: (0.1 * size).toFixed(2),
            },
          ]);
        const copies = one.copies ?? 0;
        const from = copies ? middle - (copies * size) / 2 : y;
        nodes.push(
          [
            "g",
            { "data-symbol": symbol },
            ...grid(from, one.rows, `solid hue-${one.hue}`, one.isOwn ? 0.28 : 0.5),
            ...(copies > 1 ? grid(from + size, copies - 1, "outline ghosted") : []),
          ],
          label(x + wide / 2, top - 1.7 * u, letter(one.name, one.index), {
            place: "middle",
            hue: one.hue,
            more: "bold",
            symbol,
          }),
          label(x + wide / 2, top - 0.5 * u, `${one.rows} × ${one.columns}`, { place: "middle", more: "small muted" }),
        );
        const ring = (drag, names, cx, cy, title) =>
          nodes.push(
            handle({ drag, names, numbers: NUMBERS, values, x: cx, y: cy, label: title, hue: one.hue, radius: 5 }),
          );
        if (one.index === "xh")
          ring(
            "dh",
            isRow ? ["h", "d"] : ["d", "h"],
            at + one.columns * size,
            y + one.rows * size,
            isRow ? `${words.h}, ${words.d}` : `${words.d}, ${words.h}`,
          );
        if (one.name === "X") ring("n", ["n"], at + (one.columns * size) / 2, y + one.rows * size, words.n);
        if (one.index === "hq") ring("q", ["q"], at + one.columns * size, y + one.rows * size, words.q);
        if (copies > 1 && line === lines[0])
          nodes.push(
            label(x + wide / 2, from + copies * size + 1.3 * u, words.broadcast, {
              place: "middle",
              more: "small muted halo",
            }),
          );
        x += wide + gap;
      }
      top += tallest(line) * size + 5 * u + spare;
    }
    const count = parameters(values);
    return [
      ...nodes,
      label(
        0,
        height - 1.8 * u,
        fill(words.count, { sum: count.terms.join(" + "), all: count.all.toLocaleString("en") }),
        { more: "bold" },
      ),
      width > 34 * u && label(0, height - 0.4 * u, words.countOf, { more: "muted small" }),
    ];
  },
  describe(values, words) {
    const said = lineup(values).map((line) =>
      line
        .filter((one) => one.name)
        .map((one) => `${one.name}_${one.index} ${one.rows} × ${one.columns}`)
        .join(", "),
    );
    return fill(words.altShapes, { shapes: said.join("; "), all: parameters(values).all });
  },
};
function parameters({ d, h, q }) {
  const terms = [d * h, h * h, h, h * q, q];
  return { terms, all: terms.reduce((sum, one) => sum + one, 0) };
}

// One step as a graph

/** Every node of the graph for what the reader has chosen. */
function stepOf({ f, g, x1, raise }) {
  const x = [x1, -0.5, 0.8];
  return { x, ...graphStep({ f, g, x, b_y: [0, raise, 0] }) };
}
const GRAPH = {
  drags: {
    raise: (_x, y, _values, box, from) => ({ raise: from.values.raise + (from.y - y) / (1.6 * box.u) }),
    x1: (_x, y, _values, box, from) => ({ x1: from.values.x1 + (from.y - y) / (1.6 * box.u) }),
  },
  draw(values, box, words) {
    const { u, width, height } = box;
    const step = stepOf(values);
    const across = (part) => part * width;
    const line = height * 0.3;
    const low = height * 0.52;
    const size = Math.min(1.25 * u, height / 30);
    const isRead = width > 34 * u;
    const wide = isRead ? 2.9 * u : 1.3 * u;
    const column = (part, y, row, name, index, hue, symbol) => [
      cells(
        across(part) - wide / 2,
        y - (row.length * size) / 2,
        row.map((one) => [one]),
        { u, size, wide, high: largest([row]), symbol, isRead },
      ),
      label(across(part), y - (row.length * size) / 2 - 0.5 * u, letter(name, index), {
        place: "middle",
        hue,
        more: "bold",
        symbol,
      }),
    ];
    const half = wide / 2 + 0.1 * u;
    const r = Math.min(0.95 * u, width * 0.024);
    const box1 = Math.min(5.2 * u, width * 0.135);
    const product = (part, y, matrix, index, name, index2, symbol, hue) => [
      boxed(across(part) - box1 / 2, y - 1.1 * u, box1, 2.2 * u, "", { u, hue, symbol }),
      label(
        across(part),
        y + 0.36 * u,
        isRead ? [...letter(matrix, index), ...letter(` ${name}`, index2)] : letter(matrix, index),
        { place: "middle", more: "bold", symbol },
      ),
    ];
    const wire = (from, to, y, hue, symbol) =>
      arrow(
        [
          [from, y],
          [to, y],
        ],
        u * 0.8,
        { hue, symbol },
      );
    const parts = [0.04, 0.175, 0.285, 0.365, 0.475, 0.615, 0.73, 0.81, 0.945];
    const [h0, p1, s1, f, h1, p2, s2, g, y1] = parts.map(across);
    const [top, floor] = [height * 0.66, height - 2.2 * u];
    const range = values.g === "identity" ? [-5, 5] : [0, 1];
    const bar = scale(range, [floor, top + 2.4 * u]);
    const slot = width / 7;
    const zero = bar.at(0);
    const tall = (value) => bar.at(Math.min(range[1], Math.max(range[0], value)));
    const outputs = step.y.flatMap((value, k) => {
      const x = (k + 1) * slot * 1.7;
      const high = tall(value);
      return [
        [
          "rect",
          {
            class: "solid hue-output",
            x: x - slot * 0.4,
            width: slot * 0.8,
            y: Math.min(zero, high),
            height: Math.max(1, Math.abs(zero - high)),
            "data-symbol": "y",
          },
        ],
        [
          "rect",
          {
            class: "outline hue-text",
            x: x - slot * 0.4,
            width: slot * 0.8,
            y: Math.min(zero, tall(step.without[k])),
            height: Math.max(1, Math.abs(zero - tall(step.without[k]))),
            "stroke-dasharray": "3 3",
          },
        ],
        label(x, Math.min(zero, high) - 0.4 * u, short(value), { place: "middle", more: "bold halo", hue: "output" }),
        label(x, floor + 1.5 * u, [...letter("y", "t"), `[${k + 1}]`], {
          place: "middle",
          hue: "output",
          more: "bold",
        }),
      ];
    });
    return [
      ...column(parts[0], line, GRAPH_WEIGHTS.before, "h", "t−1", "state", "h_t−1"),
      wire(h0 + half, p1 - box1 / 2, line, "state", "h_t−1"),
      ...product(parts[1], line, "W", "hh", "h", "t−1", "W_hh", "state"),
      wire(p1 + box1 / 2, s1 - r, line, "state"),
      ...column(parts[0], low, step.x, "x", "t", "input", "x"),
      handle({
        drag: "x1",
        names: ["x1"],
        numbers: NUMBERS,
        values,
        x: h0 + half + 0.5 * u,
        y: low - (step.x.length / 2 - 0.5) * size,
        label: words.x1,
        hue: "input",
        symbol: "x",
        radius: 5,
      }),
      wire(h0 + half, p1 - box1 / 2, low, "input", "x"),
      ...product(parts[1], low, "W", "xh", "x", "t", "W_xh", "input"),
      arrow(
        [
          [p1 + box1 / 2, low],
          [s1, low],
          [s1, line + r],
        ],
        u * 0.8,
        { hue: "input" },
      ),
      label(s1, line - 4.2 * u, letter("b", "h"), { place: "middle", more: "bold", symbol: "b_h" }),
      arrow(
        [
          [s1, line - 3.8 * u],
          [s1, line - r],
        ],
        u * 0.8,
      ),
      round(s1, line, r, "+", { u }),
      wire(s1 + r, f - r, line),
      round(f, line, r * 1.15, [["tspan", { class: "letter" }, "f"]], { u, hue: "state", symbol: "f" }),
      label(f, line + 2.4 * u, ACTIVATION_TITLES[values.f], { place: "middle", more: "small muted" }),
      wire(f + r, h1 - half, line, "state"),
      ...column(parts[4], line, step.h, "h", "t", "state", "h_t"),
      wire(h1 + half, p2 - box1 / 2, line, "state", "h_t"),
      arrow(
        [
          [h1, line + (step.h.length * size) / 2 + 0.2 * u],
          [h1, low],
          [across(0.62), low],
        ],
        u * 0.8,
        { hue: "state", symbol: "h_t" },
      ),
      label(across(0.63), low + 0.35 * u, words.onward, { more: "small muted" }),
      ...product(parts[5], line, "W", "hy", "h", "t", "W_hy", "output"),
      wire(p2 + box1 / 2, s2 - r, line, "output"),
      label(s2, line - 5.2 * u, letter("b", "y"), { place: "middle", hue: "output", more: "bold", symbol: "b_y" }),
      arrow(
        [
          [s2, line - 3.2 * u],
          [s2, line - r],
        ],
        u * 0.8,
        { hue: "output" },
      ),
      handle(
        {
          drag: "raise",
          names: ["raise"],
          numbers: NUMBERS,
          values,
          x: s2,
          y: line - 3.9 * u,
          label: words.raise,
          hue: "output",
          symbol: "b_y",
        },
        label(s2 + 0.9 * u, line - 3.6 * u, written(NUMBERS.raise, values.raise), { hue: "output", more: "bold halo" }),
      ),
      round(s2, line, r, "+", { u, hue: "output" }),
      wire(s2 + r, g - r, line, "output"),
      round(g, line, r * 1.15, [["tspan", { class: "letter" }, "g"]], { u, hue: "output", symbol: "g" }),
      label(g, line + 2.4 * u, words[`g_${values.g}`], { place: "middle", more: "small muted" }),
      wire(g + r, y1 - half, line, "output"),
      ...column(parts[8], line, step.y, "y", "t", "output", "y"),
      label(0, top + 0.6 * u, words.outputs, { hue: "output", more: "bold", symbol: "y" }),
      label(width, top + 0.6 * u, fill(words.sum, { sum: short(step.y.reduce((a, b) => a + b, 0)) }), {
        place: "end",
        more: "muted",
      }),
      ["line", { class: "axis", x1: 0, x2: width, y1: zero, y2: zero }],
      ...outputs,
    ];
  },
  describe(values, words) {
    const { h, y } = stepOf(values);
    return fill(words.altGraph, {
      f: ACTIVATION_TITLES[values.f],
      g: values.g,
      h: h.map(short).join(", "),
      y: y.map(short).join(", "),
    });
  },
};
const ACTIVATION_TITLES = { tanh: "tanh", sigmoid: "sigmoid", relu: "ReLU" };

// Where an output is read

/** What a task asks of the network: how many outputs, which g, at which steps, and at which steps there is an input. */
function taskOf({ task, length }) {
  const all = Array.from({ length }, (_, t) => t);
  const last = [length - 1];
  const half = Math.ceil(length / 2);
  const kinds = {
    next: { K: 6, g: "softmax", read: all },
    tag: { K: 7, g: "softmax", read: all },
    class: { K: 3, g: "softmax", read: last },
    alarm: { K: 1, g: "sigmoid", read: all },
    value: { K: 1, g: "identity", read: all },
    answer: { K: 6, g: "softmax", read: all.slice(half), silent: all.slice(half) },
  };
  return { silent: [], ...kinds[task] };
}
const CODES = [0, 3, 1, 4, 2, 5, 3];
// The code of a step without an input: its row of W_xh is zeros.
const NOTHING = 6;
/** An untrained network with so many outputs. */
function taskNetwork(outputs) {
  const network = randomNetwork("rnn", { inputs: NOTHING, hidden: TASK_UNITS, outputs }, 3);
  const [reader] = network.readers;
  return { ...network, readers: [{ ...reader, W_xh: [...reader.W_xh, reader.b_h[0]] }] };
}
const TASKS = {
  drags: { length: (x, _y, _values, box) => ({ length: Math.round((x / box.width) * 7) }) },
  draw(values, box, words) {
    const { u, width, height } = box;
    const { K: outputs, g, read, silent } = taskOf(values);
    const { length } = values;
    const { H, O } = reading(
      taskNetwork(outputs),
      CODES.slice(0, length).map((code, t) => (silent.includes(t) ? NOTHING : code)),
    );
    const low = height * 0.78;
    const column = width / 7;
    const size = Math.min(1.4 * u, (low - 9 * u) / 12);
    const wide = Math.min(1.9 * u, column * 0.5);
    const hTop = low - 3.4 * u - 4 * size;
    const yLow = hTop - 1.6 * u;
    const columns = H.flatMap((state, t) => {
      const x = (t + 0.5) * column;
      const isOut = read.includes(t);
      const y = outputFunction(g, O[t]);
      const yTop = yLow - outputs * size;
      return [
        cells(
          x - wide / 2,
          hTop,
          state.map((one) => [one]),
          { u, size, wide, symbol: "h" },
        ),
        t > 0 &&
          arrow(
            [
              [x - column + wide / 2 + 2, hTop + 2 * size],
              [x - wide / 2 - 2, hTop + 2 * size],
            ],
            u * 0.9,
            { hue: "state", symbol: "h" },
          ),
        !silent.includes(t) &&
          arrow(
            [
              [x, low - 2 * u],
              [x, hTop + 4 * size + 0.1 * u],
            ],
            u * 0.9,
            { hue: "input" },
          ),
        !silent.includes(t) &&
          boxed(x - 1.1 * u, low - 2 * u, 2.2 * u, 2 * u, letter("x", t + 1), { u, hue: "input", symbol: "x" }),
        isOut &&
          arrow(
            [
              [x, hTop - 0.1 * u],
              [x, yLow + 0.15 * u],
            ],
            u * 0.9,
            { hue: "output" },
          ),
        isOut &&
          cells(
            x - wide / 2,
            yTop,
            y.map((one) => [one]),
            {
              u,
              size,
              wide,
              hue: g === "identity" ? undefined : "output",
              high: g === "identity" ? largest([y]) : 1,
              symbol: "y",
            },
          ),
        isOut &&
          label(x, yTop - 0.5 * u, letter("y", t + 1), { place: "middle", hue: "output", more: "bold", symbol: "y" }),
        isOut &&
          label(x, yTop - 2 * u, letter("L", t + 1), { place: "middle", hue: "loss", more: "bold", symbol: "L" }),
      ].filter(Boolean);
    });
    const end = length * column;
    return [
      label(0, 1.1 * u, words[`what_${values.task}`], { more: "bold large" }),
      ...columns,
      handle(
        {
          drag: "length",
          names: ["length"],
          numbers: NUMBERS,
          values,
          x: Math.min(width - 0.6 * u, end),
          y: low + 1 * u,
          label: words.length,
          hue: "input",
        },
        ["line", { class: "axis", x1: 0, x2: width, y1: low + 1 * u, y2: low + 1 * u }],
      ),
      label(0, low + 3.4 * u, [...letter("K"), ` = ${outputs}`], { hue: "output", more: "bold large" }),
      label(6.5 * u, low + 3.4 * u, [...letter("g"), `: ${words[`g_${g}`]}`], { hue: "output", more: "bold large" }),
      label(0, low + 5.3 * u, [...letter("W", "hy"), `: ${outputs} × 4`], { more: "bold" }),
      label(6.5 * u, low + 5.3 * u, fill(words.losses, { read: read.length, T: length }), {
        hue: "loss",
        more: "bold",
      }),
    ];
  },
  describe(values, words) {
    const { K: outputs, g, read } = taskOf(values);
    return fill(words.altTasks, {
      task: words[`task_${values.task}`],
      K: outputs,
      g: words[`g_${g}`],
      read: read.map((t) => t + 1).join(", "),
      T: values.length,
    });
  },
};

const grouped = (value) => value.toLocaleString("en");
const WHY_SHAPES = {
  numbers: NUMBERS,
  choices: CHOICES,
  symbols: {
    X: { hue: "input" },
    x: { hue: "input" },
    H: { hue: "state" },
    h: { hue: "state" },
    O: { hue: "output" },
    Ŷ: { hue: "output" },
    y: { hue: "output" },
    W: { hue: "text" },
    b: { hue: "text" },
    L: { hue: "loss" },
    d: { hue: "input" },
    q: { hue: "output" },
    K: { hue: "output" },
    f: { hue: "state" },
    g: { hue: "output" },
  },
  figures: { columns: COLUMNS, shapes: SHAPES, graph: GRAPH, tasks: TASKS },
  computed: {
    V: ({ given }) => String(given.helicopter.vocabulary.length),
    guess: ({ given }) => Math.log(given.helicopter.vocabulary.length).toFixed(3),
    mean: (values) => now(values).loss.toFixed(3),
    own: (values) => now(values).each[values.t - 1].toFixed(3),
    probability: (values) => Math.exp(-now(values).each[values.t - 1]).toFixed(3),
    shared: (values) => grouped(parameters(values).all),
    unshared: (values) => grouped(values.T * parameters(values).all),
    y2: (values) => short(stepOf(values).y[1]),
    others: (values) => {
      const { y, without } = stepOf(values);
      return String([0, 2].filter((k) => Math.abs(y[k] - without[k]) > 1e-12).length);
    },
    outputs: (values) => String(taskOf(values).K),
  },
  actions: {
    train: flight({ steps: "steps", most: MOST_STEPS, seconds: SECONDS }),
    again: fromOtherWeights({ steps: "steps", seed: "first", flight: "train" }),
    lift: ({ raise }) => ({ raise: Math.min(4, raise + 1) }),
    flat: () => ({ raise: 0 }),
  },
  trainings: [TRAINING],
  tasks: {
    lift: { isDone: ({ g, raise }) => g === "softmax" && Math.abs(raise) >= 1, solution: { g: "softmax", raise: 1 } },
  },
};

export const mount = (host, css) => chapter(host, css, WHY_SHAPES);
