// A Jupyter notebook that computes what is seen, as `../notebook.py` writes it: its words come from there.

/** @import {Seen} from "../../site/site.d.ts" */

import { base64OfBytes } from "../../web/bytes.js";
import { startsOf } from "./numbers.js";
import { listed, literal } from "../../web/python.js";
import { safetensors } from "../../web/safetensors.js";

/**
 * The file's text; the weights are in it.
 *
 * @param {Seen} seen
 */
export function notebook(seen) {
  const { cells, ...file } = seen.notebook;
  const put = (source) =>
    source
      .join("")
      .replace("%DATA%", () => literal("DATA", base64OfBytes(modelFile(seen))))
      .replace("%READING%", () => reading(seen));
  const filled = cells.map((cell) => ({ ...cell, source: put(cell.source).split(/(?<=\n)/) }));
  return JSON.stringify({ ...file, cells: filled }, null, 1);
}

/** The model as `rnnviz/weights.py` reads it. @param {Seen} seen */
function modelFile({ kept, weights, vocabulary, said }) {
  const about = { ...kept, vocabulary, labels: said === vocabulary ? null : said };
  return safetensors([...weights], { rnnviz: JSON.stringify(about) });
}

/** The call that makes the trace again. @param {Seen} seen */
function reading(seen) {
  const { sensor, inputs, targets } = seen;
  const initial = Object.fromEntries(startsOf(seen).map(([name, { numbers }]) => [name, [Array.from(numbers)]]));
  return [
    ...(sensor
      ? [
          "from rnnviz.readings import Readings",
          "",
          listed("rows", sensor.rows),
          "inputs = Readings(tuple(map(tuple, rows)))",
        ]
      : [listed("inputs", inputs)]),
    targets ? listed("targets", targets) : "targets = None",
    ...holdsOf(seen),
    `initial = ${JSON.stringify(initial)}`,
    "trace = model.trace(inputs, targets=targets, holds=holds, **initial)",
    "{name: value.shape for name, value in trace.items()}",
  ].join("\n");
}

/** @param {Seen} seen */
function holdsOf({ holds }) {
  if (holds.length === 0) return ["holds = []"];
  const python = (one) => (one === null ? "None" : JSON.stringify(one));
  const lines = holds.map(({ quantity, value, units, steps }) => {
    const over = steps ? `range(${steps[0]}, ${steps[1] + 1})` : "None";
    return `    Hold(${python(quantity)}, ${value}, units=${python(units)}, steps=${over}),`;
  });
  return ["holds = [", ...lines, "]"];
}
