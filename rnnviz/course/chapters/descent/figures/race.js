// Methods that race down the same surface.

import { fill, short } from "../../../../web/numbers.js";
import { nameNode, waysAround } from "../../../plot/names.js";
import { axes, clamp, curve, scale } from "../../../plot/plot.js";
import { POINTS, batchSize, lineLoss } from "../lines.js";
import { BOWL, FIRST, HUES, NEXT, VALLEY, pathOfMethod } from "../settings.js";
import { contourNodes, dragStart, pathNodes, startHandle } from "./plane.js";

/** A race of methods on a loss: their ways, and below the loss of each over the points it has looked at. */
function race(methods, chosenOf, on) {
  const first = (box) => [2.4 * box.u, box.height * 0.56];
  return {
    isTall: true,
    drags: { start: dragStart(first, on) },
    draw(values, box, words) {
      const { u } = box;
      const chosen = chosenOf(values);
      const [top, low] = first(box);
      const made = methods.map((method) => ({ method, ...pathOfMethod(values, method, on) }));
      const order = [...made].sort((one) => (one.method === chosen ? 1 : -1));
      const most = Math.max(12, ...made.map(({ samples }) => samples));
      const x = scale([0, most], [4.6 * u, box.width - 8.5 * u]);
      const y = scale([-2, 1.5], [box.height - 3.4 * u, low + 5.8 * u]);
      const log = (loss) => clamp(Math.log10(Math.max(loss - on.least, 1e-9)), -2, 1.5);
      const lines = made.map(({ method, path }) => {
        const each = batchSize(method, values.size);
        return path.map((one, k) => [x.at(Math.min(most, samplesAfter(k, each))), y.at(log(lineLoss(one, on.data)))]);
      });
      const taken = [];
      return [
        ...contourNodes(box, top, low, words, on),
        ...order.flatMap(({ method, path }) => pathNodes(box, top, low, path, HUES[method], method === chosen)),
        startHandle(values, box, top, low, words, on),
        ...axes(x, y, {
          u,
          ticksY: [-2, -1, 0, 1],
          ticksX: [0, most],
          titleX: words.looked,
          titleY: words.above,
          written: (one) => ["0.01", "0.1", "1", "10"][one + 2],
          writtenX: String,
          realY: (one) => 10 ** one,
        }),
        ...made.map(({ method }, k) => curve(lines[k], HUES[method], method === chosen ? "" : "thin")),
        ...made.map(({ method }, k) =>
          nameNode(words[`name_${method}`], waysAround(lines[k].at(-1)[0], lines[k].at(-1)[1], u), {
            u,
            lines,
            taken,
            within: [x.start, y.end - u, box.width, y.start + 0.3 * u],
            hue: HUES[method],
            more: method === chosen ? "bold halo" : "halo small",
          }),
        ),
      ];
    },
    describe(values, words) {
      const made = methods.map((method) => {
        const { path, samples } = pathOfMethod(values, method, on);
        return fill(words.altOne, {
          name: words[`name_${method}`],
          loss: short(lineLoss(path.at(-1), on.data)),
          samples,
        });
      });
      return made.join(" ");
    },
  };
}

/** How many points k steps have looked at: an epoch's last batch may be smaller. */
function samplesAfter(k, each) {
  const steps = Math.ceil(POINTS.length / each);
  return Math.floor(k / steps) * POINTS.length + Math.min(POINTS.length, (k % steps) * each);
}

export const RACE = race(FIRST, (values) => values.method, BOWL);
export const FURTHER = race(NEXT, (values) => values.further, VALLEY);
