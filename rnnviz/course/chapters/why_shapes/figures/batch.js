// A batch with its axes: two pieces of a text, one-hot, as a box of n × T × d numbers; the order of the first two axes
// as it is stored and as the network is told, and what it then reads in which order.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill } from "../../../../web/numbers.js";
import { listComma } from "../../../../web/punctuation.js";
import { arrow } from "../../../plot/diagram.js";
import { rect } from "../../../plot/marks.js";
import { label, note } from "../../../plot/plot.js";

const PIECES = 2;

export const BATCH_CHOICES = {
  stored: { usual: "batch", of: ["batch", "time"] },
  told: { usual: "batch", of: ["batch", "time"] },
};

/**
 * The batch as it is stored: blocks[i][j] is the character at place i of the first axis and j of the second one; reads:
 * the places [i, j] of each sequence that the network takes them for.
 */
export function batchOf({ given, stored, told }) {
  const { text, vocabulary } = given.helicopter;
  const T = Math.floor(text.length / PIECES);
  const pieces = Array.from({ length: PIECES }, (_, k) => text.slice(k * T, (k + 1) * T));
  const blocks = stored === "batch" ? pieces : pieces[0].map((_, t) => pieces.map((piece) => piece[t]));
  const [first, second] = [blocks, blocks[0]].map((axis) => [...axis.keys()]);
  const reads =
    told === "batch" ? first.map((i) => second.map((j) => [i, j])) : second.map((j) => first.map((i) => [i, j]));
  return { n: PIECES, T, vocabulary, blocks, reads };
}
/** What the network reads, sequence by sequence. */
export function sequencesRead(values) {
  const { blocks, reads } = batchOf(values);
  return reads.map((places) => places.map(([i, j]) => blocks[i][j]).join(""));
}

/** @type {Figure} */
export const BATCH = {
  drags: {},
  draw(values, box, words) {
    const { u, width } = box;
    const { n, T, vocabulary, blocks, reads } = batchOf(values);
    const d = vocabulary.length;
    const isRight = values.stored === values.told;
    const hue = isRight ? "right" : "loss";
    const [a, b] = [blocks.length, blocks[0].length];
    const gap = 1.6 * u;
    const size = Math.min(1.7 * u, (width - gap * (a - 1)) / (a * (d + 2)));
    const each = (d + 2) * size;
    const row = size + 1.3 * u;
    const top = 6.2 * u;
    const left = (i) => i * (each + gap);
    const middle = (j) => top + j * row + size / 2;
    const axes = values.stored === "batch" ? [`n = ${n}`, `T = ${T}`] : [`T = ${T}`, `n = ${n}`];
    const shape = values.stored === "batch" ? `(n, T, d) = (${n}, ${T}, ${d})` : `(T, n, d) = (${T}, ${n}, ${d})`;
    const cell = (i, j, k) => {
      const isOne = vocabulary[k] === blocks[i][j];
      const at = left(i) + (2 + k) * size;
      return [
        "g",
        {},
        rect(
          (at + 0.04 * size).toFixed(2),
          (middle(j) - 0.46 * size).toFixed(2),
          (0.92 * size).toFixed(2),
          (0.92 * size).toFixed(2),
          isOne ? "solid hue-input" : "outline ghosted",
          { rx: 2, "fill-opacity": isOne ? 0.35 : undefined },
        ),
        label(at + size / 2, middle(j), isOne ? "1" : "0", {
          base: "middle",
          place: "middle",
          more: isOne ? "small bold" : "small muted",
        }),
      ];
    };
    const steps = reads.flatMap((places) =>
      places.slice(1).map(([i, j], k) => {
        const [from, before] = places[k];
        const x = left(i) + size * 0.9;
        return i === from
          ? [
              [x, middle(before) + 0.75 * u],
              [x, middle(j) - 0.8 * u],
            ]
          : [
              [left(from) + each + 0.15 * u, middle(j)],
              [left(i) + 0.35 * u, middle(j)],
            ];
      }),
    );
    const low = top + (b - 1) * row + size + 1.9 * u;
    return [
      label(0, 1.2 * u, shape, { more: "bold large" }),
      label(0, 3.4 * u, `${fill(words.axis, { k: 1, size: axes[0] })} →`, { more: "bold small", hue: "state" }),
      ...blocks.map((_, i) => note(left(i) + 2 * size, top - 0.7 * u, `[${i + 1}]`)),
      ...blocks.flatMap((own, i) =>
        own.flatMap((one, j) => [
          label(left(i) + size * 0.9, middle(j), one, { base: "middle", place: "middle", more: "bold" }),
          ...vocabulary.map((_, k) => cell(i, j, k)),
        ]),
      ),
      ...steps.map((points) => arrow(points, 0.8 * u, { hue })),
      label(0, low, `${fill(words.axis, { k: 2, size: axes[1] })} ↓`, { more: "bold small", hue: "state" }),
      label(left(0) + (width > 30 * u ? 12 : 10) * u, low, `${fill(words.axis, { k: 3, size: `d = ${d}` })} →`, {
        more: "bold small",
        hue: "input",
      }),
      label(0, low + 2.6 * u, fill(words.batchReads, { sequences: sequencesRead(values).join(" | ") }), {
        hue,
        more: "bold",
      }),
      note(0, low + 4.3 * u, isRight ? words.batchRight : words.batchWrong),
    ];
  },
  describe: (values, words) => {
    const { n, T, vocabulary } = batchOf(values);
    return fill(words.altBatch, { n, T, d: vocabulary.length, sequences: sequencesRead(values).join(listComma()) });
  },
};
