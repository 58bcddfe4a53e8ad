import assert from "node:assert/strict";
import { test } from "node:test";

import { placesTable, restTable, similarTable } from "../../rnnviz/units/view/assets/placetables.js";
import {
  costsTable,
  pairsTable,
  partedTable,
  rankingTable,
  spreadTable,
  valuesOffer,
  waysTable,
} from "../../rnnviz/units/view/assets/tables.js";

const strings = new Proxy({ tablePlaces: "{from} to {to} of {T}" }, { get: (own, name) => own[name] ?? name });
const count = 1000;
const values = Float64Array.from({ length: count }, (_, k) => k / count);
const page = {
  strings,
  source: { characters: Array.from({ length: count }, (_, k) => "=a b"[k % 4]), count },
  place: () => ({ k: 500, mask: Uint8Array.from({ length: count }, (_, k) => (k % 2 ? 255 : 0)) }),
};

test("a unit along the text is read around the place, and its file has every place with all digits", () => {
  const { make } = valuesOffer(page, [{ name: "H[3]", values }]);
  const [read, whole] = [make(false), make(true)];
  assert.deepEqual(read.columns, ["tableCharacter", "H[3]", "tableLabel"]);
  assert.equal(read.note, "381 to 620 of 1000");
  assert.deepEqual(read.rows[120], { head: "501", cells: ["=", 0.5, 0] });
  assert.deepEqual(
    [whole.rows.length, whole.rows.at(-1).head, whole.rows.at(-1).cells],
    [1000, "1000", ["b", 0.999, 1]],
  );
});

test("units are ranked beside the line of chance, and a probe of a kind that is not there has no column", () => {
  const best = [{ quantity: "H", unit: 2, auc: 0.9, first: 0.8, direction: 1, isFind: true }];
  const ranking = rankingTable({ best, measure: "auc", chance: 0.6 }, strings);
  assert.deepEqual(ranking.rows, [{ head: "H[3]", cells: [0.9, 0.8, 0.6] }]);
  const told = {
    probe: [
      ["1", 0.7],
      ["all", 0.9],
    ],
    control: null,
    before: [
      ["1", 0.5],
      ["all", 0.6],
    ],
    chance: 0.6,
  };
  const words = { kinds: { probe: "probe", control: "control", before: "before" }, sizes: (size) => `${size} units` };
  const table = spreadTable(told, words, strings);
  assert.deepEqual(table.columns, ["probe", "before", "chanceLine"]);
  assert.deepEqual(table.rows[1], { head: "all units", cells: [0.9, 0.6, 0.6] });
});

test("a unit that was not held yet has a score and no cost", () => {
  const costs = new Map([[1, { unit: 1, on: 0.4, low: 0.3, high: 0.5, off: null }]]);
  const ranking = { measure: "auc", units: [0.6, 0.9], chance: 0.7 };
  const { columns, rows } = costsTable({ ranking, costs }, "H_tilde", strings);
  assert.deepEqual(columns, ["auc", "tableCost", "tableFrom95", "tableTo95", "tableElsewhere"]);
  assert.deepEqual(rows, [
    { head: "H\u0303[1]", cells: [0.6, "", "", "", ""] },
    { head: "H\u0303[2]", cells: [0.9, 0.4, 0.3, 0.5, ""] },
  ]);
  const held = { zero: { on: { cost: 1, low: 0, high: 2 }, off: { cost: 3 }, places: 7 } };
  assert.deepEqual(waysTable(held, strings).rows, [{ head: "way_zero", cells: [1, 0, 2, 3, "7"] }]);
  const pairs = [{ units: [0, 4], cost: 0.1, low: -0.2, high: 0.3 }];
  assert.deepEqual(pairsTable(pairs, "H", strings).rows, [{ head: "H[1]", cells: ["H[5]", 0.1, -0.2, 0.3] }]);
});

test("a unit's values are counted between edges, and those of a label of numbers have quartiles", () => {
  const apart = partedTable({ edges: [-1, 0, 1], on: [2, 3], off: [5, 0] }, strings);
  assert.deepEqual(apart.rows[1], { head: "0", at: 0, cells: [1, "3", "0"] });
  const levels = [{ value: 2, places: 9, lower: 0.1, median: 0.2, upper: 0.3 }];
  assert.deepEqual(partedTable({ levels }, strings).rows, [{ head: "2", cells: [0.1, 0.2, 0.3, "9"] }]);
});

test("places of like states stand with what is around them, and with what was expected there", () => {
  const source = { characters: [..."=a\nb"], widths: "1111", outputs: ["a", "b"], count: 4 };
  const told = { places: [2, 0], distances: [0.5, 1], outputs: [1], p: [0.75] };
  const { columns, rows } = similarTable(told, source, strings);
  assert.equal(columns.length, rows[0].cells.length);
  assert.deepEqual(rows[0], { head: "3", cells: ["↵", "'=a↵b", 0.5, "b", 0.75] });
  assert.deepEqual(rows[1].cells.slice(3), ["", ""]);
  const point = { isStable: true, radius: 0.9, reached: 3, place: 1, outputs: [0], p: [0.6] };
  const rest = restTable({ points: [point], tried: 8 }, source, strings);
  assert.deepEqual(rest.rows, [{ head: "1", cells: ["restStable", 0.9, "restOf", "2", "a", 0.6] }]);
  const more = { heads: ["value"], cells: (k) => [k] };
  assert.equal(placesTable([3], source, more, strings).rows[0].cells.at(-1), 0);
});
