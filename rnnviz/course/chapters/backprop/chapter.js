// Backpropagation by hand.

/** @import {Anchor, Mark, Part, Words} from "../../picture.d.ts" */

import { fill, short } from "../../../web/numbers.js";
import { backwardPass, chainOf, descended, forwardPass, measuredSlope, WEIGHTS } from "./network.js";
import { chapter } from "../../reader/chapter.js";
import { handle } from "../../reader/figure.js";
import { nameNode, waysAround } from "../../plot/names.js";
import { axes, curve, label, letter, pathOf, points, scale, widthOf } from "../../plot/plot.js";
import { written } from "../../reader/values.js";

const RATE = 2;
const MOST = 4;
const weight = (usual, symbol) => ({ usual, least: -MOST, most: MOST, step: 0.05, hue: "candidate", symbol });
const NUMBERS = {
  x1: { usual: 1, least: -2, most: 2, step: 0.05, hue: "input", symbol: "x_1" },
  x2: { usual: -0.5, least: -2, most: 2, step: 0.05, hue: "input", symbol: "x_2" },
  w11: weight(0.8, "w_11"),
  w12: weight(-1.2, "w_12"),
  w21: weight(0.5, "w_21"),
  w22: weight(1.5, "w_22"),
  b1: weight(0.2, "b_1"),
  b2: weight(-0.3, "b_2"),
  v1: weight(1.4, "v_1"),
  v2: weight(-0.9, "v_2"),
  c: weight(0.1, "c"),
  y: { usual: 0, least: 0, most: 1, step: 0.05, hue: "right", symbol: "y" },
  forward: { usual: 5, least: 0, most: 5, step: 1, whole: true },
  back: { usual: 5, least: 0, most: 5, step: 1, whole: true },
  rate: { usual: RATE, least: 0, most: 20, step: 0.1 },
};
const OF = [...WEIGHTS, "x1", "x2"];
const CHOICES = { of: { usual: "w11", of: OF } };

const nameOf = (name) => (name.length > 1 ? `${name[0]}_${name.slice(1)}` : name);
const letters = (name) => letter(name[0], name.slice(1));
/** A text such as "h_1 (1 − h_1)" with its indices below. */
function indexed(text) {
  const found = [];
  let from = 0;
  for (const { 0: whole, 1: base, 2: index, index: at } of text.matchAll(/(\p{L})_(\d+)/gu)) {
    if (at > from) found.push(text.slice(from, at));
    found.push(...letter(base, index));
    from = at + whole.length;
  }
  if (from < text.length) found.push(text.slice(from));
  return found;
}

/** Where the nodes stand. high: the part of the figure's height that the network has. */
function nodesOf(box, high) {
  const top = 1.6 * box.u;
  const tall = high - top - 1.4 * box.u;
  const at = (x, y) => [2.2 * box.u + x * (box.width - 5 * box.u), top + y * tall];
  return {
    x1: at(0, 0.14),
    x2: at(0, 0.56),
    one: at(0.1, 0.94),
    h1: at(0.46, 0.2),
    h2: at(0.46, 0.68),
    uno: at(0.6, 0.98),
    yhat: at(0.8, 0.44),
    loss: at(1, 0.44),
  };
}
/** @type {Record<string, [from: string, to: string, share: number]>} */
const EDGES = {
  w11: ["x1", "h1", 0.36],
  w12: ["x1", "h2", 0.24],
  w21: ["x2", "h1", 0.24],
  w22: ["x2", "h2", 0.36],
  b1: ["one", "h1", 0.3],
  b2: ["one", "h2", 0.24],
  v1: ["h1", "yhat", 0.36],
  v2: ["h2", "yhat", 0.3],
  c: ["uno", "yhat", 0.42],
};
// The edges on the way from a number to the loss.
function wayOf(name) {
  if (name[0] === "w") return [name, `v${name[2]}`];
  if (name[0] === "b") return [name, `v${name[1]}`];
  if (name[0] === "x") return [`w${name[1]}1`, `w${name[1]}2`, "v1", "v2"];
  return [name];
}

/** The network: numbers on its edges; gradients below them as far as `back` has come, values as far as `forward`. */
function network(values, box, words, high, { forward = 5, back = 0, of = "" }) {
  const at = nodesOf(box, high);
  const now = forwardPass(values);
  const gradient = backwardPass(values);
  const isNarrow = box.width < 30 * box.u;
  const r = (isNarrow ? 1.6 : 1.75) * box.u;
  const way = of ? wayOf(of) : [];
  const isLate = (name) => (["v1", "v2", "c"].includes(name) ? back >= 3 : back >= 5);
  /** @type {Mark[]} */
  const edges = Object.entries(EDGES).map(([name, [from, to]]) => {
    const [[x1, y1], [x2, y2]] = [at[from], at[to]];
    const value = values[name];
    return [
      "line",
      {
        x1,
        y1,
        x2,
        y2,
        class: `edge ${value < 0 ? "is-below" : "is-above"} ${of && !way.includes(name) ? "aside" : ""}`,
        "stroke-width": (0.8 + Math.min(4, Math.abs(value) * 1.6)).toFixed(2),
        "data-symbol": nameOf(name),
      },
    ];
  });
  const [toLoss, fromOut] = [at.loss, at.yhat];
  edges.push([
    "line",
    { class: "edge is-plain", x1: fromOut[0], y1: fromOut[1], x2: toLoss[0], y2: toLoss[1], "stroke-width": 1.5 },
  ]);
  // Where the numbers of the weights stand, and the lines that none of their derivatives may stand on.
  const lines = Object.values(EDGES).map(([from, to]) => [at[from], at[to]]);
  const taken = Object.values(at).map(([x, y]) => [x - r, y - r, x + r, y + r + 0.4 * box.u]);
  const tagged = Object.entries(EDGES).map(([name, [from, to, share]]) => {
    const [x, y] = [0, 1].map((k) => at[from][k] + (at[to][k] - at[from][k]) * share);
    const wide = widthOf(`${name} ${written(NUMBERS[name], values[name])}`, box.u) + 0.8 * box.u;
    return [x - 0.3 * box.u, y - 1.4 * box.u, x + wide, y - 0.25 * box.u];
  });
  taken.push(...tagged);
  const tags = Object.entries(EDGES).map(([name, [from, to, share]]) => {
    const [[x1, y1], [x2, y2]] = [at[from], at[to]];
    // Where there is little room, the numbers of the way alone are written, above and below the middle of each line.
    const isBare = isNarrow && of;
    const along = isBare ? 0.5 : share;
    const [x, y] = [x1 + (x2 - x1) * along, y1 + (y2 - y1) * along];
    const aside = isBare ? 0 : 0.8 * box.u;
    const place = isBare ? "middle" : "start";
    return handle(
      {
        drag: name,
        names: [name],
        numbers: NUMBERS,
        values,
        x,
        y,
        label: `${words.weight} ${name}`,
        hue: "candidate",
        symbol: nameOf(name),
        radius: 5,
      },
      isBare && !way.includes(name)
        ? ["g", {}]
        : label(
            x + aside,
            y - (isBare ? 0.7 : 0.5) * box.u,
            isNarrow
              ? written(NUMBERS[name], values[name])
              : [...letters(name), ` ${written(NUMBERS[name], values[name])}`],
            { more: isNarrow ? "halo small" : "halo", hue: "candidate", place },
          ),
      isLate(name) && (!isNarrow || way.includes(name))
        ? nameNode(
            `∂ ${short(gradient[name])}`,
            isBare
              ? [[x + (name[0] === "v" ? 0.4 * box.u : 0), y + 1.5 * box.u, name[0] === "v" ? "end" : "middle"]]
              : [
                  [x + aside, y + 0.85 * box.u, "start"],
                  [x + aside, y - 1.75 * box.u, "start"],
                  [x - aside, y + 0.85 * box.u, "end"],
                  [x - aside, y - 0.5 * box.u, "end"],
                  [x - aside, y + 1.6 * box.u, "end"],
                  [x + aside, y + 1.6 * box.u, "start"],
                  [x + 0.5 * aside, y + 1.6 * box.u, "middle"],
                  [x, y + 1.9 * box.u, "middle"],
                  [x - aside, y + 2.1 * box.u, "middle"],
                ],
            { u: box.u, lines, taken, more: "halo small bold", hue: "loss" },
          )
        : ["g", {}],
    );
  });
  /** @type {(...of: [name: string, hue: string, value: string, isThere: boolean, symbol?: string]) => Mark} */
  const node = (name, hue, value, isThere, symbol) => {
    const [x, y] = at[name];
    return [
      "g",
      { "data-symbol": symbol },
      ["circle", { class: isThere ? `node hue-${hue}` : "node ghost-node", cx: x, cy: y, r }],
      label(x, y + 0.36 * box.u, isThere ? value : "", { place: "middle", more: "bold" }),
    ];
  };
  const above = (name, text, hue, isThere, by = -2.2) =>
    isThere && label(at[name][0], at[name][1] + by * box.u, text, { place: "middle", hue, more: "halo small" });
  /** @type {(...of: [name: string, text: Words, isThere: boolean, more?: number, place?: Anchor]) => Part} */
  const below = (name, text, isThere, more = 2.75, place = "middle") =>
    isThere &&
    !isNarrow &&
    label(at[name][0], at[name][1] + more * box.u, text, { place, hue: "loss", more: "halo small bold" });
  const d = (name, key) => ["∂L/∂", ...(key ? letters(key) : [name]), ` = ${short(gradient[name])}`];
  /** @param {Mark} mark */
  const inside = ([_tag, _attributes, ...parts]) => parts;
  const input = (name) =>
    handle(
      {
        drag: name,
        names: [name],
        numbers: NUMBERS,
        values,
        x: at[name][0],
        y: at[name][1] + r,
        label: name,
        hue: "input",
        symbol: nameOf(name),
        radius: 5,
      },
      ...inside(node(name, "input", written(NUMBERS[name], values[name]), true, nameOf(name))),
      label(at[name][0], at[name][1] - 2.2 * box.u, letters(name), { place: "middle", hue: "input", more: "bold" }),
    );
  return [
    ...edges,
    ...["one", "uno"].map((name) => node(name, "input", "1", true)),
    !isNarrow && above("one", words.always, "input", true, 2.9),
    node("h1", "state", short(now.h1), forward >= 2, "h_1"),
    node("h2", "state", short(now.h2), forward >= 2, "h_2"),
    node("yhat", "output", short(now.yhat), forward >= 4, "ŷ"),
    node("loss", "loss", short(now.loss), forward >= 5, "L"),
    ...["x1", "x2"].map(input),
    ...tags,
    above("h1", [...letter("a", 1), ` = ${short(now.a1)}`], "text", forward >= 1),
    above("h2", [...letter("a", 2), ` = ${short(now.a2)}`], "text", forward >= 1),
    above("yhat", [...letter("o"), ` = ${short(now.o)}`], "text", forward >= 3, isNarrow ? 2.6 : -2.2),
    above("loss", [...letter("L")], "loss", true),
    below("h1", d("h1", "h1"), back >= 3),
    below("h1", d("a1", "a1"), back >= 4, 3.85),
    below("h2", d("h2", "h2"), back >= 3),
    below("h2", d("a2", "a2"), back >= 4, 3.85),
    below("yhat", d("yhat", "ŷ"), back >= 1, 2.75, "start"),
    below("yhat", d("o", "o"), back >= 2, 3.85, "start"),
    above("loss", [...letter("y"), ` = ${written(NUMBERS.y, values.y)}`], "right", true, -3.4),
  ].filter(Boolean);
}

/** A weight is dragged up and down from where it is taken. */
const slid = (name) => (_x, y, _values, box, from) => ({ [name]: from.values[name] + (from.y - y) / (3 * box.u) });
const SLIDES = Object.fromEntries([...WEIGHTS, "x1", "x2"].map((name) => [name, slid(name)]));
const told = (values, words) => {
  const { h1, h2, yhat, loss } = forwardPass(values);
  return fill(words.altNetwork, { h1: short(h1), h2: short(h2), y: short(yhat), loss: short(loss) });
};

const FORWARD = {
  isTall: true,
  drags: SLIDES,
  draw(values, box, words) {
    const high = box.height - 6 * box.u;
    const lines = [
      [words.phase0],
      [
        ...letter("a", 1),
        " = ",
        ...letter("x", 1),
        ...letter("w", 11),
        " + ",
        ...letter("x", 2),
        ...letter("w", 21),
        " + ",
        ...letter("b", 1),
      ],
      [...letter("h", 1), " = σ(", ...letter("a", 1), ")"],
      [
        ...letter("o"),
        " = ",
        ...letter("h", 1),
        ...letter("v", 1),
        " + ",
        ...letter("h", 2),
        ...letter("v", 2),
        " + ",
        ...letter("c"),
      ],
      [...letter("ŷ"), " = σ(", ...letter("o"), ")"],
      [...letter("L"), " = ½ (", ...letter("ŷ"), " − ", ...letter("y"), ")²"],
    ];
    const now = forwardPass(values);
    const w = (name) => written(NUMBERS[name], values[name]);
    const put = [
      "",
      `= ${w("x1")} · ${w("w11")} + ${w("x2")} · ${w("w21")} + ${w("b1")} = ${short(now.a1)}`,
      `= 1 / (1 + e^${short(-now.a1)}) = ${short(now.h1)}`,
      `= ${short(now.h1)} · ${w("v1")} + ${short(now.h2)} · ${w("v2")} + ${w("c")} = ${short(now.o)}`,
      `= 1 / (1 + e^${short(-now.o)}) = ${short(now.yhat)}`,
      `= ½ (${short(now.yhat)} − ${w("y")})² = ${short(now.loss)}`,
    ];
    return [
      ...network(values, box, words, high, { forward: values.forward }),
      label(0, high + 2.4 * box.u, lines[values.forward], { more: "large" }),
      label(0, high + 4.6 * box.u, put[values.forward], { more: "muted" }),
    ];
  },
  describe: told,
};

// Letters between the left sides of two factors.
const FACTOR = 6.4;
const BACKWARD = {
  isTall: true,
  drags: SLIDES,
  draw(values, box, words) {
    const chains = chainOf(values, values.of);
    const total = backwardPass(values)[values.of];
    const tall = chains.length > 1 ? 3.6 * box.u : 4.4 * box.u;
    // A chain that is too long for a line goes on in the next one.
    const [{ length }] = chains;
    const each = Math.min(length, Math.floor(box.width / (FACTOR * box.u)));
    const lines = Math.ceil(length / each);
    const wide = Math.min(8.2 * box.u, (box.width - 1 * box.u) / each);
    const high = box.height - (4 + Math.max(8.4, chains.length * lines * (tall / box.u + 0.6))) * box.u;
    const rows = chains.flatMap((chain, row) =>
      chain.flatMap(({ name, by, value }, k) => {
        const line = row * lines + Math.floor(k / each);
        const [x, y] = [(k % each) * wide, high + 2.2 * box.u + line * (tall + 0.6 * box.u)];
        const [up, down] = by.split("/");
        return [
          ["rect", { class: "card-plain", x: x + 2, y, width: wide - 0.9 * box.u, height: tall, rx: 0.5 * box.u }],
          label(x + (wide - 0.9 * box.u) / 2, y + 1.15 * box.u, ["∂", ...indexed(up), "/∂", ...indexed(down)], {
            place: "middle",
            more: "small muted",
          }),
          chains.length > 1
            ? null
            : label(x + (wide - 0.9 * box.u) / 2, y + 2.5 * box.u, indexed(name), { place: "middle" }),
          label(x + (wide - 0.9 * box.u) / 2, y + tall - 0.55 * box.u, short(value), {
            place: "middle",
            more: "bold",
            hue: "loss",
          }),
          k > 0
            ? label(
                (k % each || each) * wide - 0.42 * box.u,
                (k % each ? y : y - tall - 0.6 * box.u) + tall / 2 + 0.3 * box.u,
                "·",
                { place: "middle", more: "bold large" },
              )
            : null,
        ].filter(Boolean);
      }),
    );
    return [
      ...network(values, box, words, high, { back: values.back, of: values.of }),
      label(
        0,
        high + 1.4 * box.u,
        ["∂L/∂", ...letters(values.of), ` = ${short(total)}`, chains.length > 1 ? ` ${words.twoWays}` : ""],
        { more: "bold large", hue: "loss" },
      ),
      ...rows,
      label(0, box.height - 0.2 * box.u, fill(words.measured, { value: short(measuredSlope(values, values.of)) }), {
        more: "muted",
      }),
    ];
  },
  describe(values, words) {
    return fill(words.altBackward, {
      of: values.of,
      value: short(backwardPass(values)[values.of]),
      factors: chainOf(values, values.of)
        .map((chain) => chain.map((one) => short(one.value)).join(" × "))
        .join(" + "),
    });
  },
};

const chosenWeight = (values) => (WEIGHTS.includes(values.of) ? values.of : "w11");
const along = (box) => scale([-MOST, MOST], [3.6 * box.u, box.width - 2 * box.u]);
const SLOPE = {
  drags: { point: (x, _y, values, box) => ({ [chosenWeight(values)]: along(box).of(x) }) },
  draw(values, box, words) {
    const name = chosenWeight(values);
    const lossAt = (w) => forwardPass({ ...values, [name]: w }).loss;
    const x = along(box);
    const y = scale([0, 0.52], [box.height - 4 * box.u, 2.4 * box.u]);
    const w = values[name];
    const slope = backwardPass(values)[name];
    const now = lossAt(w);
    const reach = 1.5;
    const next = Math.min(MOST, Math.max(-MOST, w - values.rate * slope));
    const tangent = [w - reach, w + reach].map((one) => [x.at(one), y.at(now + slope * (one - w))]);
    const path = points(lossAt, x, y, 240);
    const dots = [
      [x.at(w), y.at(now)],
      [x.at(next), y.at(lossAt(next))],
    ];
    const free = {
      u: box.u,
      lines: [path, tangent],
      taken: dots.map(([one, two]) => [one - 9, two - 9, one + 9, two + 9]),
      within: [x.start, y.end, x.end, y.start],
    };
    return [
      ...axes(x, y, {
        u: box.u,
        ticksX: [-4, -2, 0, 2, 4],
        ticksY: [0, 0.1, 0.2, 0.3, 0.4, 0.5],
        titleX: words.weight,
        titleY: letter("L"),
      }),
      curve(path, "loss"),
      curve(tangent, "gate2", "thin"),
      [
        "path",
        {
          class: "curve thin hue-right",
          d: pathOf([
            [x.at(w), y.at(lossAt(w))],
            [x.at(next), y.at(lossAt(w))],
          ]),
          "marker-end": "none",
        },
      ],
      ["circle", { class: "dot hue-right", cx: x.at(next), cy: y.at(lossAt(next)), r: 0.38 * box.u }],
      nameNode(words.nextStep, waysAround(x.at(next), y.at(lossAt(next)), box.u), {
        ...free,
        hue: "right",
        more: "halo small bold",
      }),
      handle(
        {
          drag: "point",
          names: [name],
          numbers: NUMBERS,
          values,
          x: x.at(w),
          y: y.at(now),
          label: name,
          hue: "candidate",
          symbol: nameOf(name),
        },
        nameNode([...letters(name), ` = ${written(NUMBERS[name], w)}`], waysAround(x.at(w), y.at(now), box.u), {
          ...free,
          hue: "candidate",
          more: "bold halo",
        }),
      ),
      label(x.start + box.u, y.end + 2 * box.u, fill(words.slopeIs, { slope: short(slope), loss: short(now) }), {
        hue: "gate2",
        more: "bold large",
      }),
    ];
  },
  describe(values, words) {
    const name = chosenWeight(values);
    return fill(words.altSlope, {
      of: name,
      w: short(values[name]),
      slope: short(backwardPass(values)[name]),
      loss: short(forwardPass(values).loss),
    });
  },
};

const BACKPROP = {
  numbers: NUMBERS,
  choices: CHOICES,
  symbols: {
    x: { hue: "input" },
    h: { hue: "state" },
    ŷ: { hue: "output" },
    y: { hue: "right" },
    L: { hue: "loss" },
    w: { hue: "candidate" },
    v: { hue: "candidate" },
    b: { hue: "candidate" },
    c: { hue: "candidate" },
  },
  figures: { forward: FORWARD, backward: BACKWARD, slope: SLOPE },
  computed: {
    yhat: (values) => short(forwardPass(values).yhat),
    loss: (values) => short(forwardPass(values).loss),
    delta: (values) => short(backwardPass(values).o),
    gradient: (values) => short(backwardPass(values)[values.of]),
    off: (values) =>
      short(Math.max(...WEIGHTS.map((name) => Math.abs(backwardPass(values)[name] - measuredSlope(values, name))))),
    better: (values) => short(forwardPass({ ...values, ...descended(values, values.rate) }).loss),
  },
  actions: {
    on: ({ forward }) => ({ forward: forward >= 5 ? 0 : forward + 1 }),
    onBack: ({ back }) => ({ back: back >= 5 ? 0 : back + 1 }),
    step: (values) => descended(values, values.rate),
    train: {
      frame(values) {
        const next = descended(values, values.rate * 0.2);
        return forwardPass(values).loss < 1e-4 ? null : next;
      },
    },
    again: () => Object.fromEntries(WEIGHTS.map((name) => [name, NUMBERS[name].usual])),
  },
  tasks: {
    silent: { isDone: (values) => Math.abs(backwardPass(values).w11) < 1e-6, solution: { x1: 0, of: "w11" } },
  },
};

export const mount = (host, css) => chapter(host, css, BACKPROP);
