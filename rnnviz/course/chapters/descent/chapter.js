// Descent.

import { fill, short } from "../../../web/numbers.js";
import { chapter } from "../../reader/chapter.js";
import { batchOf, batchSize, bestLine, descent, largestRate, lineGradient, lineLoss, POINTS } from "./lines.js";
import { handle } from "../../reader/figure.js";
import { nameNode, waysAround } from "../../plot/names.js";
import { axes, curve, label, letter, pathOf, points, scale, wholeNumber } from "../../plot/plot.js";
import { flight } from "../../reader/training.js";
import { written } from "../../reader/values.js";
import { SIZES_FIGURE, SIZE_NUMBERS, gainsOf, spreadOf, stepsOfEpoch, wholeGradient } from "./figures/batchsizes.js";
import { MOST_ARRIVED, ONLINE, ONLINE_NUMBERS, learntNow } from "./figures/online.js";
import {
  ESCAPE,
  RUNS,
  VALLEYS,
  VALLEY_CHOICES,
  VALLEY_NUMBERS,
  WALK_STEPS,
  chordRise,
  endingsOf,
  inLowest,
  pathNow,
} from "./figures/valleys.js";

const [W_FROM, W_TO, B_FROM, B_TO] = [-2, 4, -3, 3];
const BEST = bestLine();
const LEAST = lineLoss(BEST);
const MOST_STEPS = 240;
const HUES = { batch: "state", mini: "memory", stochastic: "gate1", momentum: "gate2", adam: "output" };
const FIRST = ["batch", "mini", "stochastic"];
const NEXT = ["batch", "momentum", "adam"];

const NUMBERS = {
  w: { usual: -1.2, least: W_FROM, most: W_TO, step: 0.02, hue: "candidate", symbol: "w" },
  b: { usual: 2, least: B_FROM, most: B_TO, step: 0.02, hue: "candidate", symbol: "b" },
  rate: { usual: 0.3, least: 0.01, most: 3, step: 0.01, hue: "gate2", symbol: "η" },
  steps: { usual: 0, least: 0, most: MOST_STEPS, step: 1, whole: true },
  size: { usual: 4, least: 1, most: 12, step: 1, whole: true },
  seed: { usual: 1, least: 1, most: 999, step: 1, whole: true },
  turn: { usual: 35, least: -180, most: 180, step: 1, whole: true },
};
const CHOICES = {
  view: { usual: "contour", of: ["contour", "solid"] },
  method: { usual: "stochastic", of: FIRST },
  further: { usual: "momentum", of: ["momentum", "adam"] },
};

const startOf = ({ w, b }) => [w, b];
const pathOfMethod = (values, method) =>
  descent({
    method,
    rate: values.rate,
    size: values.size,
    steps: values.steps,
    start: startOf(values),
    seed: values.seed,
  });
const clampTo = (value, from, to) => Math.min(to, Math.max(from, value));

// The line among its points

function lineNodes(box, weights, rows, words) {
  const [[w, b], [top, low]] = [weights, rows];
  const x = scale([-2.2, 2.2], [3 * box.u, box.width - 2 * box.u]);
  const y = scale([-3, 3], [low, top]);
  const line = points((one) => w * one + b, x, y, 80).map(([px, py]) => [px, py < top || py > low ? Number.NaN : py]);
  return [
    ...axes(x, y, { u: box.u, ticksX: [-2, -1, 0, 1, 2], ticksY: [-2, 0, 2], titleY: words.data }),
    ...POINTS.map(([px, py]) => [
      "line",
      {
        class: "curve thin hue-loss faintly",
        x1: x.at(px),
        x2: x.at(px),
        y1: y.at(py),
        y2: clampTo(y.at(w * px + b), top, low),
      },
    ]),
    curve(line, "candidate"),
    ...POINTS.map(([px, py]) => ["circle", { class: "dot hue-text", cx: x.at(px), cy: y.at(py), r: 0.34 * box.u }]),
    label(x.end, top + 0.4 * box.u, [...letter("ŷ"), ` = ${short(w)} x ${b < 0 ? "−" : "+"} ${short(Math.abs(b))}`], {
      place: "end",
      hue: "candidate",
      more: "bold halo",
    }),
  ];
}

// The surface from above

const planeOf = (box, top, low) => [
  scale([W_FROM, W_TO], [3 * box.u, box.width - 2 * box.u]),
  scale([B_FROM, B_TO], [low, top]),
];
const LEVELS = [0.02, 0.08, 0.25, 0.6, 1.2, 2.2, 3.6, 5.6, 8.2];
function ellipse(level) {
  const mean = (f) => POINTS.reduce((sum, [x]) => sum + f(x), 0) / POINTS.length;
  const [xx, x1] = [mean((x) => x * x), mean((x) => x)];
  return Array.from({ length: 181 }, (_, k) => {
    const angle = (k / 180) * 2 * Math.PI;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const far = Math.sqrt((2 * level) / (xx * c * c + 2 * x1 * c * s + s * s));
    const [w, b] = [BEST[0] + far * c, BEST[1] + far * s];
    return w < W_FROM || w > W_TO || b < B_FROM || b > B_TO ? [Number.NaN, Number.NaN] : [w, b];
  });
}
const RINGS = LEVELS.map(ellipse);

function contourNodes(box, top, low, words) {
  const [x, y] = planeOf(box, top, low);
  const [cx, cy] = [x.at(BEST[0]), y.at(BEST[1])];
  const r = 0.5 * box.u;
  return [
    ...axes(x, y, {
      u: box.u,
      ticksX: [-2, -1, 0, 1, 2, 3, 4],
      ticksY: [-2, 0, 2],
      titleX: words.slope,
      titleY: words.offset,
    }),
    ...RINGS.map((ring) =>
      curve(
        ring.map(([w, b]) => [x.at(w), y.at(b)]),
        "loss",
        "thin faintly",
      ),
    ),
    [
      "path",
      {
        class: "curve hue-right",
        d: `M${cx - r},${cy - r}L${cx + r},${cy + r}M${cx - r},${cy + r}L${cx + r},${cy - r}`,
      },
    ],
  ];
}

function pathNodes(box, top, low, path, hue, isBold) {
  const [x, y] = planeOf(box, top, low);
  const drawn = path.map(([w, b]) => [
    clampTo(x.at(w), x.start - 8, x.end + 8),
    clampTo(y.at(b), y.end - 8, y.start + 8),
  ]);
  const dots =
    isBold && path.length < 80
      ? drawn.slice(1).map(([cx, cy]) => ["circle", { class: `dot hue-${hue}`, cx, cy, r: 0.22 * box.u }])
      : [];
  return [
    curve(drawn, hue, isBold ? "" : "thin faintly"),
    ...dots,
    [
      "circle",
      { class: `dot hue-${hue}`, cx: drawn.at(-1)[0], cy: drawn.at(-1)[1], r: (isBold ? 0.42 : 0.26) * box.u },
    ],
  ];
}

function startHandle(values, box, top, low, words) {
  const [x, y] = planeOf(box, top, low);
  return handle(
    {
      drag: "start",
      names: ["w", "b"],
      numbers: NUMBERS,
      values,
      x: x.at(values.w),
      y: y.at(values.b),
      label: words.start,
      hue: "candidate",
    },
    label(x.at(values.w), y.at(values.b) - 1.1 * box.u, words.start, { place: "middle", more: "bold halo" }),
  );
}
const dragStart = (bounds) => (px, py, _values, box) => {
  const [x, y] = planeOf(box, ...bounds(box));
  return { w: x.of(px), b: y.of(py) };
};

// The surface as a solid

function solidNodes(values, box, top, low, path) {
  const n = 22;
  const angle = (values.turn / 180) * Math.PI;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const wide = Math.min(box.width * 0.44, (low - top) * 0.62);
  const height = (low - top) * 0.42;
  const project = (w, b, loss) => {
    const [u, v] = [((w - W_FROM) / (W_TO - W_FROM)) * 2 - 1, ((b - B_FROM) / (B_TO - B_FROM)) * 2 - 1];
    const [across, deep] = [u * c - v * s, u * s + v * c];
    return [
      box.width / 2 + (across * wide) / 1.3,
      low - (low - top) * 0.3 + deep * wide * 0.34 - Math.min(1.25, loss / 9) * height,
      deep,
    ];
  };
  const tiles = [];
  for (let i = 0; i < n; i += 1) {
    for (let j = 0; j < n; j += 1) {
      const corners = [
        [i, j],
        [i + 1, j],
        [i + 1, j + 1],
        [i, j + 1],
      ].map(([p, q]) => {
        const [w, b] = [W_FROM + ((W_TO - W_FROM) * p) / n, B_FROM + ((B_TO - B_FROM) * q) / n];
        return [...project(w, b, lineLoss([w, b])), lineLoss([w, b])];
      });
      const mean = corners.reduce((sum, one) => sum + one[3], 0) / 4;
      tiles.push({ deep: corners.reduce((sum, one) => sum + one[2], 0), corners, mean });
    }
  }
  tiles.sort((a, b) => a.deep - b.deep);
  const way = path
    .filter(([w, b]) => w >= W_FROM && w <= W_TO && b >= B_FROM && b <= B_TO)
    .map(([w, b]) => project(w, b, lineLoss([w, b])));
  return [
    ...tiles.map(({ corners, mean }) => [
      "path",
      {
        class: "tile hue-loss",
        d: `${pathOf(corners)}Z`,
        "fill-opacity": (0.06 + 0.5 * Math.min(1, mean / 8)).toFixed(2),
      },
    ]),
    curve(way, "candidate"),
    ...way.slice(0, 60).map(([cx, cy]) => ["circle", { class: "dot hue-candidate", cx, cy, r: 0.28 * box.u }]),
  ];
}

// Figures

const upper = (box) => [2.4 * box.u, box.height * 0.36];
const under = (box) => [box.height * 0.36 + 5.2 * box.u, box.height - 3.2 * box.u];

const SURFACE = {
  drags: {
    start: dragStart(under),
    turn: (x, _y, _values, box, from) => ({
      turn: ((from.values.turn + ((x - from.x) / box.width) * 180 + 540) % 360) - 180,
    }),
  },
  draw(values, box, words) {
    const at = startOf(values);
    const [dw, db] = lineGradient(at);
    const [top, low] = under(box);
    const [x, y] = planeOf(box, top, low);
    const [cx, cy] = [x.at(at[0]), y.at(at[1])];
    const to = [clampTo(x.at(at[0] - 0.35 * dw), x.start, x.end), clampTo(y.at(at[1] - 0.35 * db), y.end, y.start)];
    const isSolid = values.view === "solid";
    const lower = isSolid
      ? [
          ...solidNodes(values, box, top - 2 * box.u, low + 2 * box.u, [at]),
          handle(
            {
              drag: "turn",
              names: ["turn"],
              numbers: NUMBERS,
              values,
              x: box.width / 2 + (values.turn / 180) * box.width * 0.35,
              y: box.height - 0.9 * box.u,
              label: words.turn,
              hue: "text",
            },
            [
              "line",
              {
                class: "axis",
                x1: box.width * 0.15,
                x2: box.width * 0.85,
                y1: box.height - 0.9 * box.u,
                y2: box.height - 0.9 * box.u,
              },
            ],
            label(box.width * 0.86, box.height - 0.6 * box.u, words.turn, { more: "muted small" }),
          ),
        ]
      : [
          ...contourNodes(box, top, low, words),
          ["line", { class: "curve hue-gate2", x1: cx, y1: cy, x2: to[0], y2: to[1] }],
          ["circle", { class: "dot hue-gate2", cx: to[0], cy: to[1], r: 0.3 * box.u }],
          label(to[0] + 0.6 * box.u, to[1] + 1.4 * box.u, words.downhill, { hue: "gate2", more: "small bold halo" }),
          startHandle(values, box, top, low, { start: words.here }),
        ];
    return [
      ...lineNodes(box, at, upper(box), words),
      ...lower,
      label(box.width - 2 * box.u, top - 2.6 * box.u, fill(words.lossIs, { loss: short(lineLoss(at)) }), {
        place: "end",
        hue: "loss",
        more: "bold",
      }),
    ];
  },
  describe(values, words) {
    const at = startOf(values);
    return fill(words.altSurface, {
      w: short(at[0]),
      b: short(at[1]),
      loss: short(lineLoss(at)),
      gradient: lineGradient(at).map(short).join(", "),
    });
  },
};

const BATCH = {
  drags: { start: dragStart(under) },
  draw(values, box, words) {
    const { path } = pathOfMethod(values, "batch");
    const [top, low] = under(box);
    const now = path.at(-1);
    return [
      ...lineNodes(box, now, upper(box), words),
      ...contourNodes(box, top, low, words),
      ...pathNodes(box, top, low, path, "state", true),
      startHandle(values, box, top, low, words),
      label(
        box.width - 2 * box.u,
        top - 2.6 * box.u,
        fill(words.after, { steps: path.length - 1, loss: short(lineLoss(now)) }),
        { place: "end", hue: "loss", more: "bold" },
      ),
    ];
  },
  describe(values, words) {
    const { path } = pathOfMethod(values, "batch");
    return fill(words.altBatch, { steps: path.length - 1, loss: short(lineLoss(path.at(-1))) });
  },
};

/** A race of methods: their ways, and below the loss of each over the points it has looked at. */
function race(methods, chosenOf) {
  const first = (box) => [2.4 * box.u, box.height * 0.56];
  return {
    isTall: true,
    drags: { start: dragStart(first) },
    draw(values, box, words) {
      const chosen = chosenOf(values);
      const [top, low] = first(box);
      const made = methods.map((method) => ({ method, ...pathOfMethod(values, method) }));
      const order = [...made].sort((one) => (one.method === chosen ? 1 : -1));
      const most = Math.max(12, ...made.map(({ samples }) => samples));
      const x = scale([0, most], [4.6 * box.u, box.width - 8.5 * box.u]);
      const y = scale([-2, 1.5], [box.height - 3.4 * box.u, low + 5.8 * box.u]);
      const log = (loss) => clampTo(Math.log10(Math.max(loss - LEAST, 1e-9)), -2, 1.5);
      const lines = made.map(({ method, path }) => {
        const each = batchSize(method, values.size);
        return path.map((one, k) => [x.at(Math.min(most, samplesAfter(k, each))), y.at(log(lineLoss(one)))]);
      });
      const taken = [];
      return [
        ...contourNodes(box, top, low, words),
        ...order.flatMap(({ method, path }) => pathNodes(box, top, low, path, HUES[method], method === chosen)),
        startHandle(values, box, top, low, words),
        ...axes(x, y, {
          u: box.u,
          ticksY: [-2, -1, 0, 1],
          ticksX: [0, most],
          titleX: words.looked,
          titleY: words.above,
          written: (one) => ["0.01", "0.1", "1", "10"][one + 2],
          writtenX: String,
        }),
        ...made.map(({ method }, k) => curve(lines[k], HUES[method], method === chosen ? "" : "thin")),
        ...made.map(({ method }, k) =>
          nameNode(words[`name_${method}`], waysAround(lines[k].at(-1)[0], lines[k].at(-1)[1], box.u), {
            u: box.u,
            lines,
            taken,
            within: [x.start, y.end - box.u, box.width, y.start + 0.3 * box.u],
            hue: HUES[method],
            more: method === chosen ? "bold halo" : "halo small",
          }),
        ),
      ];
    },
    describe(values, words) {
      const made = methods.map((method) => {
        const { path, samples } = pathOfMethod(values, method);
        return fill(words.altOne, { name: words[`name_${method}`], loss: short(lineLoss(path.at(-1))), samples });
      });
      return made.join(" ");
    },
  };
}

/** How many points k steps have looked at: an epoch's last batch may be smaller. */
function samplesAfter(k, each) {
  const steps = Math.ceil(POINTS.length / each);
  return Math.floor(k / steps) * POINTS.length + Math.min(POINTS.length, (k % steps) * each);
}

const RACE = race(FIRST, (values) => values.method);
const FURTHER = race(NEXT, (values) => values.further);

const lossAfter = (values, method) => lineLoss(pathOfMethod(values, method).path.at(-1));

const twoDigits = (value) => value.toFixed(2).replace("-", "−");
/** A gain in percent, with its sign, and the power that has it: "64: −1.7 %". */
const gainText = ({ power, gain }) => `${power}: ${gain < 0 ? "−" : "+"}${Math.abs(gain).toFixed(1)} %`;

const DESCENT = {
  numbers: { ...NUMBERS, ...VALLEY_NUMBERS, ...ONLINE_NUMBERS, ...SIZE_NUMBERS },
  choices: { ...CHOICES, ...VALLEY_CHOICES },
  symbols: {
    w: { hue: "candidate" },
    b: { hue: "candidate" },
    L: { hue: "loss" },
    η: { hue: "gate2" },
    θ: { hue: "candidate" },
    ŷ: { hue: "candidate" },
  },
  figures: {
    surface: SURFACE,
    batch: BATCH,
    valleys: VALLEYS,
    race: RACE,
    escape: ESCAPE,
    online: ONLINE,
    sizes: SIZES_FIGURE,
    further: FURTHER,
  },
  computed: {
    loss: (values) => short(lineLoss(startOf(values))),
    least: () => short(LEAST),
    best: () => `${short(BEST[0])}, ${short(BEST[1])}`,
    after: (values) => short(lossAfter(values, "batch")),
    largest: () => short(largestRate()),
    each: (values) => String(batchSize(values.method, values.size)),
    perEpoch: (values) => String(Math.ceil(POINTS.length / batchSize(values.method, values.size))),
    chosen: (values) => short(lossAfter(values, values.method)),
    looked: (values) => String(pathOfMethod(values, values.method).samples),
    batchNow: (values) => batchOf(values.method, values.size, values.seed, values.steps).length.toString(),
    endings: (values) => String(endingsOf(values.valley).length),
    rise: (values) => short(Math.abs(chordRise(values))),
    stands: (values) => short(pathNow(values).at(-1)),
    reached: (values) => String(inLowest(values)),
    runs: () => String(RUNS),
    byOne: (values) => twoDigits(learntNow(values).online),
    byAll: (values) => twoDigits(learntNow(values).batch),
    looksOne: (values) => wholeNumber(learntNow(values).looks),
    looksAll: (values) => wholeNumber(learntNow(values).allLooks),
    off: (values) => short(spreadOf(values)),
    steepness: () => short(Math.abs(wholeGradient().mean)),
    epochSteps: (values) => wholeNumber(stepsOfEpoch(values)),
    gains: (values) => gainsOf(values).map(gainText).join(", "),
    furtherLoss: (values) => short(lossAfter(values, values.further)),
    start: (values) => `(${written(NUMBERS.w, values.w)}, ${written(NUMBERS.b, values.b)})`,
  },
  actions: {
    step: ({ steps }) => ({ steps: Math.min(MOST_STEPS, steps + 1) }),
    fly: flight({ steps: "steps", most: MOST_STEPS, seconds: 4 }),
    again: () => ({ steps: 0 }),
    walk: flight({ steps: "walked", most: WALK_STEPS, seconds: 5 }),
    rest: () => ({ walked: 0 }),
    luckier: ({ luck }) => ({ luck: (luck % 999) + 1 }),
    arrive: flight({ steps: "arrived", most: MOST_ARRIVED, seconds: 6 }),
    reorder: ({ order }) => ({ order: (order % 999) + 1 }),
    shuffle: ({ seed }) => ({ seed: (seed % 999) + 1 }),
  },
  tasks: {
    below: {
      isDone: (values) => values.valley === "wave" && chordRise(values) > 0,
      solution: { valley: "wave", chord1: 0.06, chord2: 2.02 },
    },
    out: {
      isDone: (values) => values.look === "stochastic" && values.from < 1 && inLowest(values) >= RUNS / 2,
      solution: { look: "stochastic", schedule: "constant", from: 0.3, pace: 0.2 },
    },
    fit: { isDone: (values) => lineLoss(startOf(values)) < LEAST + 0.02, solution: { w: 0.86, b: 0.28 } },
    diverge: {
      isDone: (values) => values.steps >= 4 && lossAfter(values, "batch") > lineLoss(startOf(values)),
      solution: { rate: 1.7, steps: 12 },
    },
  },
};

export const mount = (host, css) => chapter(host, css, DESCENT);
