// A small network as a graph: arrows put in by the reader, an order to compute in or a cycle, and the same unrolled
// (003, "前馈神经网络").

/** @import {Figure} from "../../../definition.d.ts" */

import { fill } from "../../../../web/numbers.js";
import { arrow } from "../../../plot/diagram.js";
import { circle } from "../../../plot/marks.js";
import { label, letter, note } from "../../../plot/plot.js";
import { computingOrder, unrolledGraph } from "../digraph.js";

const NODES = ["x1", "x2", "h1", "h2", "o"];
const HUES = { x1: "input", x2: "input", h1: "state", h2: "state", o: "output" };
const LAYERS = [
  ["x1", "h1"],
  ["x1", "h2"],
  ["x2", "h1"],
  ["x2", "h2"],
  ["h1", "o"],
  ["h2", "o"],
];
// The arrows that a reader may add; those that go back or stay wait a time step when the network is unrolled.
const ADDED = {
  skip: ["x1", "o"],
  side: ["h1", "h2"],
  own: ["h2", "h2"],
  back: ["o", "h1"],
};
const DELAYED = ["own", "back"];
const STEPS = 3;

export const CYCLE_CHOICES = Object.fromEntries(
  Object.keys(ADDED).map((name) => [name, { usual: "off", of: ["off", "on"] }]),
);

const addedOf = (values, names) => names.filter((name) => values[name] === "on").map((name) => ADDED[name]);
export const foldedOf = (values) => computingOrder(NODES, [...LAYERS, ...addedOf(values, Object.keys(ADDED))]);
const unrolledOf = (values) => {
  const now = Object.keys(ADDED).filter((name) => !DELAYED.includes(name));
  return unrolledGraph(NODES, [...LAYERS, ...addedOf(values, now)], addedOf(values, DELAYED), STEPS);
};
export const unrolledOrder = (values) => {
  const { nodes, edges } = unrolledOf(values);
  return computingOrder(nodes, edges);
};

/** Where each node stands in a box [left, top, right, bottom]. */
function nodePlaces([left, top, right, low]) {
  const [across, up] = [right - left, low - top];
  return {
    x1: [left, top + 0.3 * up],
    x2: [left, top + 0.7 * up],
    h1: [left + 0.5 * across, top + 0.1 * up],
    h2: [left + 0.5 * across, top + 0.9 * up],
    o: [right, top + 0.5 * up],
  };
}

/** The way of an arrow between two nodes of radius r, as points; from a node to itself, a loop below it. */
function wayOf(at, from, to, r) {
  const [[x1, y1], [x2, y2]] = [at[from], at[to]];
  if (from === to)
    return [
      [x1 + 0.8 * r, y1 + 0.6 * r],
      [x1 + 1.9 * r, y1 + 2 * r],
      [x1 - 1.9 * r, y1 + 2 * r],
      [x1 - 0.8 * r, y1 + 0.6 * r],
    ];
  if (from === "o" && to === "h1")
    return [
      [x1, y1 - r],
      [x1, y2 - 1.6 * r],
      [x2 + 1.2 * r, y2 - 1.6 * r],
      [x2 + 0.6 * r, y2 - 0.8 * r],
    ];
  const far = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [(x2 - x1) / far, (y2 - y1) / far];
  return [
    [x1 + r * dx, y1 + r * dy],
    [x2 - r * dx, y2 - r * dy],
  ];
}

const nodeNodes = (name, [x, y], r, u, hue, number) => [
  circle(x, y, r, `node hue-${hue}`),
  label(x, y, name.length > 1 ? letter(name[0], name.slice(1)) : letter(name), { base: "middle", place: "middle" }),
  number && label(x, y - r - 0.4 * u, number, { place: "middle", more: "bold small halo" }),
];

/** @type {Figure} */
export const CYCLE = {
  drags: {},
  draw(values, box, words) {
    const { u, width, height } = box;
    const { order, cycle } = foldedOf(values);
    const isNarrow = width < 34 * u;
    const r = isNarrow ? 0.85 * u : 1.15 * u;
    const top = nodePlaces([width * 0.2, 5 * u, width * 0.8, height * 0.46]);
    const inCycle = (from, to) =>
      Boolean(cycle) && cycle[(cycle.indexOf(from) + 1) % cycle.length] === to && cycle.includes(from);
    const added = Object.entries(ADDED).flatMap(([name, [from, to]]) => {
      const isOn = values[name] === "on";
      const way = wayOf(top, from, to, r);
      const line = way.map(([x, y], k) => `${k ? "L" : "M"}${x.toFixed(1)},${y.toFixed(1)}`).join("");
      return [
        isOn
          ? arrow(way, u, { hue: inCycle(from, to) ? "loss" : "candidate" })
          : ["path", { class: "guide hue-text", d: line }],
        ["path", { class: "grab-line pickable", d: line, "data-pick": `${name} ${isOn ? "off" : "on"}` }],
      ];
    });
    const said = cycle
      ? fill(words.hasCycle, { cycle: [...cycle, cycle[0]].map(subscripted).join(" → ") })
      : fill(words.hasOrder, { order: order.map(subscripted).join(", ") });
    return [
      label(0, 0.9 * u, words.folded, { more: "bold" }),
      label(0, 2.4 * u, said, { hue: cycle ? "loss" : "right", more: isNarrow ? "bold small" : "bold" }),
      ...LAYERS.map(([from, to]) => arrow(wayOf(top, from, to, r), u, { hue: inCycle(from, to) ? "loss" : "text" })),
      ...added,
      ...NODES.flatMap((name) =>
        nodeNodes(
          name,
          top[name],
          r,
          u,
          cycle?.includes(name) ? "loss" : HUES[name],
          order && String(order.indexOf(name) + 1),
        ),
      ),
      ...unrolledNodes(values, box, words, r),
    ].filter(Boolean);
  },
  describe(values, words) {
    const { order, cycle } = foldedOf(values);
    const said = cycle
      ? fill(words.hasCycle, { cycle: [...cycle, cycle[0]].map(subscripted).join(" → ") })
      : fill(words.hasOrder, { order: order.map(subscripted).join(", ") });
    return `${said} ${fill(words.altUnrolled, { nodes: unrolledOf(values).nodes.length })}`;
  },
};
const subscripted = (name) => (name.length > 1 ? `${name[0]}${"₀₁₂"[Number(name[1])]}` : name);

function unrolledNodes(values, box, words, r0) {
  const { u, width, height } = box;
  const { edges } = unrolledOf(values);
  const { order } = unrolledOrder(values);
  const top = height * 0.46 + 6.4 * u;
  const wide = width / STEPS;
  const r = Math.min(r0, 0.1 * wide);
  const at = Array.from({ length: STEPS }, (_, t) =>
    nodePlaces([t * wide + 0.16 * wide, top + 1.2 * u, (t + 1) * wide - 0.24 * wide, height - 2.6 * u]),
  );
  const whole = Object.fromEntries(at.flatMap((one, t) => NODES.map((name) => [`${name}@${t}`, one[name]])));
  const between = ([from, to]) => {
    const isOnward = from.split("@")[1] !== to.split("@")[1];
    const far = Math.hypot(whole[to][0] - whole[from][0], whole[to][1] - whole[from][1]);
    const [dx, dy] = [(whole[to][0] - whole[from][0]) / far, (whole[to][1] - whole[from][1]) / far];
    const way = [
      [whole[from][0] + r * dx, whole[from][1] + r * dy],
      [whole[to][0] - r * dx, whole[to][1] - r * dy],
    ];
    return arrow(way, 0.8 * u, { hue: isOnward ? "candidate" : "text", more: isOnward ? "" : "faintly" });
  };
  return [
    label(0, top - 2.6 * u, fill(words.unrolledGraph, { T: STEPS }), { more: "bold" }),
    label(0, top - 1.1 * u, fill(words.noCycle, { n: order?.length ?? 0 }), {
      hue: "right",
      more: width < 34 * u ? "bold small" : "bold",
    }),
    ...edges.map(between),
    ...Object.entries(whole).flatMap(([name, place]) => {
      const kind = name.split("@")[0];
      return [circle(place[0], place[1], r, `node hue-${HUES[kind]}`)];
    }),
    ...Array.from({ length: STEPS }, (_, t) =>
      note(t * wide + 0.46 * wide, height - 0.3 * u, [...letter("t"), ` = ${t + 1}`], { place: "middle" }),
    ),
  ];
}
