// The knife: what a gradient loses that is cut after some steps.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, percent } from "../../../../web/numbers.js";
import { DOT, dot, rect, ruleX } from "../../../plot/marks.js";
import { axes, clamp, curve, label, letter, note, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { NUMBERS, degrees, given, splitNetwork } from "../settings.js";
import { afterKnife, networkOf, pairsOfNetwork, triangleOf } from "../throughtime.js";
import { triangle } from "./shades.js";

const knifeLength = (values) => Math.min(values.length, given(values).inputs.length);
export const knife = (values) => afterKnife(values.given, splitNetwork(values), values.cuts, knifeLength(values));

function knifeRoom(box, T) {
  const { u } = box;
  const size = Math.floor(Math.min(0.52 * box.width, 0.54 * box.height - 2.4 * u) / T) * T || T;
  return { left: u, top: 2.4 * u, size };
}

/** The first recurrent matrix of a cell, or, of one that has none, the one of its candidate. */
const matrixOf = (names) => names.find((name) => name === "W_hh" || name === "W_hc") ?? "W_xh";

/** A matrix of gradients in shades; `end` is the end of the scale. */
function matrix(numbers, columns, { left, top, size }, end, isGrey) {
  const rows = numbers.length / columns;
  const [wide, high] = [size / columns, size / rows];
  return [
    rect(left, top, size, size, "paper"),
    ...[...numbers].map((value, k) =>
      rect(
        left + (k % columns) * wide,
        top + Math.floor(k / columns) * high,
        wide,
        high,
        isGrey ? "cut" : `patch is-${value < 0 ? "below" : "above"}`,
        { "fill-opacity": clamp(Math.abs(value) / end, 0, 1).toFixed(3) },
      ),
    ),
  ];
}

const cutLine = ({ left, top, size }, at) => ruleX(left + at, [top, top + size - at], "knife");

/** @type {Figure} */
export const KNIFE = {
  drags: {
    length: (x, _y, values, box) => {
      const T = given(values).inputs.length;
      const { left, size } = knifeRoom(box, T);
      return { length: clamp(Math.round(((x - left) / size) * T), 1, T) };
    },
  },
  draw(values, box, words) {
    const { u } = box;
    const network = splitNetwork(values);
    const { T, weights } = networkOf(values.given, network);
    const room = knifeRoom(box, T);
    const length = knifeLength(values);
    const one = room.size / T;
    const cuts =
      values.cuts === "once"
        ? [length]
        : Array.from({ length: Math.floor((T - 1) / length) }, (_, k) => (k + 1) * length);
    const { whole, kept, dropped } = knife(values);
    const { names, starts } = pairsOfNetwork(values.given, network);
    const name = matrixOf(names);
    const { shape, numbers } = weights.get(name);
    const slice = (all) => all.slice(starts.get(name), starts.get(name) + numbers.length);
    const parts = { whole: slice(whole), kept: slice(kept), dropped: slice(dropped) };
    const end = Math.max(...parts.whole.map(Math.abs), 1e-12);
    const isNarrow = box.width < 36 * u;
    const left = room.left + room.size + (isNarrow ? 1.5 : 3.5) * u;
    const first = room.top + (isNarrow ? 1.6 * u : 0);
    const small = Math.min((room.top + room.size - first - 5.2 * u) / 3, box.width - left - u);
    const x = scale([1, T], [3.4 * u, box.width - 3.4 * u]);
    const y = scale([0, 1], [box.height - 3.6 * u, room.top + room.size + 4.4 * u]);
    const each = Array.from({ length: T }, (_, k) => afterKnife(values.given, network, values.cuts, k + 1));
    const now = each[length - 1];
    return [
      label(room.left, 1.4 * u, words.pairs, { more: isNarrow ? "bold small" : "bold" }),
      // In groups, so that the ring stays the same element while their number changes.
      ["g", {}, ...triangle(triangleOf(values.given, network, "loss"), T, room, { cuts: values.cuts, length })],
      ["g", {}, ...cuts.map((step) => cutLine(room, step * one))],
      handle({
        drag: "length",
        numbers: NUMBERS,
        values,
        x: room.left + length * one,
        y: room.top + room.size - length * one,
        label: words.length,
        hue: "gate1",
      }),
      ...Object.entries(parts).flatMap(([part, numbersOf], k) => {
        const top = first + k * (small + 2.6 * u);
        return [
          ...matrix(numbersOf, shape[1], { left, top, size: small }, end, part === "dropped"),
          label(left, top - 0.5 * u, [`${words[`part_${part}`]} ∂L/∂`, ...letter("W", name.slice(2))], {
            more: "small",
          }),
        ];
      }),
      ...axes(x, y, {
        u,
        ticksX: [1, length, T].filter((k, place, all) => all.indexOf(k) === place),
        ticksY: [0, 0.5, 1],
        titleX: words.lengthK,
        written: (share) => percent(share),
        writtenX: String,
      }),
      curve(
        each.map(({ share }, k) => [x.at(k + 1), y.at(clamp(share, 0, 1.05))]),
        "loss",
      ),
      curve(
        each.map(({ angle }, k) => [x.at(k + 1), y.at(clamp(angle / 90, 0, 1.05))]),
        "gate1",
        "dashed",
      ),
      ruleX(x.at(length), y, "guide"),
      ...[0, 0.5, 1].map((share) => note(x.end + 0.4 * u, y.at(share), `${90 * share}°`, { base: "middle" })),
      dot(x.at(length), y.at(clamp(now.share, 0, 1.05)), DOT.large * u, "loss"),
      dot(x.at(length), y.at(clamp(now.angle / 90, 0, 1.05)), DOT.large * u, "gate1"),
      label(x.start, y.end - 1.1 * u, `${words.dropped} ${percent(now.share)}`, { hue: "loss", more: "bold halo" }),
      label(x.end, y.end - (isNarrow ? -1.4 : 1.1) * u, `${words.angle} ${degrees(now.angle)}`, {
        hue: "gate1",
        place: "end",
        more: "bold halo",
      }),
    ];
  },
  describe(values, words) {
    const { share, angle } = knife(values);
    return fill(words.altKnife, {
      cuts: words[`cuts_${values.cuts}`],
      length: knifeLength(values),
      share: percent(share),
      angle: degrees(angle),
    });
  },
};
