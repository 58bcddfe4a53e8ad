// The LSTM's road: what its forget gates leave.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { rect } from "../../../plot/marks.js";
import { label, note, scale } from "../../../plot/plot.js";
import { lastRow, networkOf, roadOf } from "../throughtime.js";
import { line, log, powers } from "./decades.js";
import { slider, sliderScale, slides } from "./slider.js";

export const shifted = (values) => ({ text: "long", cell: "lstm", kind: values.lstm, shift: values.shift });

/** @type {Figure} */
export const ROAD = {
  drags: slides("shift"),
  draw(values, box, words) {
    const { u } = box;
    const network = shifted(values);
    const { T, h, tensors } = networkOf(values.given, network);
    const F = tensors.get("F");
    const x = scale([-0.5, T - 0.5], [3.4 * u, box.width - 1.4 * u]);
    const top = 5.2 * u;
    const low = 0.36 * box.height;
    const one = (x.end - x.start) / T;
    const tall = (low - top) / h;
    const curves = {
      gate2: [...roadOf(values.given, network)].map(log),
      memory: [...lastRow(values.given, network, "C")].map(log),
      state: [...lastRow(values.given, network)].map(log),
    };
    const y = scale([-16, 2], [box.height - 3.6 * u, low + 3.4 * u]);
    const names = Object.keys(curves);
    return [
      ...slider("shift", values, sliderScale("shift", box), 1.1 * u, u, words.shift, [
        [-3, "−3"],
        [0, "0"],
        [3, "3"],
        [6, "6"],
      ]),
      label(0, 4.3 * u, words.gates, { hue: "gate2", more: "bold" }),
      rect(x.start, top, x.end - x.start, low - top, "paper"),
      ...Array.from({ length: T * h }, (_, k) =>
        rect(x.at(Math.floor(k / h)) - one / 2, top + (k % h) * tall, one, tall, "solid hue-gate2", {
          "fill-opacity": F[k].toFixed(3),
          "shape-rendering": "crispEdges",
        }),
      ),
      label(0, low + 2.1 * u, words.leftOf, { more: "bold" }),
      ...powers(y, x, u, 4),
      ...names.map((name) => line(curves[name], x, y, name, name === "gate2" ? "dashed" : "")),
      ...names.map((name, k) =>
        label(x.end, y.start - (3.8 - 1.5 * k) * u, `${words[`road_${name}`]} ${short(10 ** curves[name][0])}`, {
          hue: name,
          place: "end",
          more: "bold halo",
        }),
      ),
      ...[0, Math.floor(T / 2), T - 1].map((t) => note(x.at(t), y.start + 1.3 * u, String(t + 1), { place: "middle" })),
      note(box.width / 2, box.height - 0.5 * u, words.step, { place: "middle" }),
    ];
  },
  describe(values, words) {
    const network = shifted(values);
    return fill(words.altRoad, {
      shift: short(values.shift),
      road: short(roadOf(values.given, network)[0]),
      memory: short(lastRow(values.given, network, "C")[0]),
      state: short(lastRow(values.given, network)[0]),
    });
  },
};
