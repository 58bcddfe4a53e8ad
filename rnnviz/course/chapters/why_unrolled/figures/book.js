// Three steps as the book draws them: concatenate, a fully connected layer, copy (002, figure 6.1).

/** @import {Figure} from "../../../definition.d.ts" */

import { fill } from "../../../../web/numbers.js";
import { comma } from "../../../../web/punctuation.js";
import { reading } from "../../../maths/recurrent.js";
import { cells, largest } from "../../../plot/cells.js";
import { boxed, straight } from "../../../plot/diagram.js";
import { DOT, dot, rect } from "../../../plot/marks.js";
import { label, letter, note } from "../../../plot/plot.js";
import { integer } from "../../../reader/values.js";
import { STEPS, argmax, codesOf } from "./loop.js";

export const PHASES = 5;
export const BOOK_NUMBERS = {
  at: integer(3, 2, STEPS - 1),
  phase: integer(0, 0, PHASES),
};

const hot = (code, size) => Array.from({ length: size }, (_, k) => (k === code ? 1 : 0));

/** @type {Figure} */
export const BOOK = {
  drags: { at: (x, _y, _values, box) => ({ at: Math.round(2 + (2 * x) / box.width) }) },
  draw(values, box, words) {
    const { u, width, height } = box;
    const { text, vocabulary, network } = values.given.helicopter;
    const { H: states, O, P } = reading(network, codesOf(values.given.helicopter));
    const { phase, at } = values;
    const column = width / 3;
    const line = height * 0.33;
    const low = height * 0.55;
    const top = 1.3 * u;
    const wide = Math.min(column * 0.36, 5.2 * u);
    const is = (k) => phase === k;
    const cell = (k) => {
      const t = at - 1 + k;
      const now = k === 1;
      const x = k * column + column * 0.5;
      const left = k * column;
      const lit = (one) => (now && is(one) ? { hue: "loss" } : {});
      const join = x - wide / 2 - 1.5 * u;
      const split = x + wide / 2 + 1.1 * u;
      return [
        // H_{t−1} from the left and X_t from below are joined, and go on as one.
        straight([Math.max(0, left - column + column * 0.5 + wide / 2 + 1.1 * u), line], [join, line], u, {
          hue: "state",
          symbol: "H_t−1",
          isBare: true,
        }),
        straight([join, low - 1.2 * u], [join, line], u, { hue: "input", symbol: "X", isBare: true }),
        straight([join, line], [x - wide / 2, line], u, lit(1)),
        dot(join, line, DOT.usual * u, now && is(1) ? "loss" : "text"),
        boxed(join - 1.3 * u, low - 1.2 * u, 2.6 * u, 2.2 * u, text[t - 1], { u, hue: "input", symbol: "X" }),
        label(join + 1.6 * u, low + 0.4 * u, letter("X", indexOf(k)), { hue: "input", more: "bold", symbol: "X" }),
        boxed(x - wide / 2, line - 1.5 * u, wide, 3 * u, width < 34 * u ? "φ" : `${words.full}${comma()}φ`, {
          u,
          hue: now && is(2) ? "loss" : "state",
          symbol: "φ",
        }),
        // H_t is copied: to the next step, and to the output layer.
        straight([x + wide / 2, line], [split, line], u, { hue: "state", symbol: "H_t", isBare: true }),
        dot(split, line, DOT.usual * u, now && is(3) ? "loss" : "state"),
        k === 2 && straight([split, line], [width - 0.1 * u, line], u, { hue: "state", symbol: "H_t" }),
        label(split + 0.3 * u, line + 1.5 * u, letter("H", indexOf(k)), {
          hue: "state",
          more: "bold halo",
          symbol: k === 0 ? "H_t−1" : "H_t",
        }),
        straight([split, line], [split, top + 5.1 * u], u, { hue: "state", symbol: "H_t" }),
        boxed(
          split - wide / 2,
          top + 2.6 * u,
          Math.min(wide, 2 * (left + column - split) - 0.4 * u),
          2.4 * u,
          width < 34 * u ? "" : words.full,
          { u, hue: now && is(4) ? "loss" : "output", symbol: "O" },
        ),
        straight([split, top + 2.5 * u], [split, top + 0.6 * u], u, { hue: "output", symbol: "O" }),
        label(split - 0.5 * u, top + 1 * u, letter("O", indexOf(k)), {
          place: "end",
          hue: "output",
          more: "bold halo",
          symbol: "O",
        }),
        !now && rect(left, 0, column, low + u, "grip", { "data-pick": `at ${Math.min(4, Math.max(2, t))}` }),
      ].filter(Boolean);
    };
    const t = at - 1;
    const X = hot(vocabulary.indexOf(text[t]), vocabulary.length);
    const before = states[t - 1];
    return [
      rect(column + 0.2 * u, 0, column - 0.4 * u, low + 1.6 * u, "stage-now", { rx: 0.7 * u }),
      ...cell(0),
      ...cell(2),
      ...cell(1),
      ...inside(values, box, words, low + 4.6 * u, { X, before, state: states[t], O: O[t], P: P[t], vocabulary }),
    ];
  },
  describe: (values, words) =>
    fill(words.altBook, {
      t: values.at,
      input: values.given.helicopter.text[values.at - 1],
      phase: words[`phase${values.phase}`],
    }),
};
/** With one decimal, and no minus sign before 0. */
export const tenth = (value) => (Math.abs(value) < 0.05 ? "0.0" : value.toFixed(1).replace("-", "−"));
const indexOf = (k) => ["t−1", "t", "t+1"][k];

/** The chosen step in numbers, as far as the walk has come. */
function inside(values, box, words, top, { X, before, state, O, P, vocabulary }) {
  const { u, width, height } = box;
  const { phase } = values;
  const size = Math.min(2 * u, (width - 2 * u) / (X.length + before.length + 3));
  const isNarrow = width < 34 * u;
  const tall = isNarrow ? height - top : (height - top) / 4;
  const y = (k) => top + (isNarrow ? 0 : k * tall);
  const row = (values1, x, k, more) =>
    cells([values1], x, y(k) + 0.7 * u, size, Math.min(1.9 * u, tall - 1.6 * u), more);
  const name = (k, ...nodes) => label(0, y(k) + 0.2 * u, nodes, { more: "bold" });
  const best = argmax(P);
  const shown = phase === 0 ? PHASES : phase;
  // The rows are those of the phases 1, 2 and 3, 4, and 5; a phone has room for the last one.
  const isShown = (from, to = from) => shown >= from && (!isNarrow || shown <= to);
  return [
    label(0, top - 1.4 * u, words[`phase${phase}`], {
      hue: phase ? "loss" : "text",
      more: isNarrow ? "bold" : "bold large",
    }),
    isShown(1) && name(0, "[ ", ...letter("X", "t"), ", ", ...letter("H", "t−1"), ` ]: ${X.length} + ${before.length}`),
    isShown(1) && row(X, 0, 0, { hue: "input", symbol: "X" }),
    isShown(1) && row(before, X.length * size + 0.5 * u, 0, { symbol: "H_t−1" }),
    isShown(2, 3) &&
      name(
        1,
        ...letter("H", "t"),
        " = φ( [ ",
        ...letter("X", "t"),
        ", ",
        ...letter("H", "t−1"),
        " ] W + ",
        ...letter("b", "h"),
        " )",
      ),
    isShown(2, 3) && row(state, 0, 1, { symbol: "H_t" }),
    isShown(3) && row(state, state.length * size + 2.4 * u, 1, { symbol: "H_t" }),
    isShown(3) && label(state.length * size + 1.2 * u, y(1) + 1.8 * u, "=", { place: "middle", more: "bold" }),
    isShown(4) &&
      name(2, ...letter("O", "t"), " = ", ...letter("H", "t"), ...letter("W", "hq"), " + ", ...letter("b", "q")),
    isShown(4) && row(O, 0, 2, { full: largest([O], 1), symbol: "O" }),
    isShown(4) &&
      note(O.length * size + 0.8 * u, y(2) + 1.8 * u, O.map((one, k) => `${vocabulary[k]} ${tenth(one)}`).join("  ")),
    isShown(5) && name(3, ...letter("Ŷ", "t"), " = softmax(", ...letter("O", "t"), ")"),
    isShown(5) && row(P, 0, 3, { hue: "output", symbol: "O" }),
    isShown(5) &&
      label(O.length * size + 0.8 * u, y(3) + 1.8 * u, `${vocabulary[best]} ${P[best].toFixed(3)}`, {
        hue: "output",
        more: "bold",
      }),
  ].filter(Boolean);
}
