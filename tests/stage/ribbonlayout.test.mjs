// Where the parts of the ribbon stand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { layoutRibbon, layoutRow } from "../../rnnviz/stage/assets/panels/ribbonlayout.js";

const model = {
  sizes: { T: 5 },
  carries: true,
  labels: ["a", "b"],
  targets: [0, 1, 0, 1, 0],
  rows: ["C", "H"],
  quantity: (name) => ({ name }),
};
const context = {
  model,
  isBack: false,
  scale: 1,
  high: () => 1,
  notation: { symbols: { C: { base: "C" }, H: { base: "H" } } },
};
const at = (change = {}) => layoutRibbon({ ...context, ...change }, 1240, 130);

test("from the top there is the prediction, the cell with its rows, and the input, and none covers another", () => {
  const { pill, box, chip, rowHeight, stripHeight } = at();
  assert.ok(pill.top + pill.height < box.top && box.top + box.height < chip.top && chip.top + chip.height <= 130);
  assert.ok(stripHeight <= rowHeight);
  const back = at({ isBack: true });
  assert.ok(back.box.top + back.box.height < back.band.top);
  assert.ok(back.band.top + back.band.height < back.chip.top);
});

test("rows say the ends of their scales where these differ and there is room", () => {
  assert.equal(at().hasNotes, false);
  const differing = { high: ({ name }) => (name === "C" ? 2 : 1) };
  const { hasNotes, inset } = at(differing);
  assert.ok(hasNotes && inset > at().inset);
  const narrow = layoutRibbon({ ...context, ...differing }, 390, 130);
  assert.equal(narrow.hasNotes, false);
});

test("a state leaves to the side to which its cell reads on, and back its arrows are turned round", () => {
  const layout = at();
  const right = layoutRow(layout, 124, 0, 1, false);
  assert.ok(right.first[0] < right.first[1] && right.first[1] < right.onward[0] && right.onward[0] < right.onward[1]);
  const left = layoutRow(layout, 124, 0, -1, false);
  assert.ok(left.onward[1] < left.onward[0] && left.onward[0] < left.first[1]);
  const back = layoutRow(layout, 124, 0, 1, true);
  assert.ok(back.onward[1] < back.onward[0]);
  assert.ok(layoutRow(layout, 124, 1, 1, false).y - right.y === layout.rowHeight);
});
