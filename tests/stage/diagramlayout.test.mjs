// Where boxes, strips and words of a cell's diagram stand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { layoutDiagram } from "../../rnnviz/stage/assets/panels/diagramlayout.js";

const QUANTITIES = {
  X: { name: "X", kind: "input", word: "input", signed: false },
  F: { name: "F", kind: "gate", word: "forget", signed: false },
  H: { name: "H", kind: "state", word: "hidden", signed: true },
  Y_hat: { name: "Y_hat", kind: "output", word: "prediction", signed: false },
};
const letter = (base) => ({ base, sub: "", sup: "" });
const context = {
  model: {
    weights: new Map(),
    sizes: { q: 6, T: 3 },
    listed: Array(6),
    quantity: (name) => QUANTITIES[name],
    madeName: (_diagram, key) => `made ${key}`,
  },
  notation: { symbols: { F: letter("F"), H: letter("H"), Y_hat: letter("Ŷ") } },
  isBack: false,
  scale: 1,
  narrow: false,
  high: (quantity) => (quantity.name === "H" ? 0.5 : 1),
  strings: { preActivation: "before" },
};
const node = (key, kind, x, y, writes = "", more = {}) => ({ key, kind, x, y, writes, label: "σ", ...more });
const nodes = [
  node("x", "source", 5, 90, "X"),
  node("f", "function", 30, 60, "F"),
  node("g", "function", 40, 60, "F"),
  node("h", "sink", 99, 20, "H"),
];
const edges = [
  { source: "x", target: "f", via: [[30, 90]] },
  { source: "f", target: "h", via: [[30, 20]] },
];
const at = (change = {}, all = nodes) =>
  layoutDiagram({ ...context, ...change }, { nodes: all, edges, values: {}, strip_width: 12 }, 0, 700, 260);

test("a strip at the panel's edge stays within it, another one lies above its box", () => {
  const layout = at();
  const { box } = layout.stripOf(nodes[3]);
  assert.ok(box.x + box.width <= 700);
  const above = layout.stripOf(nodes[1]);
  const { x, y, halfHeight } = layout.places.get("f");
  assert.ok(above.box.y + above.box.height < y - halfHeight);
  assert.equal(above.box.x + above.box.width / 2, x);
  assert.ok(above.behind.y < above.label.y && above.behind.x < above.box.x);
});

test("a strip's word is written where it ends before the next box, and its range where it is signed", () => {
  const word = (all) => at({}, all).stripOf(all[1]).label.word;
  assert.equal(word(nodes), " forget");
  // A box beside the words leaves no room for them.
  const inTheWay = nodes.map((one) => (one.key === "g" ? { ...one, x: 36, y: 48 } : one));
  assert.equal(word(inTheWay), "");
  assert.equal(at().stripOf(nodes[3]).label.range, " ±0.5");
  assert.equal(at({ isBack: true }).stripOf(nodes[3]).label.range, "");
});

test("the input's letter stands where no wire leaves", () => {
  assert.equal(at().captionOf(nodes[0]).isRight, false);
  const left = { ...nodes[0], x: 60 };
  const { x, isRight } = at({}, [left, ...nodes.slice(1)]).captionOf(left);
  assert.ok(isRight && x > 0.6 * 700);
});

test("of the outputs a few have a strip, and on the way back not the prediction", () => {
  const output = node("y", "function", 80, 30, "Y_hat");
  const all = [...nodes, output];
  assert.equal(at({}, all).nameOf(output), "Y_hat");
  assert.equal(at({ isBack: true }, all).nameOf(output), "");
  const many = { ...context.model, sizes: { q: 500, T: 3 }, listed: Array(500) };
  assert.equal(at({ model: many }, all).nameOf(output), "");
});
