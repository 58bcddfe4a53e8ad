// How far back a prediction reaches: one input exchanged, and a curve that is drawn before it is shown.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, percent } from "../../../../web/numbers.js";
import { randomNetwork, reading } from "../../../maths/recurrent.js";
import { cells, down } from "../../../plot/cells.js";
import { drawnCurve } from "../../../plot/drawn.js";
import { DOT, dot, rect } from "../../../plot/marks.js";
import { axes, curve, label, note, paragraph, scale, widthOf } from "../../../plot/plot.js";
import { integer, written } from "../../../reader/values.js";
import { exchange, movedByDistance, movedShare } from "../unrolled.js";
import { codesOf } from "./loop.js";

export const FAR = 15;

const share = (usual) => ({ usual, least: 0, most: 1, step: 0.01, hue: "text" });
export const EXCHANGE_NUMBERS = {
  place: integer(1, 1, FAR),
  token: integer(4, 0, 7, { names: ({ laozi }) => laozi.vocabulary }),
  guess0: share(0.8),
  guess1: share(0.4),
  guess2: share(0.2),
  seed: integer(1, 1, 999),
};
export const EXCHANGE_CHOICES = {
  weights: { usual: "trained", of: ["trained", "random"] },
  seen: { usual: "no", of: ["no", "yes"] },
};

const KEPT = new Map();
function reader({ given, weights, seed }) {
  if (weights === "trained") return given.laozi.network;
  if (!KEPT.has(seed)) {
    KEPT.clear();
    const size = given.laozi.vocabulary.length;
    KEPT.set(seed, randomNetwork("rnn", { inputs: size, hidden: 8, outputs: size }, seed));
  }
  return KEPT.get(seed);
}
const FOUND = new Map();
/** What the exchange of each input for the chosen character moves, from the last backwards; the last ones are kept. */
export function sharesOf(values) {
  const key = `${values.weights} ${values.seed} ${values.token}`;
  if (!FOUND.has(key)) {
    if (FOUND.size > 16) FOUND.clear();
    FOUND.set(key, movedByDistance(reader(values), codesOf(values.given.laozi), values.token));
  }
  return FOUND.get(key);
}
const frame = (box) => [
  scale([0, FAR - 1], [3.6 * box.u, box.width - 1.2 * box.u]),
  scale([0, 1], [box.height - 3.4 * box.u, box.height * 0.66]),
];
// The rings of what the reader draws, by steps back.
const GUESSES = { guess0: 0, guess1: 7, guess2: 14 };
const drag = (name) => (_x, y, _values, box) => ({ [name]: frame(box)[1].of(y) });
/** @type {Figure} */
export const EXCHANGE = {
  drags: Object.fromEntries(Object.keys(GUESSES).map((name) => [name, drag(name)])),
  draw(values, box, words) {
    const { u, width } = box;
    const { text, vocabulary } = values.given.laozi;
    const codes = codesOf(values.given.laozi);
    const network = reader(values);
    const [one, two] = [reading(network, codes), reading(network, exchange(codes, values.place - 1, values.token))];
    const wide = Math.min((width - 2.2 * u) / FAR, 2.6 * u);
    const size = Math.min(0.85 * u, (box.height * 0.22) / 8);
    const top = 1.2 * u;
    const map = top + 3.6 * u;
    const from = 2 * u;
    const isSeen = values.seen === "yes" || values.all;
    const shares = sharesOf(values);
    // Where the character stands already, there is nothing to exchange.
    const others = shares.map((_, k) => k).filter((k) => codes[FAR - 1 - k] !== values.token);
    const [x, y] = frame(box);
    const moved = fill(words.movedNow, { share: percent(movedShare(one.P.at(-1), two.P.at(-1))) });
    const last = { u, width: width - widthOf(moved, 1.06 * u) - u, ends: true, hue: "output", more: "bold" };
    const lines = paragraph(0, 0, words.last, last).length;
    const bars = map + 8 * size + (2.5 + 1.35 * (lines - 1)) * u;
    const tall = y.end - 3.6 * u - bars;
    const [before, after] = [one.P.at(-1), two.P.at(-1)];
    const slot = Math.min((width - 2 * u) / vocabulary.length, 4.4 * u);
    const rings = Object.entries(GUESSES).map(([name, lag]) => ({
      name,
      x: x.at(lag),
      y: y.at(values[name]),
      label: words[name],
    }));
    return [
      ...codes.flatMap((code, t) => {
        const is = t === values.place - 1;
        const at = from + (t + 0.5) * wide;
        return [
          is && rect(at - wide / 2, top - u, wide, map + 8 * size - top + 1.2 * u, "stage-now", { rx: 0.4 * u }),
          is && label(at, top, text[t], { place: "middle", more: "muted" }),
          label(at, top + 1.7 * u, vocabulary[is ? values.token : code], {
            place: "middle",
            more: is ? "bold" : "",
            hue: is ? "loss" : "input",
          }),
          cells(down(two.H[t].map((h, k) => h - one.H[t][k])), at - wide / 2, map, wide, size, { symbol: "H" }),
          rect(at - wide / 2, top - u, wide, 3.4 * u, "grip", { "data-pick": `place ${t + 1}` }),
        ].filter(Boolean);
      }),
      label(0, map + 4.4 * size, ["Δ"], { hue: "state", more: "bold" }),
      label(from, map - 0.5 * u, words.changeOfState, { hue: "state", more: "bold small" }),
      ...paragraph(0, bars - 0.7 * u, words.last, last),
      ...vocabulary.flatMap((token, k) => {
        const at = (k + 0.5) * slot;
        const bar = (p, shift, kind) =>
          rect(at + shift * slot, bars + tall * (1 - p), slot * 0.3, Math.max(1, tall * p), kind);
        return [
          bar(before[k], -0.32, "outline hue-output"),
          bar(after[k], 0.02, "solid hue-output"),
          label(at, bars + tall + 1.2 * u, token, { place: "middle", more: "bold" }),
        ];
      }),
      label(width, bars - 0.7 * u, moved, { place: "end", more: "bold" }),
      ...axes(x, y, {
        u,
        ticksX: [0, 7, 14],
        ticksY: [0, 0.5, 1],
        titleY: words.moved,
        written: (value) => `${100 * value} %`,
        writtenX: String,
      }),
      note(x.end, y.start + 2.7 * u, words.back, { place: "end" }),
      isSeen &&
        curve(
          others.map((k) => [x.at(k), y.at(shares[k])]),
          "output",
        ),
      ...(isSeen
        ? others.map((k) =>
            dot(x.at(k), y.at(shares[k]), DOT.usual * u, k === FAR - values.place ? "loss" : "output", {
              "data-pick": `place ${FAR - k}`,
            }),
          )
        : []),
      ...drawnCurve({ rings, title: words.yours, piece: 0, numbers: EXCHANGE_NUMBERS, values, u }),
    ].filter(Boolean);
  },
  describe(values, words) {
    const shares = sharesOf(values).map((value) => value.toFixed(2));
    const isSeen = values.seen === "yes" || values.all;
    return fill(isSeen ? words.altExchange : words.altGuess, {
      place: values.place,
      token: values.given.laozi.vocabulary[values.token],
      now: shares[FAR - values.place],
      shares: shares.join(", "),
      guesses: Object.keys(GUESSES)
        .map((name) => written(EXCHANGE_NUMBERS[name], values[name]))
        .join(", "),
    });
  },
};
