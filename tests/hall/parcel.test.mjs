// Run with `node --test tests/hall/*.test.mjs`.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { packed, unpack } from "../../rnnviz/hall/assets/parcel.js";
import { keptPlans } from "../../rnnviz/hall/assets/plans.js";
import { viewNow } from "../../rnnviz/hall/assets/planruns.js";
import { prepared } from "../../rnnviz/hall/assets/prepared.js";

const LIMITS = { views: 100, view: 8000, say: 500, title: 100, minutes: 600, lines: 7, line: 300 };
const TRAIN = "train?corpus=helicopter";
const RUN = `${TRAIN}&run=0123456789abcdef`;
const stop = (view, say = "") => ({ view, minutes: 0, ask: "", say, question: [] });
const WHAT = { ...stop("softmax"), question: ["What?", "<b>this</b>", "* that"] };
const GIVEN = { title: "Given", views: [stop("step?t=1", "<b>a note</b>"), stop(TRAIN), WHAT] };
const ASKED = [[2, "What?", "abcd23"]];
const MINE = { title: "Mine", views: [stop("softmax", "my own")] };

/** A browser of its own, which has room for so many characters. */
function browser(kept, most = Infinity) {
  const values = new Map(Object.entries(kept).map(([name, value]) => [name, JSON.stringify(value)]));
  globalThis.sessionStorage = { getItem: () => null, setItem() {}, removeItem() {} };
  globalThis.localStorage = {
    getItem: (name) => values.get(name) ?? null,
    setItem(name, value) {
      if (value.length > most) throw new DOMException("full", "QuotaExceededError");
      values.set(name, value);
    },
  };
}
const giver = () =>
  browser({
    "rnnviz plans": {
      plans: [MINE, GIVEN],
      chosen: 1,
      at: 1,
      isWalked: true,
      walk: 3,
      since: 7,
      asked: ASKED,
      begun: [[TRAIN, RUN, 3]],
    },
    "rnnviz questions": ["Why?\n* so\nnot so", "Mine too?"],
  });

let sent = "";
beforeEach(() => {
  giver();
  sent = JSON.stringify(packed());
});

test("who takes a room over has its plan, notes, place, training and questions, beside one's own", () => {
  assert.ok(!sent.includes("my own"));
  browser({ "rnnviz plans": { plans: [MINE], chosen: 0 }, "rnnviz questions": ["Mine too?", "Other?"] });
  assert.equal(unpack(sent, LIMITS), null);
  const state = keptPlans(LIMITS);
  assert.deepEqual(state.plans, [MINE, GIVEN]);
  assert.deepEqual([state.chosen, state.at, state.isWalked, state.since], [1, 1, true, 7]);
  assert.deepEqual(state.asked, ASKED);
  assert.equal(viewNow(state, TRAIN), RUN);
  assert.deepEqual(prepared(), ["Mine too?", "Other?", "Why?\n* so\nnot so"]);
  // Once more changes nothing, and the giver has all that there was.
  unpack(sent, LIMITS);
  assert.deepEqual(keptPlans(LIMITS).plans, [MINE, GIVEN]);
  assert.equal(prepared().length, 3);
  giver();
  assert.deepEqual(keptPlans(LIMITS).plans, [MINE, GIVEN]);
});

test("a plan that does not fit beside one's own is looked at, and takes the place of none", () => {
  const plans = Array.from({ length: 30 }, (_, k) => ({ ...MINE, title: `Mine ${k}` }));
  const questions = Array.from({ length: 50 }, (_, k) => `Question ${k}`);
  browser({ "rnnviz plans": { plans, chosen: 7 }, "rnnviz questions": questions });
  assert.equal(unpack(sent, LIMITS), null);
  assert.deepEqual(keptPlans(LIMITS).plans, plans);
  assert.deepEqual(keptPlans(LIMITS).lent, GIVEN);
  assert.equal(keptPlans(LIMITS).at, 1);
  assert.deepEqual(prepared().slice(0, 50), questions);
});

test("what a browser cannot keep is given back to be saved as a file", () => {
  browser({}, 100);
  assert.deepEqual(unpack(sent, LIMITS), GIVEN);
});

test("what is no parcel changes nothing", () => {
  const foreign = { plan: { title: "x", views: [stop("https://example.org")] }, questions: [7, "x".repeat(5000)] };
  for (const text of ["", "7", "null", "{", '{"plan":null,"questions":3,"begun":[null]}', JSON.stringify(foreign)]) {
    browser({ "rnnviz plans": { plans: [MINE], chosen: 0 }, "rnnviz questions": ["Other?"] });
    unpack(text, LIMITS);
    assert.deepEqual(keptPlans(LIMITS).plans, [MINE], text);
    assert.deepEqual(prepared(), ["Other?"]);
  }
  const views = JSON.stringify({ ...JSON.parse(sent), at: -3, isWalked: "x", begun: [["train", "//x"], 7, [TRAIN]] });
  unpack(views, LIMITS);
  assert.deepEqual([keptPlans(LIMITS).at, keptPlans(LIMITS).begun], [0, []]);
});

test("who has no plan gives questions alone", () => {
  browser({ "rnnviz questions": ["Why?"] });
  const alone = JSON.stringify(packed());
  browser({});
  assert.equal(unpack(alone, LIMITS), null);
  assert.deepEqual([keptPlans(LIMITS).plans, prepared()], [[], ["Why?"]]);
});
