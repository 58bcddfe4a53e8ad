// How the cell evolved: what each cell's memory does over a step and over a text, and what it costs.

/** @import {LabelOptions} from "../../picture.d.ts" */

import { fill, short } from "../../../web/numbers.js";
import { chapter } from "../../reader/chapter.js";
import { nameNode, waysAlong } from "../../plot/names.js";
import { axes, curve, label, letter, paragraph, scale } from "../../plot/plot.js";

// Losses below the first, and powers of ten outside the second, are drawn at the edge.
const LOSSES = [-4, 0.7];
const POWERS = [-8, 2];
const STATE_HUES = { H: "state", C: "memory", N: "memory", M: "gate2" };

const up = (number) => [...String(number)].map((one) => (one === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[one])).join("");
const power = (exponent) => (exponent === 0 ? "1" : `10${up(exponent)}`);
/** @type {(value: number, range: number[]) => number} */
const within = (value, [least, most]) => Math.min(most, Math.max(least, value));
const middle = (sorted) => (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.floor(sorted.length / 2)]) / 2;
const lossAt = (x, loss) => x.at(within(Math.log10(Math.max(loss, 1e-9)), LOSSES));

/**
 * The losses of all trainings as dots on a row, filled for the single texts and open for streams; a line at the
 * median.
 */
function row(x, y, losses, hue, isOpen, u) {
  const at = lossAt(x, middle(losses));
  return [
    ["line", { class: `outline hue-${hue}`, x1: at, x2: at, y1: y - 0.62 * u, y2: y + 0.62 * u }],
    ...losses.map((loss) => [
      "circle",
      { class: `${isOpen ? "open" : "dot"} hue-${hue}`, cx: lossAt(x, loss), cy: y, r: 0.33 * u },
    ]),
  ];
}

/** A line at the loss of a guess. */
function guessing(x, y, chance, words, u) {
  const at = lossAt(x, chance);
  return [
    ["line", { class: "guide hue-loss", x1: at, x2: at, y1: y.start, y2: y.end }],
    label(at, y.end - 0.45 * u, words.guessing, { hue: "loss", place: "end", more: "small bold halo" }),
  ];
}

/** What the two kinds of dots are; on a phone, one below the other. */
function legend(x, y, { width, u }, words) {
  const isNarrow = width < 32 * u;
  const [left, second] = isNarrow ? [0.3 * u, 0.3 * u] : [x.start, x.start + 11 * u];
  return [
    label(left, y.end - (isNarrow ? 2.6 : 1.7) * u, `● ${words.once}`, { hue: "state", more: "bold small" }),
    label(second, y.end - (isNarrow ? 1.2 : 1.7) * u, `○ ${words.stream}`, { hue: "memory", more: "bold small" }),
  ];
}

const RACE = {
  drags: {},
  draw({ given }, box, words) {
    const { u } = box;
    const names = Object.keys(given.cells);
    const x = scale(LOSSES, [9 * u, box.width - 1.2 * u]);
    const y = { start: box.height - 4.4 * u, end: 3.4 * u };
    const step = (y.start - y.end) / names.length;
    return [
      ...axes(x, y, {
        u,
        ticksX: [-4, -3, -2, -1, 0],
        titleX: words.loss,
        writtenX: power,
        isGridX: true,
      }),
      ...guessing(x, y, given.chance, words, u),
      ...names.flatMap((name, k) => {
        const { title, once, stream } = given.cells[name];
        const at = y.end + (k + 0.5) * step;
        return [
          label(x.start - 0.8 * u, at + 0.35 * u, title, { place: "end", more: "bold" }),
          ...row(x, at - 0.22 * step, once, "state", false, u),
          ...row(x, at + 0.22 * step, stream, "memory", true, u),
        ];
      }),
      ...legend(x, y, box, words),
    ];
  },
  describe: ({ given }, words) =>
    Object.values(given.cells)
      .map(({ title, once, stream }) =>
        fill(words.altRace, { title, once: short(middle(once)), stream: short(middle(stream)) }),
      )
      .join(" "),
};

/**
 * Where the map, the losses and what is left stand: on a desk the map at the left and the others beside it, one below
 * the other; on a phone the map and the losses side by side, above the rest. Each title, of up to two lines, stands
 * above its part.
 */
function areasOf({ width, height, u }) {
  const head = 4.8 * u;
  if (width <= 32 * u) {
    const middle = 0.5 * height;
    return {
      head,
      size: Math.min(0.5 * width - 3 * u, middle - 1.6 * u - head),
      losses: { left: 0.54 * width, low: middle - 3.6 * u },
      left: { left: 3.6 * u, top: middle + 2.4 * u },
    };
  }
  const beside = 0.5 * width;
  return {
    head,
    size: Math.min(beside - 6 * u, height - head - 3 * u),
    losses: { left: beside + 1.6 * u, low: 0.44 * height - 2 * u },
    left: { left: beside + 1.6 * u, top: 0.44 * height + 2.4 * u },
  };
}

/** The derivatives of all states by all states of the step before, as a map. */
function moved({ states, units, moved }, box, words, step) {
  const { u } = box;
  const m = moved.length;
  const { head: top, size } = areasOf(box);
  const left = 2.6 * u;
  const one = size / m;
  const patches = moved.flatMap((line, i) =>
    line.flatMap((value, j) => {
      const strength = Math.min(1, Math.abs(value));
      if (strength < 0.004) return [];
      return [
        [
          "rect",
          {
            class: `patch is-${value < 0 ? "below" : "above"}`,
            "fill-opacity": strength.toFixed(3),
            x: (left + j * one).toFixed(2),
            y: (top + i * one).toFixed(2),
            width: one.toFixed(2),
            height: one.toFixed(2),
          },
        ],
      ];
    }),
  );
  const blocks = states.slice(1).flatMap((_, k) => {
    const at = (k + 1) * units * one;
    return [
      ["line", { class: "block", x1: left + at, x2: left + at, y1: top, y2: top + size }],
      ["line", { class: "block", x1: left, x2: left + size, y1: top + at, y2: top + at }],
    ];
  });
  const names = states.flatMap((state, k) => {
    const at = (k + 0.5) * units * one;
    /** @type {LabelOptions} */
    const look = { hue: STATE_HUES[state], place: "middle", more: units * one < 2.4 * u ? "small" : "" };
    return [
      label(left - 1.2 * u, top + at + 0.35 * u, letter(state, "t"), look),
      label(left + at, top + size + 1.2 * u, letter(state, "t−1"), look),
    ];
  });
  return [
    ...paragraph(left - 1.6 * u, top - 1.7 * u, words.moved, {
      u: 1.06 * u,
      width: size + 3 * u,
      ends: true,
      more: "bold",
    }),
    // A phone has no room for it beside the losses.
    box.width > 32 * u &&
      label(left - 1.6 * u, top - 0.55 * u, fill(words.ofStep, { t: step }), { more: "muted small" }),
    ["rect", { class: "paper", x: left, y: top, width: size, height: size }],
    ...patches,
    ...blocks,
    ...names,
  ];
}

/** What its answers cost, beside the map. */
function costs(cell, box, words, chance) {
  const { u } = box;
  const { head, losses } = areasOf(box);
  const x = scale(LOSSES, [losses.left, box.width - 1.4 * u]);
  const y = { start: losses.low, end: head };
  const first = y.end + 0.3 * (y.start - y.end);
  const second = y.end + 0.72 * (y.start - y.end);
  return [
    ...paragraph(x.start, y.end - 1.7 * u, words.loss, {
      u: 1.06 * u,
      width: box.width - losses.left,
      ends: true,
      more: "bold",
    }),
    ...axes(x, y, { u, ticksX: [-4, -2, 0], writtenX: power, isGridX: true }),
    ...guessing(x, y, chance, words, u),
    label(x.start, first - 1.1 * u, fill(words.onceOf, { loss: short(middle(cell.once)) }), {
      hue: "state",
      more: "small bold halo",
    }),
    ...row(x, first, cell.once, "state", false, u),
    label(x.start, second - 1.1 * u, fill(words.streamOf, { loss: short(middle(cell.stream)) }), {
      hue: "memory",
      more: "small bold halo",
    }),
    ...row(x, second, cell.stream, "memory", true, u),
  ];
}

/** What is left of the states of each step at the end, with all cells in pale. */
function left(name, { cells }, box, words) {
  const { u } = box;
  const steps = cells[name].left.length;
  const area = areasOf(box).left;
  const x = scale([1, steps], [area.left, box.width - 1.4 * u]);
  const y = scale(POWERS, [box.height - 3.6 * u, area.top]);
  const line = (values) => values.map((value, k) => [x.at(k + 1), y.at(within(value, POWERS))]);
  const own = line(cells[name].left);
  const others = Object.entries(cells).flatMap(([other, { left: path }]) => (other === name ? [] : [line(path)]));
  const isLow = cells[name].left[0] < -4;
  return [
    label(x.start - 2.6 * u, y.end - 1.2 * u, words.left, { more: "bold" }),
    ...axes(x, y, {
      u,
      ticksX: [1, 10, 20, steps],
      ticksY: [-8, -6, -4, -2, 0, 2],
      titleX: words.step,
      written: power,
      writtenX: String,
    }),
    ...others.map((path) => ["path", { ...curve(path, "text")[1], class: "curve pale-line" }]),
    curve(own, isLow ? "loss" : "state"),
    nameNode(`${cells[name].title}: ${short(10 ** cells[name].left[0])}`, waysAlong([...own].reverse(), u), {
      u,
      lines: [own, ...others],
      within: [x.start, y.end, x.end, y.start],
      hue: isLow ? "loss" : "state",
      more: "bold halo",
    }),
  ];
}

function figureOf(name) {
  return {
    isTall: true,
    isLow: true,
    drags: {},
    draw: ({ given }, box, words) => [
      ...moved(given.cells[name], box, words, given.step),
      ...costs(given.cells[name], box, words, given.chance),
      ...left(name, given, box, words),
    ],
    describe({ given }, words) {
      const cell = given.cells[name];
      return fill(words.altCell, {
        title: cell.title,
        left: short(10 ** cell.left[0]),
        once: short(middle(cell.once)),
        stream: short(middle(cell.stream)),
      });
    },
  };
}

const NAMES = ["rnn", "lstm1997", "lstm", "peephole", "gru", "cifg", "mgu", "indrnn", "mingru", "minlstm", "slstm"];
// What the prose says of each cell: {{size_gru}}, {{once_gru}} …
const SAID = {
  size: ({ units, parameters }) => `h = ${units} · ${parameters}`,
  once: ({ once }) => short(middle(once)),
  stream: ({ stream }) => short(middle(stream)),
  rest: ({ left }) => short(10 ** left[0]),
  learnt: ({ once }) => String(once.filter((loss) => loss < 0.1).length),
};
const said = Object.entries(SAID).flatMap(([word, read]) =>
  NAMES.map((name) => [`${word}_${name}`, ({ given }) => read(given.cells[name])]),
);

const EVOLUTION = {
  symbols: {
    H: { hue: "state" },
    C: { hue: "memory" },
    N: { hue: "memory" },
    X: { hue: "input" },
    I: { hue: "gate1" },
    F: { hue: "gate2" },
    O: { hue: "gate3" },
    R: { hue: "gate1" },
    Z: { hue: "gate2" },
    C̃: { hue: "candidate" },
    H̃: { hue: "candidate" },
  },
  figures: { race: RACE, ...Object.fromEntries(NAMES.map((name) => [name, figureOf(name)])) },
  computed: {
    ...Object.fromEntries(said),
    seeds: ({ given }) => String(given.cells.rnn.once.length),
    again: ({ given }) => String(given.cells.rnn.stream.length),
    chance: ({ given }) => short(given.chance),
  },
};

export const mount = (host, css) => chapter(host, css, EVOLUTION);
