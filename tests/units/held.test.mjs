// What is asked of the server about costs, and in which order.

import assert from "node:assert/strict";
import { test } from "node:test";

import { costsOf } from "../../rnnviz/units/view/assets/costs.js";

const HELD = { mean: { on: { cost: 0.1, low: 0, high: 0.2 }, off: null } };
const place = { quantity: "H", unit: 17, label: "quotes", pattern: "", spans: "", how: "mean" };

/** A page of 40 units whose server answers each look when `answer` is called, in the order of the questions. */
function asked() {
  const questions = [];
  const page = {
    place: () => place,
    quantity: () => ({ units: 40 }),
    look: (name, more) =>
      new Promise((resolve) => {
        questions.push({
          name,
          ...more,
          tell: (told) => resolve({ told, refused: "" }),
          refuse: (refused) => resolve({ told: null, refused }),
        });
      }),
  };
  return { page, questions };
}
const costs = (chunk) => ({
  costs: Array.from({ length: Math.min(16, 40 - 16 * chunk) }, (_, k) => ({
    unit: 16 * chunk + k,
    on: 0.1,
    low: 0,
    high: 0.2,
    off: null,
  })),
});
const settled = () => new Promise((resolve) => setImmediate(resolve));
const names = (questions) => questions.map(({ name, chunk }) => (chunk === undefined ? name : `${name} ${chunk}`));

/** Answers whatever is asked until nothing is. */
async function answerAll(questions, from = 0) {
  for (let k = from; k < questions.length; k += 1) {
    const { name, chunk, tell } = questions[k];
    tell({ ranking: { units: [] }, held: { ways: HELD }, costs: costs(chunk ?? 0), verdict: { word: "tells" } }[name]);
    await settled();
  }
}

test("the chosen unit is asked first, then all units piece by piece, then the verdict", async () => {
  const { page, questions } = asked();
  const { follow, known } = costsOf(page, () => {});
  follow(place);
  await answerAll(questions);
  assert.deepEqual(names(questions), ["held", "ranking", "costs 0", "costs 1", "costs 2", "verdict"]);
  assert.equal(known.costs.size, 40);
  assert.equal(known.verdict.word, "tells");
});

test("of a question that was given up no further piece is asked, and no answer is kept", async () => {
  const { page, questions } = asked();
  const { follow, known } = costsOf(page, () => {});
  follow(place);
  questions[1].tell({ units: [] });
  await settled();
  assert.equal(names(questions).at(-1), "costs 0");
  follow({ ...place, label: "brackets" });
  const before = questions.length;
  questions[2].tell(costs(0));
  questions[0].tell({ ways: HELD });
  await settled();
  assert.equal(questions.length, before);
  assert.equal(known.costs.size, 0);
  assert.equal(known.held, null);
  assert.ok(questions.slice(3).every(({ label }) => label === "brackets"));
});

test("the same place asks nothing again, and a place without a question asks nothing", () => {
  const { page, questions } = asked();
  const { follow } = costsOf(page, () => {});
  follow({ ...place, label: "" });
  assert.equal(questions.length, 0);
  follow(place);
  follow({ ...place, k: 7, hover: 3 });
  assert.deepEqual(names(questions), ["held", "ranking"]);
});

test("a refusal is kept as it was said, and ends the asking", async () => {
  const { page, questions } = asked();
  const { follow, known } = costsOf(page, () => {});
  follow(place);
  questions[1].refuse("The label is on at 3 places; it takes ten.");
  await settled();
  assert.equal(known.refused, "The label is on at 3 places; it takes ten.");
  assert.deepEqual(names(questions), ["held", "ranking"]);
});
