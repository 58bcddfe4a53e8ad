// Which steps are compared with which, and which are read from the memory, in chunks.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, rough } from "../../../../web/numbers.js";
import { cells, inSquare, largest } from "../../../plot/cells.js";
import { rect } from "../../../plot/marks.js";
import { label, letter } from "../../../plot/plot.js";
import { readInChunks, scoresIn } from "../chunks.js";
import { DRAWN } from "../settings.js";

/** By how much the outputs in chunks and those of the loop differ at most. */
export function chunksApart({ given, chunk }) {
  const [loop, inChunks] = [1, Number(chunk)].map((size) => readInChunks(given.attention, size).flat());
  return Math.max(...loop.map((one, k) => Math.abs(one - inChunks[k])));
}

/** @type {Figure} */
export const CHUNKS = {
  drags: {},
  draw({ given, chunk }, box, words) {
    const { u } = box;
    const size = Number(chunk);
    const scores = scoresIn(given.attention, size);
    const [left, top] = [2.4 * u, 5.6 * u];
    const side = Math.min((box.width - left) / DRAWN, (box.height - top - 0.6 * u) / DRAWN, 3.6 * u);
    const steps = Array.from({ length: DRAWN }, (_, t) => t);
    return [
      label(0, 1.1 * u, words.compared, { hue: "candidate", more: "bold small" }),
      label(0, 2.6 * u, words.fromMemory, { hue: "memory", more: "bold small" }),
      ...steps.flatMap((t) => [
        label(left + (t + 0.5) * side, 5 * u, letter("K", t + 1), { place: "middle" }),
        label(left - 0.5 * u, top + (t + 0.5) * side, letter("Q", t + 1), { place: "end", base: "middle" }),
      ]),
      cells(scores, left, top, side, side, {
        full: largest(scores),
        isWritten: side > 2.2 * u,
        written: (value) => (value === 0 ? "" : inSquare(value, side, u)),
      }),
      ...steps
        .filter((t) => t > 0 && t % size === 0)
        .map((t) => rect(left, top + t * side, t * side, size * side, "outline hue-memory", { rx: 4 })),
    ];
  },
  describe: (values, words) =>
    fill(words.altChunks, { chunk: values.chunk, apart: rough(Math.max(0, chunksApart(values))) }),
};
