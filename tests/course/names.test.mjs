import assert from "node:assert/strict";
import { test } from "node:test";

import { nameNode, waysAlong, waysAround } from "../../rnnviz/course/plot/names.js";
import { label, spoken } from "../../rnnviz/course/plot/plot.js";

const U = 15;
const flat = (node) => (typeof node === "string" ? node : node.slice(2).map(flat).join(""));
const tspans = (node) => node.slice(2).filter((part) => part[0] === "tspan" && part[1].class);

test("a letter between dollar signs is set as in the prose, its index below", () => {
  const node = label(0, 0, "size of $∂H_t/∂W_{hh}$, 2 $$ and so on");
  assert.deepEqual(
    tspans(node).map(([, attributes, text]) => [attributes.class, text]),
    [
      ["letter", "H"],
      ["sub", "t"],
      ["letter", "W"],
      ["sub", "hh"],
    ],
  );
  assert.equal(flat(node).replaceAll("\u200b", ""), "size of ∂Ht/∂Whh, 2  and so on");
  assert.equal(spoken("how much of $W_{hh}$"), "how much of W h h");
});

test("a text without letters stays one text", () => {
  assert.deepEqual(label(1, 2, "a_b^c").slice(2), ["a_b^c"]);
});

/** Where a text stands: [left, top, right, bottom], its letters half as wide as high. */
function roomOf([, { x, y, class: kind = "" }, text]) {
  const wide = text.length * 0.5 * U;
  const left = Number(x) - (kind.includes("middle") ? wide / 2 : kind.includes("end") ? wide : 0);
  return [left, Number(y) - 0.7 * U, left + wide, Number(y)];
}
const isIn = ([x, y], [left, top, right, bottom]) => x > left && x < right && y > top && y < bottom;

test("a curve's name stands where neither its own curve nor another one crosses it", () => {
  const at = (f) => Array.from({ length: 401 }, (_, k) => [k, 200 + f(k)]);
  const lines = [at((k) => -0.3 * k), at((k) => 60 * Math.sin(k / 40)), at((k) => -0.3 * k - 22)];
  const taken = [];
  for (const [k, name] of ["one of them", "a wave", "the other"].entries()) {
    const within = [0, 0, 400, 400];
    const room = roomOf(nameNode(name, waysAlong(lines[k], U), { u: U, lines, taken, within }));
    for (const line of lines) assert.ok(!line.some((point) => isIn(point, room)), name);
    assert.ok(room[0] >= 0 && room[2] <= 400, name);
  }
  assert.equal(taken.length, 3);
});

test("where every place is crossed, the name takes one of them", () => {
  const lines = Array.from({ length: 80 }, (_, k) => [
    [0, 5 * k],
    [400, 5 * k],
  ]);
  const node = nameNode("here", waysAround(200, 200, U), { u: U, lines });
  assert.equal(flat(node), "here");
});
