// A time step with every neuron and every wire: input and last state below, the state, the output (001).

/** @import {Figure} from "../../../definition.d.ts" */
/** @import {Part} from "../../../picture.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { reading } from "../../../maths/recurrent.js";
import { circle, rule } from "../../../plot/marks.js";
import { label, letter } from "../../../plot/plot.js";
import { pickable } from "../../../reader/figure.js";
import { integer } from "../../../reader/values.js";
import { neuronSum } from "../unrolled.js";
import { STEPS, argmax, codesOf } from "./loop.js";

const NEURONS = 8;

export const WIRES_NUMBERS = {
  moment: integer(3, 1, STEPS),
  neuron: integer(3, 0, NEURONS),
};

/** The sum behind the chosen neuron at the chosen moment; of the first one if none is chosen. */
function neuronNow({ moment, neuron, given }) {
  const { network } = given.helicopter;
  return neuronSum(network, codesOf(given.helicopter), moment - 1, Math.max(1, neuron) - 1);
}

/** Places of `count` neurons side by side. */
const rowOf = (count, from, to, y) =>
  Array.from({ length: count }, (_, k) => [from + ((k + 0.5) * (to - from)) / count, y]);

/** @type {Figure} */
export const WIRES = {
  drags: {},
  draw(values, box, words) {
    const { u, width, height } = box;
    const { text, vocabulary, network } = values.given.helicopter;
    const codes = codesOf(values.given.helicopter);
    const { H, P } = reading(network, codes);
    const t = values.moment - 1;
    const [reader] = network.readers;
    const before = t > 0 ? H[t - 1] : H[0].map(() => 0);
    const left = 2.4 * u;
    const part = before.length / (before.length + vocabulary.length);
    const split = left + (width - left) * part;
    const low = height - 5.4 * u;
    const middle = height * 0.46;
    const top = 3.8 * u;
    const states = rowOf(before.length, left, split - 0.8 * u, low);
    const inputs = rowOf(vocabulary.length, split + 0.8 * u, width, low);
    const hidden = rowOf(before.length, left + 0.1 * width, width - 0.1 * width, middle);
    const outputs = rowOf(vocabulary.length, left + 0.14 * width, width - 0.14 * width, top);
    const r = Math.min(0.95 * u, (0.42 * (width - left)) / (before.length + vocabulary.length));
    const chosen = values.neuron - 1;
    /** @type {(from: number[], to: number[], w: number, isBright: boolean) => Part} */
    const wire = ([x1, y1], [x2, y2], w, isBright) =>
      rule(
        [x1.toFixed(1), (y1 - r).toFixed(1)],
        [x2.toFixed(1), (y2 + r).toFixed(1)],
        `edge is-${w < 0 ? "below" : "above"}${isBright ? "" : " aside"}`,
        { "stroke-width": Math.min(4, 0.3 + 0.8 * Math.abs(w)).toFixed(2) },
      );
    const isBright = (k) => chosen < 0 || chosen === k;
    // The chosen neuron's wires lie on top.
    const order = [...hidden.keys()].sort((one, two) => Number(isBright(one)) - Number(isBright(two)));
    /** @type {(place: number[], value: number, full: number, hue?: string) => Part[]} */
    const node = ([cx, cy], value, full, hue) => [
      circle(cx, cy, r, "open hue-text"),
      circle(cx, cy, r - 0.8, hue ? `solid hue-${hue}` : `patch is-${value < 0 ? "below" : "above"}`, {
        "fill-opacity": Math.min(1, Math.abs(value) / full).toFixed(3),
      }),
    ];
    const sum = neuronNow(values);
    const names = (places, titles, y) =>
      places.map(([x], k) => label(x, y, titles[k], { place: "middle", more: "small" }));
    const side = (name, index, y, hue) => label(0, y, letter(name, index), { base: "middle", hue, more: "bold" });
    const one = Math.max(0, chosen);
    return [
      ...order.flatMap((k) => [
        ...states.map((place, j) => wire(place, hidden[k], reader.W_hh[j][k], isBright(k))),
        ...inputs.map((place, j) => wire(place, hidden[k], reader.W_xh[j][k], isBright(k) && codes[t] === j)),
      ]),
      ...order.flatMap((k) => outputs.map((place, j) => wire(hidden[k], place, network.W_hq[k][j], isBright(k)))),
      ...states.flatMap((place, k) => node(place, before[k], 1)),
      ...inputs.flatMap((place, k) => node(place, codes[t] === k ? 1 : 0, 1, "input")),
      ...hidden.flatMap((place, k) => [
        pickable(
          `neuron ${values.neuron === k + 1 ? 0 : k + 1}`,
          ...node(place, H[t][k], 1),
          chosen === k && circle(place[0], place[1], r + 3, "outline hue-text"),
          circle(place[0], place[1], 1.5 * r, "grip"),
        ).filter(Boolean),
      ]),
      ...outputs.flatMap((place, k) => node(place, P[t][k], 1, "output")),
      ...names(outputs, vocabulary, top - r - 0.5 * u),
      ...names(inputs, vocabulary, low + r + 1.3 * u),
      side("o", "t", top, "output"),
      side("s", "t", middle, "state"),
      label(left, low + r + 1.3 * u, letter("s", "t−1"), { hue: "state", more: "bold" }),
      label(split - 0.2 * u, low + r + 1.3 * u, letter("x", "t"), { place: "end", hue: "input", more: "bold" }),
      label((left + split) / 2, (low + middle) / 2, letter("W"), {
        place: "middle",
        hue: "state",
        more: "bold large halo",
      }),
      label((split + width) / 2, (low + middle) / 2, letter("U"), {
        place: "middle",
        hue: "input",
        more: "bold large halo",
      }),
      label((left + width) / 2, (top + middle) / 2, letter("V"), {
        place: "middle",
        hue: "output",
        more: "bold large halo",
      }),
      label(
        0,
        height - 1.9 * u,
        fill(words.readsNow, { t: values.moment, input: text[t], best: vocabulary[argmax(P[t])] }),
        { more: "bold" },
      ),
      label(
        0,
        height - 0.4 * u,
        [...letter("s", values.moment), `[${one + 1}] = tanh(${termsText(sum)}) = ${short(sum.value)}`],
        { hue: "state", more: width < 34 * u ? "small" : "bold" },
      ),
    ];
  },
  describe: (values, words) =>
    fill(words.altWires, { t: values.moment, k: Math.max(1, values.neuron), value: short(neuronNow(values).value) }),
};
const termsText = ({ input, recurrent, bias }) => `${short(input)} ${signedTerm(recurrent)} ${signedTerm(bias)}`;
const signedTerm = (value) => `${value < 0 ? "−" : "+"} ${short(Math.abs(value))}`;
export const nextMoment = ({ moment }) => ({ moment: (moment % STEPS) + 1 });
