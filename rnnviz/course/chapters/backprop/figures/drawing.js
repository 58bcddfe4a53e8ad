// The network, with its numbers at its edges.

/** @import {Anchor, Mark, Part, Way, Words} from "../../../picture.d.ts" */

import { short } from "../../../../web/numbers.js";
import { circle, rule } from "../../../plot/marks.js";
import { nameNode } from "../../../plot/names.js";
import { label, letter, widthOf } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { written } from "../../../reader/values.js";
import { WEIGHTS, backwardPass, forwardPass } from "../network.js";
import { NUMBERS, letters, nameOf } from "../settings.js";

/** Where the nodes stand. high: the part of the figure's height that the network has. */
function nodesOf(box, high) {
  const { u } = box;
  const top = 1.6 * u;
  const tall = high - top - 1.4 * u;
  const at = (x, y) => [2.2 * u + x * (box.width - 5 * u), top + y * tall];
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
export function network(values, box, words, high, { forward = 5, back = 0, of = "" }) {
  const { u } = box;
  const at = nodesOf(box, high);
  const now = forwardPass(values);
  const gradient = backwardPass(values);
  const isNarrow = box.width < 30 * u;
  const r = (isNarrow ? 1.6 : 1.75) * u;
  const way = of ? wayOf(of) : [];
  /** @type {Mark[]} */
  const edges = Object.entries(EDGES).map(([name, [from, to]]) => {
    const [[x1, y1], [x2, y2]] = [at[from], at[to]];
    const value = values[name];
    return rule(
      [x1, y1],
      [x2, y2],
      `edge ${value < 0 ? "is-below" : "is-above"} ${of && !way.includes(name) ? "aside" : ""}`,
      { "stroke-width": (0.8 + Math.min(4, Math.abs(value) * 1.6)).toFixed(2), "data-symbol": nameOf(name) },
    );
  });
  const [toLoss, fromOut] = [at.loss, at.yhat];
  edges.push(rule([fromOut[0], fromOut[1]], [toLoss[0], toLoss[1]], "edge is-plain", { "stroke-width": 1.5 }));
  /** @type {(...of: [name: string, hue: string, value: string, isThere: boolean, symbol?: string]) => Mark} */
  const node = (name, hue, value, isThere, symbol) => {
    const [x, y] = at[name];
    return [
      "g",
      { "data-symbol": symbol },
      circle(x, y, r, isThere ? `node hue-${hue}` : "node ghost-node"),
      label(x, y, isThere ? value : "", { base: "middle", place: "middle", more: "bold" }),
    ];
  };
  const above = (name, text, hue, isThere, by = -2.2) =>
    isThere && label(at[name][0], at[name][1] + by * u, text, { place: "middle", hue, more: "small halo" });
  /** @type {(...of: [name: string, text: Words, isThere: boolean, more?: number, place?: Anchor]) => Part} */
  const below = (name, text, isThere, more = 2.75, place = "middle") =>
    isThere &&
    !isNarrow &&
    label(at[name][0], at[name][1] + more * u, text, { place, hue: "loss", more: "bold small halo" });
  const d = (name, key) => ["∂L/∂", ...(key ? letters(key) : [name]), ` = ${short(gradient[name])}`];
  /** @param {Mark} mark */
  const inside = ([_tag, _attributes, ...parts]) => parts;
  const input = (name) =>
    handle(
      {
        drag: name,
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
      label(at[name][0], at[name][1] - 2.2 * u, letters(name), { place: "middle", hue: "input", more: "bold" }),
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
    ...weightTags(values, gradient, { at, r, u, isNarrow, of, back }, words),
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

/** The numbers of the weights at their edges; below them, as far as the way back has come, their derivatives. */
function weightTags(values, gradient, { at, r, u, isNarrow, of, back }, words) {
  const way = of ? wayOf(of) : [];
  const isLate = (name) => (["v1", "v2", "c"].includes(name) ? back >= 3 : back >= 5);
  // Where the numbers of the weights stand, and the lines that none of their derivatives may stand on.
  const lines = Object.values(EDGES).map(([from, to]) => [at[from], at[to]]);
  const alongEdge = ([from, to], share) => [0, 1].map((k) => at[from][k] + (at[to][k] - at[from][k]) * share);
  const taken = Object.values(at).map(([x, y]) => [x - r, y - r, x + r, y + r + 0.4 * u]);
  for (const [name, [from, to, share]] of Object.entries(EDGES)) {
    const [x, y] = alongEdge([from, to], share);
    const wide = widthOf(`${name} ${written(NUMBERS[name], values[name])}`, u) + 0.8 * u;
    taken.push([x - 0.3 * u, y - 1.4 * u, x + wide, y - 0.25 * u]);
  }
  // Where there is little room, the numbers of the way alone are written, above and below the middle of each line.
  const isBare = Boolean(isNarrow && of);
  const aside = isBare ? 0 : 0.8 * u;
  return Object.entries(EDGES).map(([name, [from, to, share]]) => {
    const [x, y] = alongEdge([from, to], isBare ? 0.5 : share);
    const number = written(NUMBERS[name], values[name]);
    const said = isNarrow ? number : [...letters(name), ` ${number}`];
    const more = isNarrow ? "halo small" : "halo";
    const place = isBare ? "middle" : "start";
    const isOnWay = way.includes(name);
    const isOfOutput = name[0] === "v";
    /** @type {Way[]} */
    const places = isBare
      ? [[x + (isOfOutput ? 0.4 * u : 0), y + 1.5 * u, isOfOutput ? "end" : "middle"]]
      : placesBeside(x, y, aside, u);
    return handle(
      {
        drag: name,
        numbers: NUMBERS,
        values,
        x,
        y,
        label: `${words.weight} ${name}`,
        hue: "candidate",
        symbol: nameOf(name),
        radius: 5,
      },
      isBare && !isOnWay
        ? ["g", {}]
        : label(x + aside, y - (isBare ? 0.7 : 0.5) * u, said, { more, hue: "candidate", place }),
      isLate(name) && (!isNarrow || isOnWay)
        ? nameNode(`∂ ${short(gradient[name])}`, places, { u, lines, taken, more: "bold small halo", hue: "loss" })
        : ["g", {}],
    );
  });
}

/** Where a derivative may stand, the best place first. @returns {Way[]} */
function placesBeside(x, y, aside, u) {
  return [
    [x + aside, y + 0.85 * u, "start"],
    [x + aside, y - 1.75 * u, "start"],
    [x - aside, y + 0.85 * u, "end"],
    [x - aside, y - 0.5 * u, "end"],
    [x - aside, y + 1.6 * u, "end"],
    [x + aside, y + 1.6 * u, "start"],
    [x + 0.5 * aside, y + 1.6 * u, "middle"],
    [x, y + 1.9 * u, "middle"],
    [x - aside, y + 2.1 * u, "middle"],
  ];
}

/** A weight is dragged up and down from where it is taken. */
const slid = (name) => (_x, y, _values, box, from) => ({ [name]: from.values[name] + (from.y - y) / (3 * box.u) });
export const SLIDES = Object.fromEntries([...WEIGHTS, "x1", "x2"].map((name) => [name, slid(name)]));
