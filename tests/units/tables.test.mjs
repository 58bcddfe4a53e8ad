import assert from "node:assert/strict";
import { test } from "node:test";

import { rankingTable, spreadTable, valuesOffer } from "../../rnnviz/units/view/assets/tables.js";

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
