// Softmax and cross-entropy.

/** @import {Mark} from "../../picture.d.ts" */

import { fill, short } from "../../../web/numbers.js";
import { chapter } from "../../reader/chapter.js";
import {
  crossEntropy,
  crossEntropyTerms,
  naiveSoftmax,
  scoreDifferences,
  scoreGradient,
  scoreLoss,
  softmax,
} from "../../maths/crossentropy.js";
import { handle } from "../../reader/figure.js";
import { differenceLine } from "../../maths/logistic.js";
import { nameNode, waysAround } from "../../plot/names.js";
import { written } from "../../reader/values.js";
import { axes, curve, label, letter, paragraph, points, scale, widthOf } from "../../plot/plot.js";
import {
  ARRANGEMENTS,
  ARRANGEMENT_NUMBERS,
  arrangementsText,
  entropyOf,
  letterShares,
  twoSteps,
} from "./figures/arrangements.js";
import { LOGISTIC, LOGISTIC_CHOICES, LOGISTIC_NUMBERS, borderOf, lineApart, scoreLines } from "./figures/logistic.js";

const LARGEST = 8;
const HOTTEST = 10;
const SCORES = ["z1", "z2", "z3"];
const MADE = ["g1", "g2", "g3"];
const P = ["p1", "p2", "p3"];
const Q = ["q1", "q2", "q3"];
const RATE = 1;

const score = (usual, more = {}) => ({
  usual,
  least: -LARGEST,
  most: LARGEST,
  step: 0.1,
  digits: 1,
  hue: "input",
  ...more,
});
const share = (usual, hue) => ({ usual, least: 0, most: 1, step: 0.001, digits: 3, hue });

const NUMBERS = {
  z1: score(4, { symbol: "z_1" }),
  z2: score(1, { symbol: "z_2" }),
  z3: score(-4, { symbol: "z_3" }),
  tau: { usual: 1, least: 0.1, most: HOTTEST, step: 0.01, hue: "gate1", symbol: "τ" },
  c: { usual: 0, least: -1000, most: 1000, step: 1, whole: true, hue: "gate2", symbol: "c" },
  p1: share(0.7, "right"),
  p2: share(0.2, "right"),
  p3: share(0.1, "right"),
  q1: share(0.4, "output"),
  q2: share(0.3, "output"),
  q3: share(0.3, "output"),
  right: { usual: 0.25, least: 0.001, most: 1, step: 0.001, digits: 3, hue: "output", symbol: "ŷ" },
  g1: score(-1.079, { step: 0.001, digits: 2, symbol: "z_1" }),
  g2: score(-0.777, { step: 0.001, digits: 2, symbol: "z_2" }),
  g3: score(-1.609, { step: 0.001, digits: 2, symbol: "z_3" }),
};
const CHOICES = { target: { usual: "1", of: ["1", "2", "3"] } };

const of = (values, names) => names.map((name) => values[name]);
const percent = (value) => (value < 0.00005 && value > 0 ? `${short(100 * value)} %` : `${(100 * value).toFixed(2)} %`);
const normal = (shares) => {
  const total = shares.reduce((sum, one) => sum + one, 0);
  return total > 0 ? shares.map((one) => one / total) : shares.map(() => 1 / shares.length);
};

/** Three columns, one a class: [left, middle, width]. */
function columns(box, left = 4.2 * box.u) {
  const wide = (box.width - left) / 3;
  return [0, 1, 2].map((k) => ({ x: left + wide * (k + 0.5), bar: Math.min(wide * 0.5, 5.4 * box.u), wide }));
}

function rowTitle(y, text, hue, symbol) {
  return label(0, y, text, { hue, more: "bold", symbol });
}

/** e to the power of something, and what it is. */
/** @returns {Mark[]} */
function power(exponent, value) {
  return [
    ["tspan", {}, "e"],
    ["tspan", { class: "sub", dy: "-0.5em" }, exponent],
    ["tspan", { dy: "0.37em" }, ` = ${value}`],
  ];
}

/** @returns {Mark} */
function barUp(x, width, from, to, kind, symbol) {
  return [
    "rect",
    {
      class: kind,
      x: x - width / 2,
      width,
      y: Math.min(from, to),
      height: Math.max(Math.abs(to - from), 0.5),
      "data-symbol": symbol,
    },
  ];
}

/** Scores as bars with handles, from the middle of the row between `top` and `low`. */
function scoreBars(values, names, box, y, words) {
  const zero = y.at(0);
  return [
    ["line", { class: "axis", x1: 3.6 * box.u, x2: box.width, y1: zero, y2: zero }],
    ...columns(box).map(({ x, bar }, k) => {
      const value = values[names[k]];
      const end = y.at(value);
      const above = value >= 0;
      return handle(
        {
          drag: names[k],
          names: [names[k]],
          numbers: NUMBERS,
          values,
          x,
          y: end,
          label: fill(words.scoreOf, { k: k + 1 }),
          hue: "input",
          symbol: `z_${k + 1}`,
        },
        barUp(x, bar, zero, end, "pale hue-input"),
        label(
          x,
          end + (above ? -1 : 1.75) * box.u,
          [...letter("z", k + 1), ` = ${written(NUMBERS[names[k]], value)}`],
          { place: "middle", more: "halo" },
        ),
      );
    }),
  ];
}

const rows = (box, ...weights) => {
  const total = weights.reduce((a, b) => a + b, 0);
  let at = 0;
  return weights.map((weight) => {
    const top = at;
    at += (weight / total) * box.height;
    return [top, at];
  });
};
const scoreScale = (box) => {
  const [[top, low]] = rows(box, 48, 18, 34);
  return scale([-LARGEST, LARGEST], [low - 1.6 * box.u, top + 2.6 * box.u]);
};
const dragScore = (name) => (_x, y, _values, box) => ({ [name]: scoreScale(box).of(y) });

const BARS = {
  drags: Object.fromEntries(SCORES.map((name) => [name, dragScore(name)])),
  draw(values, box, words) {
    const z = of(values, SCORES);
    const shares = softmax(z.map((one) => one / values.tau));
    const powers = z.map((one) => Math.exp(one / values.tau));
    const total = powers.reduce((a, b) => a + b, 0);
    const [[scores], [middle], [top, low]] = rows(box, 48, 18, 34);
    const y = scale([0, 1], [low - 1.8 * box.u, top + 2.6 * box.u]);
    const all = columns(box);
    const left = all[0].x - all[0].wide / 2;
    const strip = scale([0, total], [left, box.width]);
    let from = 0;
    const parts = powers.map((power, k) => {
      const part = [
        "rect",
        {
          class: "solid hue-candidate",
          x: strip.at(from),
          width: Math.max(0, strip.at(from + power) - strip.at(from) - 1),
          y: middle + 3.4 * box.u,
          height: 1.1 * box.u,
          "data-symbol": `z_${k + 1}`,
          "fill-opacity": [1, 0.62, 0.35][k],
        },
      ];
      from += power;
      return part;
    });
    const exponent = (k) => (values.tau === 1 ? short(z[k]) : `${short(z[k])}/${short(values.tau)}`);
    return [
      rowTitle(scores + box.u, words.scores, "input", "z"),
      ...scoreBars(values, SCORES, box, scoreScale(box), words),
      rowTitle(middle + box.u, fill(words.powers, { total: short(total) }), "candidate"),
      ...all.map(({ x }, k) =>
        label(x, middle + 2.6 * box.u, [...power(exponent(k), short(powers[k]))], {
          place: "middle",
          hue: "candidate",
          symbol: `z_${k + 1}`,
        }),
      ),
      ...parts,
      rowTitle(top + 0.6 * box.u, words.shares, "output", "ŷ"),
      ["line", { class: "axis", x1: left, x2: box.width, y1: y.at(0), y2: y.at(0) }],
      ...all.flatMap(({ x, bar }, k) => [
        barUp(x, bar, y.at(0), y.at(1), "outline hue-text ghosted"),
        barUp(x, bar, y.at(0), y.at(shares[k]), "solid hue-output", `z_${k + 1}`),
        label(x, y.at(shares[k]) - 0.5 * box.u, percent(shares[k]), {
          place: "middle",
          more: "bold halo",
          symbol: `z_${k + 1}`,
        }),
        label(x, low - 0.3 * box.u, `${short(powers[k])} / ${short(total)}`, { place: "middle", more: "muted small" }),
      ]),
    ];
  },
  describe(values, words) {
    const shares = softmax(of(values, SCORES).map((one) => one / values.tau)).map(percent);
    return fill(words.altBars, { z: of(values, SCORES).map(short).join(", "), p: shares.join(", ") });
  },
};

const logScale = (box) => scale([Math.log(0.1), Math.log(HOTTEST)], [3.4 * box.u, box.width - 6.5 * box.u]);
const TEMPERATURE = {
  drags: { tau: (x, _y, _values, box) => ({ tau: Math.exp(logScale(box).of(x)) }) },
  draw(values, box, words) {
    const z = of(values, SCORES);
    const x = logScale(box);
    const y = scale([0, 1], [box.height - 4 * box.u, 3.9 * box.u]);
    const at = x.at(Math.log(values.tau));
    const now = softmax(z.map((one) => one / values.tau));
    const lines = z.map((_, k) => points((v) => softmax(z.map((one) => one / Math.exp(v)))[k], x, y));
    const taken = now.map((p) => [at - 6, y.at(p) - 6, at + 6, y.at(p) + 6]);
    const third = y.at(1 / 3);
    return [
      ...axes(x, y, {
        u: box.u,
        ticksX: [0.1, 0.2, 0.5, 1, 2, 5, 10].map(Math.log),
        ticksY: [0, 0.25, 0.5, 0.75, 1],
        titleX: words.temperature,
        writtenX: (v) => short(Math.exp(v)).replace(/\.?0+$/, ""),
        written: (v) => `${100 * v} %`,
      }),
      label(x.start - 0.5 * box.u, 1.1 * box.u, words.shares, { more: "muted small" }),
      ["line", { class: "guide", x1: x.start, x2: x.end, y1: third, y2: third }],
      label(x.end + 0.5 * box.u, third + 0.35 * box.u, words.third, { more: "muted small" }),
      ...z.map((_, k) =>
        curve(lines[k], "output", k ? "thin" : "", {
          "data-symbol": `z_${k + 1}`,
          "stroke-dasharray": ["", "9 4", "2 4"][k],
        }),
      ),
      handle(
        {
          drag: "tau",
          names: ["tau"],
          numbers: NUMBERS,
          values,
          x: at,
          y: y.start,
          label: words.temperature,
          hue: "gate1",
          symbol: "τ",
        },
        ["line", { class: "guide hue-gate1", x1: at, x2: at, y1: y.start, y2: y.end }],
        label(at, y.end - 0.7 * box.u, [...letter("τ"), ` = ${short(values.tau)}`], {
          place: "middle",
          hue: "gate1",
          more: "bold",
        }),
      ),
      ...now.flatMap((p, k) => [
        ["circle", { class: "dot hue-output", cx: at, cy: y.at(p), r: 0.35 * box.u }],
        nameNode(`$ŷ_${k + 1}$ ${percent(p)}`, waysAround(at, y.at(p), box.u), {
          u: box.u,
          lines,
          taken,
          within: [x.start, y.end - box.u, box.width, y.start + 0.2 * box.u],
          hue: "output",
          more: "bold halo",
          symbol: `z_${k + 1}`,
        }),
      ]),
    ];
  },
  describe(values, words) {
    const shares = softmax(of(values, SCORES).map((one) => one / values.tau)).map(percent);
    return fill(words.altTemperature, { tau: short(values.tau), p: shares.join(", ") });
  },
};

const shiftScale = (box) => scale([-1000, 1000], [3 * box.u, box.width - 3 * box.u]);
const SHIFT = {
  drags: { c: (x, _y, _values, box) => ({ c: shiftScale(box).of(x) }) },
  draw(values, box, words) {
    const z = of(values, SCORES).map((one) => one + values.c);
    const naive = naiveSoftmax(z);
    const safe = softmax(z);
    const largest = Math.max(...z);
    const x = shiftScale(box);
    const [[top], [middle], [low, end]] = rows(box, 24, 38, 38);
    const at = x.at(values.c);
    const line = top + 4 * box.u;
    const said = (value) => (Number.isNaN(value) ? words.nan : percent(value));
    const isNarrow = box.width < 32 * box.u;
    const table = (from, title, inner, shares, isSafe) => [
      label(0, from + box.u, title, { more: "bold" }),
      ...columns(box, isNarrow ? 0 : 2 * box.u).flatMap(({ x: middleOf, wide }, k) => {
        const broken = !Number.isFinite(shares[k]);
        return [
          [
            "rect",
            {
              class: broken ? "card-wrong" : "card-plain",
              x: middleOf - wide * 0.45,
              width: wide * 0.9,
              y: from + 1.8 * box.u,
              height: 7.4 * box.u,
              rx: 0.6 * box.u,
            },
          ],
          label(
            middleOf,
            from + 3.6 * box.u,
            [...letter("z", k + 1), `${isSafe ? " + c − m" : " + c"}${isNarrow ? "" : ` = ${short(inner[k])}`}`],
            { place: "middle", hue: "input", symbol: `z_${k + 1}`, more: isNarrow ? "small" : "" },
          ),
          label(middleOf, from + 5.6 * box.u, power(short(inner[k]), short(Math.exp(inner[k]))), {
            place: "middle",
            hue: "candidate",
            more: isNarrow ? "small" : "",
          }),
          label(middleOf, from + 8.1 * box.u, said(shares[k]), {
            place: "middle",
            more: "bold large",
            hue: broken ? "loss" : "output",
          }),
        ];
      }),
    ];
    return [
      label(0, top + box.u, words.constant, { hue: "gate2", more: "bold", symbol: "c" }),
      ["line", { class: "axis", x1: x.start, x2: x.end, y1: line, y2: line }],
      ...[-1000, -500, 0, 500, 1000].map((v) =>
        label(x.at(v), line + 1.9 * box.u, short(v), { place: "middle", more: "muted small" }),
      ),
      handle(
        {
          drag: "c",
          names: ["c"],
          numbers: NUMBERS,
          values,
          x: at,
          y: line,
          label: words.constant,
          hue: "gate2",
          symbol: "c",
        },
        label(at, line - 1.2 * box.u, [...letter("c"), ` = ${short(values.c)}`], {
          place: "middle",
          hue: "gate2",
          more: "bold",
        }),
      ),
      ...table(middle, words.naive, z, naive, false),
      ...table(
        low,
        fill(words.safe, { m: short(largest) }),
        z.map((one) => one - largest),
        safe,
        true,
      ),
      label(0, end - 0.2 * box.u, "", {}),
    ];
  },
  describe(values, words) {
    const z = of(values, SCORES).map((one) => one + values.c);
    const said = (value) => (Number.isNaN(value) ? words.nan : percent(value));
    return fill(words.altShift, {
      c: short(values.c),
      naive: naiveSoftmax(z).map(said).join(", "),
      p: softmax(z).map(percent).join(", "),
    });
  },
};

const entropyRows = (box) => rows(box, 34, 34, 32);
const shareScale = (box, row) => {
  const [top, low] = entropyRows(box)[row];
  return scale([0, 1], [low - 1.4 * box.u, top + 2.9 * box.u]);
};
/** One share is set, and the others give or take what is missing, in their proportion. */
function dragShare(names, k, row) {
  return (_x, y, values, box) => {
    const now = normal(of(values, names));
    const value = Math.min(1, Math.max(0, shareScale(box, row).of(y)));
    const rest = 1 - now[k];
    return Object.fromEntries(
      names.map((name, j) => [name, j === k ? value : rest > 1e-9 ? (now[j] / rest) * (1 - value) : (1 - value) / 2]),
    );
  };
}
const ENTROPY = {
  drags: Object.fromEntries([
    ...P.map((name, k) => [name, dragShare(P, k, 0)]),
    ...Q.map((name, k) => [name, dragShare(Q, k, 1)]),
  ]),
  draw(values, box, words) {
    const p = normal(of(values, P));
    const q = normal(of(values, Q));
    const terms = crossEntropyTerms(p, q);
    const own = crossEntropy(p, p);
    const cost = crossEntropy(p, q);
    const [[top], [middle], [low, end]] = entropyRows(box);
    const all = columns(box);
    const bars = (row, names, shares, hue, symbol, title, from) => {
      const y = shareScale(box, row);
      return [
        rowTitle(from + box.u, title, hue, symbol),
        ["line", { class: "axis", x1: 3.6 * box.u, x2: box.width, y1: y.at(0), y2: y.at(0) }],
        ...all.map(({ x, bar }, k) =>
          handle(
            {
              drag: names[k],
              names: [names[k]],
              numbers: NUMBERS,
              values,
              x,
              y: y.at(shares[k]),
              label: `${symbol} ${k + 1}`,
              hue,
              symbol: `${symbol}_${k + 1}`,
            },
            barUp(x, bar, y.at(0), y.at(shares[k]), `pale hue-${hue}`),
            label(x, y.at(shares[k]) - 0.95 * box.u, [...letter(symbol, k + 1), ` = ${shares[k].toFixed(2)}`], {
              place: "middle",
              more: "halo",
            }),
          ),
        ),
      ];
    };
    const most = Number.isFinite(cost) ? Math.max(2, cost * 1.15) : 4;
    const x = scale([0, most], [3.6 * box.u, box.width - box.u]);
    const at = low + 4.2 * box.u;
    const finite = Number.isFinite(cost);
    let from = 0;
    const stacked = terms.map((term, k) => {
      const start = x.at(from);
      from += Math.min(term, most);
      const stop = Math.min(x.end, x.at(from));
      const wide = Math.max(0, stop - start - 1);
      return [
        "g",
        {},
        [
          "rect",
          {
            class: "solid hue-loss",
            x: start,
            width: wide,
            y: at,
            height: 2 * box.u,
            "fill-opacity": [0.9, 0.6, 0.35][k],
            "data-symbol": `q_${k + 1}`,
          },
        ],
        wide > 5.5 * box.u
          ? label((start + stop) / 2, at - 0.5 * box.u, `−${p[k].toFixed(2)} · log ${q[k].toFixed(2)}`, {
              place: "middle",
              more: "small muted",
            })
          : null,
      ];
    });
    const mark = x.at(Math.min(own, most));
    const ownText = fill(words.own, { own: short(own) });
    const ownWide = widthOf(ownText, 0.94 * box.u);
    const ownLeft = mark > box.width * 0.6 ? mark - ownWide : mark;
    return [
      ...bars(0, P, p, "right", "p", words.truth, top),
      ...bars(1, Q, q, "output", "q", words.guess, middle),
      rowTitle(low + 1.2 * box.u, finite ? fill(words.cost, { cost: short(cost) }) : words.endless, "loss", "H"),
      ...stacked,
      ["line", { class: "curve thin hue-right", x1: mark, x2: mark, y1: at - 0.3 * box.u, y2: at + 3.2 * box.u }],
      label(Math.max(0, Math.min(ownLeft, box.width - ownWide)), Math.min(end, at + 4.5 * box.u), ownText, {
        hue: "right",
        more: "halo small bold",
      }),
    ];
  },
  describe(values, words) {
    const p = normal(of(values, P));
    const q = normal(of(values, Q));
    const list = (shares) => shares.map((one) => one.toFixed(2)).join(", ");
    return fill(words.altEntropy, {
      p: list(p),
      q: list(q),
      cost: short(crossEntropy(p, q)),
      own: short(crossEntropy(p, p)),
    });
  },
};

const lossScales = (box) => [
  scale([0, 1], [3 * box.u, box.width - 2 * box.u]),
  scale([0, 7], [box.height - 4 * box.u, 2.2 * box.u]),
];
const LOSS = {
  drags: { right: (x, _y, _values, box) => ({ right: lossScales(box)[0].of(x) }) },
  draw(values, box, words) {
    const [x, y] = lossScales(box);
    const p = values.right;
    const loss = -Math.log(p);
    const tangent = [p - 0.12, p + 0.12].map((one) => [x.at(one), y.at(loss - (one - p) / p)]);
    const known = [0.5, 0.1, 0.01];
    const [cx, cy] = [x.at(p), y.at(loss)];
    return [
      ...axes(x, y, {
        u: box.u,
        ticksX: [0, 0.25, 0.5, 0.75, 1],
        ticksY: [0, 1, 2, 3, 4, 5, 6, 7],
        titleX: words.right,
        titleY: words.nats,
      }),
      ...known.map((one) => [
        "circle",
        { class: "dot hue-loss", cx: x.at(one), cy: y.at(-Math.log(one)), r: 0.22 * box.u },
      ]),
      ...known.map((one) =>
        label(x.at(one) + 0.6 * box.u, y.at(-Math.log(one)) - 0.3 * box.u, `${one}: ${short(-Math.log(one))}`, {
          more: "muted small",
        }),
      ),
      curve(
        points((one) => -Math.log(Math.max(one, 0.0009)), scale([0.0009, 1], [x.at(0.0009), x.end]), y, 400),
        "loss",
        "",
        { "data-symbol": "L" },
      ),
      curve(tangent, "gate1", "thin"),
      ["line", { class: "guide hue-loss", x1: cx, x2: cx, y1: cy, y2: y.start }],
      handle(
        {
          drag: "right",
          names: ["right"],
          numbers: NUMBERS,
          values,
          x: cx,
          y: cy,
          label: words.right,
          hue: "output",
          symbol: "ŷ",
        },
        label(cx + (p > 0.6 ? -1 : 1) * box.u, Math.max(y.end, cy - 1.4 * box.u), `−log ${short(p)} = ${short(loss)}`, {
          more: "bold halo large",
          hue: "loss",
          place: p > 0.6 ? "end" : "start",
        }),
      ),
    ];
  },
  describe: (values, words) => fill(words.altLoss, { p: short(values.right), loss: short(-Math.log(values.right)) }),
};

const gradientScale = (box) => {
  const [[top, low]] = rows(box, 38, 30, 32);
  return scale([-LARGEST / 2, LARGEST / 2], [low - 1.6 * box.u, top + 2.4 * box.u]);
};
const GRADIENT = {
  drags: Object.fromEntries(
    MADE.map((name) => [name, (_x, y, _values, box) => ({ [name]: gradientScale(box).of(y) })]),
  ),
  draw(values, box, words) {
    const z = of(values, MADE);
    const target = Number(values.target) - 1;
    const shares = softmax(z);
    const gradient = scoreGradient(z, target);
    const found = scoreDifferences(z, target);
    const [[top], [middle, half], [low, end]] = rows(box, 38, 30, 32);
    const all = columns(box);
    const yShare = scale([0, 1], [half - 2.5 * box.u, middle + 2.2 * box.u]);
    const y = scale([-1, 1], [end - 3.2 * box.u, low + 2.2 * box.u]);
    return [
      rowTitle(top + box.u, words.scores, "input", "z"),
      ...scoreBars(values, MADE, box, gradientScale(box), words),
      rowTitle(middle + box.u, words.sharesAndTruth, "output", "ŷ"),
      ["line", { class: "axis", x1: 3.6 * box.u, x2: box.width, y1: yShare.at(0), y2: yShare.at(0) }],
      ...all.flatMap(({ x, bar }, k) => [
        barUp(x, bar, yShare.at(0), yShare.at(shares[k]), "solid hue-output", `z_${k + 1}`),
        k === target ? barUp(x, bar * 1.25, yShare.at(0), yShare.at(1), "outline hue-right", "y") : null,
        label(
          x,
          half - 1.2 * box.u,
          [
            ...letter("ŷ", k + 1),
            ` = ${shares[k].toFixed(2)}`,
            ["tspan", { class: "hue-right" }, `   y = ${k === target ? 1 : 0}`],
          ],
          { place: "middle", symbol: `z_${k + 1}` },
        ),
      ]),
      rowTitle(low + 0.8 * box.u, words.gradient, "loss", "g"),
      ["line", { class: "axis", x1: 3.6 * box.u, x2: box.width, y1: y.at(0), y2: y.at(0) }],
      ...all.flatMap(({ x, bar, wide }, k) => [
        barUp(x, bar, y.at(0), y.at(gradient[k]), "solid hue-loss", `z_${k + 1}`),
        label(x, y.at(gradient[k]) + (gradient[k] < 0 ? 1.3 : -0.5) * box.u, `${short(gradient[k])}`, {
          place: "middle",
          more: "bold halo",
        }),
        ...paragraph(x, end - 0.3 * box.u, fill(words.difference, { value: short(found[k]) }), {
          u: 0.9 * box.u,
          width: wide,
          ends: true,
          place: "middle",
          more: "muted small",
        }),
      ]),
    ];
  },
  describe(values, words) {
    const z = of(values, MADE);
    const target = Number(values.target) - 1;
    return fill(words.altGradient, {
      p: softmax(z)
        .map((one) => one.toFixed(2))
        .join(", "),
      target: target + 1,
      gradient: scoreGradient(z, target).map(short).join(", "),
    });
  },
};

const differenceOf = (values) => differenceLine(scoreLines(values));
const atOne = (values) => softmax(of(values, SCORES));
const loss = (values) => scoreLoss(of(values, MADE), Number(values.target) - 1);

const SOFTMAX = {
  numbers: { ...NUMBERS, ...LOGISTIC_NUMBERS, ...ARRANGEMENT_NUMBERS },
  choices: { ...CHOICES, ...LOGISTIC_CHOICES },
  symbols: {
    x: { hue: "input" },
    z: { hue: "input" },
    ŷ: { hue: "output" },
    y: { hue: "right" },
    τ: { hue: "gate1" },
    c: { hue: "gate2" },
    p: { hue: "right" },
    q: { hue: "output" },
    H: { hue: "loss" },
    L: { hue: "loss" },
  },
  figures: {
    bars: BARS,
    temperature: TEMPERATURE,
    shift: SHIFT,
    two: LOGISTIC,
    orders: ARRANGEMENTS,
    entropy: ENTROPY,
    loss: LOSS,
    gradient: GRADIENT,
  },
  computed: {
    y1: (values) => percent(atOne(values)[0]),
    y2: (values) => percent(atOne(values)[1]),
    y3: (values) => percent(atOne(values)[2]),
    ratio: (values) => short(Math.exp(values.z1 - values.z2)),
    gap: (values) => short(Number((values.z1 - values.z2).toFixed(6))),
    hot: (values) => percent(Math.max(...softmax(of(values, SCORES).map((one) => one / values.tau)))),
    slopeOfBoth: (values) => short(Number(differenceOf(values)[0].toFixed(6))),
    offsetOfBoth: (values) => short(Number(differenceOf(values)[1].toFixed(6))),
    lineApart: (values) => short(lineApart(values)),
    border: (values, words) => (Number.isFinite(borderOf(values)) ? short(borderOf(values)) : words.noBorder),
    orders: (values) => arrangementsText(values),
    uncertain: (values) => short(entropyOf(values)),
    bitsOfLetter: (values) => short(entropyOf(values) / Math.LN2),
    firstStep: (values) => short(twoSteps(values).first),
    secondStep: (values) => short(twoSteps(values).second),
    weightOfStep: (values) => short(twoSteps(values).weight),
    cost: (values) => short(crossEntropy(normal(of(values, P)), normal(of(values, Q)))),
    own: (values) => short(crossEntropy(normal(of(values, P)), normal(of(values, P)))),
    extra: (values) => {
      const [p, q] = [normal(of(values, P)), normal(of(values, Q))];
      return short(Math.max(0, crossEntropy(p, q) - crossEntropy(p, p)));
    },
    nats: (values) => short(-Math.log(values.right)),
    bits: (values) => short(-Math.log2(values.right)),
    slope: (values) => short(-1 / values.right),
    lossNow: (values) => short(loss(values)),
    off: (values) => {
      const [z, target] = [of(values, MADE), Number(values.target) - 1];
      const [one, two] = [scoreGradient(z, target), scoreDifferences(z, target)];
      return short(Math.max(...one.map((value, k) => Math.abs(value - two[k]))));
    },
  },
  actions: {
    original: () => ({ z1: 4, z2: 1, z3: -4, tau: 1 }),
    shannon: () => ({ s1: 1 / 2, s2: 1 / 3, s3: 1 / 6, letters: 12 }),
    onehot: () => ({ p1: 1, p2: 0, p3: 0 }),
    same: (values) => Object.fromEntries(Q.map((name, k) => [name, normal(of(values, P))[k]])),
    example: () => ({ g1: -1.079, g2: -0.777, g3: -1.609, target: "1" }),
    step: (values) => {
      const gradient = scoreGradient(of(values, MADE), Number(values.target) - 1);
      return Object.fromEntries(MADE.map((name, k) => [name, values[name] - RATE * gradient[k]]));
    },
  },
  tasks: {
    tie: { isDone: ({ z1, z2 }) => Math.abs(z1 - z2) < 1e-9, solution: { z1: 2, z2: 2, z3: -4 } },
    border: {
      isDone: (values) => Math.abs(borderOf(values) - 2) < 0.05,
      solution: { v1: 1, a1: -1.5, v2: 0, a2: 0.5 },
    },
    fair: {
      isDone: (values) => letterShares(values).every((one) => Math.abs(one - 1 / 3) < 0.025),
      solution: { s1: 1 / 3, s2: 1 / 3, s3: 1 / 3 },
    },
    least: {
      isDone: (values) => normal(of(values, Q)).every((one, k) => Math.abs(one - normal(of(values, P))[k]) < 0.025),
      solution: null,
    },
  },
};

export const mount = (host, css) => chapter(host, css, SOFTMAX);
