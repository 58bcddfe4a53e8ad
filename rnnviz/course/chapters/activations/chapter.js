// Activations.

import { fill, short } from "../../../web/numbers.js";
import {
  ACTIVATIONS,
  BENT,
  neuronData,
  neuronDescent,
  neuronLoss,
  reluFit,
  sameSigns,
  states,
  stretched,
} from "../../maths/activations.js";
import { chapter } from "../../reader/chapter.js";
import { handle } from "../../reader/figure.js";
import { nameNode, waysAlong, waysAround } from "../../plot/names.js";
import { apart, axes, curve, label, letter, pathOf, points, scale, ticks, wholeNumber } from "../../plot/plot.js";
import { stepCounts } from "./activationcost.js";
import { written } from "../../reader/values.js";
import { COST, COST_CHOICES, COST_NUMBERS, shareText } from "./figures/activationcost.js";

const WIDE = 6;
const T = 30;
const STEPS = 40;
// How the choices are drawn: each function has its hue wherever it appears.
const HUES = { identity: "input", sigmoid: "gate1", tanh: "state", relu: "memory" };
const NAMES = { identity: "identity", sigmoid: "σ", tanh: "tanh", relu: "ReLU" };

const NUMBERS = {
  a: { usual: 1, least: -WIDE, most: WIDE, step: 0.05, hue: "gate2", symbol: "a" },
  layers: { usual: 10, least: 1, most: 50, step: 1, whole: true },
  w1: { usual: -1.6, least: -3, most: 3, step: 0.05, hue: "state" },
  w2: { usual: 1.2, least: -3, most: 3, step: 0.05, hue: "state" },
  rate: { usual: 1.2, least: 0.05, most: 3, step: 0.05 },
  steps: { usual: STEPS, least: 0, most: 80, step: 1, whole: true },
  w: { usual: 0.6, least: -3, most: 3, step: 0.01, hue: "state", symbol: "w" },
  b: { usual: 0.9, least: -4, most: 4, step: 0.01, hue: "state", symbol: "b" },
  alpha: { usual: 1, least: 0, most: 4, step: 0.05, hue: "gate1", symbol: "α" },
  beta: { usual: 1, least: 0.1, most: 4, step: 0.05, hue: "gate1", symbol: "β" },
  gamma: { usual: 0, least: -1, most: 3, step: 0.05, hue: "gate1", symbol: "γ" },
  u: { usual: 1.2, least: -2, most: 2, step: 0.01, hue: "state", symbol: "w" },
  h0: { usual: 0.5, least: -2, most: 2, step: 0.05, hue: "state" },
};
const CHOICES = {
  f: { usual: "tanh", of: ["identity", "sigmoid", "tanh", "relu"] },
  inputs: { usual: "sigmoid", of: ["sigmoid", "tanh"] },
};

/** Two panels, one above the other: [top, low] of each, less room for titles. */
const halves = (box) => {
  const half = box.height / 2;
  return [
    [2.4 * box.u, half - 2.6 * box.u],
    [half + 2 * box.u, box.height - 3.2 * box.u],
  ];
};
const across = (box, from = -WIDE, to = WIDE) => scale([from, to], [3 * box.u, box.width - 5.5 * box.u]);

const CURVE = {
  drags: { a: (x, _y, _values, box) => ({ a: across(box).of(x) }) },
  draw(values, box, words) {
    const { value, slope } = ACTIVATIONS[values.f];
    const hue = HUES[values.f];
    const { a } = values;
    const isBounded = ["sigmoid", "tanh"].includes(values.f);
    const x = across(box);
    const [above, below] = halves(box);
    const y = scale(isBounded ? [-1.25, 1.25] : [-3, 3], [above[1], above[0]]);
    const z = scale([-0.1, 1.15], [below[1], below[0]]);
    const [cx, cy] = [x.at(a), y.at(value(a))];
    const reach = 1.6;
    const tangent = [a - reach, a + reach].map((one) => [x.at(one), y.at(value(a) + slope(a) * (one - a))]);
    const inside = (list) => list.filter(([, at]) => at > above[0] - 1.5 * box.u && at < above[1] + box.u);
    const tag = clamp(cy, above[0], above[1]);
    return [
      ...axes(x, y, { u: box.u, ticksY: isBounded ? [-1, 0, 1] : [-2, 0, 2], titleY: words[`f_${values.f}`] }),
      ["line", { class: "axis", x1: x.at(0), x2: x.at(0), y1: above[0], y2: above[1] }],
      curve(inside(points(value, x, y, 300)), hue),
      curve(tangent, "gate2", "thin"),
      ...axes(x, z, {
        u: box.u,
        ticksX: ticks(-WIDE, WIDE, 2),
        ticksY: [0, 0.25, 0.5, 1],
        titleX: words.preActivation,
        titleY: words.slope,
      }),
      ["line", { class: "axis", x1: x.at(0), x2: x.at(0), y1: below[0], y2: below[1] }],
      [
        "path",
        {
          class: `area hue-${hue}`,
          d: `${pathOf(points(slope, x, z, 300))}L${x.end},${z.at(0)}L${x.start},${z.at(0)}Z`,
        },
      ],
      ...otherSlope(values.f, x, z),
      curve(points(slope, x, z, 300), hue),
      ["line", { class: "guide hue-gate2", x1: cx, x2: cx, y1: Math.max(cy, above[0]), y2: z.at(0) }],
      ["circle", { class: "dot hue-gate2", cx, cy: z.at(slope(a)), r: 0.4 * box.u }],
      label(cx + 0.8 * box.u, z.at(slope(a)) - 0.6 * box.u, `f′ = ${short(slope(a))}`, {
        hue: "gate2",
        more: "bold halo",
      }),
      handle(
        {
          drag: "a",
          names: ["a"],
          numbers: NUMBERS,
          values,
          x: cx,
          y: tag,
          label: words.preActivation,
          hue: "gate2",
          symbol: "a",
        },
        label(
          cx + (a > 3 ? -1 : 1) * box.u,
          tag + (value(a) > 0 ? 1.9 : -1.1) * box.u,
          `f(${written(NUMBERS.a, a)}) = ${short(value(a))}`,
          { hue: "gate2", more: "bold halo", place: a > 3 ? "end" : "start" },
        ),
      ),
    ];
  },
  describe(values, words) {
    const { value, slope } = ACTIVATIONS[values.f];
    return fill(words.altCurve, {
      f: words[`f_${values.f}`],
      a: short(values.a),
      value: short(value(values.a)),
      slope: short(slope(values.a)),
    });
  },
};

// Where the name of a slope stands, beside its curve: at which a, and how high.
const SLOPE_NAMES = { sigmoid: [-2.6, 0.15], tanh: [-0.95, 0.68] };
/** The slopes of the sigmoid and of tanh are seen together, four to one at their highest. */
function otherSlope(name, x, z) {
  const other = { tanh: "sigmoid", sigmoid: "tanh" }[name];
  if (!other) return [];
  return [
    curve(points(ACTIVATIONS[other].slope, x, z, 300), HUES[other], "dashed"),
    ...[name, other].map((one) =>
      label(x.at(SLOPE_NAMES[one][0]), z.at(SLOPE_NAMES[one][1]), `${NAMES[one]}′`, {
        hue: HUES[one],
        more: "bold halo",
        place: "end",
      }),
    ),
  ];
}

const SATURATION = {
  drags: { a: (x, _y, _values, box) => ({ a: across(box).of(x) }) },
  draw(values, box, words) {
    const x = across(box);
    const z = scale([0, 1.1], [box.height * 0.56, 2.4 * box.u]);
    const { a, layers } = values;
    const at = x.at(a);
    const low = box.height * 0.56 + 4.6 * box.u;
    const rows = ["sigmoid", "tanh", "relu"];
    const least = -30;
    const bars = scale([least, 0], [9 * box.u, box.width - 6 * box.u]);
    const gap = (box.height - low - 3 * box.u) / 3;
    const quarter = z.at(0.25);
    return [
      ...axes(x, z, { u: box.u, ticksX: ticks(-WIDE, WIDE, 2), ticksY: [0, 0.25, 0.5, 1], titleY: words.slope }),
      ["line", { class: "guide hue-gate1", x1: x.start, x2: x.end, y1: quarter, y2: quarter }],
      ...rows.map((name) => curve(points(ACTIVATIONS[name].slope, x, z, 300), HUES[name], "", { "data-symbol": name })),
      label(x.at(-2.1), z.at(0.13), "σ′", { hue: "gate1", more: "bold halo", place: "end" }),
      label(x.at(-0.95), z.at(0.6), "tanh′", { hue: "state", more: "bold halo", place: "end" }),
      label(x.at(3.4), z.at(1) - 0.5 * box.u, "ReLU′", { hue: "memory", more: "bold halo" }),
      label(x.end + 0.5 * box.u, quarter + 0.35 * box.u, words.quarter, { hue: "gate1", more: "small" }),
      ...rows.map((name) => [
        "circle",
        { class: `dot hue-${HUES[name]}`, cx: at, cy: z.at(ACTIVATIONS[name].slope(a)), r: 0.36 * box.u },
      ]),
      handle(
        {
          drag: "a",
          names: ["a"],
          numbers: NUMBERS,
          values,
          x: at,
          y: z.start,
          label: words.preActivation,
          hue: "gate2",
          symbol: "a",
        },
        ["line", { class: "guide hue-gate2", x1: at, x2: at, y1: z.start, y2: z.end }],
        label(at, z.end - 0.6 * box.u, [...letter("a"), ` = ${written(NUMBERS.a, a)}`], {
          hue: "gate2",
          more: "bold halo",
          place: "middle",
        }),
      ),
      label(0, low, fill(words.through, { layers }), { more: "bold" }),
      ...rows.flatMap((name, k) => {
        const product = ACTIVATIONS[name].slope(a) ** layers;
        const top = low + 0.9 * box.u + k * gap;
        const end = bars.at(Math.max(least, Math.log10(product)));
        return [
          label(bars.start - 0.8 * box.u, top + gap * 0.55, `${NAMES[name]}′ ${superscripted(layers)}`, {
            hue: HUES[name],
            place: "end",
            more: "bold",
          }),
          [
            "rect",
            {
              class: `solid hue-${HUES[name]}`,
              x: bars.start,
              width: Math.max(0, end - bars.start),
              y: top,
              height: Math.max(4, gap * 0.72),
              rx: 2,
            },
          ],
          label(end + 0.6 * box.u, top + gap * 0.55, product === 0 ? "0" : short(product), {
            more: "bold halo",
            hue: HUES[name],
          }),
        ];
      }),
      ...[-30, -20, -10, 0].map((power) =>
        label(bars.at(power), box.height - 0.4 * box.u, power === 0 ? "1" : `10${superscripted(power)}`, {
          more: "muted small",
          place: "middle",
        }),
      ),
    ];
  },
  describe(values, words) {
    const product = (name) => short(ACTIVATIONS[name].slope(values.a) ** values.layers);
    return fill(words.altSaturation, {
      a: short(values.a),
      layers: values.layers,
      sigmoid: product("sigmoid"),
      tanh: product("tanh"),
      relu: product("relu"),
    });
  },
};

function superscripted(number) {
  return [...String(number)].map((one) => (one === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[one])).join("");
}

function clamp(value, least, most) {
  return Math.min(most, Math.max(least, value));
}

/** A plane of two weights, its unit the same both ways. */
function plane(box, most = 3) {
  const side = Math.min(box.width - 4 * box.u, box.height - 6 * box.u);
  const left = 2.6 * box.u + (box.width - 4 * box.u - side) / 2;
  const top = 2.4 * box.u;
  return [scale([-most, most], [left, left + side]), scale([-most, most], [top + side, top])];
}
const ZIGZAG = {
  drags: {
    start(x, y, _values, box) {
      const [across1, up] = plane(box);
      return { w1: across1.of(x), w2: up.of(y) };
    },
  },
  draw(values, box, words) {
    const [x, y] = plane(box);
    const data = neuronData(values.inputs);
    const hue = HUES[values.inputs];
    const path = neuronDescent(data, [values.w1, values.w2], values.rate, values.steps);
    const drawn = path.map(([one, two]) => [clamp(x.at(one), x.start, x.end), clamp(y.at(two), y.end, y.start)]);
    const levels = [0.01, 0.05, 0.15, 0.4, 0.9, 1.8, 3.2];
    return [
      ...axes(x, y, {
        u: box.u,
        ticksX: [-3, -2, -1, 0, 1, 2, 3],
        ticksY: [-3, -2, -1, 0, 1, 2, 3],
        titleX: words.weight1,
        titleY: words.weight2,
      }),
      ...levels.map((level) =>
        curve(
          contour(data, level).map(([one, two]) => [x.at(one), y.at(two)]),
          "loss",
          "thin faintly",
        ),
      ),
      ["path", { class: `curve thin hue-${hue}`, d: pathOf(drawn) }],
      ...drawn.slice(1).map(([cx, cy]) => ["circle", { class: `dot hue-${hue}`, cx, cy, r: 0.24 * box.u }]),
      ["path", { class: "curve hue-right", d: cross(x.at(1.5), y.at(-1.5), 0.6 * box.u) }],
      nameNode(words.best, waysAround(x.at(1.5), y.at(-1.5), box.u), {
        u: box.u,
        lines: [drawn],
        hue: "right",
        more: "bold halo",
      }),
      handle(
        {
          drag: "start",
          names: ["w1", "w2"],
          numbers: NUMBERS,
          values,
          x: drawn[0][0],
          y: drawn[0][1],
          label: words.start,
          hue: "state",
        },
        label(drawn[0][0], drawn[0][1] - 1.2 * box.u, words.start, { place: "middle", more: "halo bold" }),
      ),
      label(
        x.end,
        y.end - 0.9 * box.u,
        fill(words.lossAfter, { steps: values.steps, loss: short(neuronLoss(data, path.at(-1))) }),
        { hue: "loss", more: "bold halo", place: "end" },
      ),
    ];
  },
  describe(values, words) {
    const data = neuronData(values.inputs);
    const path = neuronDescent(data, [values.w1, values.w2], values.rate, values.steps);
    return fill(words.altZigzag, {
      same: sameSigns(path),
      steps: values.steps,
      loss: short(neuronLoss(data, path.at(-1))),
    });
  },
};

function cross(x, y, r) {
  return `M${x - r},${y - r}L${x + r},${y + r}M${x - r},${y + r}L${x + r},${y - r}`;
}

/** An ellipse on which the loss, a quadratic around (1.5, −1.5), has a value. */
function contour(data, level) {
  const mean = (f) => data.reduce((sum, { inputs }) => sum + f(inputs), 0) / data.length;
  const [p, q, r] = [mean(([s]) => s * s), mean(([s, t]) => s * t), mean(([, t]) => t * t)];
  return Array.from({ length: 361 }, (_, k) => {
    const angle = (k / 360) * 2 * Math.PI;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const far = Math.sqrt((2 * level) / (p * c * c + 2 * q * c * s + r * s * s));
    return [1.5 + far * c, -1.5 + far * s];
  }).map(([one, two]) => (Math.abs(one) <= 3 && Math.abs(two) <= 3 ? [one, two] : [Number.NaN, Number.NaN]));
}

const bent = (box) => [
  scale([-2.4, 2.4], [3 * box.u, box.width - 2 * box.u]),
  scale([-3, 3], [box.height - 9 * box.u, 2.4 * box.u]),
];
const DEAD = {
  drags: {
    b: (_x, y, _values, box) => ({ b: bent(box)[1].of(y) }),
    w: (_x, y, values, box) => ({ w: (bent(box)[1].of(y) - values.b) / 1.5 }),
  },
  draw(values, box, words) {
    const { w, b } = values;
    const [x, y] = bent(box);
    const { loss, gradient, alive } = reluFit(w, b);
    const isDead = alive === 0;
    const inside = (list) => list.map(([one, two]) => [one, two >= y.end && two <= y.start ? two : Number.NaN]);
    const top = box.height - 5.6 * box.u;
    const at = (value) => clamp(y.at(value), y.end, y.start);
    const straight = inside(points((one) => w * one + b, x, y, 80));
    const bend = inside(points((one) => Math.max(0, w * one + b), x, y, 240));
    const rings = [0, 1.5].map((one) => [x.at(one), at(w * one + b)]);
    const free = {
      u: box.u,
      lines: [straight, bend],
      taken: [...rings, ...BENT.map(([one, two]) => [x.at(one), y.at(two)])].map(([one, two]) => [
        one - 9,
        two - 9,
        one + 9,
        two + 9,
      ]),
      within: [x.start, y.end, x.end, y.start],
    };
    return [
      ...axes(x, y, { u: box.u, ticksX: [-2, -1, 0, 1, 2], ticksY: [-3, -2, -1, 0, 1, 2, 3] }),
      ["line", { class: "axis", x1: x.start, x2: x.end, y1: y.at(0), y2: y.at(0) }],
      curve(straight, "state", "thin dashed"),
      curve(bend, isDead ? "loss" : "memory"),
      nameNode("$w x + b$", waysAlong([...straight].reverse(), box.u), { ...free, hue: "state", more: "halo" }),
      nameNode("ReLU($w x + b$)", waysAlong(bend, box.u), {
        ...free,
        hue: isDead ? "loss" : "memory",
        more: "bold halo",
      }),
      ...BENT.map(([one, two]) => [
        "circle",
        { class: w * one + b > 0 ? "dot hue-text" : "waiting", cx: x.at(one), cy: y.at(two), r: 0.38 * box.u },
      ]),
      handle(
        {
          drag: "b",
          names: ["b"],
          numbers: NUMBERS,
          values,
          x: x.at(0),
          y: at(b),
          label: words.bias,
          hue: "state",
          symbol: "b",
        },
        nameNode(`$b$ = ${written(NUMBERS.b, b)}`, waysAround(x.at(0), at(b), box.u), {
          ...free,
          hue: "state",
          more: "bold halo",
        }),
      ),
      handle(
        {
          drag: "w",
          names: ["w"],
          numbers: NUMBERS,
          values,
          x: x.at(1.5),
          y: at(w * 1.5 + b),
          label: words.weight,
          hue: "state",
          symbol: "w",
        },
        nameNode(`$w$ = ${written(NUMBERS.w, w)}`, waysAround(x.at(1.5), at(w * 1.5 + b), box.u), {
          ...free,
          hue: "state",
          more: "bold halo",
        }),
      ),
      label(x.start, top, fill(isDead ? words.isDead : words.isAlive, { alive, all: BENT.length }), {
        more: "bold large",
        hue: isDead ? "loss" : "memory",
      }),
      label(x.start, top + 2.2 * box.u, `$∂L/∂w$ = ${short(gradient[0])}    $∂L/∂b$ = ${short(gradient[1])}`, {
        more: "large",
      }),
      label(x.start, top + 4.2 * box.u, fill(words.lossIs, { loss: short(loss) }), { hue: "loss", more: "bold" }),
    ];
  },
  describe(values, words) {
    const { loss, gradient, alive } = reluFit(values.w, values.b);
    return fill(words.altDead, { alive, w: short(gradient[0]), b: short(gradient[1]), loss: short(loss) });
  },
};

const offBy = ({ alpha, beta, gamma }) =>
  Math.max(...ticks(-4, 4, 0.1).map((a) => Math.abs(Math.tanh(a) - stretched(alpha, beta, gamma, a))));
const sameScales = (box) => [
  scale([-4, 4], [3 * box.u, box.width - 5.5 * box.u]),
  scale([-1.5, 2], [box.height - 3 * box.u, 2.4 * box.u]),
];
const SAME = {
  drags: {},
  draw(values, box, words) {
    const { alpha, beta, gamma } = values;
    const [x, y] = sameScales(box);
    const f = (a) => stretched(alpha, beta, gamma, a);
    const inside = (list) => list.map(([one, two]) => [one, two >= y.end && two <= y.start ? two : Number.NaN]);
    const gapBetween = [
      ...points(Math.tanh, x, y, 120),
      ...points((a) => clamp(f(a), y.from, y.to), x, y, 120).reverse(),
    ];
    return [
      ...axes(x, y, { u: box.u, ticksX: [-4, -2, 0, 2, 4], ticksY: [-1, 0, 1, 2] }),
      ["line", { class: "axis", x1: x.at(0), x2: x.at(0), y1: y.start, y2: y.end }],
      ["path", { class: "area hue-loss", d: `${pathOf(gapBetween)}Z` }],
      curve(points(Math.tanh, x, y), "state"),
      curve(inside(points(f, x, y)), "gate1"),
      label(x.end + 0.5 * box.u, y.at(Math.tanh(4)) + 0.35 * box.u, "tanh(a)", { hue: "state", more: "bold" }),
      label(
        x.at(-3.8),
        y.at(1.7),
        fill(words.stretched, {
          alpha: written(NUMBERS.alpha, alpha),
          beta: written(NUMBERS.beta, beta),
          gamma: written(NUMBERS.gamma, gamma),
        }),
        { hue: "gate1", more: "bold large" },
      ),
      label(
        x.at(-3.8),
        y.at(1.7) + 2 * box.u,
        fill(words.apart, { off: short(offBy(values) < 1e-12 ? 0 : offBy(values)) }),
        { hue: "loss", more: "bold" },
      ),
    ];
  },
  describe: (values, words) => fill(words.altSame, { off: short(offBy(values)) }),
};

const rnnScales = (box) => [
  scale([0, T], [3 * box.u, box.width - 7.5 * box.u]),
  scale([-3, 3], [box.height - 4 * box.u, 2.6 * box.u]),
];
const RECURRENT = {
  drags: { h0: (_x, y, _values, box) => ({ h0: rnnScales(box)[1].of(y) }) },
  draw(values, box, words) {
    const [x, y] = rnnScales(box);
    const kinds = ["relu", "identity", "sigmoid", "tanh"];
    const all = kinds.map((name) => states(name, values.u, 0, values.h0, T));
    const ends = all.map((list) =>
      clamp(y.at(list.findLast((v, t) => y.at(v) >= y.end && y.at(v) <= y.start && t >= 0) ?? 3), y.end, y.start),
    );
    const tags = apart(ends, 1.4 * box.u);
    const lines = all.map((list) =>
      list.map((v, t) => [x.at(t), y.at(v) >= y.end && y.at(v) <= y.start ? y.at(v) : Number.NaN]),
    );
    return [
      ...axes(x, y, {
        u: box.u,
        ticksX: [0, 10, 20, 30],
        ticksY: [-3, -2, -1, 0, 1, 2, 3],
        titleX: words.time,
        titleY: letter("H", "t"),
      }),
      ["line", { class: "guide", x1: x.start, x2: x.end, y1: y.at(1), y2: y.at(1) }],
      ["line", { class: "guide", x1: x.start, x2: x.end, y1: y.at(-1), y2: y.at(-1) }],
      // ReLU and identity are the same where the state is positive: one is seen through the other's gaps.
      ...kinds.map((name, k) => curve(lines[k], HUES[name], { relu: "broad", identity: "dashed" }[name] ?? "")),
      ...kinds.map((name, k) =>
        label(
          x.end + 0.5 * box.u,
          tags[k] + 0.35 * box.u,
          `${name === "identity" ? words.f_identity : NAMES[name]} ${short(all[k][T])}`,
          {
            hue: HUES[name],
            more: "bold halo",
          },
        ),
      ),
      handle(
        {
          drag: "h0",
          names: ["h0"],
          numbers: NUMBERS,
          values,
          x: x.at(0),
          y: y.at(values.h0),
          label: words.h0,
          hue: "state",
          symbol: "H",
        },
        nameNode(`$H_0$ = ${written(NUMBERS.h0, values.h0)}`, waysAround(x.at(0), y.at(values.h0), box.u), {
          u: box.u,
          lines,
          within: [x.start, y.end, x.end, y.start],
          more: "bold halo",
          hue: "state",
        }),
      ),
    ];
  },
  describe(values, words) {
    const end = (name) => short(states(name, values.u, 0, values.h0, T)[T]);
    return fill(words.altRecurrent, {
      w: short(values.u),
      relu: end("relu"),
      tanh: end("tanh"),
      sigmoid: end("sigmoid"),
    });
  },
};

const stepOf = ({ cell, reads, width }) => stepCounts(cell, reads, width);

const ACTIVATION = {
  numbers: { ...NUMBERS, ...COST_NUMBERS },
  choices: { ...CHOICES, ...COST_CHOICES },
  symbols: {
    a: { hue: "gate2" },
    H: { hue: "state" },
    w: { hue: "state" },
    b: { hue: "state" },
    L: { hue: "loss" },
    α: { hue: "gate1" },
    β: { hue: "gate1" },
    γ: { hue: "gate1" },
  },
  figures: {
    curve: CURVE,
    saturation: SATURATION,
    zigzag: ZIGZAG,
    dead: DEAD,
    same: SAME,
    cost: COST,
    recurrent: RECURRENT,
  },
  computed: {
    value: ({ f, a }) => short(ACTIVATIONS[f].value(a)),
    slope: ({ f, a }) => short(ACTIVATIONS[f].slope(a)),
    best: ({ layers }) => short(0.25 ** layers),
    same: (values) =>
      `${sameSigns(neuronDescent(neuronData(values.inputs), [values.w1, values.w2], values.rate, values.steps))}`,
    left: (values) =>
      short(
        neuronLoss(
          neuronData(values.inputs),
          neuronDescent(neuronData(values.inputs), [values.w1, values.w2], values.rate, values.steps).at(-1),
        ),
      ),
    fit: ({ w, b }) => short(reluFit(w, b).loss),
    grown: ({ u, h0 }) => short(states("relu", u, 0, h0, T)[T]),
    sigmoidShare: (values) => shareText(values, "sigmoid"),
    tanhShare: (values) => shareText(values, "tanh"),
    reluShare: (values) => shareText(values, "relu"),
    products: (values) => wholeNumber(stepOf(values).products),
    sigmoids: (values) => wholeNumber(stepOf(values).powers.sigmoid),
    tanhs: (values) => wholeNumber(stepOf(values).powers.tanh),
    held: ({ u, h0 }) => short(states("tanh", u, 0, h0, T)[T]),
  },
  actions: {
    train: {
      frame({ w, b }, elapsed) {
        const { gradient } = reluFit(w, b);
        const rate = Math.min(elapsed, 50) * 0.004;
        const next = { w: w - rate * gradient[0], b: b - rate * gradient[1] };
        return Math.hypot(...gradient) < 1e-3 ? null : next;
      },
    },
    revive: () => ({ w: 0.6, b: 0.9 }),
  },
  tasks: {
    kill: { isDone: ({ w, b }) => reluFit(w, b).alive === 0, solution: { w: 0.6, b: -2 } },
    overlay: { isDone: (values) => offBy(values) < 0.02, solution: { alpha: 2, beta: 2, gamma: 1 } },
    steepest: { isDone: ({ f, a }) => f === "sigmoid" && Math.abs(a) < 0.06, solution: { f: "sigmoid", a: 0 } },
  },
};

export const mount = (host, css) => chapter(host, css, ACTIVATION);
