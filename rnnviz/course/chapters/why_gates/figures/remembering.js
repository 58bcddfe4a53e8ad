// How long a gate remembers: a share that is multiplied at every step, drawn by the reader before it is seen.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, percent, short } from "../../../../web/numbers.js";
import { drawnCurve } from "../../../plot/drawn.js";
import { DOT, barY, dot, ruleX, ruleY } from "../../../plot/marks.js";
import { apart, axes, curve, label, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { heldAt, readHeld, sharesKept } from "../gates.js";
import { READ_STEPS, across, gateNumber, isSeen, rowName, stateMap, statesFrom } from "./gated.js";

const drawnShare = { least: 0, most: 1, step: 0.01, hue: "text", format: percent };
export const KEEP_NUMBERS = {
  keep: gateNumber(0.9, "gate2", "Z"),
  hold: gateNumber(0.995, "gate2", "Z"),
  from: { usual: 12, least: 1, most: READ_STEPS, step: 1, whole: true },
  to: { usual: 20, least: 1, most: READ_STEPS, step: 1, whole: true },
  share15: { ...drawnShare, usual: 0.75 },
  share30: { ...drawnShare, usual: 0.45 },
};

const spanOf = ({ from, to }) => [Math.min(from, to) - 1, Math.max(from, to) - 1];

/** The gates of every step: one value, and another where it is held. */
function holds(values, isHeld) {
  const [from, to] = spanOf(values);
  return [heldAt("Z", values.keep), ...(isHeld ? [heldAt("Z", values.hold, from, to)] : [])];
}
const gatesOf = (read) => read.Z.map(([first]) => first);

/** What is left of the first state after all steps, with the span held or not. */
export const shareLeft = (values, isHeld) =>
  sharesKept(gatesOf(readHeld(values.given.gru, holds(values, isHeld))))[READ_STEPS];

const rows = (box) => ({
  gates: scale([0, 1], [Math.max(box.height * 0.19, 6.4 * box.u), Math.max(box.height * 0.05, 3.2 * box.u)]),
  map: [Math.max(box.height * 0.27, 8.6 * box.u), box.height * 0.47],
  shares: scale([0, 1], [box.height - 3.6 * box.u, box.height * 0.47 + 3.4 * box.u]),
});
/** The state that the reading begins with, and the steps for which the reader is to say what is left of it. */
function firstState(read, x, top, bottom) {
  return [
    "g",
    {},
    stateMap(statesFrom(read, "H").slice(0, 1), x, top, bottom, "H", 0),
    ...[0, 10, 20, 30].map((t) => ruleX(x.at(t), [top, bottom], "grid")),
    ...[top, bottom].map((y) => ruleY(y, [x.at(0), x.end], "grid")),
  ];
}

/** @type {Figure} */
export const KEEP = {
  drags: {
    share15: (_x, y, _values, box) => ({ share15: rows(box).shares.of(y) }),
    share30: (_x, y, _values, box) => ({ share30: rows(box).shares.of(y) }),
    span: (x, y, _values, box) => ({ to: across(box).of(x), hold: rows(box).gates.of(y) }),
    begin: (x, _y, _values, box) => ({ from: across(box).of(x) + 1 }),
  },
  draw(values, box, words) {
    const { gates, map, shares } = rows(box);
    const x = across(box);
    const { u } = box;
    const isShown = isSeen(values, "seen");
    const [from, to] = spanOf(values);
    const read = readHeld(values.given.gru, holds(values, isShown));
    const free = readHeld(values.given.gru, holds(values, false));
    const [held, plain] = [read, free].map((one) => sharesKept(gatesOf(one)));
    const bars = gatesOf(read).map((value, t) =>
      barY(x.at(t) + 1, Math.max(1, x.at(1) - x.at(0) - 2), gates.at(0), gates.at(value), "solid hue-gate2", {
        "fill-opacity": isShown && t >= from && t <= to ? 1 : 0.55,
      }),
    );
    const frame = {
      class: "outline hue-text",
      x: x.at(from),
      width: x.at(to + 1) - x.at(from),
      y: gates.at(1) - 3,
      height: gates.at(0) - gates.at(1) + 6,
      rx: 3,
    };
    const line = (path) => path.map((share, t) => [x.at(t), shares.at(share)]);
    const ends = apart(
      [shares.at(held[READ_STEPS]), shares.at(plain[READ_STEPS])],
      1.4 * u,
      shares.end,
      shares.start - 0.6 * u,
    );
    const rings = ["share15", "share30"].map((name, k) => ({
      name,
      x: x.at(15 * (k + 1)),
      y: shares.at(values[name]),
      label: words[name],
      said: percent(values[name]),
    }));
    const spanHandles = () => [
      handle(
        {
          drag: "span",
          names: ["to", "hold"],
          numbers: KEEP_NUMBERS,
          values,
          x: x.at(to + 1),
          y: gates.at(values.hold),
          label: words.spanHandle,
          words,
          hue: "gate2",
          symbol: "Z",
        },
        label(x.at(from), gates.at(1) - 0.7 * u, fill(words.heldAt, { value: short(values.hold) }), {
          more: "small halo",
        }),
      ),
      handle({
        drag: "begin",
        names: ["from"],
        numbers: KEEP_NUMBERS,
        values,
        x: x.at(from),
        y: (gates.at(0) + gates.at(1)) / 2,
        label: words.from,
        hue: "gate2",
      }),
      ...[from, to + 1].map((t) => ruleX(x.at(t), [frame.y, shares.start], "guide")),
    ];
    return [
      rowName(gates.at(1) - 2 * u, "Z", words.update, "gate2"),
      ["g", { "data-symbol": "Z" }, ...bars],
      isShown && ["rect", frame],
      rowName(map[0] - 0.6 * u, "H", words.states, "state"),
      isShown ? stateMap(statesFrom(read, "H"), x, ...map, "H", 0) : firstState(read, x, map[0], map[1]),
      ...axes(x, shares, {
        u,
        ticksX: [0, 10, 20, 30],
        ticksY: [0, 0.25, 0.5, 0.75, 1],
        titleX: words.time,
        written: (v) => `${100 * v} %`,
        writtenX: String,
      }),
      label(x.start, shares.end - 0.8 * u, words.shareTitle, { more: "bold halo" }),
      ...(isShown
        ? [
            curve(line(plain), "state", "thin"),
            curve(line(held), "gate2"),
            label(x.end + 0.3 * u, ends[0], percent(held[READ_STEPS]), { hue: "gate2", more: "bold halo" }),
            ...(values.hold === values.keep
              ? []
              : [
                  label(x.end + 0.3 * u, ends[1], percent(plain[READ_STEPS]), { hue: "state", more: "bold halo" }),
                  label(x.at(to + 2), shares.at(held[Math.min(READ_STEPS, to + 2)]) - 0.7 * u, words.heldLine, {
                    hue: "gate2",
                    more: "bold halo",
                  }),
                  label(x.at(to), shares.at(plain[to]) + 1.5 * u, words.plainLine, {
                    hue: "state",
                    place: "end",
                    more: "bold halo",
                  }),
                ]),
            ...spanHandles(),
          ]
        : []),
      dot(x.at(0), shares.at(1), DOT.large * u, "gate2"),
      ...drawnCurve({ start: [x.at(0), shares.at(1)], rings, title: words.drawn, numbers: KEEP_NUMBERS, values, u }),
    ];
  },
  describe(values, words) {
    if (!isSeen(values, "seen")) return fill(words.altDrawn, { drawn: percent(values.share30) });
    const [held, plain] = [true, false].map((isHeld) => percent(shareLeft(values, isHeld)));
    return fill(words.altKeep, { held, plain });
  },
};
