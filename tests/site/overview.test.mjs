// The overview of a network with many units on a wide screen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { overviewLook } from "../../rnnviz/units/browser/reading.js";

test("each unit has its row of shades, however many there are", () => {
  const [units, count] = [128, 5000];
  const values = Float64Array.from({ length: units * count }, (_, k) => (k % units === 3 ? -1 : 0.5));
  const numbers = { read: { mostColumns: 2000, shades: 127 } };
  const of = { values: new Map([["H", values]]), widths: new Map([["H", units]]), indices: Array(count).fill(0) };
  const { columns, rows, shares } = overviewLook({ ...of, numbers }, "H", 2000);
  const shades = new Int8Array(Buffer.from(shares, "base64"));
  assert.deepEqual([rows, shades.length], [units, units * columns]);
  assert.ok(columns >= 1000);
  assert.ok(shades.every((one, k) => Math.sign(one) === (Math.floor(k / columns) === 3 ? -1 : 1)));
});
