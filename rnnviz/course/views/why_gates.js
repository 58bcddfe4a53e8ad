// Gates, and two directions.

import { fill, short, superscript } from "../../web/numbers.js";
import { chapter } from "../assets/chapter.js";
import { drawnCurve } from "../assets/drawn.js";
import { handle } from "../assets/figure.js";
import {
  cellCost,
  distancesKept,
  heldAt,
  largestDifference,
  memoryOf,
  readHeld,
  sharesKept,
  wholeCost,
} from "../assets/gates.js";
import { apart, axes, curve, label, letter, scale, wholeNumber } from "../assets/plot.js";
import { grid } from "../assets/strips.js";

const STEPS = 30;
const CELLS = ["rnn", "gru", "lstm"];
const CELL_TITLES = { rnn: "RNN", gru: "GRU", lstm: "LSTM" };
// The powers of ten between which distances are drawn.
const [FAINTEST, WIDEST] = [-12, 1];
// How high the axis of the memory goes.
const MOST_MEMORY = 32;

const gate = (usual, hue, symbol) => ({ usual, least: 0, most: 1, step: 0.005, digits: 3, hue, symbol });
const percentOf = (value) => `${Number((100 * value).toPrecision(value < 0.095 ? 1 : value > 0.985 ? 3 : 2))} %`;
const drawnShare = { least: 0, most: 1, step: 0.01, hue: "text", format: percentOf };
const drawnMemory = { least: 0, most: MOST_MEMORY, step: 0.5, digits: 1, hue: "text" };
const size = (usual, most) => ({ usual, least: 1, most, step: 1, whole: true });

const NUMBERS = {
  keep: gate(0.9, "gate2", "Z"),
  hold: gate(0.995, "gate2", "Z"),
  from: { usual: 12, least: 1, most: STEPS, step: 1, whole: true },
  to: { usual: 20, least: 1, most: STEPS, step: 1, whole: true },
  share15: { ...drawnShare, usual: 0.75 },
  share30: { ...drawnShare, usual: 0.45 },
  Z: gate(0, "gate2", "Z"),
  R: gate(1, "gate1", "R"),
  gain: { usual: 1, least: 0, most: 6, step: 0.1, digits: 1, hue: "candidate", symbol: "W" },
  F: gate(0.5, "gate2", "F"),
  I: gate(0.5, "gate1", "I"),
  O: gate(0.5, "gate3", "O"),
  kept: gate(1, "gate2", "F"),
  writes: gate(1, "gate1", "I"),
  candidate: { usual: 1, least: 0, most: 1, step: 0.01, hue: "candidate", symbol: "C" },
  memory15: { ...drawnMemory, usual: 4 },
  memory30: { ...drawnMemory, usual: 6 },
  place: { usual: 3, least: 1, most: 6, step: 1, whole: true },
  d: size(28, 1000),
  h: size(64, 1000),
  q: size(28, 1000),
};
const CHOICES = {
  seen: { usual: "no", of: ["no", "yes"] },
  ended: { usual: "no", of: ["no", "yes"] },
  last: { usual: "step", of: ["step", "ends"] },
  read: { usual: "numbers", of: ["numbers", "hot"] },
};

const isOpen = (values, name) => values[name] === "yes" || values.all;
const columnsOf = (rows) => rows[0].map((_, unit) => rows.map((row) => row[unit]));
const spanOf = ({ from, to }) => [Math.min(from, to) - 1, Math.max(from, to) - 1];

/** The gates of every step: one value, and another where it is held. */
function keepHolds(values, isHeld) {
  const [from, to] = spanOf(values);
  return [heldAt("Z", values.keep), ...(isHeld ? [heldAt("Z", values.hold, from, to)] : [])];
}
const gatesOf = (read) => read.Z.map(([first]) => first);

/** What a figure shares: steps from 0 to 30 across, with room for letters at the left and words at the right. */
const across = (box) => scale([0, STEPS], [4.6 * box.u, box.width - 3.4 * box.u]);

/** A quantity's letter and words before a row of the figure. */
function rowName(y, name, words, hue) {
  return label(0, y, [...letter(name), ` ${words}`], { hue, more: "bold", symbol: name });
}

/** All units of a state, a column a step, from step `first` on; step t ends at t. */
function stateMap(rows, x, top, bottom, symbol, first = 1) {
  const units = columnsOf(rows);
  const wide = x.at(1) - x.at(0);
  return grid(units, x.at(first - 1), top, wide, (bottom - top) / units.length, { symbol });
}

// How long a gate remembers.

const keepRows = (box) => ({
  gates: scale([0, 1], [Math.max(box.height * 0.19, 6.4 * box.u), Math.max(box.height * 0.05, 3.2 * box.u)]),
  map: [Math.max(box.height * 0.27, 8.6 * box.u), box.height * 0.47],
  shares: scale([0, 1], [box.height - 3.6 * box.u, box.height * 0.47 + 3.4 * box.u]),
});
const KEEP = {
  drags: {
    share15: (_x, y, _values, box) => ({ share15: keepRows(box).shares.of(y) }),
    share30: (_x, y, _values, box) => ({ share30: keepRows(box).shares.of(y) }),
    span: (x, y, _values, box) => ({ to: across(box).of(x), hold: keepRows(box).gates.of(y) }),
    begin: (x, _y, _values, box) => ({ from: across(box).of(x) + 1 }),
  },
  draw(values, box, words) {
    const { gates, map, shares } = keepRows(box);
    const x = across(box);
    const { u } = box;
    const isSeen = isOpen(values, "seen");
    const [from, to] = spanOf(values);
    const read = readHeld(values.given.gru, keepHolds(values, isSeen));
    const free = readHeld(values.given.gru, keepHolds(values, false));
    const [held, plain] = [read, free].map((one) => sharesKept(gatesOf(one)));
    const bars = gatesOf(read).map((value, t) => [
      "rect",
      {
        class: "solid hue-gate2",
        "fill-opacity": isSeen && t >= from && t <= to ? 1 : 0.55,
        x: x.at(t) + 1,
        width: Math.max(1, x.at(1) - x.at(0) - 2),
        y: gates.at(value),
        height: Math.max(1, gates.at(0) - gates.at(value)),
      },
    ]);
    const frame = {
      class: "outline hue-text",
      x: x.at(from),
      width: x.at(to + 1) - x.at(from),
      y: gates.at(1) - 3,
      height: gates.at(0) - gates.at(1) + 6,
      rx: 3,
    };
    const line = (path) => path.map((share, t) => [x.at(t), shares.at(share)]);
    const ends = apart([shares.at(held[STEPS]), shares.at(plain[STEPS])], 1.4 * u, shares.end, shares.start - 0.6 * u);
    const rings = ["share15", "share30"].map((name, k) => ({
      name,
      x: x.at(15 * (k + 1)),
      y: shares.at(values[name]),
      label: words[name],
      said: percentOf(values[name]),
    }));
    const spanHandles = () => [
      handle(
        {
          drag: "span",
          names: ["to", "hold"],
          numbers: NUMBERS,
          values,
          x: x.at(to + 1),
          y: gates.at(values.hold),
          label: words.spanHandle,
          hue: "gate2",
          symbol: "Z",
        },
        label(x.at(from), gates.at(1) - 0.7 * u, fill(words.heldAt, { value: short(values.hold) }), {
          more: "halo small",
        }),
      ),
      handle({
        drag: "begin",
        names: ["from"],
        numbers: NUMBERS,
        values,
        x: x.at(from),
        y: (gates.at(0) + gates.at(1)) / 2,
        label: words.from,
        hue: "gate2",
      }),
      ...[from, to + 1].map((t) => [
        "line",
        { class: "guide", x1: x.at(t), x2: x.at(t), y1: frame.y, y2: shares.start },
      ]),
    ];
    return [
      rowName(gates.at(1) - 2 * u, "Z", words.update, "gate2"),
      ["g", { "data-symbol": "Z" }, ...bars],
      isSeen && ["rect", frame],
      rowName(map[0] - 0.6 * u, "H", words.states, "state"),
      isSeen
        ? stateMap([read.H0, ...read.H], x, ...map, "H", 0)
        : ["rect", { class: "waiting", x: x.start, y: map[0], width: x.end - x.start, height: map[1] - map[0], rx: 3 }],
      ...axes(x, shares, {
        u,
        ticksX: [0, 10, 20, 30],
        ticksY: [0, 0.25, 0.5, 0.75, 1],
        titleX: words.time,
        written: (v) => `${100 * v} %`,
        writtenX: String,
      }),
      label(x.start, shares.end - 0.8 * u, words.shareTitle, { more: "bold halo" }),
      ...(isSeen
        ? [
            curve(line(plain), "state", "thin"),
            curve(line(held), "gate2"),
            label(x.end + 0.3 * u, ends[0], percentOf(held[STEPS]), { hue: "gate2", more: "bold halo" }),
            ...(values.hold === values.keep
              ? []
              : [
                  label(x.end + 0.3 * u, ends[1], percentOf(plain[STEPS]), { hue: "state", more: "bold halo" }),
                  label(x.at(to + 2), shares.at(held[Math.min(STEPS, to + 2)]) - 0.7 * u, words.heldLine, {
                    hue: "gate2",
                    more: "bold halo",
                  }),
                  label(x.at(to), shares.at(plain[to]) + 1.5 * u, words.plainLine, {
                    hue: "state",
                    place: "end",
                    more: "bold halo",
                  }),
                ]),
            ...spanHandles(),
          ]
        : []),
      ["circle", { class: "dot hue-gate2", cx: x.at(0), cy: shares.at(1), r: 0.4 * u }],
      ...drawnCurve({ start: [x.at(0), shares.at(1)], rings, title: words.drawn, numbers: NUMBERS, values, u }),
    ];
  },
  describe(values, words) {
    if (!isOpen(values, "seen")) return fill(words.altDrawn, { drawn: percentOf(values.share30) });
    const [held, plain] = [true, false].map((isHeld) =>
      sharesKept(gatesOf(readHeld(values.given.gru, keepHolds(values, isHeld)))),
    );
    return fill(words.altKeep, { held: percentOf(held[STEPS]), plain: percentOf(plain[STEPS]) });
  },
};

// What the candidate sees.

const padOf = (box) => {
  const side = Math.min(box.width * 0.34, box.height * 0.44);
  const left = 2.6 * box.u;
  const top = 2.4 * box.u;
  return { x: scale([0, 1], [left, left + side]), y: scale([0, 1], [top + side, top]), side };
};
const resetHolds = ({ Z, R }) => [heldAt("Z", Z), heldAt("R", R)];
const recurrent = ({ gain }) => ({ W_hh: gain });
const RESET = {
  drags: {
    pad: (x, y, _values, box) => ({ R: padOf(box).x.of(x), Z: padOf(box).y.of(y) }),
  },
  draw(values, box, words) {
    const { u } = box;
    const pad = padOf(box);
    const [left, right, top, bottom] = [pad.x.start, pad.x.end, pad.y.end, pad.y.start];
    const factors = recurrent(values);
    const { gru, rnn, mlp } = values.given;
    const read = readHeld(gru, resetHolds(values), { factors });
    const rows = [
      ["RNN", readHeld(rnn, [], { factors }).H],
      [words.thisGru, read.H],
      ["MLP", readHeld(mlp).H],
    ];
    const x = scale([0, STEPS], [right + 5.2 * u, box.width - 1 * u]);
    const each = (pad.side - 2 * u) / 3;
    const upper = bottom + 6.4 * u;
    const y = scale([FAINTEST, WIDEST], [box.height - 3.6 * u, upper]);
    const time = across(box);
    const line = (path) => path.map((value, t) => [time.at(t), y.at(Math.max(FAINTEST, Math.log10(value)))]);
    const own = distancesKept(gru, resetHolds(values), factors);
    const plain = distancesKept(rnn, [], factors);
    const tags = apart(
      [own, plain].map((path) => line(path)[STEPS][1]),
      1.4 * u,
      upper,
      y.start - 0.4 * u,
    );
    const corner = (R, Z, text, place) =>
      label(pad.x.at(R), Z ? top - 0.6 * u : bottom + 1.3 * u, text, { place, more: "muted small" });
    return [
      ["rect", { class: "card-plain", x: left, y: top, width: pad.side, height: pad.side, rx: 4 }],
      corner(1, 0, "RNN", "end"),
      corner(0, 0, "MLP", "start"),
      label((left + right) / 2, top - 0.6 * u, words.keepsAll, { place: "middle", more: "muted small" }),
      label((left + right) / 2, bottom + 1.3 * u, [...letter("R"), " →"], {
        place: "middle",
        hue: "gate1",
        symbol: "R",
      }),
      label(left - 1.4 * u, (top + bottom) / 2, [...letter("Z"), "↑"], { place: "middle", hue: "gate2", symbol: "Z" }),
      ["line", { class: "guide hue-gate1", x1: pad.x.at(values.R), x2: pad.x.at(values.R), y1: bottom, y2: top }],
      ["line", { class: "guide hue-gate2", x1: left, x2: right, y1: pad.y.at(values.Z), y2: pad.y.at(values.Z) }],
      handle({
        drag: "pad",
        names: ["R", "Z"],
        numbers: NUMBERS,
        values,
        x: pad.x.at(values.R),
        y: pad.y.at(values.Z),
        label: words.padHandle,
        said: `R ${short(values.R)}, Z ${short(values.Z)}`,
        radius: 8,
      }),
      ...rows.flatMap(([title, H], k) => {
        const from = top + k * (each + u);
        return [
          label(x.start - 0.5 * u, from + each / 2 + 0.3 * u, title, { place: "end", more: k === 1 ? "bold" : "" }),
          stateMap(H, x, from, from + each, "H"),
        ];
      }),
      ...axes(time, y, {
        u,
        ticksX: [0, 10, 20, 30],
        ticksY: [-12, -9, -6, -3, 0],
        titleX: words.time,
        written: (exponent) => (exponent === 0 ? "1" : `10${superscript(exponent)}`),
        writtenX: String,
      }),
      label(0, upper - 1.2 * u, words.distance, { more: "bold halo" }),
      curve(line(plain), "text", "thin dashed"),
      curve(line(own), "state"),
      label(time.end - 0.2 * u, tags[0] - 0.5 * u, `${words.thisGru} ${short(own[STEPS])}`, {
        hue: "state",
        place: "end",
        more: "bold halo",
      }),
      label(time.end - 0.2 * u, tags[1] - 0.5 * u, `RNN ${short(plain[STEPS])}`, { place: "end", more: "halo" }),
    ];
  },
  describe(values, words) {
    const [own] = distancesKept(values.given.gru, resetHolds(values), recurrent(values)).slice(-1);
    return fill(words.altReset, { R: short(values.R), Z: short(values.Z), left: short(own), ...differences(values) });
  },
};

/** How far this GRU's states are from the plain network's and from the perceptron's. */
function differences(values) {
  const factors = recurrent(values);
  const { gru, rnn, mlp } = values.given;
  const { H } = readHeld(gru, resetHolds(values), { factors });
  return {
    rnn: short(largestDifference(H, readHeld(rnn, [], { factors }).H)),
    mlp: short(largestDifference(H, readHeld(mlp).H)),
  };
}

// Forget, write, show.

const LSTM_GATES = [
  ["F", "gate2", "forget"],
  ["I", "gate1", "input"],
  ["O", "gate3", "output"],
];
const gateRow = (box, k) => {
  const top = box.height * (0.06 + 0.14 * k);
  return scale([0, 1], [top + box.height * 0.085, top]);
};
const lstmHolds = (values) => LSTM_GATES.map(([name]) => heldAt(name, values[name]));
const WRITE = {
  drags: Object.fromEntries(
    LSTM_GATES.map(([name], k) => [name, (_x, y, _values, box) => ({ [name]: gateRow(box, k).of(y) })]),
  ),
  draw(values, box, words) {
    const { u } = box;
    const x = across(box);
    const read = readHeld(values.given.lstm, lstmHolds(values));
    const largest = Math.max(1, ...read.C.flat().map(Math.abs));
    const C = [read.C0, ...read.C].map((row) => row.map((value) => value / largest));
    const maps = [
      [box.height * 0.5, box.height * 0.69],
      [box.height * 0.77, box.height * 0.96 - 1.6 * u],
    ];
    const rows = LSTM_GATES.flatMap(([name, hue, word], k) => {
      const y = gateRow(box, k);
      return [
        rowName(y.end - 0.5 * u, name, words[word], hue),
        ["rect", { class: "waiting", x: x.start, y: y.end, width: x.end - x.start, height: y.start - y.end, rx: 3 }],
        [
          "rect",
          {
            class: `solid hue-${hue}`,
            "data-symbol": name,
            x: x.start,
            y: y.at(values[name]),
            width: x.end - x.start,
            height: Math.max(1, y.start - y.at(values[name])),
            rx: 3,
          },
        ],
        handle(
          {
            drag: name,
            names: [name],
            numbers: NUMBERS,
            values,
            x: x.end,
            y: y.at(values[name]),
            label: words[word],
            hue,
            symbol: name,
          },
          label(x.end + 0.9 * u, y.at(values[name]) + 0.3 * u, short(values[name]), { hue, more: "bold" }),
        ),
      ];
    });
    return [
      ...rows,
      rowName(maps[0][0] - 0.6 * u, "C", fill(words.memoryMap, { end: short(largest) }), "memory"),
      stateMap(C, x, ...maps[0], "C", 0),
      rowName(maps[1][0] - 0.6 * u, "H", words.shownMap, "state"),
      stateMap([read.H0, ...read.H], x, ...maps[1], "H", 0),
      ...[0, 10, 20, 30].map((t) =>
        label(x.at(t - 0.5), maps[1][1] + 1.3 * u, String(t), { place: "middle", more: "muted small" }),
      ),
    ];
  },
  describe: (values, words) => fill(words.altWrite, memoryNumbers(values)),
};

/** How far C has moved from where it began, and the largest number of H. */
function memoryNumbers(values) {
  const read = readHeld(values.given.lstm, lstmHolds(values));
  return {
    change: short(
      largestDifference(
        read.C,
        read.C.map(() => read.C0),
      ),
    ),
    shown: short(Math.max(...read.H.flat().map(Math.abs))),
  };
}

// How large a memory can be.

const memoryScale = (box) => scale([0, MOST_MEMORY], [box.height - 4 * box.u, 3 * box.u]);
const RANGE = {
  drags: {
    memory15: (_x, y, _values, box) => ({ memory15: memoryScale(box).of(y) }),
    memory30: (_x, y, _values, box) => ({ memory30: memoryScale(box).of(y) }),
  },
  draw(values, box, words) {
    const { u } = box;
    const x = across(box);
    const y = memoryScale(box);
    const isSeen = isOpen(values, "ended");
    const C = memoryOf(values.kept, values.writes, values.candidate, STEPS);
    const rings = ["memory15", "memory30"].map((name, k) => ({
      name,
      x: x.at(15 * (k + 1)),
      y: y.at(values[name]),
      label: words[name],
      said: short(values[name]),
    }));
    const line = (path) => path.map((value, t) => [x.at(t), y.at(value)]);
    return [
      ...axes(x, y, {
        u,
        ticksX: [0, 10, 20, 30],
        ticksY: [0, 1, 10, 20, 30],
        titleX: words.time,
        writtenX: String,
      }),
      ...drawnCurve({ start: [x.at(0), y.at(0)], rings, title: words.drawn, numbers: NUMBERS, values, u }),
      ...(isSeen
        ? [
            curve(line(C), "memory"),
            curve(line(C.map(Math.tanh)), "state"),
            label(x.end - 0.4 * u, y.at(C[STEPS]) - 0.6 * u, [...letter("C", STEPS), ` = ${short(C[STEPS])}`], {
              hue: "memory",
              place: "end",
              more: "bold halo",
              symbol: "C",
            }),
            label(
              x.at(6),
              y.at(Math.tanh(C[STEPS])) - 0.6 * u,
              ["tanh ", ...letter("C", STEPS), ` = ${short(Math.tanh(C[STEPS]))}`],
              {
                hue: "state",
                more: "bold halo",
                symbol: "H",
              },
            ),
          ]
        : []),
      ["circle", { class: "dot hue-memory", cx: x.at(0), cy: y.at(0), r: 0.4 * u }],
    ];
  },
  describe(values, words) {
    if (!isOpen(values, "ended")) return fill(words.altMemoryDrawn, { drawn: short(values.memory30) });
    const [end] = memoryOf(values.kept, values.writes, values.candidate, STEPS).slice(-1);
    return fill(words.altMemory, { end: short(end), shown: short(Math.tanh(end)) });
  },
};

// Two directions.

/** The text read both ways, as it is and with one character exchanged. */
function bothWays({ given, place }) {
  const { both, letters } = given;
  const X = both.X.map((row, t) => (t === place - 1 ? letters.map((_, k) => (k === letters.length - 1 ? 1 : 0)) : row));
  return [readHeld(both), readHeld(both, [], { X })];
}
const DIRECTIONS = [
  ["forward.H", "state", 1],
  ["backward.H", "memory", -1],
];
const TWO = {
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const { letters } = values.given;
    const T = letters.length - 1;
    const [plain, changed] = bothWays(values);
    const wide = (box.width - 2 * u) / T;
    const left = (t) => u + t * wide;
    const strip = wide * 0.62;
    const tops = [box.height * 0.36, box.height * 0.56];
    const tall = box.height * 0.1;
    const units = plain["forward.H"][0].length;
    const inputs = box.height * 0.8;
    const middle = (t) => left(t) + wide / 2;
    const isNew = (t) => t === values.place - 1;
    const rows = DIRECTIONS.flatMap(([name, hue, way], k) =>
      changed[name].flatMap((row, t) => {
        const differs = row.some((value, unit) => value !== plain[name][t][unit]);
        const at = middle(t) - strip / 2;
        const next = t + way;
        const arrow = next >= 0 && next < T;
        const y = tops[k] + tall / 2;
        const start = middle(t) + (way * strip) / 2 + way * 5;
        const end = middle(next) - (way * strip) / 2 - way * 5;
        return [
          ["rect", { class: "card-plain", x: at - 5, y: tops[k] - 5, width: strip + 10, height: tall + 10, rx: 6 }],
          grid([row], at, tops[k], strip / units, tall, { symbol: k === 0 ? "→H" : "←H" }),
          differs && [
            "rect",
            {
              class: "outline hue-loss",
              x: at - 5,
              y: tops[k] - 5,
              width: strip + 10,
              height: tall + 10,
              rx: 6,
              "stroke-width": 3,
            },
          ],
          arrow && [
            "path",
            { class: `curve thin hue-${hue}`, d: `M${start},${y}H${end}m${-way * 6},-4l${way * 6},4l${-way * 6},4` },
          ],
        ];
      }),
    );
    const ends = values.last === "ends" ? [T - 1, 0] : [T - 1, T - 1];
    const lines = DIRECTIONS.map(([, hue], k) => {
      const from = middle(ends[k]) + (k === 0 ? -0.12 : 0.12) * strip;
      const to = box.width / 2 + (k === 0 ? -1 : 1) * 2.6 * u;
      const turn = box.height * (k === 0 ? 0.24 : 0.28);
      return ["path", { class: `curve hue-${hue}`, d: `M${from},${tops[k] - 7}V${turn}H${to}V${box.height * 0.19}` }];
    });
    const nameAt = ends[1] === 0 ? { x: box.width - u, place: "end" } : { x: u, place: "start" };
    // What a state has read stands beside its line, on the side that has room.
    const read = DIRECTIONS.map(([, hue], k) => {
      const t = ends[k];
      const way = t === 0 ? 1 : -1;
      const x = middle(t) + way * (0.12 * strip + 0.5 * u);
      const place = way > 0 ? "start" : "end";
      const count = k === 0 ? t + 1 : T - t;
      return label(x, tops[k] - 0.9 * u, fill(words.hasRead, { count }), { place, hue, more: "bold halo small" });
    });
    return [
      label(box.width / 2, box.height * 0.08, words.lastTitle, { place: "middle", more: "bold" }),
      label(
        box.width / 2,
        box.height * 0.16,
        ["[ ", ...letter("→H", ends[0] + 1), ", ", ...letter("←H", ends[1] + 1), " ]"],
        { place: "middle", more: "large" },
      ),
      ...lines,
      ...rows,
      ...read,
      ...DIRECTIONS.map(([, hue, way], k) =>
        label(nameAt.x, tops[k] + tall + 1.9 * u, way > 0 ? words.forward : words.backward, {
          hue,
          place: nameAt.place,
          more: "bold small",
        }),
      ),
      ...letters.slice(0, T).flatMap((own, t) => [
        [
          "g",
          { class: "pickable", "data-pick": `place ${t + 1}` },
          [
            "rect",
            {
              class: isNew(t) ? "card-wrong" : "card-plain",
              x: middle(t) - 1.6 * u,
              y: inputs,
              width: 3.2 * u,
              height: 2.8 * u,
              rx: 6,
            },
          ],
          label(middle(t), inputs + 1.95 * u, isNew(t) ? letters[T] : own, { place: "middle", more: "large bold" }),
          isNew(t) &&
            label(middle(t), inputs + 4.2 * u, fill(words.insteadOf, { own }), {
              place: "middle",
              more: "small",
              hue: "loss",
            }),
        ],
      ]),
    ];
  },
  describe(values, words) {
    const [plain, changed] = bothWays(values);
    const moved = (name) =>
      changed[name].filter((row, t) => row.some((value, k) => value !== plain[name][t][k])).length;
    return fill(words.altTwo, { place: values.place, forward: moved("forward.H"), backward: moved("backward.H") });
  },
};

// What it costs.

const COST_PARTS = [
  ["input", "input"],
  ["recurrent", "state"],
  ["gates", "gate1"],
  ["biases", "text"],
  ["output", "output"],
];
// Where a part's name stands below it: at which share of its width, on which side of there, and how far below. The two
// that are thin stand to the left of the output layer's.
const COST_NAMES = {
  input: [0.5, "middle", 1.3],
  recurrent: [0.5, "middle", 1.3],
  gates: [0, "end", 2.7],
  biases: [0, "end", 2.7],
  output: [0, "start", 2.7],
};
const costsOf = ({ d, h, q, read }) => CELLS.map((kind) => cellCost(kind, d, h, q, read === "hot"));
const COST = {
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const costs = costsOf(values);
    const most = Math.max(...costs.flatMap((one) => [wholeCost(one.parameters), wholeCost(one.multiplications)]));
    const x = scale([0, most], [4 * u, box.width - 7 * u]);
    const high = Math.min(3 * u, box.height * 0.065);
    const groups = ["parameters", "multiplications"].map((kind, g) => {
      const top = box.height * (0.09 + 0.46 * g);
      return [
        label(0, top, words[kind], { more: "bold" }),
        ...CELLS.flatMap((cell, k) => {
          const y = top + 1.2 * u + k * (high + 1.3 * u);
          const isLowest = k === CELLS.length - 1;
          let from = 0;
          const parts = COST_PARTS.flatMap(([part, hue]) => {
            const value = costs[k][kind][part];
            const wide = x.at(value) - x.at(0);
            const place = { x: x.at(from), width: Math.max(0, wide - 0.6), y, height: high };
            const [share, side, below] = COST_NAMES[part];
            const name = label(x.at(from + value * share), y + high + below * u, words[`part_${part}`], {
              place: side,
              hue,
              more: "small bold",
            });
            from += value;
            return [
              ["rect", { class: `solid hue-${hue}`, ...place, "fill-opacity": 0.85 }],
              isLowest && value > 0 && name,
            ];
          });
          return [
            label(x.start - 0.6 * u, y + high / 2 + 0.35 * u, CELL_TITLES[cell], { place: "end", more: "bold" }),
            ...parts,
            label(x.at(from) + 0.5 * u, y + high / 2 + 0.35 * u, wholeNumber(from), { more: "bold" }),
          ];
        }),
      ];
    });
    return groups.flat();
  },
  describe(values, words) {
    const costs = costsOf(values);
    const said = (kind) => costs.map((one, k) => `${CELL_TITLES[CELLS[k]]} ${wholeCost(one[kind])}`).join(", ");
    return fill(words.altCost, { parameters: said("parameters"), multiplications: said("multiplications") });
  },
};

const shareAt = (values, isHeld) =>
  percentOf(sharesKept(gatesOf(readHeld(values.given.gru, keepHolds(values, isHeld))))[STEPS]);
const whole = (k, kind) => (values) => wholeNumber(wholeCost(costsOf(values)[k][kind]));
const verb = (network, sentence) => (values) => percentOf(values.given.tags[network][sentence]);

const GATES = {
  numbers: NUMBERS,
  choices: CHOICES,
  symbols: {
    H: { hue: "state" },
    Z: { hue: "gate2" },
    R: { hue: "gate1" },
    C: { hue: "memory" },
    F: { hue: "gate2" },
    I: { hue: "gate1" },
    O: { hue: "gate3" },
    W: { hue: "candidate" },
  },
  figures: { keep: KEEP, reset: RESET, write: WRITE, range: RANGE, two: TWO, cost: COST },
  computed: {
    drawn30: (values) => percentOf(values.share30),
    left: (values) => (isOpen(values, "seen") ? shareAt(values, false) : "?"),
    leftHeld: (values) => (isOpen(values, "seen") ? shareAt(values, true) : "?"),
    spanSteps: (values) => String(spanOf(values)[1] - spanOf(values)[0] + 1),
    fromRnn: (values) => differences(values).rnn,
    fromMlp: (values) => differences(values).mlp,
    distance: (values) => short(distancesKept(values.given.gru, resetHolds(values), recurrent(values))[STEPS]),
    change: (values) => memoryNumbers(values).change,
    shown: (values) => memoryNumbers(values).shown,
    drawnMemory: (values) => short(values.memory30),
    memory: (values) =>
      isOpen(values, "ended") ? short(memoryOf(values.kept, values.writes, values.candidate, STEPS)[STEPS]) : "?",
    limit: ({ kept, writes, candidate }) => (kept === 1 ? "∞" : short((writes * candidate) / (1 - kept))),
    rnnMoney: verb("rnn", "花钱"),
    rnnOpen: verb("rnn", "花开"),
    bothMoney: verb("bidirectional", "花钱"),
    bothOpen: verb("bidirectional", "花开"),
    rnnCost: whole(0, "multiplications"),
    gruCost: whole(1, "multiplications"),
    lstmCost: whole(2, "multiplications"),
  },
  actions: {
    see: ({ seen }) => ({ seen: seen === "yes" ? "no" : "yes" }),
    end: ({ ended }) => ({ ended: ended === "yes" ? "no" : "yes" }),
    asRnn: () => ({ R: 1, Z: 0 }),
    asMlp: () => ({ R: 0, Z: 0 }),
    keeper: () => ({ R: 0, Z: 0.99 }),
    shut: () => ({ F: 1, I: 0, O: 0 }),
  },
  tasks: {
    look: { isDone: ({ seen }) => seen === "yes", solution: null },
    half: {
      isDone: (values) =>
        isOpen(values, "seen") &&
        values.keep === 0.9 &&
        sharesKept(gatesOf(readHeld(values.given.gru, keepHolds(values, true))))[STEPS] >= 0.5,
      solution: { seen: "yes", from: 1, to: 30, hold: 0.99 },
    },
    carry: {
      isDone: ({ F, I, O }) => F === 1 && I === 0 && O >= 0.5,
      solution: { F: 1, I: 0, O: 1 },
    },
    limited: { isDone: ({ ended }) => ended === "yes", solution: null },
  },
};

export const mount = (host, css) => chapter(host, css, GATES);
