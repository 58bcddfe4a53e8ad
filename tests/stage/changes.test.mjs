// What a reader changes by hand: one list, its way back, its link and its words.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  addChange,
  exchangeChange,
  formatChanges,
  LARGEST,
  misfit,
  MOST_CHANGES,
  numberOf,
  parseChanges,
  redoChange,
  removeChange,
  resetChanges,
  sentenceOf,
  setChanges,
  settleChanges,
  UNCHANGED,
  undoChange,
} from "../../rnnviz/stage/assets/hands/changes.js";

const bounds = {
  T: 5,
  quantities: new Map([
    ["F", { width: 8, high: 1 }],
    ["C", { width: 8, high: null }],
    ["backward.H", { width: 4, high: null }],
  ]),
  states: new Map([
    ["H", 8],
    ["backward.H", 4],
  ]),
  weights: new Map([
    ["W_hf", [8, 8]],
    ["b_f", [1, 8]],
    ["backward.W_xh", [6, 4]],
  ]),
  vocabulary: ["道", "法", "␣", ";", "%"],
  moments: [0, 30],
};
const held = { kind: "hold", quantity: "F", units: [4], from: 1, to: 4, value: 1 };
const text =
  "F.5.2-5=1;H0.3=0.5;W_hf.2.5=-0.3;x.3=道;weights=0;C.*.1=-2.5;F.1,3.1-5=0;backward.H0.*=1;backward.H.4.5=0.25";

const lists = (history) => history.list.map((one) => one.value);

test("a link says every kind of change, and reads what it says", () => {
  const { changes, left } = parseChanges(text, [bounds]);
  assert.deepEqual(left, []);
  assert.equal(formatChanges(changes), text);
  assert.deepEqual(changes[0], held);
  assert.deepEqual(changes[1], { kind: "initial", state: "H", unit: 2, value: 0.5 });
  assert.deepEqual(changes[2], { kind: "weight", name: "W_hf", row: 1, column: 4, value: -0.3 });
  assert.deepEqual(changes[3], { kind: "input", t: 2, character: "道" });
  assert.deepEqual(changes[4], { kind: "weights", moment: 0 });
});

test("a change of the second track says so", () => {
  const { changes } = parseChanges("2:F.5.2-5=1", [bounds, bounds]);
  assert.deepEqual(changes, [{ ...held, track: 1 }]);
  assert.equal(formatChanges(changes), "2:F.5.2-5=1");
  assert.deepEqual(parseChanges("2:F.5.2-5=1;F.5.2-5=1", [bounds]).left, ["2:F.5.2-5=1"]);
});

test("characters that mean something in a link survive it", () => {
  for (const character of [";", "%"]) {
    const written = formatChanges([{ kind: "input", t: 0, character }]);
    assert.equal(parseChanges(written, [bounds]).changes[0].character, character);
  }
});

test("of a hostile link the valid entries apply, and the rest is named", () => {
  const bad = [
    "F.9.1=1",
    "F.0.1=1",
    "F.5.6=1",
    "F.5.4-2=1",
    "F.5.1=1e400",
    "F.5.1=NaN",
    "F.5.1=",
    "F.5.1=1.5",
    "C.5.1=1001",
    "Q.5.1=1",
    "__proto__.5.1=1",
    "x.1=王",
    "weights=7",
    "W_hf.9.1=0",
    "H0.9=0",
    "=",
    "<b>",
  ];
  const { changes, left } = parseChanges(["F.5.2-5=1", ...bad, "H0.3=0.5"].join(";"), [bounds]);
  assert.equal(formatChanges(changes), "F.5.2-5=1;H0.3=0.5");
  assert.deepEqual(left, bad);
});

test("of thousands of entries a link's first ones apply", () => {
  const entries = Array.from({ length: 5000 }, (_, k) => `W_hf.${(k % 8) + 1}.${(Math.floor(k / 8) % 8) + 1}=0`);
  entries.splice(MOST_CHANGES - 1, 0, "F.1.1=0", "F.1.2=0");
  const { changes, left } = parseChanges(entries.join(";"), [bounds]);
  assert.equal(changes.length, MOST_CHANGES);
  assert.equal(changes.at(-1).kind, "hold");
  assert.equal(left[0], "F.1.2=0");
});

test("what is typed is a number, or it is none", () => {
  for (const [typed, value] of Object.entries({ 0.5: 0.5, " -3 ": -3, "−0.25": -0.25, ".5": 0.5, "1e-3": 0.001 })) {
    assert.equal(numberOf(typed), value);
  }
  for (const typed of ["", " ", "abc", "1e400", "1e4", "NaN", "Infinity", "0x10", "1_0", "1 2", "٣", "--1"]) {
    assert.equal(numberOf(typed), null, typed);
  }
});

test("a value that does not fit is refused with its reason", () => {
  assert.equal(misfit(held, bounds), null);
  const outside = { key: "changeNoNumber", field: "value", values: { least: "0", most: 1 } };
  assert.deepEqual(misfit({ ...held, value: 2 }, bounds), outside);
  assert.deepEqual(misfit({ ...held, quantity: "C", value: Infinity }, bounds).values, {
    least: `−${LARGEST}`,
    most: LARGEST,
  });
  assert.equal(misfit({ ...held, units: [8] }, bounds).key, "changeNoUnit");
  assert.equal(misfit({ ...held, units: [] }, bounds).key, "changeNoUnit");
  assert.equal(misfit({ ...held, to: 5 }, bounds).key, "changeNoStep");
  assert.equal(misfit({ ...held, to: 5 }, bounds).field, "to");
  assert.equal(misfit({ ...held, from: 3, to: 2 }, bounds).key, "changeNoSpan");
  assert.equal(misfit({ ...held, quantity: "Q" }, bounds).key, "changeNoName");
  assert.equal(misfit({ kind: "input", t: 0, character: "王" }, bounds).key, "changeNoCharacter");
});

test("a drag is many values, one entry and one step back", () => {
  let history = addChange(UNCHANGED, { kind: "initial", state: "H", unit: 0, value: 1 });
  for (const value of [0.1, 0.2, 0.3]) history = addChange(history, { ...held, value });
  assert.deepEqual(lists(history), [1, 0.3]);
  assert.deepEqual(lists(undoChange(history)), [1]);
  assert.deepEqual(lists(redoChange(undoChange(history))), [1, 0.3]);
});

test("a second drag of the same thing is a step of its own", () => {
  let history = settleChanges(addChange(UNCHANGED, held));
  history = addChange(addChange(history, { ...held, value: 0.5 }), { ...held, value: 0.25 });
  assert.deepEqual(lists(history), [0.25]);
  assert.deepEqual(lists(undoChange(history)), [1]);
});

test("dragging the end of a span keeps one entry", () => {
  let history = addChange(UNCHANGED, held);
  history = settleChanges(history);
  history = exchangeChange(history, 0, { ...held, to: 3 });
  history = exchangeChange(history, 0, { ...held, to: 2 });
  assert.equal(formatChanges(history.list), "F.5.2-3=1");
  assert.equal(formatChanges(undoChange(history).list), "F.5.2-5=1");
});

test("a span dragged onto another of the same length takes its place", () => {
  let history = addChange(addChange(UNCHANGED, held), { ...held, to: 3, value: 0 });
  history = exchangeChange(history, 1, { ...held, value: 0 });
  assert.equal(formatChanges(history.list), "F.5.2-5=0");
});

test("each change has its own way back, and reset has one too", () => {
  const both = addChange(addChange(UNCHANGED, held), { kind: "weight", name: "W_hf", row: 0, column: 0, value: 2 });
  assert.deepEqual(lists(removeChange(both, 0)), [2]);
  assert.deepEqual(lists(undoChange(removeChange(both, 0))), [1, 2]);
  assert.deepEqual(lists(resetChanges(both)), []);
  assert.deepEqual(lists(undoChange(resetChanges(both))), [1, 2]);
  assert.equal(resetChanges(UNCHANGED), UNCHANGED);
  assert.equal(undoChange(UNCHANGED), UNCHANGED);
  assert.equal(redoChange(UNCHANGED), UNCHANGED);
});

test("a new change ends what could be done again", () => {
  const history = addChange(undoChange(addChange(UNCHANGED, held)), { ...held, value: 0 });
  assert.equal(redoChange(history), history);
});

test("an experiment takes the place of its track's changes, as one step", () => {
  const two = { kind: "weight", name: "W_hf", row: 0, column: 0, value: 2 };
  const three = { ...two, column: 1, value: 3 };
  const before = addChange(addChange(UNCHANGED, held), { ...held, track: 1, value: 0.5 });
  const history = setChanges(before, [two, three]);
  assert.deepEqual(lists(history), [0.5, 2, 3]);
  assert.deepEqual(lists(undoChange(history)), [1, 0.5]);
  assert.deepEqual(lists(setChanges(before, [two], 1)), [1, 2]);
});

test("the list has an end, and a number no more digits than its link", () => {
  let history = UNCHANGED;
  for (let k = 0; k < 100; k += 1) {
    history = addChange(history, { kind: "weight", name: "W_hf", row: k % 8, column: Math.floor(k / 8), value: 1 / 3 });
  }
  assert.equal(history.list.length, MOST_CHANGES);
  assert.equal(history.list[0].value, 0.333333);
});

test("a change is a sentence", () => {
  const strings = {
    changeHold: "{quantity} of {units} held at {value} {steps}",
    changeInput: "character {t} exchanged for {character}",
    changeInitial: "{quantity} of {units} begins at {value}",
    changeWeight: "{name} set to {value}",
    changeWeights: "weights as they were after {moment} steps",
    changeWeightsBefore: "weights as they were before learning",
    changeUnit: "unit {unit}",
    changeUnits: "units {unit}",
    changeAllUnits: "every unit",
    changeComma: ", ",
    changeStep: "at step {from}",
    changeSteps: "from step {from} to {to}",
    changeAllSteps: "at every step",
  };
  const titleOf = (name) => ({ F: "forget gate", H: "hidden state" })[name];
  const weightOf = (name, row, column) => `${name}[${row + 1}, ${column + 1}]`;
  const words = { strings, titleOf, weightOf, short: String, T: 5 };
  const say = (change) => sentenceOf(change, words);
  assert.equal(say(held), "forget gate of unit 5 held at 1 from step 2 to 5");
  assert.equal(say({ ...held, units: null, from: 0 }), "forget gate of every unit held at 1 at every step");
  assert.equal(say({ ...held, units: [0, 2], to: 1 }), "forget gate of units 1, 3 held at 1 at step 2");
  assert.equal(say({ kind: "input", t: 2, character: "道" }), "character 3 exchanged for 道");
  assert.equal(say({ kind: "initial", state: "H", unit: 2, value: 0.5 }), "hidden state of unit 3 begins at 0.5");
  assert.equal(say({ kind: "weight", name: "b_f", row: 0, column: 4, value: 1 }), "b_f[1, 5] set to 1");
  assert.equal(say({ kind: "weights", moment: 30 }), "weights as they were after 30 steps");
  assert.equal(say({ kind: "weights", moment: 0 }), "weights as they were before learning");
});
