// Gradients through time: how far they reach, what decides it, and what cutting and clipping do to them.

import { fill, short, superscript } from "../../../web/numbers.js";
import { hrefOf } from "../../reader/around.js";
import { chapter } from "../../reader/chapter.js";
import { handle } from "../../reader/figure.js";
import { apart, axes, cover, curve, label, letter, scale } from "../../plot/plot.js";
import { lengthOf } from "../../maths/spectrum.js";
import {
  afterKnife,
  angleBetween,
  CELLS,
  clippedByNorm,
  clippedByValue,
  factorValues,
  gradientOf,
  lastRow,
  lengthsByDistance,
  meanSlope,
  networkOf,
  pairsOfNetwork,
  powersOfW,
  radiusOf,
  roadOf,
  survives,
  triangleOf,
  WEIGHTS,
} from "./throughtime.js";

const HUES = { rnn: "state", gru: "gate2", lstm: "memory", mingru: "output" };
// Curves are drawn between these powers of ten, the colours of triangles between the second ones.
const [LEAST, HIGHEST] = [-8, 2];
const DECADES = 6;
const LONGEST = 30;
const SHADES = 12;
const CUT_SHADE = 4;
const RADII = [0.5, 5];
const BARS = 28;

const NUMBERS = {
  later: { usual: 30, least: 1, most: LONGEST, step: 1, whole: true, hue: "loss" },
  earlier: { usual: 2, least: 1, most: LONGEST, step: 1, whole: true, hue: "state" },
  radius: { usual: 1, least: 0.2, most: 3, step: 0.05, hue: "candidate", symbol: "W" },
  shift: { usual: 0, least: -3, most: 6, step: 0.1, digits: 1, hue: "gate2", symbol: "F" },
  length: { usual: 5, least: 1, most: LONGEST, step: 1, whole: true, hue: "gate1" },
  cliff: { usual: 4.1, least: RADII[0], most: RADII[1], step: 0.025, digits: 3, hue: "candidate", symbol: "W" },
  threshold: { usual: 1, least: 0.05, most: 20, step: 0.05, hue: "gate1" },
};
const CHOICES = {
  text: { usual: "long", of: ["long", "short"] },
  kind: { usual: "trained", of: WEIGHTS },
  measure: { usual: "state", of: ["state", "loss"] },
  matrix: { usual: "begun", of: WEIGHTS },
  lstm: { usual: "untrained", of: WEIGHTS },
  cell: { usual: "lstm", of: CELLS },
  weights: { usual: "untrained", of: WEIGHTS },
  cuts: { usual: "every", of: ["every", "once"] },
};

const power = (exponent) => (exponent === 0 ? "1" : `10${superscript(exponent)}`);
const log = (value) => Math.log10(Math.max(value, 1e-300));
const within = (value, least, most) => Math.min(most, Math.max(least, value));
const percent = (share) => `${share > 0 && share < 0.00995 ? short(100 * share) : Math.round(100 * share)} %`;
const degrees = (angle) => `${angle < 0.05 ? "0" : angle.toFixed(1)}°`;
const titleOf = ({ given, text }, cell) => given[text].cells[cell].title;

/** Some panels side by side, each {left, right}. */
function beside(count, from, to, gap) {
  const wide = (to - from - gap * (count - 1)) / count;
  return Array.from({ length: count }, (_, k) => ({
    left: from + k * (wide + gap),
    right: from + k * (wide + gap) + wide,
  }));
}

/** The lines of powers of ten, with their numbers at the left. */
function powers(y, x, u, every, isNamed = true) {
  const found = [];
  for (let exponent = y.from; exponent <= y.to; exponent += every) {
    const at = y.at(exponent);
    found.push(["line", { class: exponent === 0 ? "guide" : "grid", x1: x.start, x2: x.end, y1: at, y2: at }]);
    if (isNamed)
      found.push(label(x.start - 0.5 * u, at + 0.33 * u, power(exponent), { place: "end", more: "muted small" }));
  }
  return found;
}

function line(values, x, y, hue, more = "") {
  return curve(
    values.map((value, k) => [x.at(k), y.at(within(value, y.from, y.to))]),
    hue,
    more,
  );
}

// How far: all cells and all beginnings

const curveOf = (values, cell, kind) => given(values).curves[cell][kind][values.measure];

/** The curves of untrained networks are the answer to the question beside them. */
const isCovered = ({ isOpen }, kind) => kind === "untrained" && !isOpen("gated");

const FATES = {
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const isNarrow = box.width < 36 * u;
    const names = isNarrow ? 3.6 * u : 4.4 * u;
    const room = beside(3, 3.2 * u, box.width, isNarrow ? 0.4 * u : u);
    const y = scale([LEAST, HIGHEST], [box.height - 4 * u, 4.6 * u]);
    const T = given(values).inputs.length;
    return [
      label(0, 1.2 * u, words[`size_${values.measure}`], { more: "muted small" }),
      ...WEIGHTS.flatMap((kind, k) => {
        const x = scale([0, T - 1], [room[k].left, room[k].right - names]);
        const curves = CELLS.map((cell) => curveOf(values, cell, kind));
        const ends = curves.map((one) => y.at(within(one.at(-1), LEAST, HIGHEST)) + 0.3 * u);
        const tags = apart(ends, 1.15 * u, y.end, y.start);
        return [
          label((x.start + x.end) / 2, 3.2 * u, words[`kind_${kind}`], { place: "middle", more: "bold" }),
          ...powers(y, x, u, 2, k === 0),
          ...[0, T - 1].map((d) =>
            label(x.at(d), y.start + 1.4 * u, String(d), { place: "middle", more: "muted small" }),
          ),
          ...(isCovered(values, kind)
            ? [cover(x.start, y.end, x.end - x.start, y.start - y.end, u)]
            : CELLS.flatMap((cell, c) => [
                line(curves[c], x, y, HUES[cell]),
                label(x.end + 0.3 * u, tags[c], titleOf(values, cell), { hue: HUES[cell], more: "bold small halo" }),
              ])),
        ];
      }),
      label(box.width / 2, box.height - 0.7 * u, words.distance, { place: "middle", more: "muted small" }),
    ];
  },
  describe(values, words) {
    return WEIGHTS.filter((kind) => !isCovered(values, kind))
      .flatMap((kind) =>
        CELLS.map((cell) =>
          fill(words.altFates, {
            cell: titleOf(values, cell),
            kind: words[`kind_${kind}`],
            left: short(10 ** curveOf(values, cell, kind).at(-1)),
          }),
        ),
      )
      .join(" ");
  },
};

const given = (values) => values.given[values.text];

// The triangle

const networkAt = (values, cell) => ({ text: values.text, cell, kind: values.kind });

/** The pair that is looked at, from 0: a loss, and a step that is not after it. */
function pairAt(values) {
  const t = Math.min(values.later, given(values).inputs.length) - 1;
  return [t, Math.min(values.earlier - 1, t)];
}

const TRIANGLES_DRAWN = new WeakMap();
/** A triangle of pairs in shades, the earliest loss below; those that a knife cuts in grey. Drawn once for a place. */
function triangle(norms, T, { left, top, size }, knifeAt = null) {
  const key = `${left} ${top} ${size} ${knifeAt?.cuts} ${knifeAt?.length}`;
  if (TRIANGLES_DRAWN.get(norms)?.key !== key) {
    TRIANGLES_DRAWN.set(norms, { key, nodes: shadesOf(norms, T, { left, top, size }, knifeAt) });
  }
  return TRIANGLES_DRAWN.get(norms).nodes;
}

function shadesOf(norms, T, { left, top, size }, knifeAt) {
  const one = size / T;
  const shades = new Map();
  for (let t = 0; t < T; t += 1) {
    for (let k = 0; k <= t; k += 1) {
      const share = within(log(norms[t * T + k]) / DECADES, -1, 1);
      const isCut = knifeAt !== null && !survives(knifeAt.cuts, knifeAt.length, t, k);
      const kind = isCut ? "cut" : share < 0 ? "patch is-below" : "patch is-above";
      const shade = isCut ? CUT_SHADE : Math.max(1, Math.round(Math.abs(share) * SHADES));
      const place = `M${(left + k * one).toFixed(2)},${(top + (T - 1 - t) * one).toFixed(2)}`;
      const name = `${kind}|${shade}`;
      shades.set(name, `${shades.get(name) ?? ""}${place}h${one}v${one}h${-one}z`);
    }
  }
  return [
    ["path", { class: "paper", d: `M${left},${top}h${size}L${left},${top + size}z` }],
    ...[...shades].map(([name, d]) => {
      const [kind, shade] = name.split("|");
      const opacity = (Number(shade) / SHADES).toFixed(3);
      return ["path", { class: kind, d, "fill-opacity": opacity, "shape-rendering": "crispEdges" }];
    }),
  ];
}

/** Where the pair under a pointer is, counted from 1. */
function pairUnder(x, y, T, { left, top, size }) {
  const step = (share) => within(Math.floor(share * T), 0, T - 1);
  const t = T - 1 - step((y - top) / size);
  return { later: t + 1, earlier: Math.min(step((x - left) / size), t) + 1 };
}

function legend(x, y, u, words) {
  const wide = 7 * u;
  const parts = Array.from({ length: 2 * SHADES + 1 }, (_, k) => k - SHADES);
  const one = wide / parts.length;
  return [
    label(x - 0.5 * u, y + 0.8 * u, power(-DECADES), { place: "end", more: "muted small" }),
    ["rect", { class: "paper", x, y, width: wide, height: u }],
    ...parts.map((k, place) => [
      "rect",
      {
        class: `patch is-${k < 0 ? "below" : "above"}`,
        "fill-opacity": (Math.abs(k) / SHADES).toFixed(3),
        x: x + place * one,
        y,
        width: one + 0.3,
        height: u,
      },
    ]),
    label(x + wide / 2, y + 2.1 * u, words.unchanged, { place: "middle", more: "muted small" }),
    label(x + wide + 0.5 * u, y + 0.8 * u, power(DECADES), { more: "muted small" }),
  ];
}

/** The stage at a pair, walking back; nobody has kept the networks that were begun well. */
function stageAt(values, cell, t, k) {
  if (values.kind === "begun") return null;
  const query = new URLSearchParams({ cell, text: given(values).text });
  if (values.kind === "untrained") query.set("weights", "random");
  query.set("way", "back");
  query.set("loss", String(t + 1));
  query.set("t", String(k + 1));
  query.set("view", "reach");
  return hrefOf(`step?${query}`, values.given.language);
}

function triangleRoom(box, T, k) {
  const { u } = box;
  const [wide, high] = [box.width / 2, (box.height - 4.4 * u) / 2];
  const size = Math.floor(Math.min(wide - 2 * u, high - 4.6 * u) / T) * T || T;
  return { left: (k % 2) * wide + u, top: Math.floor(k / 2) * high + 2.3 * u, size };
}

const says = (measure, t, k, value) =>
  measure === "loss" ? `‖$∂L_{${t + 1}}/∂H_{${k + 1}}$‖ = ${value}` : `‖$∂H_{${t + 1}}/∂H_{${k + 1}}$‖/√$h$ = ${value}`;

const TRIANGLES = {
  drags: Object.fromEntries(
    CELLS.map((cell, c) => [
      cell,
      (x, y, values, box) => {
        const T = given(values).inputs.length;
        return pairUnder(x, y, T, triangleRoom(box, T, c));
      },
    ]),
  ),
  draw(values, box, words) {
    const { u } = box;
    const T = given(values).inputs.length;
    const [t, k] = pairAt(values);
    return [
      ...CELLS.flatMap((cell, c) => {
        const norms = triangleOf(values.given, networkAt(values, cell), values.measure);
        const room = triangleRoom(box, T, c);
        const one = room.size / T;
        const [x, y] = [room.left + (k + 0.5) * one, room.top + (T - 0.5 - t) * one];
        const href = stageAt(values, cell, t, k);
        const value = says(values.measure, t, k, short(norms[t * T + k]));
        const right = room.left + room.size;
        // A phone has room for the arrow alone.
        const link = label(right, room.top - 0.7 * u, room.size > 12 * u ? words.walk : "↗", {
          place: "end",
          more: "small",
        });
        return [
          label(room.left, room.top - 0.7 * u, titleOf(values, cell), { hue: HUES[cell], more: "bold" }),
          ["g", { class: "handle", "data-drag": cell, "data-jumps": "" }, ...triangle(norms, T, room)],
          handle({
            drag: cell,
            names: ["earlier", "later"],
            numbers: NUMBERS,
            values,
            x,
            y,
            label: fill(words.pairOf, { cell: titleOf(values, cell) }),
            hue: "text",
            radius: Math.max(5, one / 2),
          }),
          label(room.left, room.top + room.size + 1.3 * u, value, { more: room.size > 12 * u ? "bold" : "bold small" }),
          href ? ["a", { href, "aria-label": `${titleOf(values, cell)}: ${words.walk}` }, link] : ["g", {}],
        ];
      }),
      ...legend(box.width / 2 - 3.5 * u, box.height - 2.6 * u, u, words),
      label(u, box.height - 1.8 * u, words.axisK, { more: "muted small" }),
      label(box.width - 0.4 * u, box.height - 1.8 * u, words.axisT, { place: "end", more: "muted small" }),
    ];
  },
  describe(values, words) {
    const [t, k] = pairAt(values);
    const T = given(values).inputs.length;
    return CELLS.map((cell) => {
      const norms = triangleOf(values.given, networkAt(values, cell), values.measure);
      return fill(words.altTriangle, {
        cell: titleOf(values, cell),
        t: t + 1,
        k: k + 1,
        value: short(norms[t * T + k]),
        first: short(norms[(T - 1) * T]),
        last: T,
      });
    }).join(" ");
  },
};

// The factor

const stretched = (values) => ({ text: "long", cell: "rnn", kind: values.matrix, radius: values.radius });

/** A ring on a line from one number to another, under words for its ends. */
function slider(name, values, x, y, u, said, marks = []) {
  const { least, most } = NUMBERS[name];
  return [
    ["line", { class: "axis", x1: x.at(least), x2: x.at(most), y1: y, y2: y }],
    ...marks.flatMap(([value, word]) => [
      ["line", { class: "axis", x1: x.at(value), x2: x.at(value), y1: y - 0.4 * u, y2: y + 0.4 * u }],
      label(x.at(value), y + 1.7 * u, word, { place: "middle", more: "muted small" }),
    ]),
    handle({
      drag: name,
      names: [name],
      numbers: NUMBERS,
      values,
      x: x.at(values[name]),
      y,
      label: said,
      hue: NUMBERS[name].hue,
    }),
  ];
}

const sliderScale = (name, box) => {
  const { least, most } = NUMBERS[name];
  return scale([least, most], [3.4 * box.u, box.width - 3.4 * box.u]);
};
const slides = (name) => ({ [name]: (x, _y, _values, box) => ({ [name]: sliderScale(name, box).of(x) }) });

const FACTOR = {
  drags: slides("radius"),
  draw(values, box, words) {
    const { u } = box;
    const network = stretched(values);
    const found = factorValues(values.given, network);
    const { T } = networkOf(values.given, network);
    const last = [...lastRow(values.given, network)].map(log);
    const alone = powersOfW(values.given, network).map(log).reverse();
    const x = scale([0, T - 1], [3.4 * u, box.width - 1.4 * u]);
    const middle = 0.42 * box.height;
    const y = scale([-3, 1], [middle - 0.6 * u, 5.8 * u]);
    const z = scale([-10, 14], [box.height - 3.6 * u, middle + 3.2 * u]);
    return [
      ...slider("radius", values, sliderScale("radius", box), 1.1 * u, u, words.radius, [
        // A phone has no room for three.
        ...(box.width > 32 * u ? [[0.6, words.vanish]] : []),
        [1, words.hold],
        [2, words.explode],
      ]),
      label(0, 4.7 * u, words.values, { more: "bold" }),
      ...powers(y, x, u, 1),
      ...found.flatMap((each, t) =>
        each.map((value, k) => [
          "circle",
          {
            class: k === 0 ? "dot hue-candidate" : "dot hue-state",
            "fill-opacity": k === 0 ? 1 : 0.55,
            cx: x.at(t),
            cy: y.at(within(log(value), -3, 1)),
            r: (k === 0 ? 0.26 : 0.2) * u,
          },
        ]),
      ),
      label(0, middle + 2 * u, words.product, { more: "bold" }),
      ...powers(z, x, u, 4),
      line(alone, x, z, "candidate", "dashed"),
      line(last, x, z, "state"),
      label(x.end, z.end + 1.4 * u, `${words.without} ${short(10 ** alone[0])}`, {
        hue: "candidate",
        place: "end",
        more: "bold halo",
      }),
      label(x.end, z.start - 0.8 * u, `${words.whole} ${short(10 ** last[0])}`, {
        hue: "state",
        place: "end",
        more: "bold halo",
      }),
      ...[0, Math.floor(T / 2), T - 1].map((t) =>
        label(x.at(t), z.start + 1.3 * u, String(t + 1), { place: "middle", more: "muted small" }),
      ),
      label(box.width / 2, box.height - 0.5 * u, words.step, { place: "middle", more: "muted small" }),
    ];
  },
  describe(values, words) {
    const network = stretched(values);
    return fill(words.altFactor, {
      radius: short(values.radius),
      left: short(lastRow(values.given, network)[0]),
      alone: short(powersOfW(values.given, network).at(-1)),
    });
  },
};

// The LSTM's road

const shifted = (values) => ({ text: "long", cell: "lstm", kind: values.lstm, shift: values.shift });

const ROAD = {
  drags: slides("shift"),
  draw(values, box, words) {
    const { u } = box;
    const network = shifted(values);
    const { T, h, tensors } = networkOf(values.given, network);
    const F = tensors.get("F");
    const x = scale([-0.5, T - 0.5], [3.4 * u, box.width - 1.4 * u]);
    const top = 5.2 * u;
    const low = 0.36 * box.height;
    const one = (x.end - x.start) / T;
    const tall = (low - top) / h;
    const curves = {
      gate2: [...roadOf(values.given, network)].map(log),
      memory: [...lastRow(values.given, network, "C")].map(log),
      state: [...lastRow(values.given, network)].map(log),
    };
    const y = scale([-16, 2], [box.height - 3.6 * u, low + 3.4 * u]);
    const names = Object.keys(curves);
    return [
      ...slider("shift", values, sliderScale("shift", box), 1.1 * u, u, words.shift, [
        [-3, "−3"],
        [0, "0"],
        [3, "3"],
        [6, "6"],
      ]),
      label(0, 4.3 * u, words.gates, { hue: "gate2", more: "bold" }),
      ["rect", { class: "paper", x: x.start, y: top, width: x.end - x.start, height: low - top }],
      ...Array.from({ length: T * h }, (_, k) => [
        "rect",
        {
          class: "solid hue-gate2",
          "fill-opacity": F[k].toFixed(3),
          x: x.at(Math.floor(k / h)) - one / 2,
          y: top + (k % h) * tall,
          width: one,
          height: tall,
          "shape-rendering": "crispEdges",
        },
      ]),
      label(0, low + 2.1 * u, words.leftOf, { more: "bold" }),
      ...powers(y, x, u, 4),
      ...names.map((name) => line(curves[name], x, y, name, name === "gate2" ? "dashed" : "")),
      ...names.map((name, k) =>
        label(x.end, y.start - (3.8 - 1.5 * k) * u, `${words[`road_${name}`]} ${short(10 ** curves[name][0])}`, {
          hue: name,
          place: "end",
          more: "bold halo",
        }),
      ),
      ...[0, Math.floor(T / 2), T - 1].map((t) =>
        label(x.at(t), y.start + 1.3 * u, String(t + 1), { place: "middle", more: "muted small" }),
      ),
      label(box.width / 2, box.height - 0.5 * u, words.step, { place: "middle", more: "muted small" }),
    ];
  },
  describe(values, words) {
    const network = shifted(values);
    return fill(words.altRoad, {
      shift: short(values.shift),
      road: short(roadOf(values.given, network)[0]),
      memory: short(lastRow(values.given, network, "C")[0]),
      state: short(lastRow(values.given, network)[0]),
    });
  },
};

// ∂L/∂W by distance

const splitNetwork = (values) => ({ text: values.text, cell: values.cell, kind: values.weights });

const SPLIT = {
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const { parts, whole } = lengthsByDistance(values.given, splitNetwork(values));
    const T = parts.length;
    const x = scale([-0.5, T - 0.5], [3.4 * u, box.width - 0.8 * u]);
    const y = scale([-10, 1], [box.height - 4 * u, 3 * u]);
    const wide = 0.72 * (x.at(1) - x.at(0));
    const every = T > 20 ? 4 : 2;
    return [
      ...powers(y, x, u, 2),
      label(0, 1.2 * u, words.lengthOf, { more: "muted small" }),
      ...parts.map((part, d) => {
        const at = y.at(within(log(part), -10, 1));
        return [
          "rect",
          {
            class: `solid hue-${HUES[values.cell]}`,
            x: x.at(d) - wide / 2,
            width: wide,
            y: at,
            height: Math.max(1, y.start - at),
          },
        ];
      }),
      ["line", { class: "guide hue-loss", x1: x.start, x2: x.end, y1: y.at(log(whole)), y2: y.at(log(whole)) }],
      label(x.end, y.at(log(whole)) - 0.6 * u, `${words.total} ${short(whole)}`, {
        hue: "loss",
        place: "end",
        more: "bold halo",
      }),
      ...parts.flatMap((_, d) =>
        d % every === 0 ? [label(x.at(d), y.start + 1.4 * u, String(d), { place: "middle", more: "muted small" })] : [],
      ),
      label(box.width / 2, box.height - 0.7 * u, words.distance, { place: "middle", more: "muted small" }),
    ];
  },
  describe(values, words) {
    const { parts, whole } = lengthsByDistance(values.given, splitNetwork(values));
    return fill(words.altSplit, {
      cell: titleOf(values, values.cell),
      total: short(whole),
      near: short(parts[0]),
      far: short(parts.at(-1)),
    });
  },
};

// The knife

const knifeLength = (values) => Math.min(values.length, given(values).inputs.length);
const knife = (values) => afterKnife(values.given, splitNetwork(values), values.cuts, knifeLength(values));

function knifeRoom(box, T) {
  const { u } = box;
  const size = Math.floor(Math.min(0.52 * box.width, 0.54 * box.height - 2.4 * u) / T) * T || T;
  return { left: u, top: 2.4 * u, size };
}

/** The first recurrent matrix of a cell, or, of one that has none, the one of its candidate. */
const matrixOf = (names) => names.find((name) => name === "W_hh" || name === "W_hc") ?? "W_xh";

/** A matrix of gradients in shades; `end` is the end of the scale. */
function matrix(numbers, columns, { left, top, size }, end, isGrey) {
  const rows = numbers.length / columns;
  const [wide, high] = [size / columns, size / rows];
  return [
    ["rect", { class: "paper", x: left, y: top, width: size, height: size }],
    ...[...numbers].map((value, k) => [
      "rect",
      {
        class: isGrey ? "cut" : `patch is-${value < 0 ? "below" : "above"}`,
        "fill-opacity": within(Math.abs(value) / end, 0, 1).toFixed(3),
        x: left + (k % columns) * wide,
        y: top + Math.floor(k / columns) * high,
        width: wide,
        height: high,
      },
    ]),
  ];
}

const cutLine = ({ left, top, size }, at) => [
  "line",
  { class: "knife", x1: left + at, x2: left + at, y1: top, y2: top + size - at },
];

const KNIFE = {
  drags: {
    length: (x, _y, values, box) => {
      const T = given(values).inputs.length;
      const { left, size } = knifeRoom(box, T);
      return { length: within(Math.round(((x - left) / size) * T), 1, T) };
    },
  },
  draw(values, box, words) {
    const { u } = box;
    const network = splitNetwork(values);
    const { T, weights } = networkOf(values.given, network);
    const room = knifeRoom(box, T);
    const length = knifeLength(values);
    const one = room.size / T;
    const cuts =
      values.cuts === "once"
        ? [length]
        : Array.from({ length: Math.floor((T - 1) / length) }, (_, k) => (k + 1) * length);
    const { whole, kept, dropped } = knife(values);
    const { names, starts } = pairsOfNetwork(values.given, network);
    const name = matrixOf(names);
    const { shape, numbers } = weights.get(name);
    const slice = (all) => all.slice(starts.get(name), starts.get(name) + numbers.length);
    const parts = { whole: slice(whole), kept: slice(kept), dropped: slice(dropped) };
    const end = Math.max(...parts.whole.map(Math.abs), 1e-12);
    const isNarrow = box.width < 36 * u;
    const left = room.left + room.size + (isNarrow ? 1.5 : 3.5) * u;
    const first = room.top + (isNarrow ? 1.6 * u : 0);
    const small = Math.min((room.top + room.size - first - 5.2 * u) / 3, box.width - left - u);
    const x = scale([1, T], [3.4 * u, box.width - 3.4 * u]);
    const y = scale([0, 1], [box.height - 3.6 * u, room.top + room.size + 4.4 * u]);
    const each = Array.from({ length: T }, (_, k) => afterKnife(values.given, network, values.cuts, k + 1));
    const now = each[length - 1];
    return [
      label(room.left, 1.4 * u, words.pairs, { more: isNarrow ? "bold small" : "bold" }),
      // In groups, so that the ring stays the same element while their number changes.
      ["g", {}, ...triangle(triangleOf(values.given, network, "loss"), T, room, { cuts: values.cuts, length })],
      ["g", {}, ...cuts.map((step) => cutLine(room, step * one))],
      handle({
        drag: "length",
        names: ["length"],
        numbers: NUMBERS,
        values,
        x: room.left + length * one,
        y: room.top + room.size - length * one,
        label: words.length,
        hue: "gate1",
      }),
      ...Object.entries(parts).flatMap(([part, numbersOf], k) => {
        const top = first + k * (small + 2.6 * u);
        return [
          ...matrix(numbersOf, shape[1], { left, top, size: small }, end, part === "dropped"),
          label(left, top - 0.5 * u, [`${words[`part_${part}`]} ∂L/∂`, ...letter("W", name.slice(2))], {
            more: "small",
          }),
        ];
      }),
      ...axes(x, y, {
        u,
        ticksX: [1, length, T].filter((k, place, all) => all.indexOf(k) === place),
        ticksY: [0, 0.5, 1],
        titleX: words.lengthK,
        written: (share) => percent(share),
        writtenX: String,
      }),
      curve(
        each.map(({ share }, k) => [x.at(k + 1), y.at(within(share, 0, 1.05))]),
        "loss",
      ),
      curve(
        each.map(({ angle }, k) => [x.at(k + 1), y.at(within(angle / 90, 0, 1.05))]),
        "gate1",
        "dashed",
      ),
      ["line", { class: "guide", x1: x.at(length), x2: x.at(length), y1: y.start, y2: y.end }],
      ...[0, 0.5, 1].map((share) =>
        label(x.end + 0.4 * u, y.at(share) + 0.33 * u, `${90 * share}°`, { more: "muted small" }),
      ),
      ["circle", { class: "dot hue-loss", cx: x.at(length), cy: y.at(within(now.share, 0, 1.05)), r: 0.4 * u }],
      ["circle", { class: "dot hue-gate1", cx: x.at(length), cy: y.at(within(now.angle / 90, 0, 1.05)), r: 0.4 * u }],
      label(x.start, y.end - 1.1 * u, `${words.dropped} ${percent(now.share)}`, { hue: "loss", more: "bold halo" }),
      label(x.end, y.end - (isNarrow ? -1.4 : 1.1) * u, `${words.angle} ${degrees(now.angle)}`, {
        hue: "gate1",
        place: "end",
        more: "bold halo",
      }),
    ];
  },
  describe(values, words) {
    const { share, angle } = knife(values);
    return fill(words.altKnife, {
      cuts: words[`cuts_${values.cuts}`],
      length: knifeLength(values),
      share: percent(share),
      angle: degrees(angle),
    });
  },
};

// Clipping

const exploding = (radius) => ({ text: "long", cell: "rnn", kind: "begun", radius });
const atCliff = (values) => gradientOf(values.given, exploding(values.cliff));
const cliffScale = (box) => scale(RADII, [3.4 * box.u, box.width - 1.4 * box.u]);
/** An arrow in a circle, at an angle in degrees from upright. */
function needle(cx, cy, size, angle, hue, more = "") {
  const turn = (angle * Math.PI) / 180;
  const [x, y] = [cx + size * Math.sin(turn), cy - size * Math.cos(turn)];
  return [
    ["line", { class: `curve hue-${hue} ${more}`.trim(), x1: cx, y1: cy, x2: x, y2: y }],
    ["circle", { class: `dot hue-${hue}`, cx: x, cy: y, r: size / 14 }],
  ];
}

const CLIP = {
  drags: { cliff: (x, _y, _values, box) => ({ cliff: cliffScale(box).of(x) }) },
  draw(values, box, words) {
    const { u } = box;
    const x = cliffScale(box);
    const y = scale([-2, 6], [0.42 * box.height - 1 * u, 2.4 * u]);
    const { cliff, radii } = values.given;
    const gradient = atCliff(values);
    const size = lengthOf(gradient);
    const byNorm = clippedByNorm(gradient, values.threshold);
    const byValue = clippedByValue(gradient, values.threshold);
    const order = [...gradient.keys()].sort((a, b) => Math.abs(gradient[b]) - Math.abs(gradient[a])).slice(0, BARS);
    const rows = [
      ["before", gradient, "loss"],
      ["norm", byNorm, "state"],
      ["value", byValue, "gate1"],
    ];
    const top = 0.42 * box.height + 4 * u;
    const high = (box.height - top) / 3;
    const right = box.width - 9 * u;
    const bars = scale([-0.5, order.length - 0.5], [0.6 * u, right]);
    return [
      label(0, 1.2 * u, words.cliffOf, { more: "bold" }),
      ...powers(y, x, u, 2),
      curve(
        cliff.map((one, k) => [
          x.at(radii[0] + ((radii[1] - radii[0]) * k) / (cliff.length - 1)),
          y.at(within(one, -2, 6)),
        ]),
        "loss",
        "thin",
      ),
      [
        "line",
        {
          class: "guide hue-gate1",
          x1: x.start,
          x2: x.end,
          y1: y.at(log(values.threshold)),
          y2: y.at(log(values.threshold)),
        },
      ],
      label(x.start + 0.4 * u, y.at(log(values.threshold)) - 0.4 * u, `θ = ${short(values.threshold)}`, {
        hue: "gate1",
        more: "bold small halo",
      }),
      ...[1, 2, 3, 4, 5].map((radius) =>
        label(x.at(radius), y.start + 1.3 * u, String(radius), { place: "middle", more: "muted small" }),
      ),
      label((x.start + x.end) / 2, y.start + 2.6 * u, words.radiusAxis, { place: "middle", more: "muted small" }),
      handle(
        {
          drag: "cliff",
          names: ["cliff"],
          numbers: NUMBERS,
          values,
          x: x.at(values.cliff),
          y: y.at(within(log(size), -2, 6)),
          label: words.radiusAxis,
          hue: "loss",
        },
        label(
          x.at(values.cliff) + (values.cliff > 4 ? -1 : 1) * u,
          y.at(within(log(size), -2, 6)) - 0.8 * u,
          short(size),
          {
            hue: "loss",
            place: values.cliff > 4 ? "end" : "start",
            more: "bold halo large",
          },
        ),
      ),
      ...rows.flatMap(([name, numbers, hue], row) => {
        // Each row has its own scale: what clipping does to the direction is in the shape.
        const end = Math.max(...order.map((k) => Math.abs(numbers[k])), 1e-12);
        const zero = top + row * high + 0.62 * high;
        const tall = 0.27 * high;
        const angle = angleBetween(gradient, numbers);
        return [
          label(0.6 * u, top + row * high + 0.6 * u, `${words[`clip_${name}`]} ${short(lengthOf(numbers))}`, {
            hue,
            more: "bold halo",
          }),
          ["line", { class: "axis", x1: bars.start, x2: bars.end, y1: zero, y2: zero }],
          ...order.map((k, place) => {
            const to = zero - (numbers[k] / end) * tall;
            return [
              "rect",
              {
                class: `solid hue-${hue}`,
                x: bars.at(place) - 0.36 * (bars.at(1) - bars.at(0)),
                width: 0.72 * (bars.at(1) - bars.at(0)),
                y: Math.min(zero, to),
                height: Math.max(0.5, Math.abs(zero - to)),
              },
            ];
          }),
          ...(row > 0 ? needle(box.width - 5 * u, zero + 0.3 * high, 0.62 * high, 0, "loss", "thin") : []),
          ...needle(box.width - 5 * u, zero + 0.3 * high, 0.62 * high, angle, hue),
          label(box.width - 4 * u, zero + 0.3 * high, row > 0 ? degrees(angle) : "", { hue, more: "bold halo" }),
        ];
      }),
      // A phone has no room for it.
      box.width > 36 * u &&
        label(right, top + 0.6 * u, fill(words.largest, { count: order.length }), {
          place: "end",
          more: "muted small halo",
        }),
    ];
  },
  describe(values, words) {
    const gradient = atCliff(values);
    return fill(words.altClip, {
      size: short(lengthOf(gradient)),
      threshold: short(values.threshold),
      angle: degrees(angleBetween(gradient, clippedByValue(gradient, values.threshold))),
    });
  },
};

/** What is left at the last distance, of each cell and kind: {{left_rnn_trained}} … on the text that is chosen. */
const LEFT = CELLS.flatMap((cell) =>
  WEIGHTS.map((kind) => [
    `left_${cell}_${kind}`,
    (values) =>
      isCovered(values, kind) ? "?" : short(10 ** curveOf({ ...values, measure: "state" }, cell, kind).at(-1)),
  ]),
);
const pathShare = (values, from) => {
  const { parts, whole } = lengthsByDistance(values.given, splitNetwork(values));
  return Math.max(...parts.slice(from)) / whole;
};
const byValueAngle = (values) => angleBetween(atCliff(values), clippedByValue(atCliff(values), values.threshold));

const GRADIENTS = {
  numbers: NUMBERS,
  choices: CHOICES,
  symbols: {
    H: { hue: "state" },
    L: { hue: "loss" },
    W: { hue: "candidate" },
    C: { hue: "memory" },
    F: { hue: "gate2" },
    C̃: { hue: "candidate" },
    I: { hue: "gate1" },
    O: { hue: "gate3" },
  },
  figures: { fates: FATES, triangles: TRIANGLES, factor: FACTOR, road: ROAD, split: SPLIT, knife: KNIFE, clip: CLIP },
  computed: {
    ...Object.fromEntries(LEFT),
    // A long run of the same character is cut short, so that it fits a line on a phone.
    read: (values) => given(values).text.replace(/(.)\1{7,}/u, "$1$1$1⋯$1$1$1"),
    steps: (values) => String(given(values).inputs.length),
    own: (values) => short(radiusOf(values.given, { text: "long", cell: "rnn", kind: values.matrix })),
    ownTrained: (values) => short(radiusOf(values.given, { text: "short", cell: "rnn", kind: "trained" })),
    leftTrained: (values) => short(lastRow(values.given, { text: "short", cell: "rnn", kind: "trained" })[0]),
    factorLeft: (values) => short(lastRow(values.given, stretched(values))[0]),
    aloneLeft: (values) => short(powersOfW(values.given, stretched(values)).at(-1)),
    atOne: ({ given: all }) => short(lastRow(all, { text: "long", cell: "rnn", kind: "begun", radius: 1 })[0]),
    healthy: ({ given: all }) => short(lengthsByDistance(all, { text: "long", cell: "lstm", kind: "untrained" }).whole),
    slope: (values) => short(meanSlope(values.given, stretched(values))),
    gate: (values) => {
      const F = networkOf(values.given, shifted(values)).tensors.get("F");
      return short(F.reduce((sum, one) => sum + one, 0) / F.length);
    },
    roadLeft: (values) => short(roadOf(values.given, shifted(values))[0]),
    memoryLeft: (values) => short(lastRow(values.given, shifted(values), "C")[0]),
    stateLeft: (values) => short(lastRow(values.given, shifted(values))[0]),
    whole: (values) => short(lengthsByDistance(values.given, splitNetwork(values)).whole),
    near: (values) => short(lengthsByDistance(values.given, splitNetwork(values)).parts[0]),
    far: (values) => short(lengthsByDistance(values.given, splitNetwork(values)).parts.at(-1)),
    farShare: (values) => percent(pathShare(values, Math.ceil(given(values).inputs.length / 2))),
    dropped: (values) => percent(knife(values).share),
    angle: (values) => degrees(knife(values).angle),
    countW: (values) => String(pairsOfNetwork(values.given, splitNetwork(values)).count),
    jump: ({ given: { cliff } }) => short(10 ** Math.max(...cliff.slice(1).map((one, k) => Math.abs(one - cliff[k])))),
    before: (values) => short(lengthOf(atCliff(values))),
    afterNorm: (values) => short(lengthOf(clippedByNorm(atCliff(values), values.threshold))),
    afterValue: (values) => short(lengthOf(clippedByValue(atCliff(values), values.threshold))),
    turned: (values) => degrees(byValueAngle(values)),
  },
  tasks: {
    hold: {
      isDone: ({ radius, matrix: chosen }) => chosen === "begun" && radius >= 1.2 && radius <= 1.35,
      solution: { matrix: "begun", radius: 1.3 },
    },
    keep: { isDone: ({ shift }) => shift >= 4, solution: { shift: 4 } },
    harm: {
      isDone: (values) =>
        values.weights === "trained" && ["gru", "mingru"].includes(values.cell) && values.length <= 10,
      solution: { text: "long", length: 5, cuts: "every", cell: "gru", weights: "trained" },
    },
  },
};

export const mount = (host, css) => chapter(host, css, GRADIENTS);
