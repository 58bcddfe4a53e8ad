// The loop and its time line: one column a step, pulled open by the reader (001).

/** @import {Figure} from "../../../definition.d.ts" */

import { fill } from "../../../../web/numbers.js";
import { reading } from "../../../maths/recurrent.js";
import { cells, down, largest } from "../../../plot/cells.js";
import { arrow, boxed, straight } from "../../../plot/diagram.js";
import { ruleY } from "../../../plot/marks.js";
import { label, letter, note, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { integer } from "../../../reader/values.js";

export const STEPS = 5;

export const LOOP_NUMBERS = {
  unfold: integer(0, 0, STEPS),
};

/** The characters that a network reads, as codes. */
export const codesOf = ({ text, vocabulary }) => text.slice(0, -1).map((one) => vocabulary.indexOf(one));

/**
 * A step as a column: x_t below, s_t above it, o_t on top.
 *
 * @param {number} x
 * @param {number[]} rows
 * @param {{
 *   u: number, size: number, input: string, s: number[], o: number[], t?: number, isGhost?: boolean, isTight?: boolean,
 * }} options
 */
function columnNodes(x, rows, { u, size, t, input, s, o, isGhost, isTight }) {
  const [top, middle, low] = rows;
  const index = t ?? "t";
  const strip = (values, y, hue, name) => [
    cells(down(values), x - size / 2, y - (values.length * size) / 2, size, size, {
      symbol: name,
      full: largest([values], 1),
      isGhost,
    }),
    !isTight &&
      label(x - size / 2 - 0.35 * u, y, letter(name, index), {
        base: "middle",
        place: "end",
        hue,
        more: "bold",
        symbol: name,
      }),
  ];
  const high = (values) => (values.length * size) / 2 + 0.25 * u;
  return [
    ...strip(o, top, "output", "o"),
    ...strip(s, middle, "state", "s"),
    straight([x, middle - high(s)], [x, top + high(o)], u, { hue: "output", symbol: "V" }),
    label(x + 0.5 * u, (middle - high(s) + top + high(o)) / 2, letter("V"), {
      base: "middle",
      hue: "output",
      symbol: "V",
    }),
    straight([x, low - 1.3 * u], [x, middle + high(s)], u, { hue: "input", symbol: "U" }),
    label(x + 0.5 * u, (low - 1.3 * u + middle + high(s)) / 2, letter("U"), {
      base: "middle",
      hue: "input",
      symbol: "U",
    }),
    boxed(x - 1.1 * u, low - 1.1 * u, 2.2 * u, 2.2 * u, input, { u, hue: "input", symbol: "x" }),
    !isTight &&
      label(x - 1.5 * u, low, letter("x", index), {
        base: "middle",
        place: "end",
        hue: "input",
        more: "bold",
        symbol: "x",
      }),
  ];
}

/** The place of a step that is not read yet. */
function waitingColumn(x, rows, { u, size, s, o }) {
  const [top, middle, low] = rows;
  const strip = (length, y) =>
    cells(down(new Array(length).fill(0)), x - size / 2, y - (length * size) / 2, size, size, { isGhost: true });
  const input = { x: x - 1.1 * u, y: low - 1.1 * u, width: 2.2 * u, height: 2.2 * u, rx: 0.45 * u };
  return [strip(o, top), strip(s, middle), ["rect", { class: "waiting-cell", ...input }]];
}

const frame = (box) => {
  const { u } = box;
  const left = Math.min(7 * u, box.width * 0.22);
  return scale([0, STEPS], [left + 1.6 * u, box.width - 0.6 * u]);
};
/** @type {Figure} */
export const LOOP = {
  drags: { unfold: (x, _y, _values, box) => ({ unfold: frame(box).of(x) }) },
  draw(values, box, words) {
    const { u, height } = box;
    const { text, network, vocabulary } = values.given.helicopter;
    const { H: S, O } = reading(network, codesOf(values.given.helicopter));
    const rows = [0.2, 0.53, 0.86].map((part) => 1.4 * u + (height - 3 * u) * part);
    const size = Math.min(1.4 * u, (height * 0.27) / S[0].length);
    const x = frame(box);
    const one = x.at(1) - x.at(0);
    const at = (t) => x.at(t) - one * 0.4;
    const middle = rows[1];
    const folded = x.start - 1.6 * u - Math.min(3.4 * u, x.start * 0.45);
    const high = (S[0].length * size) / 2;
    const isNarrow = box.width < 34 * u;
    const isTight = one < 4.4 * u;
    const loop = [
      [folded + size / 2 + 0.2 * u, middle - high * 0.4],
      [folded + 2.1 * u, middle - high * 0.4],
      [folded + 2.1 * u, middle + high * 0.55],
      [folded + size / 2 + 0.2 * u, middle + high * 0.55],
    ];
    return [
      note(0, 0.9 * u, isNarrow ? "" : words.folded),
      ...columnNodes(folded, rows, { u, size, input: "x", s: S[0].map(() => 0), o: O[0].map(() => 0), isGhost: true }),
      arrow(loop, u, { hue: "state", symbol: "W" }),
      label(folded + 2.4 * u, middle + 0.5 * u, letter("W"), { hue: "state", more: "bold", symbol: "W" }),
      ...Array.from({ length: STEPS - values.unfold }, (_, k) => STEPS - k).flatMap((t) =>
        waitingColumn(at(t), rows, { u, size, s: S[0].length, o: O[0].length }),
      ),
      values.unfold > 0 && note(x.start + 0.2 * u, 0.9 * u, fill(words.unfolded, { n: values.unfold })),
      ...Array.from({ length: values.unfold }, (_, k) => k + 1).flatMap((t) => [
        straight(
          [t === 1 ? at(1) - Math.min(one * 0.55, 3.4 * u) : at(t - 1) + size / 2 + 0.2 * u, middle + high * 0.72],
          [at(t) - size / 2 - 0.2 * u, middle + high * 0.72],
          u,
          { hue: "state", symbol: "W" },
        ),
        label(at(t) - one * 0.5, middle + high * 0.72 - 0.5 * u, letter("W"), {
          place: "middle",
          hue: "state",
          symbol: "W",
        }),
        ...columnNodes(at(t), rows, { u, size, t, input: text[t - 1], s: S[t - 1], o: O[t - 1], isTight }),
        isTight
          ? label(at(t), rows[0] - (O[0].length * size) / 2 - 0.5 * u, vocabulary[argmax(O[t - 1])], {
              place: "middle",
              hue: "output",
              more: "bold",
            })
          : label(at(t) + size / 2 + 0.3 * u, rows[0], vocabulary[argmax(O[t - 1])], {
              base: "middle",
              hue: "output",
              more: "bold",
            }),
      ]),
      handle(
        {
          drag: "unfold",
          numbers: LOOP_NUMBERS,
          values,
          x: x.at(values.unfold),
          y: rows[2] + 2.1 * u,
          label: words.unfold,
          hue: "state",
          symbol: "W",
        },
        ruleY(rows[2] + 2.1 * u, x, "axis"),
      ),
      note(x.at(values.unfold) + (values.unfold > 3 ? 0.5 : -0.5) * u, rows[2] + 4 * u, words.pull, {
        place: values.unfold > 3 ? "end" : "start",
      }),
    ].filter(Boolean);
  },
  describe: ({ unfold }, words) => fill(words.altLoop, { n: unfold }),
};
/** Where the largest number stands. */
export function argmax(row) {
  return row.indexOf(Math.max(...row));
}
