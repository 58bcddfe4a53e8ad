import assert from "node:assert/strict";
import { test } from "node:test";

import {
  diagramNeeds,
  mapGrid,
  openParts,
  placeNode,
  ribbonWindow,
  roundedPath,
  stageSizes,
  stripCell,
  stripLayout,
  unitAt,
  waterfall,
  wire,
  withRows,
} from "../../rnnviz/stage/assets/panels/geometry.js";

test("a short text fills the ribbon, each step with the same room", () => {
  assert.deepEqual(ribbonWindow(5, 3, 1200, 128), { first: 0, count: 5, columnWidth: 240 });
});

test("the ribbon always shows the current step, and its neighbours where there are any", () => {
  for (const T of [1, 2, 9, 10, 40, 199]) {
    for (let t = 0; t < T; t += 1) {
      const { first, count } = ribbonWindow(T, t, 1200, 128);
      assert.ok(first >= 0 && first + count <= T, `window of T=${T}, t=${t}`);
      assert.ok(t >= first && t < first + count);
      if (t > 0) assert.ok(t - 1 >= first, `step before of T=${T}, t=${t}`);
      if (t < T - 1) assert.ok(t + 1 < first + count, `step after of T=${T}, t=${t}`);
    }
  }
});

test("the ribbon moves in pages, so that most steps leave the picture in place", () => {
  let moves = 0;
  for (let t = 1; t < 40; t += 1) {
    moves += ribbonWindow(40, t, 1200, 128).first === ribbonWindow(40, t - 1, 1200, 128).first ? 0 : 1;
  }
  assert.ok(moves <= 6, `${moves} moves`);
});

test("the cells of a strip lie inside it, side by side, for any number of units", () => {
  for (const length of [1, 2, 8, 16, 31, 128]) {
    const layout = stripLayout(length, 110, 17);
    const seen = new Set();
    for (let unit = 0; unit < length; unit += 1) {
      const [x, y, w, h] = stripCell(layout, unit, 110);
      assert.ok(x >= 0 && x + w <= 110.001 && y >= 0 && y + h <= 17.001 && w > 0 && h > 0);
      seen.add(`${x.toFixed(3)} ${y.toFixed(3)}`);
      assert.equal(unitAt(layout, 110, x + w / 2, y + h / 2, length), unit);
    }
    assert.equal(seen.size, length);
  }
});

test("a point beside a strip belongs to its nearest unit", () => {
  const layout = stripLayout(8, 110, 17);
  assert.equal(unitAt(layout, 110, -5, 3, 8), 0);
  assert.equal(unitAt(layout, 110, 500, 3, 8), 7);
});

test("a wire begins and ends at the edges of its boxes and runs level or upright", () => {
  const from = placeNode({ kind: "function", x: 20, y: 40 }, 1000, 600, 1, 100);
  const to = placeNode({ kind: "product", x: 50, y: 10 }, 1000, 600, 1, 100);
  const points = wire(from, to, [[20, 10]], 1000, 600);
  assert.deepEqual(points, [
    [200, 400 - 14],
    [200, 100],
    [500 - 12, 100],
  ]);
  for (let k = 1; k < points.length; k += 1) {
    assert.ok(points[k][0] === points[k - 1][0] || points[k][1] === points[k - 1][1]);
  }
});

test("a wire may enter a box beside its middle", () => {
  const from = placeNode({ kind: "function", x: 10, y: 50 }, 1000, 600, 1, 100);
  const to = placeNode({ kind: "function", x: 30, y: 30 }, 1000, 600, 1, 100);
  assert.deepEqual(wire(from, to, [[29, 50]], 1000, 600).at(-1), [290, 314]);
});

test("of a wire those parts are open that nothing lies over", () => {
  const wire = [
    [0, 10],
    [100, 10],
    [100, 60],
  ];
  const strip = { x: 30, y: 2, width: 20, height: 16 };
  assert.deepEqual(openParts(wire, []), [
    { x: 0, y: 10, length: 100, isLevel: true },
    { x: 100, y: 10, length: 50, isLevel: false },
  ]);
  // Two that lie over each other, one over the end, and one beside it.
  const boxes = [{ ...strip, x: 40 }, strip, { x: 90, y: 40, width: 20, height: 40 }, { ...strip, y: 20 }];
  assert.deepEqual(openParts(wire, boxes), [
    { x: 0, y: 10, length: 30, isLevel: true },
    { x: 60, y: 10, length: 40, isLevel: true },
    { x: 100, y: 10, length: 30, isLevel: false },
  ]);
  // From the other end they are the same parts.
  assert.deepEqual(openParts(wire.toReversed(), boxes).toReversed().length, 3);
});

test("a path rounds its corners and keeps its ends", () => {
  const path = roundedPath(
    [
      [0, 0],
      [10, 0],
      [10, 10],
    ],
    4,
  );
  assert.equal(path, "M0 0L6 0Q10 0 10 4L10 10");
});

test("the bars of a waterfall add up to the sum of all terms, the largest first", () => {
  const values = [0.1, -2, 0.5, 0.3, -0.2, 1.5];
  const { bars, low, high } = waterfall(values, 4);
  assert.deepEqual(
    bars.map((bar) => bar.term),
    [1, 5, 2, -1],
  );
  assert.equal(bars.at(-1).rest, 3);
  assert.ok(Math.abs(bars.at(-1).to - values.reduce((a, b) => a + b)) < 1e-12);
  for (let k = 1; k < bars.length; k += 1) assert.equal(bars[k].from, bars[k - 1].to);
  assert.equal(low, -2);
  assert.ok(Math.abs(high - 0.2) < 1e-12);
});

test("a term that stands alone has its bar however small it is, and the bars still add up", () => {
  const values = [0.1, -2, 0.5, 0.3, -0.2, 1.5];
  const { bars } = waterfall(values, 4, undefined, undefined, [0]);
  assert.deepEqual(
    bars.map((bar) => bar.term),
    [1, 5, 0, -1],
  );
  assert.equal(bars.at(-1).rest, 3);
  assert.ok(Math.abs(bars.at(-1).to - values.reduce((a, b) => a + b)) < 1e-12);
});

test("a common bar counts what each of its terms stands for", () => {
  const { bars } = waterfall([5, 4, 0.1, 0.3], 3, [1, 1, 1, 2994]);
  assert.equal(bars.at(-1).rest, 2995);
});

test("a waterfall of few terms has no common bar", () => {
  assert.deepEqual(
    waterfall([1, 2], 4).bars.map((bar) => bar.rest),
    [0, 0],
  );
});

test("maps of a long text take several rows, those of a short one stand in one", () => {
  assert.equal(mapGrid(6, 5, 8, 740, 180, 42).rows, 1);
  assert.ok(mapGrid(6, 199, 16, 740, 180, 42).rows > 1);
  assert.equal(mapGrid(6, 30, 6, 740, 130, 42).rows, 1, "no flatter cells only to be wider");
  // On a phone a map is no narrower than the longest word above it.
  assert.equal(mapGrid(6, 5, 8, 350, 190, 59).columns, 6);
  assert.ok(mapGrid(6, 5, 8, 350, 190, 59, 75).columns <= 4);
  assert.equal(mapGrid(3, 5, 8, 40, 190, 59, 75).columns, 1);
});

test("rows that come and go take their height from the middle, as far as it can be read", () => {
  for (const [width, height] of [
    [1240, 624],
    [1880, 984],
    [1020, 560],
  ]) {
    const usual = stageSizes(width, height, false);
    const made = withRows(usual, 40 * usual.scale);
    assert.ok(Math.abs(usual.middle - made.middle - 40 * usual.scale) < 1, `${width}×${height}`);
    assert.deepEqual(withRows(made, 0), made);
    assert.ok(withRows(usual, 1000).middle >= 268 * usual.scale);
    assert.equal(withRows(usual, 1000).ribbon, usual.ribbon, "on a page one scrolls");
  }
});

test("on a slide all of what comes finds its room, the line's last of all", () => {
  const usual = stageSizes(1280, 720, true);
  const whole = ({ ribbon, middle }) => ribbon + middle;
  for (const height of [30, 90, 200]) {
    assert.ok(Math.abs(whole(usual) - whole(withRows(usual, height)) - height) < 1, `${height}`);
  }
});

test("in presenter mode the parts fit the screen", () => {
  for (const [width, height] of [
    [1280, 720],
    [1920, 1080],
    [1024, 768],
  ]) {
    const { ribbon, middle, scale } = stageSizes(width, height, true);
    // The bar, the foot, and the edges of the screen.
    assert.ok(ribbon + middle + 114 * scale <= height, `${width}×${height}`);
  }
});

test("on a projector a letter of 14 is 18 pixels high, and in full high definition as much larger", () => {
  assert.ok(14 * stageSizes(1280, 720, true).scale >= 18);
  assert.ok(14 * stageSizes(1920, 1080, true).scale >= 27);
});

test("networks under one another are as high as they are at their highest, whichever is in focus", () => {
  const lstm = { focused: 2, beside: 1 };
  const both = { focused: 2, beside: 2 };
  const alone = stageSizes(1280, 624, false).ribbon;
  const ribbon = (...lanes) => stageSizes(1280, 624, false, lanes).ribbon;
  assert.equal(ribbon(lstm), alone);
  assert.ok(ribbon(lstm, lstm, lstm) > alone);
  assert.ok(ribbon(both, both, lstm) > ribbon(both, lstm, lstm));
  assert.ok(ribbon(both, lstm, lstm) > ribbon(lstm, lstm, lstm));
});

test("a low window has all of it at once", () => {
  const low = stageSizes(1240, 560, false);
  assert.ok(low.ribbon + low.middle + 130 * low.scale <= 560);
});

test("a page in full high definition uses the window's height", () => {
  const height = 990;
  const { ribbon, middle, scale } = stageSizes(1890, height, false);
  const whole = ribbon + middle + 130 * scale;
  assert.ok(whole <= height && whole > 0.95 * height, `${whole}`);
});

test("a high and narrow window has no stage that is higher than wide", () => {
  const { ribbon, middle } = stageSizes(1020, 1400, false);
  assert.ok(ribbon + middle < 700);
});

test("a diagram needs room for each level of its nodes", () => {
  const nodes = [{ y: 8 }, { y: 8 }, { y: 20 }, { y: 50 }];
  assert.ok(diagramNeeds(nodes) > diagramNeeds(nodes.slice(0, 2)));
});

test("a phone stacks the parts", () => {
  assert.ok(stageSizes(390, 844, false).stacked);
  assert.ok(!stageSizes(1280, 720, false).stacked);
});
