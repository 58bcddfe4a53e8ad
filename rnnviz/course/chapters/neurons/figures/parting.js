// A line that parts four corners, and two lines before a third, all dragged by the reader (003, "多层感知器").

/** @import {Figure} from "../../../definition.d.ts" */
/** @import {Mark, Scale} from "../../../picture.d.ts" */

import { fill } from "../../../../web/numbers.js";
import {
  CORNERS,
  GATES,
  collapsed,
  cutOff,
  decision,
  mostByALine,
  neuronOf,
  opposite,
  rightOnes,
  twoLayers,
} from "../../../maths/perceptron.js";
import { straight } from "../../../plot/diagram.js";
import { DOT, circle, dot, rule } from "../../../plot/marks.js";
import { axes, label, letter, note, pathOf, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";

// What of a plane is shown: of the inputs, and of the hidden units.
const [FROM, TO] = [-0.6, 1.6];
const HIDDEN_RANGE = [-1.4, 1.6];
const coordinate = (usual, [least, most] = [FROM, TO]) => ({ usual, least, most, step: 0.05, digits: 2 });
const line = (name, [ax, ay, bx, by], bounds) => ({
  [`${name}ax`]: coordinate(ax, bounds),
  [`${name}ay`]: coordinate(ay, bounds),
  [`${name}bx`]: coordinate(bx, bounds),
  [`${name}by`]: coordinate(by, bounds),
});
const ENDS = ["a", "b"];
const namesOf = (name) => ENDS.flatMap((end) => [`${name}${end}x`, `${name}${end}y`]);
export const lineOf = (values, name) => namesOf(name).map((one) => values[one]);

export const PARTING_NUMBERS = {
  ...line("l", [-0.3, 0.9, 1.3, 0.2]),
  ...line("f", [-0.4, 0.3, 1.3, -0.3]),
  ...line("s", [-0.3, 1.4, 1.4, 0.7]),
  ...line("o", [-0.4, 0.9, 1.4, 0.3], HIDDEN_RANGE),
};
export const PARTING_CHOICES = {
  gate: { usual: "or", of: Object.keys(GATES) },
  bend: { usual: "step", of: ["step", "identity"] },
};

const givenByLine = (values) => CORNERS.map((point) => decision(lineOf(values, "l"), point));
export const rightByLine = (values) => rightOnes(GATES[values.gate], givenByLine(values));
export const mostOf = ({ gate }) => mostByALine(GATES[gate]);

const linesOf = (values) => ["f", "s", "o"].map((name) => lineOf(values, name));
const answersOf = (values) => CORNERS.map((point) => twoLayers(linesOf(values), values.bend, point));
export const rightByLayers = (values) =>
  rightOnes(
    GATES.xor,
    answersOf(values).map(({ y }) => y),
  );

const dragLine = (name, frame) =>
  Object.fromEntries(
    ENDS.map((end) => [
      `${name}${end}`,
      (x, y, _values, box) => {
        const [across, up] = frame(box);
        return { [`${name}${end}x`]: across.of(x), [`${name}${end}y`]: up.of(y) };
      },
    ]),
  );

/** The whole line through two points as far as the frame reaches, and the handles on it. */
function lineNodes(values, name, frame, hue, title) {
  const [x, y] = frame;
  const [ax, ay, bx, by] = lineOf(values, name);
  const long = Math.hypot(bx - ax, by - ay) || 1;
  const far = (2 * (x.to - x.from)) / long;
  const whole = cutToFrame(
    [
      [ax - far * (bx - ax), ay - far * (by - ay)],
      [bx + far * (bx - ax), by + far * (by - ay)],
    ],
    x,
    y,
  );
  return [
    [
      "path",
      {
        class: `curve hue-${hue}`,
        d: pathOf(whole.map(([px, py]) => [x.at(px), y.at(py)])),
      },
    ],
    ...ENDS.map((end, k) =>
      handle({
        drag: `${name}${end}`,
        names: [`${name}${end}x`, `${name}${end}y`],
        numbers: PARTING_NUMBERS,
        values,
        x: x.at(k ? bx : ax),
        y: y.at(k ? by : ay),
        label: title,
        words: { [`${name}${end}x`]: "x₁", [`${name}${end}y`]: "x₂" },
        hue,
      }),
    ),
  ];
}

/**
 * What of the way between two points lies within the frame.
 *
 * @param {number[][]} points
 * @param {Scale} x
 * @param {Scale} y
 */
function cutToFrame([[ax, ay], [bx, by]], x, y) {
  let [from, to] = [0, 1];
  for (const [start, way, least, most] of [
    [ax, bx - ax, x.from, x.to],
    [ay, by - ay, y.from, y.to],
  ]) {
    if (way === 0) continue;
    const [one, two] = [(least - start) / way, (most - start) / way].sort((a, b) => a - b);
    [from, to] = [Math.max(from, one), Math.min(to, two)];
  }
  return from > to ? [] : [from, to].map((part) => [ax + part * (bx - ax), ay + part * (by - ay)]);
}

/** @param {Scale[]} frame */
const frameOf = ([x, y]) => [
  [x.from, y.from],
  [x.to, y.from],
  [x.to, y.to],
  [x.from, y.to],
];
/** @type {(polygon: number[][], frame: Scale[], hue: string) => Mark} */
const areaNode = (polygon, [x, y], hue) => [
  "path",
  { class: `area hue-${hue}`, d: polygon.length ? `${pathOf(polygon.map(([a, b]) => [x.at(a), y.at(b)]))}Z` : "" },
];

/** A corner: full for 1, open for 0, and a mark for what was said of it. */
function cornerNodes(point, answer, isRight, frame, u, r = 0.5) {
  const [x, y] = frame;
  const [cx, cy] = [x.at(point[0]), y.at(point[1])];
  return [
    answer ? dot(cx, cy, r * u, "text") : circle(cx, cy, r * u, "open hue-text"),
    label(cx + 0.75 * u, cy - 0.55 * u, `${answer} ${isRight ? "✓" : "✗"}`, {
      hue: isRight ? "right" : "loss",
      more: "bold halo",
    }),
  ];
}

const partFrame = (box) => {
  const { u } = box;
  const side = Math.min(box.width - 5 * u, box.height - 6.6 * u);
  const left = (box.width - side) / 2 + 0.6 * u;
  return [scale([FROM, TO], [left, left + side]), scale([FROM, TO], [2.4 * u + side, 2.4 * u])];
};
/** @type {Figure} */
export const PARTING_LINE = {
  drags: dragLine("l", partFrame),
  draw(values, box, words) {
    const { u } = box;
    const frame = partFrame(box);
    const [x, y] = frame;
    const neuron = neuronOf(lineOf(values, "l"));
    const answers = GATES[values.gate];
    const given = givenByLine(values);
    const right = rightOnes(answers, given);
    return [
      ...axes(x, y, { u, ticksX: [0, 1], ticksY: [0, 1], isGridX: true }),
      ...axisNames(frame, u, "x"),
      areaNode(cutOff(frameOf(frame), neuron), frame, "output"),
      label(x.start, 0.9 * u, fill(words.rightOf, { right, all: 4 }), {
        hue: right === 4 ? "right" : "text",
        more: "bold large",
      }),
      label(x.end, 0.9 * u, words.ones, { hue: "output", place: "end", more: "bold" }),
      ...lineNodes(values, "l", frame, "output", words.line),
      ...CORNERS.flatMap((point, k) => cornerNodes(point, answers[k], answers[k] === given[k], frame, u)),
    ];
  },
  describe: (values, words) =>
    fill(words.altLine, { gate: words[`gate_${values.gate}`], right: rightByLine(values), most: mostOf(values) }),
};

function axisNames(frame, u, name) {
  const [x, y] = frame;
  return [
    label(x.end, y.start + 1.35 * u, letter(name, 1), { place: "end" }),
    label(x.start - 0.5 * u, y.end + 0.9 * u, letter(name, 2), { place: "end" }),
  ];
}

/** The two planes: side by side where there is room, else one above the other. */
const isStacked = (box) => box.width < 34 * box.u;
function layerFrames(box) {
  const { u, width, height } = box;
  const side = isStacked(box)
    ? Math.min(width - 5 * u, (height - 9.4 * u) / 2)
    : Math.min((width - 7.5 * u) / 2, height - 7 * u);
  const left = isStacked(box) ? (width - side) / 2 : 1.6 * u;
  const top = 3.6 * u;
  const second = isStacked(box) ? [left, top + side + 4.4 * u] : [left + side + 5.4 * u, top];
  const at = (x, y, range) => [scale(range, [x, x + side]), scale(range, [y + side, y])];
  return [at(left, top, [FROM, TO]), at(second[0], second[1], HIDDEN_RANGE)];
}
const inputFrame = (box) => layerFrames(box)[0];
const hiddenFrame = (box) => layerFrames(box)[1];

/** @type {Figure} */
export const PARTING_LAYER = {
  isTall: true,
  drags: { ...dragLine("f", inputFrame), ...dragLine("s", inputFrame), ...dragLine("o", hiddenFrame) },
  draw(values, box, words) {
    const { u } = box;
    const [inner, hidden] = layerFrames(box);
    const [x, y] = inner;
    const [hx, hy] = hidden;
    const found = answersOf(values);
    const right = rightByLayers(values);
    // Corners that fall on one place stand side by side there.
    const taken = new Map();
    const besides = found.map(({ h }) => {
      const key = h.map((one) => one.toFixed(2)).join();
      taken.set(key, (taken.get(key) ?? 0) + 1);
      return taken.get(key) - 1;
    });
    return [
      label(x.start, 0.9 * u, fill(words.rightOf, { right, all: 4 }), {
        hue: right === 4 ? "right" : "text",
        more: "bold large",
      }),
      note(x.start, y.end - 0.7 * u, words.inputs),
      ...axes(x, y, { u, ticksX: [0, 1], ticksY: [0, 1], isGridX: true }),
      ...axisNames(inner, u, "x"),
      ...regions(values, inner),
      ...lineNodes(values, "f", inner, "state", fill(words.unitLine, { k: 1 })),
      ...lineNodes(values, "s", inner, "memory", fill(words.unitLine, { k: 2 })),
      ...CORNERS.flatMap((point, k) => cornerNodes(point, GATES.xor[k], GATES.xor[k] === found[k].y, inner, u, 0.4)),
      note(hx.start, hy.end - 0.7 * u, words.hiddenPlane),
      ...axes(hx, hy, { u, ticksX: [0, 1], ticksY: [0, 1], isGridX: true }),
      ...axisNames(hidden, u, "h"),
      areaNode(cutOff(frameOf(hidden), neuronOf(lineOf(values, "o"))), hidden, "output"),
      ...lineNodes(values, "o", hidden, "output", words.outputLine),
      ...found.flatMap(({ h }, k) => hiddenCorner(h, besides[k], GATES.xor[k], GATES.xor[k] === found[k].y, hidden, u)),
      isStacked(box)
        ? null
        : straight([x.end + 0.8 * u, (y.start + y.end) / 2], [hx.start - 1.6 * u, (y.start + y.end) / 2], u),
      ...(isStacked(box) ? [] : networkNodes(values, box, hy.start + 4.2 * u)),
    ].filter(Boolean);
  },
  describe: (values, words) =>
    fill(words.altLayer, {
      right: rightByLayers(values),
      places: new Set(answersOf(values).map(({ h }) => h.map((one) => one.toFixed(2)).join())).size,
    }),
};

/** The three neurons with their wires, as thick as their weights, from `top` down. */
function networkNodes(values, box, top) {
  const { u, width, height } = box;
  if (height - top < 9 * u) return [];
  const low = Math.min(height - 1.4 * u, top + 12 * u);
  const [upper, under] = [top + 0.18 * (low - top), top + 0.82 * (low - top)];
  const middle = (top + low) / 2;
  const [left, centre, right] = [0.28, 0.5, 0.72].map((part) => part * width);
  const at = { x1: [left, upper], x2: [left, under], f: [centre, upper], s: [centre, under], o: [right, middle] };
  /** @type {(from: number[], to: number[], w: number) => Mark} */
  const wire = ([x1, y1], [x2, y2], w) =>
    rule([x1, y1], [x2, y2], `edge is-${w < 0 ? "below" : "above"}`, {
      "stroke-width": (0.4 + 4 * Math.abs(w)).toFixed(2),
    });
  const neurons = Object.fromEntries(["f", "s", "o"].map((name) => [name, neuronOf(lineOf(values, name))]));
  const node = (name, letters, hue) => [
    circle(at[name][0], at[name][1], 1.15 * u, `node hue-${hue}`),
    label(at[name][0], at[name][1], letters, { base: "middle", place: "middle" }),
  ];
  return [
    ...["f", "s"].flatMap((name) => ["x1", "x2"].map((from, k) => wire(at[from], at[name], neurons[name].w[k]))),
    ...["f", "s"].map((name, k) => wire(at[name], at.o, neurons.o.w[k])),
    ...node("x1", letter("x", 1), "input"),
    ...node("x2", letter("x", 2), "input"),
    ...node("f", letter("h", 1), "state"),
    ...node("s", letter("h", 2), "memory"),
    ...node("o", letter("ŷ"), "output"),
  ];
}

/** Where the output says 1: of the parts that the two lines make of the plane, or of the one line that they are. */
function regions(values, frame) {
  const lines = linesOf(values);
  if (values.bend === "identity") return [areaNode(cutOff(frameOf(frame), collapsed(lines)), frame, "output")];
  const [first, second] = lines.map(neuronOf);
  return [first, opposite(first)].flatMap((one) =>
    [second, opposite(second)].map((two) => {
      const part = cutOff(cutOff(frameOf(frame), one), two);
      const h = [one === first ? 1 : 0, two === second ? 1 : 0];
      return areaNode(decision(lines[2], h) ? part : [], frame, "output");
    }),
  );
}

function hiddenCorner(h, beside, answer, isRight, frame, u) {
  const [x, y] = frame;
  const [cx, cy] = [x.at(h[0]) + beside * 1.1 * u, y.at(h[1])];
  const kind = answer ? "dot hue-text" : "open hue-text";
  return [
    circle(cx, cy, DOT.large * u, kind),
    isRight ? null : label(cx, cy - 0.7 * u, "✗", { hue: "loss", place: "middle", more: "bold halo" }),
  ].filter(Boolean);
}
