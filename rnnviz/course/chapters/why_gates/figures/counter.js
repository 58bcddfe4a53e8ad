// How large a memory can become: one unit that is written to at every step, drawn by the reader first.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { drawnCurve } from "../../../plot/drawn.js";
import { DOT, dot } from "../../../plot/marks.js";
import { nameNode, waysAlong } from "../../../plot/names.js";
import { axes, curve, label, letter, scale } from "../../../plot/plot.js";
import { memoryOf } from "../gates.js";
import { READ_STEPS, across, gateNumber, isSeen } from "./gated.js";

// How high the axis of the memory goes.
const MOST = 32;
const drawnMemory = { least: 0, most: MOST, step: 0.5, digits: 1, hue: "text" };
export const RANGE_NUMBERS = {
  kept: gateNumber(1, "gate2", "F"),
  writes: gateNumber(1, "gate1", "I"),
  candidate: { usual: 1, least: 0, most: 1, step: 0.01, hue: "candidate", symbol: "C" },
  memory15: { ...drawnMemory, usual: 4 },
  memory30: { ...drawnMemory, usual: 6 },
};
/** The memory after all steps. */
export const memoryEnd = ({ kept, writes, candidate }) => memoryOf(kept, writes, candidate, READ_STEPS)[READ_STEPS];

const memoryScale = (box) => scale([0, MOST], [box.height - 4 * box.u, 3 * box.u]);
/** @type {Figure} */
export const RANGE = {
  drags: {
    memory15: (_x, y, _values, box) => ({ memory15: memoryScale(box).of(y) }),
    memory30: (_x, y, _values, box) => ({ memory30: memoryScale(box).of(y) }),
  },
  draw(values, box, words) {
    const { u } = box;
    const x = across(box);
    const y = memoryScale(box);
    const isShown = isSeen(values, "ended");
    const C = memoryOf(values.kept, values.writes, values.candidate, READ_STEPS);
    const rings = ["memory15", "memory30"].map((name, k) => ({
      name,
      x: x.at(15 * (k + 1)),
      y: y.at(values[name]),
      label: words[name],
      // The number that a ring begins at is nobody's guess yet.
      said: values[name] === RANGE_NUMBERS[name].usual ? "" : short(values[name]),
    }));
    const line = (path) => path.map((value, t) => [x.at(t), y.at(value)]);
    return [
      ...axes(x, y, { u, ticksX: [0, 10, 20, 30], ticksY: [0, 1, 10, 20, 30], titleX: words.time, writtenX: String }),
      ...drawnCurve({ start: [x.at(0), y.at(0)], rings, title: words.drawn, numbers: RANGE_NUMBERS, values, u }),
      ...(isShown
        ? [
            curve(line(C), "memory"),
            curve(line(C.map(Math.tanh)), "state"),
            label(
              x.end - 0.4 * u,
              y.at(C[READ_STEPS]) - 0.6 * u,
              [...letter("C", READ_STEPS), ` = ${short(C[READ_STEPS])}`],
              { hue: "memory", place: "end", more: "bold halo", symbol: "C" },
            ),
            nameNode(
              `tanh $C_{${READ_STEPS}}$ = ${short(Math.tanh(C[READ_STEPS]))}`,
              waysAlong(line(C.map(Math.tanh)), u),
              {
                u,
                lines: [line(C), line(C.map(Math.tanh)), [[x.at(0), y.at(0)], ...rings.map((one) => [one.x, one.y])]],
                within: [x.start, y.end, x.end, y.start],
                hue: "state",
                more: "bold halo",
                symbol: "H",
              },
            ),
          ]
        : []),
      dot(x.at(0), y.at(0), DOT.large * u, "memory"),
    ];
  },
  describe(values, words) {
    if (!isSeen(values, "ended")) return fill(words.altMemoryDrawn, { drawn: short(values.memory30) });
    const end = memoryEnd(values);
    return fill(words.altMemory, { end: short(end), shown: short(Math.tanh(end)) });
  },
};
