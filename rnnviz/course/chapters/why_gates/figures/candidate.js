// What the candidate may see: a GRU between the plain network, the perceptron and a state that stays.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, powerOfTen, short } from "../../../../web/numbers.js";
import { rect, ruleX, ruleY } from "../../../plot/marks.js";
import { nameNode, waysAlong } from "../../../plot/names.js";
import { axes, curve, label, letter, note, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { distancesKept, heldAt, largestDifference, readHeld } from "../gates.js";
import { READ_STEPS, across, gateNumber, stateMap } from "./gated.js";

// The powers of ten between which distances are drawn.
const [FAINTEST, STRONGEST] = [-12, 1];
export const RESET_NUMBERS = {
  Z: gateNumber(0, "gate2", "Z"),
  R: gateNumber(1, "gate1", "R"),
  gain: { usual: 1, least: 0, most: 6, step: 0.1, digits: 1, hue: "candidate", symbol: "W" },
};

const padOf = (box) => {
  const { u } = box;
  const side = Math.min(box.width * 0.34, box.height * 0.44);
  const left = 2.6 * u;
  const top = 2.4 * u;
  return { x: scale([0, 1], [left, left + side]), y: scale([0, 1], [top + side, top]), side };
};
const resetHolds = ({ Z, R }) => [heldAt("Z", Z), heldAt("R", R)];
const recurrent = ({ gain }) => ({ W_hh: gain });
/** @type {Figure} */
export const RESET = {
  drags: {
    pad: (x, y, _values, box) => ({ R: padOf(box).x.of(x), Z: padOf(box).y.of(y) }),
  },
  draw(values, box, words) {
    const { u } = box;
    const pad = padOf(box);
    const [left, right, top, bottom] = [pad.x.start, pad.x.end, pad.y.end, pad.y.start];
    const factors = recurrent(values);
    const { gru, rnn, mlp } = values.given;
    const read = readHeld(gru, resetHolds(values), { factors });
    const rows = [
      ["RNN", readHeld(rnn, [], { factors }).H],
      [words.thisGru, read.H],
      ["MLP", readHeld(mlp).H],
    ];
    const x = scale([0, READ_STEPS], [right + 5.2 * u, box.width - 1 * u]);
    const each = (pad.side - 2 * u) / 3;
    const upper = bottom + 6.4 * u;
    const y = scale([FAINTEST, STRONGEST], [box.height - 3.6 * u, upper]);
    const time = across(box);
    const line = (path) => path.map((value, t) => [time.at(t), y.at(Math.max(FAINTEST, Math.log10(value)))]);
    const own = distancesKept(gru, resetHolds(values), factors);
    const plain = distancesKept(rnn, [], factors);
    const corner = (R, Z, text, place) => note(pad.x.at(R), Z ? top - 0.6 * u : bottom + 1.3 * u, text, { place });
    const beside = { u, lines: [line(own), line(plain)], taken: [], within: [time.start, y.end, time.end, y.start] };
    return [
      rect(left, top, pad.side, pad.side, "card-plain", { rx: 4 }),
      corner(1, 0, "RNN", "end"),
      corner(0, 0, "MLP", "start"),
      note((left + right) / 2, top - 0.6 * u, words.keepsAll, { place: "middle" }),
      label((left + right) / 2, bottom + 1.3 * u, [...letter("R"), " →"], {
        place: "middle",
        hue: "gate1",
        symbol: "R",
      }),
      label(left - 1.4 * u, (top + bottom) / 2, [...letter("Z"), "↑"], { place: "middle", hue: "gate2", symbol: "Z" }),
      ruleX(pad.x.at(values.R), [bottom, top], "guide hue-gate1"),
      ruleY(pad.y.at(values.Z), [left, right], "guide hue-gate2"),
      handle({
        drag: "pad",
        names: ["R", "Z"],
        numbers: RESET_NUMBERS,
        values,
        x: pad.x.at(values.R),
        y: pad.y.at(values.Z),
        label: words.padHandle,
        said: `R ${short(values.R)}, Z ${short(values.Z)}`,
        radius: 8,
      }),
      ...rows.flatMap(([title, H], k) => {
        const from = top + k * (each + u);
        return [
          label(x.start - 0.5 * u, from + each / 2, title, {
            base: "middle",
            place: "end",
            more: k === 1 ? "bold" : "",
          }),
          stateMap(H, x, from, from + each, "H"),
        ];
      }),
      ...axes(time, y, {
        u,
        ticksX: [0, 10, 20, 30],
        ticksY: [-12, -9, -6, -3, 0],
        titleX: words.time,
        written: powerOfTen,
        writtenX: String,
      }),
      label(0, upper - 1.2 * u, words.distance, { more: "bold halo" }),
      curve(line(plain), "text", "thin dashed", { name: "RNN" }),
      curve(line(own), "state"),
      nameNode(`${words.thisGru} ${short(own[READ_STEPS])}`, waysAlong(line(own), u), {
        ...beside,
        hue: "state",
        more: "bold halo",
      }),
      nameNode(`RNN ${short(plain[READ_STEPS])}`, waysAlong(line(plain), u), { ...beside, more: "halo" }),
    ];
  },
  describe(values, words) {
    const own = distanceLeft(values);
    return fill(words.altReset, { R: short(values.R), Z: short(values.Z), left: short(own), ...differences(values) });
  },
};

/** How far this GRU's states are from the plain network's and from the perceptron's. */
export function differences(values) {
  const factors = recurrent(values);
  const { gru, rnn, mlp } = values.given;
  const { H } = readHeld(gru, resetHolds(values), { factors });
  return {
    rnn: short(largestDifference(H, readHeld(rnn, [], { factors }).H)),
    mlp: short(largestDifference(H, readHeld(mlp).H)),
  };
}

/** What is left after all steps of a difference in the first state. */
export const distanceLeft = (values) =>
  distancesKept(values.given.gru, resetHolds(values), recurrent(values))[READ_STEPS];
