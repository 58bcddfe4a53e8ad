// Layers are as thick as they are large, none crosses another, and a label has room of its own.

import assert from "node:assert/strict";
import { test } from "node:test";

import { riverColumns, riverLabels, riverLayers } from "../../rnnviz/stage/assets/panels/riverlayout.js";

const T = 6;
const HEIGHT = 200;
// Layer k comes in at step k − 1, and a share of it goes on.
const size = (k, t) => (k === 0 ? 0 : k - 1 > t ? 0 : (2 + (k % 3)) * 0.6 ** (t - k + 1));
const total = (t) => Array.from({ length: t + 2 }, (_, k) => size(k, t)).reduce((sum, one) => sum + one, 0);
const most = Math.max(...Array.from({ length: T }, (_, t) => total(t)));

function laidAt(t, width = 600) {
  const columns = riverColumns(T, t, width, 1);
  return { columns, ...riverLayers({ size, t, most, height: HEIGHT, columns }) };
}

/** The points of a path through which its edges go, without the handles of its curves. */
function points(path) {
  const found = [];
  let at = [0, 0];
  for (const [, letter, words] of path.matchAll(/([MLHCZ])([^MLHCZ]*)/g)) {
    const numbers = words.trim().split(/[ ,]+/).map(Number);
    if (letter === "Z") continue;
    at = letter === "H" ? [numbers[0], at[1]] : numbers.slice(-2);
    found.push(at);
  }
  return found;
}

test("at each step a layer is as thick as it is large", () => {
  const { layers, top } = laidAt(T - 1);
  assert.deepEqual(
    layers.map(({ k }) => k),
    [1, 2, 3, 4, 5, 6],
  );
  for (const { k, from, to } of layers) {
    assert.ok(Math.abs(from - to - (size(k, T - 1) / most) * HEIGHT) < 1e-9);
    for (let t = k - 1; t < T; t += 1) {
      assert.ok(Math.abs(top(t, k - 1) - top(t, k) - (size(k, t) / most) * HEIGHT) < 1e-9);
    }
  }
});

test("the river ends at the step that is read, and what comes later is nowhere", () => {
  for (let t = 0; t < T; t += 1) {
    const { layers, columns } = laidAt(t);
    assert.equal(layers.length, t + 1);
    const end = columns.x(t) + columns.column / 2;
    for (const { path } of layers) assert.ok(points(path).every(([x]) => x <= end + 0.01));
  }
});

test("the upper edge of a layer is the lower edge of the next one", () => {
  const { layers } = laidAt(T - 1);
  for (let n = 0; n + 1 < layers.length; n += 1) {
    const [below, above] = [points(layers[n].path), points(layers[n + 1].path)].map((all) => new Set(all.map(String)));
    const shared = [...above].filter((point) => below.has(point));
    // Each of its steps has two ends, but for those before it came in.
    assert.ok(shared.length >= 2 * (T - layers[n + 1].k), `${shared}`);
  }
});

test("a long text is shown around its step, each character wide enough", () => {
  const columns = riverColumns(200, 120, 600, 1);
  assert.ok(columns.column >= 26);
  assert.ok(columns.first <= 120 && 120 < columns.first + columns.count);
  assert.ok(columns.x(120) > 0 && columns.x(120) < 600);
});

test("labels do not touch, and the chosen layer has one however thin it is", () => {
  const { layers } = laidAt(T - 1);
  for (const chosen of [1, 3, 6]) {
    const labels = riverLabels(layers, chosen, 14, HEIGHT);
    assert.ok(labels.some(({ k }) => k === chosen));
    const heights = labels.map(({ y }) => y).sort((a, b) => a - b);
    for (let n = 1; n < heights.length; n += 1) assert.ok(heights[n] - heights[n - 1] >= 14);
    assert.ok(heights.every((y) => y <= HEIGHT));
  }
});

test("every layer as high as its word is named, in the order of the layers and near its own", () => {
  const edges = [0, 14, 28, 60, 62, 64, 66, 68, 90, 104, 118, 200];
  const layers = edges.slice(1).map((to, n) => ({ k: n + 1, path: "", from: HEIGHT - edges[n], to: HEIGHT - to }));
  const labels = riverLabels(layers, 5, 14, HEIGHT);
  const high = layers.filter(({ from, to }) => from - to >= 14).map(({ k }) => k);
  assert.ok(high.every((k) => labels.some((one) => one.k === k)));
  assert.ok(labels.every(({ y, at }) => Math.abs(y - at) <= 14));
  for (let n = 1; n < labels.length; n += 1) {
    assert.ok(labels[n - 1].y - labels[n].y >= 16 - 1e-9 && labels[n].k > labels[n - 1].k);
  }
  // With fewer places than layers the thickest have them, and the chosen one.
  const few = riverLabels(layers, 5, 14, 60).map(({ k }) => k);
  assert.ok(few.includes(5) && few.includes(11) && few.length <= 4);
});
