// A character model in one column a step: input, state, output, loss, label (002, figure 6.2).

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { learn, learner, meanLoss, randomNetwork, reading } from "../../../maths/recurrent.js";
import { cells, down, largest } from "../../../plot/cells.js";
import { boxed, straight } from "../../../plot/diagram.js";
import { rect, ruleY } from "../../../plot/marks.js";
import { axes, curve, label, letter, note, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { training } from "../../../reader/training.js";
import { integer } from "../../../reader/values.js";

const UNITS = 8;
export const MOST_STEPS = 200;
export const SECONDS = 2;
// Slow enough to be watched.
const SLOW = 0.012;
const MOST_LOSS = 3;

export const COLUMNS_NUMBERS = {
  t: integer(3, 1, 5),
  steps: integer(0, 0, MOST_STEPS),
  first: integer(1, 1, 999),
};

const examplesOf = ({ text, vocabulary }) => {
  const codes = text.map((one) => vocabulary.indexOf(one));
  return [{ codes: codes.slice(0, -1), targets: codes.slice(1) }];
};
export const TRAINING = training({
  steps: "steps",
  most: MOST_STEPS,
  of: ({ first }, { helicopter }) => ({
    seed: first,
    size: helicopter.vocabulary.length,
    examples: examplesOf(helicopter),
  }),
  begin: ({ seed, size }) => learner(randomNetwork("rnn", { inputs: size, hidden: UNITS, outputs: size }, seed)),
  step: (state, k, { examples }) => learn(state, k, examples, SLOW),
});
/** The character model as far as it has come: what it computes, its loss, and the losses before. */
export function now(values) {
  const { state, losses, what } = TRAINING.at(values, values.given);
  const [{ codes, targets }] = what.examples;
  const read = reading(state.network, codes);
  return {
    ...read,
    targets,
    each: targets.map((target, t) => -Math.log(read.P[t][target])),
    loss: meanLoss(state.network, what.examples),
    losses,
  };
}

/** @type {Figure} */
export const COLUMNS = {
  drags: {
    steps: (x, _y, _values, box) => ({ steps: scale([0, MOST_STEPS], [3 * box.u, box.width - 1.2 * box.u]).of(x) }),
  },
  draw(values, box, words) {
    const { u } = box;
    const { vocabulary } = values.given.helicopter;
    const { H, loss, losses } = now(values);
    const place = placeOf(box, vocabulary.length, H.length);
    const { isNarrow, size, left, pTop, oTop, hTop, xTop, x, y } = place;
    const title = (at, nodes, hue, symbol) => label(0, at, nodes, { hue, more: "bold", symbol });
    const rows = (top) =>
      isNarrow
        ? []
        : vocabulary.map((one, k) => [
            "g",
            { style: `font-size:${Math.min(1, size / u).toFixed(2)}em` },
            note(left - 0.2 * u, top + (k + 0.5) * size, one, { base: "middle", place: "end" }),
          ]);
    return [
      ...H.flatMap((_, t) => columnAt(t, values, place)),
      title(1.1 * u, isNarrow ? letter("y") : words.label, "right", "y"),
      title(3.4 * u, isNarrow ? letter("L") : words.loss, "loss", "L"),
      title(pTop + 0.5 * vocabulary.length * size, letter("Ŷ", isNarrow ? "" : "t"), "output", "Ŷ"),
      title(oTop + 0.5 * vocabulary.length * size, letter("O", isNarrow ? "" : "t"), "output", "O"),
      title(hTop + 0.5 * UNITS * size, letter("H", isNarrow ? "" : "t"), "state", "H"),
      title(xTop + 1.5 * u, letter("X", isNarrow ? "" : "t"), "input", "X"),
      ...rows(pTop),
      ...axes(x, y, { u, ticksX: [0, 100, 200], ticksY: [0, 1, 2], titleY: words.mean, writtenX: String }),
      note(x.end, y.start + 2.6 * u, words.steps, { place: "end" }),
      ruleY(y.at(Math.log(vocabulary.length)), x, "guide"),
      label(x.end, y.at(Math.log(vocabulary.length)) - 0.35 * u, fill(words.guessing, { V: vocabulary.length }), {
        place: "end",
        more: "muted small halo",
      }),
      curve(
        [...losses, loss].map((one, k) => [x.at(k), y.at(Math.min(2.2, one))]),
        "loss",
      ),
      handle(
        {
          drag: "steps",
          numbers: COLUMNS_NUMBERS,
          values,
          x: x.at(losses.length),
          y: y.at(Math.min(2.2, loss)),
          label: words.steps,
          hue: "loss",
          symbol: "L",
        },
        label(
          x.at(losses.length) + (loss > 1.4 ? 0.8 : 0) * u,
          y.at(Math.min(2.2, loss)) + (loss > 1.4 ? 0.9 : -0.9) * u,
          short(loss),
          { place: losses.length > 170 ? "end" : "start", hue: "loss", more: "bold halo" },
        ),
      ),
    ];
  },
  describe(values, words) {
    const { each, loss } = now(values);
    return fill(words.altColumns, {
      steps: values.steps,
      each: each.map((one) => one.toFixed(2)).join(", "),
      mean: short(loss),
    });
  },
};

/** Where a column's parts stand, and the curve of the losses. */
function placeOf({ u, width, height }, characters, count) {
  const isNarrow = width < 34 * u;
  const low = height * 0.72;
  const size = Math.min(1.1 * u, (low - 10.5 * u) / (2 * characters + UNITS));
  const left = isNarrow ? 2 * u : 5.5 * u;
  const column = (width - left) / count;
  const pTop = 4.8 * u;
  const oTop = pTop + characters * size + 1.1 * u;
  const hTop = oTop + characters * size + 1.1 * u;
  const xTop = hTop + UNITS * size + 1.1 * u;
  const x = scale([0, MOST_STEPS], [3 * u, width - 1.2 * u]);
  const y = scale([0, 2], [height - 2.9 * u, low + 1.6 * u]);
  return { u, isNarrow, size, left, column, wide: Math.min(column * 0.5, 3.4 * u), pTop, oTop, hTop, xTop, x, y };
}

/** One step: its input below, and above it the state, the outputs, their shares, the loss and the label. */
function columnAt(t, values, { u, size, left, column, wide, pTop, oTop, hTop, xTop }) {
  const { text, vocabulary } = values.given.helicopter;
  const { H, O, P, targets, each } = now(values);
  const is = t === values.t - 1;
  const isRead = t < values.t;
  const middle = left + (t + 0.5) * column;
  const high = vocabulary.length * size;
  const strip = (rows, top, more) => cells(down(rows), middle - wide / 2, top, wide, size, more);
  const up = (from, to, more) => straight([middle, from], [middle, to], u * 0.8, more);
  const side = hTop + (UNITS * size) / 2;
  return [
    is && rect(middle - column / 2 + 2, 0, column - 4, xTop + 2.4 * u, "stage-now", { rx: 0.6 * u }),
    label(middle, 1.1 * u, text[t + 1], { place: "middle", hue: "right", more: "bold", symbol: "y" }),
    label(middle, 3.4 * u, each[t].toFixed(2), { place: "middle", hue: "loss", more: "bold", symbol: "L" }),
    rect(middle - wide / 2, 3.8 * u, Math.max(1, wide * Math.min(1, each[t] / MOST_LOSS)), 0.4 * u, "solid hue-loss"),
    strip(P[t], pTop, { hue: "output", symbol: "Ŷ", lit: [[targets[t], 0]] }),
    strip(O[t], oTop, { full: largest([O[t]], 3), symbol: "O" }),
    strip(H[t], hTop, { symbol: "H" }),
    up(pTop - 0.1 * u + high + 1.05 * u, pTop + high + 0.1 * u, { hue: "output" }),
    up(hTop - 0.1 * u, oTop + high + 0.1 * u, { hue: is ? "loss" : "output" }),
    up(xTop, hTop + UNITS * size + 0.1 * u, { hue: isRead ? "loss" : "input" }),
    t > 0 &&
      straight([middle - column + wide / 2 + 2, side], [middle - wide / 2 - 2, side], u * 0.8, {
        hue: isRead ? "loss" : "state",
        symbol: "H",
      }),
    boxed(middle - 1.1 * u, xTop + 0.1 * u, 2.2 * u, 2 * u, text[t], {
      u,
      hue: isRead ? "loss" : "input",
      symbol: "X",
    }),
    rect(middle - column / 2, 0, column, xTop + 2.2 * u, "grip", { "data-pick": `t ${t + 1}` }),
  ].filter(Boolean);
}
