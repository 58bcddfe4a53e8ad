// Forget, write, show: an LSTM with its gates held.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { barY, rect } from "../../../plot/marks.js";
import { label, note, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { once } from "../../../reader/once.js";
import { heldAt, largestDifference, readHeld } from "../gates.js";
import { across, gateNumber, rowName, stateMap, statesFrom } from "./gated.js";

export const WRITE_NUMBERS = {
  F: gateNumber(0.5, "gate2", "F"),
  I: gateNumber(0.5, "gate1", "I"),
  O: gateNumber(0.5, "gate3", "O"),
};

const GATES = [
  ["F", "gate2", "forget"],
  ["I", "gate1", "input"],
  ["O", "gate3", "output"],
];
const gateRow = (box, k) => {
  const top = box.height * (0.06 + 0.14 * k);
  return scale([0, 1], [top + box.height * 0.085, top]);
};
const holds = (values) => GATES.map(([name]) => heldAt(name, values[name]));
/** The memory of all steps in shares of its largest number, or of 1. */
function memoryRows(read) {
  return once(read, "memory", () => {
    const largest = Math.max(1, ...read.C.flat().map(Math.abs));
    return { largest, rows: statesFrom(read, "C").map((row) => row.map((value) => value / largest)) };
  });
}

/** @type {Figure} */
export const WRITE = {
  drags: Object.fromEntries(
    GATES.map(([name], k) => [name, (_x, y, _values, box) => ({ [name]: gateRow(box, k).of(y) })]),
  ),
  draw(values, box, words) {
    const { u } = box;
    const x = across(box);
    const read = readHeld(values.given.lstm, holds(values));
    const { largest, rows: C } = memoryRows(read);
    const maps = [
      [box.height * 0.5, box.height * 0.69],
      [box.height * 0.77, box.height * 0.96 - 1.6 * u],
    ];
    const rows = GATES.flatMap(([name, hue, word], k) => {
      const y = gateRow(box, k);
      return [
        rowName(y.end - 0.5 * u, name, words[word], hue),
        rect(x.start, y.end, x.end - x.start, y.start - y.end, "waiting", { rx: 3 }),
        barY(x.start, x.end - x.start, y.start, y.at(values[name]), `solid hue-${hue}`, { "data-symbol": name, rx: 3 }),
        handle(
          {
            drag: name,
            numbers: WRITE_NUMBERS,
            values,
            x: x.end,
            y: y.at(values[name]),
            label: words[word],
            hue,
            symbol: name,
          },
          label(x.end + 0.9 * u, y.at(values[name]), short(values[name]), { base: "middle", hue, more: "bold" }),
        ),
      ];
    });
    return [
      ...rows,
      rowName(maps[0][0] - 0.6 * u, "C", fill(words.memoryMap, { end: short(largest) }), "memory"),
      stateMap(C, x, ...maps[0], "C", 0),
      rowName(maps[1][0] - 0.6 * u, "H", words.shownMap, "state"),
      stateMap(statesFrom(read, "H"), x, ...maps[1], "H", 0),
      ...[0, 10, 20, 30].map((t) => note(x.at(t - 0.5), maps[1][1] + 1.3 * u, String(t), { place: "middle" })),
    ];
  },
  describe: (values, words) => fill(words.altWrite, memoryNumbers(values)),
};

/** How far C has moved from where it began, and the largest number of H. */
export function memoryNumbers(values) {
  const read = readHeld(values.given.lstm, holds(values));
  return {
    change: short(
      largestDifference(
        read.C,
        read.C.map(() => read.C0),
      ),
    ),
    shown: short(Math.max(...read.H.flat().map(Math.abs))),
  };
}
