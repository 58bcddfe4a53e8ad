// Counting is not enough.

/** @import {Box} from "../../definition.d.ts" */
/** @import {Scale} from "../../picture.d.ts" */

import { fill, short } from "../../../web/numbers.js";
import { chapter } from "../../reader/chapter.js";
import { backOffLosses, countedGrams, countsAt, followers, lossOfCounts, newShare } from "../../maths/counting.js";
import { drawnCurve } from "../../plot/drawn.js";
import { nameNode, waysAround } from "../../plot/names.js";
import { apart, axes, curve, label, letter, scale, wholeNumber } from "../../plot/plot.js";
import { cells, largest } from "../../plot/cells.js";

const LONGEST = 6;
const NS = [1, 2, 3, 4, 5, 6];
const KINDS = 27;
const LETTERS = " abcdefghijklmnopqrstuvwxyz";
const MOST_SEEN = 4;

const share = { usual: 0.5, least: 0, most: 1, step: 0.01, digits: 2, hue: "text" };
const cost = { usual: 2, least: 0.5, most: 3.5, step: 0.05, digits: 2, hue: "text" };
const SHARES = NS.map((n) => `share${n}`);
const COSTS = NS.map((n) => `cost${n}`);
const NUMBERS = {
  alpha: { usual: 0.1, least: 0, most: 2, step: 0.01, hue: "gate2", symbol: "α" },
  kinds: { usual: KINDS, least: 2, most: 10000, step: 1, whole: true, hue: "input", symbol: "V" },
  units: { usual: 64, least: 1, most: 1000, step: 1, whole: true, hue: "state", symbol: "h" },
  smooth: { usual: 0.1, least: 0.01, most: 2, step: 0.01, hue: "gate2", symbol: "α" },
  line: { usual: 1, least: 1, most: 8, step: 1, whole: true, hue: "right" },
  ...Object.fromEntries(SHARES.map((name) => [name, share])),
  ...Object.fromEntries(COSTS.map((name) => [name, cost])),
};
const CHOICES = {
  seenShares: { usual: "no", of: ["no", "yes"] },
  seenCosts: { usual: "no", of: ["no", "yes"] },
};
const TEXTS = { beginning: { usual: "the", longest: LONGEST - 1, of: LETTERS } };

// Counting, once for each n

const READ = { key: null };
/** The texts as numbers, and what has been counted in them so far. */
function readingOf({ read, held, symbols }) {
  if (READ.key !== read) {
    const codes = [...read, ...held].map((one) => symbols.indexOf(one));
    const places = Array.from(held, (_, k) => read.length + k);
    Object.assign(READ, { key: read, codes, places, learnt: read.length, grams: new Map(), counts: new Map() });
  }
  return READ;
}
function gramsOf(given, n) {
  const reading = readingOf(given);
  if (!reading.grams.has(n)) {
    const places = Array.from({ length: reading.learnt - n + 1 }, (_, k) => k + n - 1);
    reading.grams.set(n, countedGrams(reading.codes, places, n, KINDS));
  }
  return reading.grams.get(n);
}
function countsOf(given, n) {
  const reading = readingOf(given);
  if (!reading.counts.has(n)) reading.counts.set(n, countsAt(gramsOf(given, n), reading.codes, reading.places));
  return reading.counts.get(n);
}
const seenOf = (given, n) => gramsOf(given, n).grams.size;
const unseen = ({ given }) => NS.map((n) => newShare(countsOf(given, n)));
const added = ({ given, smooth }) => NS.map((n) => lossOfCounts(countsOf(given, n), smooth, KINDS));
const backedOff = ({ given }) =>
  backOffLosses(
    NS.map((n) => countsOf(given, n)),
    KINDS,
  );
const bestOf = (losses) => losses.indexOf(Math.min(...losses));
const percent = (p) => `${(100 * p).toFixed(p < 0.0995 && p > 0 ? 1 : 0)} %`;
/** Spaces made visible, for where one stands alone or at an end. */
const visible = (text) => text.replaceAll(" ", "·");

// The table one plays with

/** Up to `most` places of the text where a beginning stands: [{before, here, after}]. */
function occurrences({ read }, beginning, most) {
  const found = [];
  for (let at = read.indexOf(beginning); at >= 0 && found.length < most; at = read.indexOf(beginning, at + 1)) {
    found.push({
      before: read.slice(Math.max(0, at - 16), at),
      here: beginning,
      next: read[at + beginning.length] ?? "",
      after: read.slice(at + beginning.length + 1, at + beginning.length + 18),
    });
  }
  return found;
}
function tableOf(values) {
  const beginning = [...values.beginning].map((one) => LETTERS.indexOf(one));
  const rows = followers(gramsOf(values.given, beginning.length + 1), beginning, values.alpha);
  return { rows, total: rows.reduce((sum, { count }) => sum + count, 0) };
}
const TABLE = {
  drags: {},
  draw(values, box, words) {
    const { rows: all, total } = tableOf(values);
    const isWide = box.width > 34 * box.u;
    const lines = values.beginning ? occurrences(values.given, values.beginning, isWide ? MOST_SEEN : 2) : [];
    const top = 4 * box.u;
    const bottom = box.height - (lines.length ? lines.length * 1.5 + 3.2 : 1) * box.u;
    // All letters in their order, or as many of the likeliest as there is room for.
    const room = Math.floor((bottom - top) / ((isWide ? 1 : 1.1) * box.u));
    const rows = room < all.length ? [...all].sort((a, b) => b.share - a.share).slice(0, room) : all;
    const high = (bottom - top) / rows.length;
    const size = Math.min(1, (high / box.u) * 0.82).toFixed(2);
    const most = Math.max(...rows.map((one) => Math.max(one.share, total ? one.count / total : 0)), 0.05);
    const x = scale([0, most * 1.02], [5.5 * box.u, box.width - 10 * box.u]);
    const unknown = total === 0 && values.alpha === 0;
    return [
      label(
        0,
        1.1 * box.u,
        fill(words.after, { beginning: visible(values.beginning) || "–", total: wholeNumber(total) }),
        {
          more: "bold",
        },
      ),
      label(4.9 * box.u, 2.9 * box.u, words.count, { place: "end", more: "muted small" }),
      label(x.start, 2.9 * box.u, words.share, { hue: "output", more: "small" }),
      ...rows.flatMap(({ code, count, share: p }, k) => {
        const y = top + k * high;
        const raw = total ? count / total : 0;
        return [
          [
            "g",
            { style: `font-size:${size}em` },
            label(0, y + high * 0.75, LETTERS[code].trim() || words.space, { more: count ? "bold" : "muted" }),
            label(4.9 * box.u, y + high * 0.75, wholeNumber(count), { place: "end", more: count ? "" : "muted" }),
            [
              "rect",
              {
                class: "solid hue-output",
                x: x.start,
                y: y + high * 0.12,
                height: high * 0.7,
                width: Math.max(0, x.at(p) - x.start),
              },
            ],
            [
              "line",
              { class: "curve thin hue-text", x1: x.at(raw), x2: x.at(raw), y1: y + high * 0.05, y2: y + high * 0.9 },
            ],
            !unknown &&
              (p > 0.004 || count > 0) &&
              label(Math.max(x.at(p), x.at(raw)) + 0.5 * box.u, y + high * 0.75, percent(p), { more: "small" }),
          ],
        ];
      }),
      unknown &&
        label((x.start + x.end) / 2, (top + bottom) / 2, words.never, {
          place: "middle",
          hue: "loss",
          more: "bold large",
        }),
      isWide && label(box.width, 2.9 * box.u, words.line, { place: "end", more: "muted small" }),
      ...lines.flatMap((one, k) => {
        const y = bottom + (2.6 + 1.5 * k) * box.u;
        const middle = box.width * 0.42;
        return [
          label(middle, y, one.before, { place: "end", more: "muted small typed" }),
          label(
            middle + 0.1 * box.u,
            y,
            [
              ["tspan", { class: "bold" }, one.here],
              ["tspan", { class: "hue-output bold" }, one.next === " " ? "·" : one.next],
              ["tspan", { class: "muted" }, one.after],
            ],
            { more: "small typed" },
          ),
        ];
      }),
      lines.length > 0 && label(0, bottom + 1.1 * box.u, words.places, { more: "muted small" }),
    ];
  },
  describe(values, words) {
    const { rows, total } = tableOf(values);
    const best = [...rows].sort((a, b) => b.share - a.share)[0];
    return fill(words.altTable, {
      beginning: values.beginning,
      total,
      best: LETTERS[best.code].trim() || words.space,
      p: percent(best.share),
    });
  },
};

// How large the table would be, and how much of it is ever filled

const parameterCount = ({ kinds, units }) => kinds * units + units * units + units + units * kinds + kinds;
const EMPTY = {
  drags: {},
  draw(values, box, words) {
    const { given, kinds } = values;
    const x = scale([1, LONGEST], [3.6 * box.u, box.width - 9.5 * box.u]);
    const y = scale([0, 25], [box.height - 4.2 * box.u, 2.6 * box.u]);
    const log = (value) => y.at(Math.log10(value));
    const lines = [
      [fill(words.possible, { V: wholeNumber(kinds) }), NS.map((n) => kinds ** n), "gate1"],
      [words.network, NS.map(() => parameterCount(values)), "state"],
      ...(kinds === KINDS ? [[words.seen, NS.map((n) => seenOf(given, n)), "candidate"]] : []),
    ];
    const tags = apart(
      lines.map(([, counts]) => log(counts.at(-1))),
      1.4 * box.u,
      y.end,
      y.start,
    );
    const length = given.read.length;
    return [
      ...axes(x, y, {
        u: box.u,
        ticksX: NS,
        ticksY: [0, 5, 10, 15, 20, 25],
        titleX: "n",
        titleY: words.howMany,
        written: (one) => `10${[...String(one)].map((c) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[c]).join("")}`,
        writtenX: String,
      }),
      ["line", { class: "guide", x1: x.start, x2: x.end, y1: log(length), y2: log(length) }],
      label(x.start + 0.4 * box.u, log(length) - 0.5 * box.u, fill(words.length, { T: wholeNumber(length) }), {
        more: "muted small halo",
      }),
      ...lines.flatMap(([said, counts, hue], k) => [
        curve(
          counts.map((count, i) => [x.at(i + 1), log(count)]),
          hue,
          "",
          { "data-symbol": hue === "gate1" ? "V" : hue === "state" ? "h" : undefined },
        ),
        ...counts.map((count, i) => [
          "circle",
          { class: `dot hue-${hue}`, cx: x.at(i + 1), cy: log(count), r: 0.3 * box.u },
        ]),
        label(x.end + 0.7 * box.u, tags[k] + 0.35 * box.u, said, { hue, more: "bold small halo" }),
      ]),
    ];
  },
  describe: (values, words) =>
    fill(words.altEmpty, {
      possible: short(values.kinds ** LONGEST),
      seen: wholeNumber(seenOf(values.given, LONGEST)),
      network: wholeNumber(parameterCount(values)),
    }),
};

// Curves that the reader draws first

/** @type {(box: Box, range: number[]) => Scale[]} */
const frameOf = (box, [from, to]) => [
  scale([1, LONGEST], [5.2 * box.u, box.width - 8.5 * box.u]),
  scale([from, to], [box.height - 4.2 * box.u, 3 * box.u]),
];
/** Rings at n = 1 … 6 which the reader puts where the curve is expected, and the line through them. */
function sketchNodes(values, box, names, range, words) {
  const [x, y] = frameOf(box, range);
  const rings = names.map((name, k) => ({
    name,
    x: x.at(k + 1),
    y: y.at(values[name]),
    label: fill(words.guess, { n: k + 1 }),
  }));
  return drawnCurve({ rings, title: words.drawn, piece: 0, numbers: NUMBERS, values, u: box.u });
}
const sketchDrags = (names, range) =>
  Object.fromEntries(names.map((name) => [name, (_x, y, _values, box) => ({ [name]: frameOf(box, range)[1].of(y) })]));

const SHARE_RANGE = [0, 1];
const UNSEEN = {
  drags: sketchDrags(SHARES, SHARE_RANGE),
  draw(values, box, words) {
    const [x, y] = frameOf(box, SHARE_RANGE);
    const isSeen = values.seenShares === "yes" || values.all;
    const real = isSeen ? unseen(values) : [];
    return [
      ...axes(x, y, {
        u: box.u,
        ticksX: NS,
        ticksY: [0, 0.25, 0.5, 0.75, 1],
        titleX: "n",
        titleY: words.newOnes,
        written: (one) => `${100 * one} %`,
        writtenX: String,
      }),
      ...real.map((one, k) => [
        "rect",
        {
          class: "pale hue-loss",
          x: x.at(k + 1) - 1.1 * box.u,
          width: 2.2 * box.u,
          y: y.at(one),
          height: Math.max(0, y.at(0) - y.at(one)),
        },
      ]),
      ...(isSeen
        ? [
            curve(
              real.map((one, k) => [x.at(k + 1), y.at(one)]),
              "loss",
            ),
            ...real.map(
              (one, k) =>
                (one > 0.03 || box.width > 34 * box.u) &&
                nameNode(percent(one), waysAround(x.at(k + 1), y.at(one), box.u), {
                  u: box.u,
                  lines: [real.map((each, n) => [x.at(n + 1), y.at(each)])],
                  hue: "loss",
                  more: "bold halo",
                }),
            ),
          ]
        : []),
      ...sketchNodes(values, box, SHARES, SHARE_RANGE, words),
    ];
  },
  describe(values, words) {
    const drawn = fill(words.altDrawn, { drawn: SHARES.map((name) => percent(values[name])).join(", ") });
    const isSeen = values.seenShares === "yes" || values.all;
    return isSeen ? `${drawn} ${fill(words.altReal, { real: unseen(values).map(percent).join(", ") })}` : drawn;
  },
};

const COST_RANGE = [0.5, 3.5];
const LOSSES = {
  drags: sketchDrags(COSTS, COST_RANGE),
  draw(values, box, words) {
    const [x, y] = frameOf(box, COST_RANGE);
    const isSeen = values.seenCosts === "yes" || values.all;
    const network = values.given.reader.loss;
    const lines = isSeen
      ? [
          [words.adding, added(values), "gate2"],
          [words.backing, backedOff(values), "candidate"],
          [words.network, NS.map(() => network), "state"],
        ]
      : [];
    const blind = Math.log(KINDS);
    const tags = apart(
      lines.map(([, losses]) => y.at(losses.at(-1))),
      1.4 * box.u,
      y.end,
      y.start,
    );
    return [
      ...axes(x, y, {
        u: box.u,
        ticksX: NS,
        ticksY: [0.5, 1, 1.5, 2, 2.5, 3, 3.5],
        titleX: "n",
        titleY: words.nats,
        writtenX: String,
      }),
      ["line", { class: "guide", x1: x.start, x2: x.end, y1: y.at(blind), y2: y.at(blind) }],
      label(x.end + 0.7 * box.u, y.at(blind) + 0.35 * box.u, words.blind, { more: "muted small" }),
      ...lines.flatMap(([said, losses, hue], k) => [
        curve(
          losses.map((one, i) => [x.at(i + 1), y.at(one)]),
          hue,
          "",
          { "data-symbol": hue === "gate2" ? "α" : undefined },
        ),
        ...(hue === "state"
          ? []
          : losses.map((one, i) => [
              "circle",
              { class: `dot hue-${hue}`, cx: x.at(i + 1), cy: y.at(one), r: 0.32 * box.u },
            ])),
        label(x.end + 0.7 * box.u, tags[k] + 0.35 * box.u, `${said} ${losses.at(-1).toFixed(2)}`, {
          hue,
          more: "bold small halo",
        }),
      ]),
      ...sketchNodes(values, box, COSTS, COST_RANGE, words),
    ];
  },
  describe(values, words) {
    const drawn = fill(words.altDrawnCosts, { drawn: COSTS.map((name) => short(values[name])).join(", ") });
    if (values.seenCosts === "no" && !values.all) return drawn;
    return `${drawn} ${fill(words.altCosts, {
      added: added(values).map(short).join(", "),
      backing: backedOff(values).map(short).join(", "),
      network: short(values.given.reader.loss),
    })}`;
  },
};

// A language whose uncertainty is known

const FLOOR = {
  drags: {},
  draw(values, box, words) {
    const { entropy, added: adding, backingOff, reader } = values.given.made;
    const x = scale([1, LONGEST], [3.6 * box.u, box.width - 9 * box.u]);
    const y = scale([0.4, 2.4], [box.height - 4.2 * box.u, 3 * box.u]);
    const lines = [
      [words.adding, adding, "gate2"],
      [words.backing, backingOff, "candidate"],
      [words.network, NS.map(() => reader.loss), "state"],
      [words.floor, NS.map(() => entropy), "right"],
    ];
    const tags = apart(
      lines.map(([, losses]) => y.at(losses.at(-1))),
      1.4 * box.u,
      y.end,
      y.start,
    );
    return [
      ...axes(x, y, {
        u: box.u,
        ticksX: NS,
        ticksY: [0.5, 1, 1.5, 2],
        titleX: "n",
        titleY: words.nats,
        writtenX: String,
      }),
      [
        "rect",
        {
          class: "area hue-right",
          x: x.start,
          width: x.end - x.start,
          y: y.at(entropy),
          height: Math.max(0, y.start - y.at(entropy)),
        },
      ],
      label((x.start + x.end) / 2, y.at(entropy) + 1.6 * box.u, words.nobody, {
        place: "middle",
        hue: "right",
        more: "small",
      }),
      ...lines.flatMap(([said, losses, hue], k) => [
        curve(
          losses.map((one, i) => [x.at(i + 1), y.at(one)]),
          hue,
        ),
        ...(k < 2
          ? losses.map((one, i) => [
              "circle",
              { class: `dot hue-${hue}`, cx: x.at(i + 1), cy: y.at(one), r: 0.3 * box.u },
            ])
          : []),
        label(x.end + 0.7 * box.u, tags[k] + 0.35 * box.u, `${said} ${losses.at(-1).toFixed(2)}`, {
          hue,
          more: "bold small halo",
        }),
      ]),
    ];
  },
  describe({ given: { made } }, words) {
    return fill(words.altFloor, {
      floor: short(made.entropy),
      counted: short(Math.min(...made.backingOff, ...made.added)),
      network: short(made.reader.loss),
    });
  },
};

// A line of it, character by character

const lineOf = ({ given, line }) => given.made.lines[line - 1];
const STATE = {
  drags: {},
  draw(values, box, words) {
    const { text, counted, rnn, H } = lineOf(values);
    const left = 4.4 * box.u;
    const wide = Math.min(3 * box.u, (box.width - left - 0.5 * box.u) / text.length);
    const most = Math.max(3.2, ...counted, ...rnn);
    const [first, second] = [8.4 * box.u, 15.6 * box.u];
    const bar = scale([0, most], [0, 5 * box.u]);
    const matrix = second + 3.6 * box.u;
    const high = Math.min(0.9 * box.u, (box.height - matrix - 1.4 * box.u) / H[0].length);
    const units = H[0].map((_, j) => H.map((row) => row[j]));
    const back = text.lastIndexOf(" ") + 1;
    const total = (all) => all.reduce((sum, one) => sum + one, 0);
    const row = (costs, hue, base, said) => [
      label(0, base - 5.6 * box.u, fill(said, { total: short(total(costs)) }), { hue, more: "bold small" }),
      ["line", { class: "axis", x1: left, x2: left + wide * text.length, y1: base, y2: base }],
      ...costs.flatMap((one, k) => [
        [
          "rect",
          {
            class: `solid hue-${hue}`,
            x: left + k * wide + wide * 0.15,
            width: wide * 0.7,
            y: base - bar.at(one),
            height: Math.max(0.5, bar.at(one)),
          },
        ],
        one > 0.25 &&
          wide > 1.9 * box.u &&
          label(left + (k + 0.5) * wide, base - bar.at(one) - 0.3 * box.u, one.toFixed(1), {
            place: "middle",
            more: "small",
          }),
      ]),
    ];
    return [
      label(0, 1.1 * box.u, fill(words.lineOf, { line: values.line }), { more: "muted small" }),
      [
        "rect",
        {
          class: "area hue-right",
          x: left + back * wide,
          width: 2 * wide,
          y: 0.4 * box.u,
          height: matrix + high * H[0].length - 0.4 * box.u,
        },
      ],
      ...[...text].map((one, k) =>
        label(left + (k + 0.5) * wide, second + 1.5 * box.u, visible(one), {
          place: "middle",
          more: k < 2 || (k >= back && k < back + 2) ? "bold large" : "muted",
          hue: k < 2 || (k >= back && k < back + 2) ? "right" : undefined,
        }),
      ),
      ...row(counted, "gate1", first, words.byCounting),
      ...row(rnn, "state", second, words.byState),
      label(0, matrix + 1 * box.u, letter("H"), { hue: "state", more: "bold", symbol: "H" }),
      cells(units, left, matrix, wide, high, { full: Math.max(1, largest(units)), symbol: "H" }),
    ];
  },
  describe(values, words) {
    const { text, counted, rnn } = lineOf(values);
    const total = (all) => short(all.reduce((sum, one) => sum + one, 0));
    return fill(words.altState, { text, counted: total(counted), network: total(rnn) });
  },
};

const HISTORY = {
  numbers: NUMBERS,
  choices: CHOICES,
  texts: TEXTS,
  symbols: {
    V: { hue: "input" },
    h: { hue: "state" },
    H: { hue: "state" },
    α: { hue: "gate2" },
    w: { hue: "output" },
  },
  figures: { table: TABLE, empty: EMPTY, unseen: UNSEEN, losses: LOSSES, floor: FLOOR, state: STATE },
  computed: {
    letters: ({ given }) => wholeNumber(given.read.length),
    heldLetters: ({ given }) => wholeNumber(given.held.length),
    total: (values) => wholeNumber(tableOf(values).total),
    order: (values) => String(values.beginning.length + 1),
    possible: () => wholeNumber(KINDS ** LONGEST),
    seenSix: ({ given }) => wholeNumber(seenOf(given, LONGEST)),
    oneIn: ({ given }) => wholeNumber(KINDS ** LONGEST / seenOf(given, LONGEST)),
    table: ({ kinds }) => short(kinds ** LONGEST),
    parameters: (values) => wholeNumber(parameterCount(values)),
    newSix: (values) => (values.seenShares === "yes" || values.all ? percent(unseen(values).at(-1)) : "?"),
    drawnSix: (values) => percent(values.share6),
    bestAdded: (values) => (isOpen(values) ? String(bestOf(added(values)) + 1) : "?"),
    bestLoss: (values) => (isOpen(values) ? Math.min(...added(values)).toFixed(2) : "?"),
    lastLoss: (values) => (isOpen(values) ? added(values).at(-1).toFixed(2) : "?"),
    backingLoss: (values) => (isOpen(values) ? Math.min(...backedOff(values)).toFixed(2) : "?"),
    networkLoss: (values) => (isOpen(values) ? values.given.reader.loss.toFixed(2) : "?"),
    networkParameters: ({ given }) => wholeNumber(given.reader.parameters),
    gramsOfSix: ({ given }) => wholeNumber(seenOf(given, LONGEST)),
    entropy: ({ given }) => given.made.entropy.toFixed(3),
    madeCounted: ({ given }) => Math.min(...given.made.backingOff, ...given.made.added).toFixed(3),
    madeNetwork: ({ given }) => given.made.reader.loss.toFixed(3),
    madeParameters: ({ given }) => wholeNumber(given.made.reader.parameters),
    theLine: (values) => lineOf(values).text,
    distinct: ({ given }) => wholeNumber(new Set(given.read.trim().split(" ")).size),
    wordCount: ({ given }) => wholeNumber(given.read.trim().split(" ").length),
    ratio: ({ given }) => short(given.read.length / given.read.trim().split(" ").length),
  },
  actions: {
    revealShares: ({ seenShares }) => ({ seenShares: seenShares === "yes" ? "no" : "yes" }),
    revealCosts: ({ seenCosts }) => ({ seenCosts: seenCosts === "yes" ? "no" : "yes" }),
    otherLine: ({ line }) => ({ line: (line % 8) + 1 }),
  },
  tasks: {
    never: {
      isDone: (values) => values.beginning.length >= 2 && tableOf(values).total === 0,
      solution: { beginning: "qq" },
    },
  },
};
const isOpen = (values) => values.seenCosts === "yes" || values.all;

export const mount = (host, css) => chapter(host, css, HISTORY);
