// Run with `node --test tests/hall/*.test.mjs`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { planText } from "../../rnnviz/hall/assets/planfiles.js";
import { withStart } from "../../rnnviz/hall/assets/planruns.js";
import { planIn, planOf, plansFrom, withAdded, withMoved, withoutView } from "../../rnnviz/hall/assets/plans.js";
import { linesOf, questionOf, questionToAsk, withAsked } from "../../rnnviz/hall/assets/question.js";

const LIMITS = { views: 100, view: 8000, say: 500, title: 100, minutes: 600, lines: 7, line: 300 };
const WHY = ["Why?", "so", "* not so"];
const stop = (view, question = []) => ({ view, minutes: 0, ask: "", say: "", question });
const PLAN = { title: "Asks", views: [stop("step?t=1"), stop("step?t=2", WHY), stop("step?t=2", WHY)] };
const at = (place, state = plansFrom({ plans: [PLAN], isWalked: true }, LIMITS)) => ({ ...state, at: place });

test("a question is its first line, its answers and the right one", () => {
  const why = { text: "Why?", choices: ["so", "not so"], truth: 1 };
  assert.deepEqual(questionOf(WHY.join("\n")), why);
  assert.deepEqual(questionOf("\n Why? \n\n so\n*not so\n"), why);
  assert.deepEqual(linesOf("\n Why? \n\n so\n* not so\n", LIMITS), WHY);
  const much = linesOf(Array.from({ length: 20 }, () => "x".repeat(1000)).join("\n"), LIMITS);
  assert.deepEqual([much.length, ...new Set(much.map((line) => line.length))], [7, 300]);
  // However much is typed, the plan is one that is read again.
  assert.equal(planIn(planText({ ...PLAN, views: [stop("", much)] }), LIMITS).refused, undefined);
});

test("a place asks a room once, and another place of the same question, or another room, once more", () => {
  assert.equal(questionToAsk(at(0), "abc"), "");
  assert.equal(questionToAsk(at(1), "abc"), WHY.join("\n"));
  const asked = withAsked(at(1), "abc");
  assert.equal(questionToAsk(asked, "abc"), "");
  assert.equal(questionToAsk(asked, "xyz"), WHY.join("\n"));
  assert.equal(questionToAsk(at(2, asked), "abc"), WHY.join("\n"));
  // A reload knows it; another start asks anew.
  const again = plansFrom(JSON.parse(JSON.stringify(asked)), LIMITS);
  assert.equal(questionToAsk(again, "abc"), "");
  assert.equal(questionToAsk(at(1, withStart(again)), "abc"), WHY.join("\n"));
  assert.deepEqual(plansFrom({ ...asked, asked: [["1", "x", "y"], 7, [1, "x"]] }, LIMITS).asked, []);
});

test("a question that was added stays with its view, and none is asked of what has none", () => {
  const { state } = withAdded(at(0), "softmax", LIMITS, "Untitled", ["New?", "a", "b"]);
  const moved = withMoved(state, 3, 1);
  assert.deepEqual(
    planOf(moved).views.map(({ question }) => question[0]),
    [undefined, "New?", "Why?", "Why?"],
  );
  assert.equal(moved.at, 0);
  assert.equal(questionToAsk(at(0, withoutView(moved, 1)), "abc"), "");
  assert.equal(questionToAsk(plansFrom({}, LIMITS), "abc"), "");
});

test("the file has a question line by line, and none where there is none", () => {
  const text = planText({ ...PLAN, views: PLAN.views.slice(0, 2) });
  assert.equal(text.match(/"question"/g).length, 1);
  assert.ok(text.includes('   "question": [\n    "Why?",\n    "so",\n    "* not so"\n   ]\n'));
  assert.deepEqual(planIn(text, LIMITS).views, PLAN.views.slice(0, 2));
});
