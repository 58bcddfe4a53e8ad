// The picture of all units, the guess, and the way to the stage.

import assert from "node:assert/strict";
import { test } from "node:test";

import { guessAt, wordFor } from "../../rnnviz/units/view/assets/guess.js";
import { addressOnStage } from "../../rnnviz/units/view/assets/onstage.js";
import { moved } from "../../rnnviz/units/view/assets/place.js";
import { layoutTest, layoutWays, unitBeside, unitNear } from "../../rnnviz/units/view/assets/testlayout.js";
import { drawTest } from "../../rnnviz/units/view/assets/testplot.js";

const box = { width: 400, height: 160, u: 12 };
const told = {
  nothing: 0.5,
  scores: [0.52, 0.97, 0.58, 0.61],
  chance: 0.7,
  costs: new Map([
    [0, 0.001],
    [1, 0.02],
    [2, 0.05],
  ]),
  quantity: "H",
  unit: 1,
  own: { cost: 0.02, low: -0.01, high: 0.06 },
};
const layout = layoutTest(told, box);
const bounds = { count: 9, units: () => 4 };

test("a unit that tells more stands farther right, and one that costs more stands higher", () => {
  const [tells, costs] = [layout.chosen, layout.dots.find(({ unit }) => unit === 2)];
  assert.ok(tells.x > layout.chance.x && costs.x < layout.chance.x);
  assert.ok(costs.y < tells.y && tells.y < layout.zero);
});

test("only units that were held have a dot", () => {
  assert.deepEqual(layout.dots.map(({ unit }) => unit).sort(), [0, 2]);
});

test("every unit but the chosen one is drawn to be clicked, and the chosen one in its own hue", () => {
  const strings = { nats: "nats", testChance: "chance {chance}" };
  const marks = drawTest(layout, { u: 12, measure: "auc", score: told.chance, hue: "state", strings });
  const dots = marks.flatMap(([tag, attributes]) => (tag === "circle" ? [attributes] : []));
  assert.deepEqual(
    dots.flatMap((one) => one["data-unit"] ?? []).sort(),
    layout.dots.map(({ unit }) => unit),
  );
  assert.match(dots.at(-1).class, /hue-state/);
  assert.match(JSON.stringify(marks), /chance 0\.7/);
});

test("the chosen unit's interval goes below zero where its cost may be none", () => {
  const [low, high] = layout.chosen.ends;
  assert.ok(high < layout.chosen.y && layout.chosen.y < layout.zero && layout.zero < low);
  assert.ok(high >= 0 && low <= box.height);
});

test("the chosen unit and the costliest are named, within the picture, with their costs", () => {
  assert.deepEqual(
    layout.names.map(({ words }) => words),
    ["H[2] 0.0200", "H[3] 0.0500"],
  );
  for (const { x, place, words } of layout.names) {
    assert.ok(place !== "start" || x + words.length * 0.54 * box.u <= box.width);
  }
});

test("of overlapping names the chosen unit's stays", () => {
  const crowd = {
    ...told,
    costs: new Map([...Array(4).keys()].map((unit) => [unit, 0.02])),
    scores: [0.9, 0.9, 0.9, 0.9],
  };
  assert.ok(layoutTest(crowd, { ...box, width: 90 }).names.some(({ isChosen }) => isChosen));
});

test("what stands beside the line of chance keeps off it, and names keep out of the corners", () => {
  const words = { mattersOnly: "matters", tellsAndMatters: "both", tellsOnly: "tells" };
  const { chance, corners, names } = layoutTest(told, { ...box, words });
  assert.deepEqual(
    corners.map(({ word }) => word),
    ["mattersOnly", "tellsAndMatters", "tellsOnly"],
  );
  const [left, right] = corners.map(({ room }) => room);
  assert.ok(left[2] < chance.x && chance.x < right[0]);
  assert.equal(layoutTest(told, { ...box, height: 100, words }).corners.length, 0);
  const over = ({ x, y }) => corners.some(({ room: [l, t, r, b] }) => l < x && x < r && t < y && y < b);
  assert.ok(!names.some(over));
});

test("the unit under the pointer is the nearest one, if it is near", () => {
  const { x, y } = layout.chosen;
  assert.equal(unitNear(layout, x - 4, y + 3), 1);
  assert.equal(unitNear(layout, x - 40, y), null);
});

test("arrows go from dot to dot across and upwards, and stop at the end", () => {
  assert.equal(unitBeside(layout, "x", 1), 1);
  assert.equal(unitBeside(layout, "x", -1), 2);
  assert.equal(unitBeside(layout, "y", 1), 2);
  assert.equal(unitBeside(layout, "y", -1), 0);
});

test("the three ways stand on one scale, with no cost between what helps and what harms", () => {
  const side = (cost) => ({ cost, low: cost - 0.01, high: cost + 0.01 });
  const { zero, ways } = layoutWays(
    { mean: { on: side(0.1), off: side(-0.02) }, zero: { on: side(0.05), off: null } },
    100,
  );
  assert.ok(ways.mean.off.at < zero && zero < ways.zero.on.at && ways.zero.on.at < ways.mean.on.at);
  assert.equal(ways.zero.off, null);
  assert.ok(ways.mean.off.from >= 0 && ways.mean.on.to <= 100);
});

test("a question goes along to the next unit, and an answer is put away with the unit it was given for", () => {
  const at = (guess) => ({ quantity: "H", unit: 1, k: 0, label: "quotes", guess });
  assert.equal(moved(at(""), { unit: 2 }, bounds).guess, "");
  assert.equal(moved(at("neither"), { k: 3 }, bounds).guess, "neither");
  assert.equal(moved(at("neither"), { unit: 2 }, bounds).guess, null);
  assert.equal(guessAt(at(""), at("neither")), "neither");
});

test("each verdict is one of the four answers", () => {
  assert.equal(wordFor({ tells: true, matters: false }), "tellsOnly");
  assert.equal(wordFor({ tells: false, matters: true }), "mattersOnly");
});

const characters = [..."0123456789".repeat(50)];
const place = { quantity: "H", unit: 6, k: 300, run: "0123456789abcdef", step: "", text: "", kept: "", corpus: "" };

test("a run is opened on the stage at the same character, with the unit held at its mean", () => {
  const address = addressOnStage({ kind: "run", at: 500, characters }, place, [0.25, 0.75], 200);
  const query = new URL(address, "http://here").searchParams;
  assert.match(address, /^step\?/);
  assert.equal(query.get("run"), "0123456789abcdef");
  assert.equal(query.get("at"), "500");
  assert.equal(query.get("changes"), "H.7.*=0.5");
  assert.equal(query.get("text").length, 200);
  assert.equal(query.get("text")[Number(query.get("t")) - 1], characters[300]);
});

test("a network of the Step page is opened with its own text, and with no other", () => {
  const own = { ...place, k: 2, step: "cell=gru&text=abcd" };
  const source = { kind: "step", at: null, characters: [..."abcd"] };
  const query = new URL(addressOnStage(source, own, [1], 200), "http://here").searchParams;
  assert.deepEqual([query.get("cell"), query.get("text"), query.get("t")], ["gru", "abcd", "3"]);
  assert.equal(addressOnStage(source, { ...own, text: "dcba" }, [1], 200), "");
});

test("a network that the Step page cannot open has no way there", () => {
  assert.equal(addressOnStage({ kind: "net", at: 3000, characters }, place, [1], 200), "");
});
