// Where an output is read: its steps, its size K and its g, by task (004).

/** @import {Figure} from "../../../definition.d.ts" */

import { fill } from "../../../../web/numbers.js";
import { randomNetwork, reading } from "../../../maths/recurrent.js";
import { cells, down, largest } from "../../../plot/cells.js";
import { boxed, straight } from "../../../plot/diagram.js";
import { ruleY } from "../../../plot/marks.js";
import { label, letter } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { integer } from "../../../reader/values.js";
import { outputFunction } from "../graph.js";

const UNITS = 4;

export const READOUT_NUMBERS = {
  length: integer(5, 2, 7),
};
export const READOUT_CHOICES = {
  task: { usual: "next", of: ["next", "tag", "class", "alarm", "value", "answer"] },
};

/** What a task asks of the network: how many outputs, which g, at which steps, and at which steps there is an input. */
export function taskOf({ task, length }) {
  const all = Array.from({ length }, (_, t) => t);
  const last = [length - 1];
  const half = Math.ceil(length / 2);
  const kinds = {
    next: { K: 6, g: "softmax", read: all },
    tag: { K: 7, g: "softmax", read: all },
    class: { K: 3, g: "softmax", read: last },
    alarm: { K: 1, g: "sigmoid", read: all },
    value: { K: 1, g: "identity", read: all },
    answer: { K: 6, g: "softmax", read: all.slice(half), silent: all.slice(half) },
  };
  return { silent: [], ...kinds[task] };
}
const CODES = [0, 3, 1, 4, 2, 5, 3];
// The code of a step without an input: its row of W_xh is zeros.
const NOTHING = 6;
/** An untrained network with this number of outputs. */
function taskNetwork(outputs) {
  const network = randomNetwork("rnn", { inputs: NOTHING, hidden: UNITS, outputs }, 3);
  const [reader] = network.readers;
  return { ...network, readers: [{ ...reader, W_xh: [...reader.W_xh, reader.b_h[0]] }] };
}
/** @type {Figure} */
export const READOUT = {
  drags: { length: (x, _y, _values, box) => ({ length: Math.round((x / box.width) * 7) }) },
  draw(values, box, words) {
    const { u, width, height } = box;
    const { K: outputs, g, read, silent } = taskOf(values);
    const { length } = values;
    const { H, O } = reading(
      taskNetwork(outputs),
      CODES.slice(0, length).map((code, t) => (silent.includes(t) ? NOTHING : code)),
    );
    const low = height * 0.78;
    const column = width / 7;
    const size = Math.min(1.4 * u, (low - 9 * u) / 12);
    const wide = Math.min(1.9 * u, column * 0.5);
    const hTop = low - 3.4 * u - 4 * size;
    const yLow = hTop - 1.6 * u;
    const columns = H.flatMap((state, t) => {
      const x = (t + 0.5) * column;
      const isOut = read.includes(t);
      const y = outputFunction(g, O[t]);
      const yTop = yLow - outputs * size;
      return [
        cells(down(state), x - wide / 2, hTop, wide, size, { symbol: "h" }),
        t > 0 &&
          straight([x - column + wide / 2 + 2, hTop + 2 * size], [x - wide / 2 - 2, hTop + 2 * size], u * 0.9, {
            hue: "state",
            symbol: "h",
          }),
        !silent.includes(t) && straight([x, low - 2 * u], [x, hTop + 4 * size + 0.1 * u], u * 0.9, { hue: "input" }),
        !silent.includes(t) &&
          boxed(x - 1.1 * u, low - 2 * u, 2.2 * u, 2 * u, letter("x", t + 1), { u, hue: "input", symbol: "x" }),
        isOut && straight([x, hTop - 0.1 * u], [x, yLow + 0.15 * u], u * 0.9, { hue: "output" }),
        isOut &&
          cells(down(y), x - wide / 2, yTop, wide, size, {
            hue: g === "identity" ? undefined : "output",
            full: g === "identity" ? largest([y], 1) : 1,
            symbol: "y",
          }),
        isOut &&
          label(x, yTop - 0.5 * u, letter("y", t + 1), { place: "middle", hue: "output", more: "bold", symbol: "y" }),
        isOut &&
          label(x, yTop - 2 * u, letter("L", t + 1), { place: "middle", hue: "loss", more: "bold", symbol: "L" }),
      ].filter(Boolean);
    });
    const end = length * column;
    return [
      label(0, 1.1 * u, words[`what_${values.task}`], { more: "bold large" }),
      ...columns,
      handle(
        {
          drag: "length",
          numbers: READOUT_NUMBERS,
          values,
          x: Math.min(width - 0.6 * u, end),
          y: low + 1 * u,
          label: words.length,
          hue: "input",
        },
        ruleY(low + 1 * u, [0, width], "axis"),
      ),
      label(0, low + 3.4 * u, [...letter("K"), ` = ${outputs}`], { hue: "output", more: "bold large" }),
      label(6.5 * u, low + 3.4 * u, [...letter("g"), `: ${words[`g_${g}`]}`], { hue: "output", more: "bold large" }),
      label(0, low + 5.3 * u, [...letter("W", "hy"), `: ${outputs} × 4`], { more: "bold" }),
      label(6.5 * u, low + 5.3 * u, fill(words.losses, { read: read.length, T: length }), {
        hue: "loss",
        more: "bold",
      }),
    ];
  },
  describe(values, words) {
    const { K: outputs, g, read } = taskOf(values);
    return fill(words.altTasks, {
      task: words[`task_${values.task}`],
      K: outputs,
      g: words[`g_${g}`],
      read: read.map((t) => t + 1).join(", "),
      T: values.length,
    });
  },
};
