// Long memory, measured: five cells learn on the spot to say a symbol again after k steps of noise.

/** @import {LabelOptions} from "../../picture.d.ts" */

import { fill, short } from "../../../web/numbers.js";
import { chapter } from "../../reader/chapter.js";
import { handle } from "../../reader/figure.js";
import { nameNode, waysAlong } from "../../plot/names.js";
import { axes, curve, label, scale } from "../../plot/plot.js";
import { uniform } from "../../maths/random.js";
import { firstState, CLIP, gradientStep, LONGEST, measures, recallTexts, SYMBOLS } from "./recall.js";
import { fromOtherWeights, training } from "../../reader/training.js";

const CELLS = ["rnn", "gru", "lstm", "indrnn", "mingru"];
const CHARACTERS = "ABCDabcd?";
const GUESS = Math.log(SYMBOLS);
const MOST = 400;
const PACE = 10;
// Powers of ten of a gradient's norm; what lies outside is drawn at the edge.
const POWERS = [-8, 2];

const NUMBERS = {
  steps: { usual: 0, least: 0, most: MOST, step: PACE, whole: true },
  k: { usual: 20, least: 5, most: LONGEST, step: 5, whole: true, hue: "input", symbol: "k" },
  seed: { usual: 1, least: 1, most: 999, step: 1, whole: true },
};
const CHOICES = {
  cell: { usual: "lstm", of: CELLS },
  bias: { usual: "0", of: ["0", "1"] },
  way: { usual: "all", of: ["all", "exact"] },
  clip: { usual: "on", of: ["on", "off"] },
};

const RUN = training({
  steps: "steps",
  most: MOST,
  of: ({ cell, k, way, bias, clip, seed }, { cells }) => ({
    cell,
    k,
    way,
    clip,
    seed,
    bias: hasBias(cells, cell) ? Number(bias) : 0,
    ...cells[cell],
  }),
  begin: firstState,
  step: gradientStep,
});
const hasBias = (cells, cell) => Object.keys(cells[cell].keep).length > 0;
const nameOf = ({ cell, k, way, bias, clip, seed }) => [cell, k, way, bias, clip, seed].join(" ");

const KEPT = new Map();
let latest = null;
/** What weights can do, kept by the training and its moment; while the steps are being taken, the last one known. */
function momentOf(values) {
  const { what, state, done } = RUN.at(values, values.given);
  const name = nameOf(what);
  if (done !== values.steps && latest?.name === name) return latest;
  latest = kept(`${name} ${done}`, () => ({ name, done, rows: measures(state.theta, what) }));
  return latest;
}
/** Whether what was asked for is still far ahead of what is known: a link asks for 400 steps at once. */
const isPending = (values) => values.steps - momentOf(values).done > PACE;
/** A number of the asked moment, once there is one. */
const onceKnown = (read) => (values) => (isPending(values) ? "–" : read(momentOf(values)));
/** The same before the first step. */
function untrained(values) {
  const { what } = RUN.at(values, values.given);
  return kept(`${nameOf(what)} 0`, () => ({
    name: nameOf(what),
    done: 0,
    rows: measures(firstState(what).theta, what),
  }));
}
function kept(key, make) {
  if (!KEPT.has(key)) {
    if (KEPT.size > 200) KEPT.clear();
    KEPT.set(key, make());
  }
  return KEPT.get(key);
}

const up = (number) => [...String(number)].map((one) => (one === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[one])).join("");
const power = (exponent) => (exponent === 0 ? "1" : `10${up(exponent)}`);
const log = (value) => Math.min(POWERS[1], Math.max(POWERS[0], Math.log10(value)));
const percent = (share) => `${Math.round(100 * share)} %`;
const middle = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.floor(sorted.length / 2)]) / 2;
};
const meanRight = ({ rows }) => rows.reduce((sum, one) => sum + one.right, 0) / rows.length;
const farthest = ({ rows }) => rows.at(-1);
/** The share of the gradient at the last step that reaches the first. */
const shareThatArrives = ({ reach }) => reach[0] / reach.at(-1);

// The time machine: a line of the training's steps with a ring on it

const timeline = (box) => scale([0, MOST], [4.6 * box.u, box.width - 1.6 * box.u]);
const MOMENT_DRAG = { moment: (x, _y, _values, box) => ({ steps: timeline(box).of(x) }) };

function momentRing(values, box, y, words) {
  return handle({
    drag: "moment",
    names: ["steps"],
    numbers: NUMBERS,
    values,
    x: timeline(box).at(values.steps),
    y,
    label: words.steps,
    hue: "text",
  });
}

// The task

function exampleText({ k }) {
  const { texts } = recallTexts(uniform(7), k);
  return [...texts[0]].map((one) => CHARACTERS[one]);
}

const TASK = {
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const text = exampleText(values);
    const reach = isPending(values) ? [] : [...farthest(momentOf(values)).reach];
    const x = scale([0, text.length + 1.6], [4.6 * u, box.width - 1.6 * u]);
    const y = scale(POWERS, [box.height - 8.6 * u, 3.4 * u]);
    const wide = x.at(1) - x.at(0);
    const low = box.height - 7.4 * u;
    /** @type {LabelOptions} */
    const said = { place: "middle", more: wide < 1.1 * u ? "bold small" : "bold" };
    const besideLabel = reach.slice(0, Math.ceil((5 * u) / wide));
    return [
      ...axes(x, y, { u, ticksY: [-8, -6, -4, -2, 0, 2], titleY: words.arrives, written: power }),
      reach.length === 0 && label((x.start + x.end) / 2, (y.start + y.end) / 2, words.pending, { place: "middle" }),
      ...reach.map((size, t) => [
        "rect",
        {
          class: `solid hue-${t === 0 ? "gate2" : "state"}`,
          x: x.at(t + 0.14),
          width: Math.max(1, 0.72 * wide),
          y: y.at(log(size)),
          height: Math.max(1, y.start - y.at(log(size))),
        },
      ]),
      reach.length > 0 &&
        label(x.at(0.14), Math.min(...besideLabel.map((size) => y.at(log(size)))) - 0.6 * u, short(reach[0]), {
          hue: "gate2",
          more: "bold halo",
        }),
      ...text.map((one, t) =>
        label(x.at(t + 0.5), low + 1.1 * u, one, {
          ...said,
          hue: t === 0 ? "gate2" : t === text.length - 1 ? "loss" : "input",
        }),
      ),
      label(x.at(text.length + 0.25), low + 1.1 * u, `→ ${text[0]}`, { hue: "gate2", more: "bold" }),
      label(x.at(0), low + 3 * u, words.first, { hue: "gate2", more: "small" }),
      label(x.at(text.length / 2), low + 4.6 * u, fill(words.noise, { k: values.k }), {
        place: "middle",
        hue: "input",
        more: "small",
      }),
      label(x.at(text.length + 1.6), low + 3 * u, words.asked, { place: "end", hue: "loss", more: "small" }),
    ];
  },
  describe(values, words) {
    if (isPending(values)) return words.pending;
    const row = farthest(momentOf(values));
    return fill(words.altTask, { k: values.k, first: short(row.reach[0]), last: short(row.reach.at(-1)) });
  },
};

// Loss, and what is right after each distance

const BENCH = {
  drags: MOMENT_DRAG,
  draw(values, box, words) {
    const { u } = box;
    const { losses } = RUN.at(values, values.given);
    const moment = momentOf(values);
    const x = timeline(box);
    const half = box.height * 0.46;
    const y = scale([0, 2.4], [half - 2.6 * u, 2.6 * u]);
    const far = scale([0, values.k], [x.start, x.end]);
    const share = scale([0, 1], [box.height - 3.6 * u, half + 3.6 * u]);
    const rows = isPending(values) ? [] : moment.rows;
    const dots = rows.map(({ distance, right }) => [far.at(distance), share.at(right)]);
    const most = values.k;
    return [
      ...axes(x, y, { u, ticksX: [0, 100, 200, 300, 400], ticksY: [0, 1, 2], titleX: words.step, titleY: words.loss }),
      guide(x, y.at(GUESS), fill(words.guess, { loss: short(GUESS) }), u),
      curve(
        losses.map((loss, step) => [x.at(step + 0.5), y.at(Math.min(loss, 2.4))]),
        "loss",
        "thin",
      ),
      ["line", { class: "guide", x1: x.at(values.steps), x2: x.at(values.steps), y1: y.start, y2: y.end }],
      momentRing(values, box, y.start, words),
      ...axes(far, share, {
        u,
        ticksX: [1, ...[0.25, 0.5, 0.75, 1].map((part) => Math.round(part * most))],
        ticksY: [0, 0.25, 0.5, 0.75, 1],
        titleX: words.distance,
        titleY: isPending(values) ? words.pending : fill(words.right, { steps: moment.done }),
        written: percent,
        writtenX: String,
      }),
      guide(far, share.at(1 / SYMBOLS), "", u),
      curve(dots, "state"),
      ...dots.map(([cx, cy]) => ["circle", { class: "dot hue-state", cx, cy, r: 0.4 * u }]),
      nameNode(words.chance, waysAlong(chanceLine(far, share), u), {
        u,
        lines: [dots],
        within: [far.start, share.end, far.end, share.start],
        hue: "loss",
        more: "small halo",
      }),
    ];
  },
  describe(values, words) {
    if (isPending(values)) return words.pending;
    const moment = momentOf(values);
    return fill(words.altBench, {
      steps: moment.done,
      near: percent(moment.rows[0].right),
      k: values.k,
      far: percent(farthest(moment).right),
    });
  },
};

const chanceLine = (x, y) => Array.from({ length: 21 }, (_, k) => [x.at((k / 20) * x.to), y.at(1 / SYMBOLS)]);

function guide(x, at, text, u) {
  return [
    "g",
    { class: "hue-loss" },
    ["line", { class: "guide hue-loss", x1: x.start, x2: x.end, y1: at, y2: at }],
    text && label(x.end, at - 0.45 * u, text, { hue: "loss", place: "end", more: "small halo" }),
  ];
}

// The triangle

const TRIANGLE = {
  isTall: true,
  drags: MOMENT_DRAG,
  draw(values, box, words) {
    const { u } = box;
    const moment = momentOf(values);
    const { rows } = moment;
    const x = scale([0, values.k + 2], [4.6 * u, box.width - 1.6 * u]);
    const top = 4.4 * u;
    const high = Math.min(2.6 * u, (box.height * 0.56 - top - 3 * u) / rows.length);
    const low = top + rows.length * high;
    const y = scale(POWERS, [box.height - 3.6 * u, low + 6.4 * u]);
    const wide = x.at(1) - x.at(0);
    const before = farthest(untrained(values)).reach;
    const now = farthest(moment).reach;
    const line = (reach) => [...reach].map((size, t) => [x.at(t + 0.5), y.at(log(size))]);
    return [
      momentRing(values, box, 1.2 * u, words),
      ["line", { class: "axis", x1: x.start, x2: x.end, y1: 1.2 * u, y2: 1.2 * u }],
      label(x.start - 0.6 * u, 1.6 * u, String(moment.done), { place: "end", more: "bold" }),
      label(x.start - 0.6 * u, top - 0.9 * u, fill(words.triangle, { steps: moment.done }), { more: "small muted" }),
      ...rows.flatMap(({ distance, reach }, row) => [
        label(x.start - 0.5 * u, top + (row + 0.68) * high, String(distance), { place: "end", more: "muted small" }),
        ...[...reach].map((size, t) => [
          "rect",
          {
            class: "solid hue-state",
            "fill-opacity": shade(size),
            x: x.at(t).toFixed(1),
            y: (top + row * high + 0.5).toFixed(1),
            width: Math.max(1, wide - 0.7).toFixed(1),
            height: (high - 1).toFixed(1),
          },
        ]),
      ]),
      label(x.start, low + 1.3 * u, words.firstStep, { hue: "gate2", more: "small bold" }),
      label(x.end, low + 1.3 * u, words.askedStep, { place: "end", hue: "loss", more: "small bold" }),
      ...legend(x, low + 2.2 * u, u),
      ...axes(x, y, {
        u,
        ticksX: [],
        ticksY: [-8, -6, -4, -2, 0, 2],
        titleX: words.stepOfText,
        titleY: fill(words.lastRow, { k: values.k }),
        written: power,
      }),
      curve(line(before), "text", "thin dashed"),
      curve(line(now), "state"),
      ["circle", { class: "dot hue-gate2", cx: x.at(0.5), cy: y.at(log(now[0])), r: 0.42 * u }],
      label(x.at(0.5) + 0.9 * u, y.at(log(now[0])) - 0.7 * u, short(now[0]), { hue: "gate2", more: "bold halo" }),
    ];
  },
  describe(values, words) {
    const moment = momentOf(values);
    const { reach } = farthest(moment);
    return fill(words.altTriangle, {
      steps: moment.done,
      k: values.k,
      first: short(reach[0]),
      last: short(reach.at(-1)),
    });
  },
};

/** How dark a cell is: a power of ten a shade. */
function shade(size) {
  return ((log(size) - POWERS[0]) / (POWERS[1] - POWERS[0])).toFixed(3);
}

function legend(x, top, u) {
  const powers = [-8, -6, -4, -2, 0, 2];
  const wide = (x.end - x.start) / powers.length;
  return powers.flatMap((exponent, k) => [
    [
      "rect",
      {
        class: "solid hue-state",
        "fill-opacity": shade(10 ** exponent),
        x: x.start + k * wide,
        y: top,
        width: wide - 2,
        height: 0.7 * u,
      },
    ],
    label(x.start + (k + 0.5) * wide, top + 1.8 * u, power(exponent), { place: "middle", more: "muted small" }),
  ]);
}

// What became of many trainings

const BIASES = [
  ["0", "state"],
  ["1", "memory"],
];

/** How often each share was reached, to the next twentieth: [share, count]. */
function counted(rights) {
  const counts = new Map();
  for (const right of rights) {
    const share = Math.round(20 * right) / 20;
    counts.set(share, (counts.get(share) ?? 0) + 1);
  }
  return [...counts];
}

const LADDER = {
  isTall: true,
  drags: {},
  draw({ given, cell }, box, words) {
    const { u } = box;
    const { ladder } = given.seeds;
    const ks = Object.keys(ladder["rnn 0"]);
    const x = scale([-0.5, ks.length - 0.5], [box.width < 32 * u ? 5 * u : 9 * u, box.width - 1.2 * u]);
    const top = 4.2 * u;
    const high = (box.height - top - 3.6 * u) / CELLS.length;
    return [
      label(x.start, 1.3 * u, `● ${words.bias0}`, { hue: "state", more: "small bold" }),
      label(x.start, 2.7 * u, `○ ${words.bias1}`, { hue: "memory", more: "small bold" }),
      ...CELLS.flatMap((name, row) => {
        const y = scale([0, 1], [top + (row + 1) * high - 0.55 * u, top + row * high + 0.75 * u]);
        return [
          ...axes(x, y, { u, ticksY: [0.25, 1], written: percent }),
          label(0, (y.start + y.end) / 2 + 0.3 * u, given.cells[name].title, {
            more: name === cell ? "bold" : "muted",
          }),
          ...BIASES.flatMap(([bias, hue], b) =>
            (ladder[`${name} ${bias}`] ? ks : []).flatMap((k, i) => {
              const rights = ladder[`${name} ${bias}`][k];
              const at = x.at(i + (b - 0.5) * 0.36);
              return [
                [
                  "line",
                  {
                    class: `outline hue-${hue}`,
                    x1: at - u,
                    x2: at + u,
                    y1: y.at(middle(rights)),
                    y2: y.at(middle(rights)),
                  },
                ],
                ...counted(rights).map(([right, count]) => [
                  "circle",
                  {
                    class: `${b ? "open" : "dot"} hue-${hue}`,
                    cx: at,
                    cy: y.at(right),
                    r: 0.19 * u * Math.sqrt(count),
                  },
                ]),
              ];
            }),
          ),
        ];
      }),
      ...ks.map((k, i) => label(x.at(i), box.height - 2.3 * u, k, { place: "middle", more: "muted small" })),
      label((x.start + x.end) / 2, box.height - 0.9 * u, words.distanceAlone, { place: "middle", more: "muted small" }),
    ];
  },
  describe: ({ given }, words) =>
    Object.entries(given.seeds.ladder)
      .map(([name, own]) => {
        const [cell, bias] = name.split(" ");
        return fill(words.altLadder, { title: given.cells[cell].title, bias, ...rightsOf(own) });
      })
      .join(" "),
};
const rightsOf = (own) => Object.fromEntries(Object.entries(own).map(([k, all]) => [`k${k}`, percent(middle(all))]));

/** After how many steps each training had learnt it, a row for each cell and bias; never stands at the right. */
function speedRows({ given, cell }, box, top, words) {
  const { u } = box;
  const { mixed } = given.seeds;
  const names = Object.keys(given.seeds.ladder);
  const isNarrow = box.width < 32 * u;
  const x = scale([0, MOST], [isNarrow ? 7 * u : 10 * u, box.width - 5 * u]);
  const y = { start: box.height - 4.2 * u, end: top };
  const high = (y.start - y.end) / names.length;
  const never = x.end + 2.6 * u;
  return [
    ...axes(x, y, { u, ticksX: [0, 100, 200, 300, 400], titleX: words.learntAfter, isGridX: true }),
    label(never, y.start + 1.35 * u, words.never, { place: "middle", more: "muted small" }),
    ...names.flatMap((name, row) => {
      const [own, bias] = name.split(" ");
      const title = hasBias(given.cells, own) ? `${given.cells[own].title} ${bias}` : given.cells[own].title;
      return [
        label(x.start - 0.8 * u, y.end + (row + 0.5) * high + 0.35 * u, title, {
          place: "end",
          more: own === cell ? "bold" : "muted",
        }),
        ...["on", "off"].flatMap((clip, c) =>
          mixed[`${name} ${clip}`].map(({ learnt }, s) => {
            const side = ((s % 5) - 2) * 0.34 * u;
            return [
              "circle",
              {
                class: `${c ? "open hue-memory" : "dot hue-state"}`,
                cx: learnt === null ? never + ((s % 7) - 3) * 0.4 * u : x.at(learnt),
                cy: y.end + (row + (c ? 0.72 : 0.28)) * high + (learnt === null ? side : 0),
                r: 0.28 * u,
              },
            ];
          }),
        ),
      ];
    }),
    label(isNarrow ? 0 : x.start, box.height - 0.2 * u, `● ${words.clipped}`, { hue: "state", more: "small bold" }),
    label(x.end, box.height - 0.2 * u, `○ ${words.unclipped}`, { hue: "memory", place: "end", more: "small bold" }),
  ];
}

const SPEED = {
  drags: {},
  draw: (values, box, words) => speedRows(values, box, 1.6 * box.u, words),
  describe: ({ given }, words) =>
    Object.entries(given.seeds.mixed)
      .map(([name, own]) => {
        const [cell, bias, clip] = name.split(" ");
        const learnt = own.filter((one) => one.learnt !== null).length;
        const clipped = clip === "on" ? words.clipped : words.unclipped;
        return fill(words.altSpeed, { title: given.cells[cell].title, bias, clipped, learnt, seeds: own.length });
      })
      .join(" "),
};

const NORMS = {
  isTall: true,
  drags: MOMENT_DRAG,
  draw(values, box, words) {
    const { u } = box;
    const { state } = RUN.at(values, values.given);
    const x = timeline(box);
    const y = scale([-4, 5], [box.height * 0.42 - 2.6 * u, 2.6 * u]);
    const within = (size) => Math.min(5, Math.max(-4, Math.log10(size)));
    return [
      ...axes(x, y, {
        u,
        ticksX: [0, 100, 200, 300, 400],
        ticksY: [-4, -2, 0, 2, 4],
        titleX: words.step,
        titleY: words.norm,
        written: power,
        writtenX: String,
      }),
      guide(x, y.at(Math.log10(CLIP)), words.threshold, u),
      curve(
        state.norms.map((size, step) => [x.at(step + 0.5), y.at(within(size))]),
        values.clip === "on" ? "state" : "memory",
        "thin",
      ),
      momentRing(values, box, y.start, words),
      ...speedRows(values, box, box.height * 0.42 + 3 * u, words),
    ];
  },
  describe(values, words) {
    const { norms } = RUN.at(values, values.given).state;
    return norms.length
      ? fill(words.altNorms, { steps: norms.length, most: short(Math.max(...norms)) })
      : words.altNoNorms;
  },
};

const mixedOf = ({ given }, name) => given.seeds.mixed[name];
const learntOf = (values, name) => String(mixedOf(values, name).filter((one) => one.learnt !== null).length);
const usualSteps = (values, name) => {
  const found = mixedOf(values, name).map((one) => one.learnt ?? Number.POSITIVE_INFINITY);
  return Number.isFinite(middle(found)) ? String(Math.round(middle(found))) : "> 400";
};
const spikeOf = (values, name) => short(middle(mixedOf(values, name).map((one) => one.spike)));
const said = {
  learnt: learntOf,
  usual: usualSteps,
  spike: spikeOf,
};
const NAMES = ["rnn_0", "gru_0", "gru_1", "lstm_0", "lstm_1", "indrnn_0", "mingru_0", "mingru_1"];
const computedOfSeeds = Object.fromEntries(
  Object.entries(said).flatMap(([word, read]) =>
    NAMES.flatMap((name) =>
      ["on", "off"].map((clip) => [
        `${word}_${name}_${clip}`,
        (values) => read(values, `${name.replace("_", " ")} ${clip}`),
      ]),
    ),
  ),
);
const rungs = Object.fromEntries(
  NAMES.flatMap((name) =>
    [2, 5, 10, 20, 40].map((k) => [
      `right_${name}_${k}`,
      ({ given }) => percent(middle(given.seeds.ladder[name.replace("_", " ")][k])),
    ]),
  ),
);

const LONG_MEMORY = {
  numbers: NUMBERS,
  choices: CHOICES,
  trainings: [RUN],
  symbols: {
    H: { hue: "state" },
    L: { hue: "loss" },
    k: { hue: "input" },
    F: { hue: "gate2" },
    Z: { hue: "gate2" },
    C: { hue: "memory" },
    b: { hue: "gate2" },
    u: { hue: "candidate" },
  },
  figures: { task: TASK, bench: BENCH, triangle: TRIANGLE, ladder: LADDER, speed: SPEED, norms: NORMS },
  computed: {
    ...computedOfSeeds,
    ...rungs,
    seeds: ({ given }) => String(given.seeds.mixed["rnn 0 on"].length),
    guessing: () => short(GUESS),
    done: (values) => String(momentOf(values).done),
    share: onceKnown((moment) => short(shareThatArrives(farthest(moment)))),
    before: (values) => short(shareThatArrives(farthest(untrained(values)))),
    arrived: onceKnown((moment) => short(farthest(moment).reach[0])),
    right: onceKnown((moment) => percent(meanRight(moment))),
    title: ({ given, cell }) => given.cells[cell].title,
    largest: (values) => {
      const { norms } = RUN.at(values, values.given).state;
      return norms.length ? short(Math.max(...norms)) : "–";
    },
    biasSays: ({ given, cell, bias }, words) =>
      hasBias(given.cells, cell) ? fill(words.biasIs, { bias }) : words.biasNone,
  },
  actions: {
    train: {
      start: ({ steps }) => (steps >= MOST ? { steps: 0 } : {}),
      frame: ({ steps }, _elapsed, isBehind) => {
        if (isBehind) return {};
        return steps >= MOST ? null : { steps: Math.min(MOST, steps + PACE) };
      },
    },
    again: fromOtherWeights({ steps: "steps", seed: "seed", flight: "train" }),
  },
  tasks: {
    fail: {
      isDone: (values) => momentOf(values).done >= MOST && meanRight(momentOf(values)) < 0.5,
      solution: { cell: "lstm", bias: "0", way: "exact", k: 20, steps: MOST },
    },
  },
};

export const mount = (host, css) => chapter(host, css, LONG_MEMORY);
