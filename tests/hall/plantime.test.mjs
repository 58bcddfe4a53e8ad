// Run with `node --test tests/hall/*.test.mjs`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { planText } from "../../rnnviz/hall/assets/planfiles.js";
import { withStart } from "../../rnnviz/hall/assets/planruns.js";
import { planOf, plansFrom, withChosen, withPart } from "../../rnnviz/hall/assets/plans.js";
import { minutesOf, timeOf, withTime, withViewBegun } from "../../rnnviz/hall/assets/plantime.js";

const LIMITS = { views: 100, view: 8000, say: 500, title: 100, minutes: 600, lines: 7, line: 300 };
const MINUTE = 60_000;
const NOW = Date.UTC(2030, 1, 1, 9);
const stop = (view, minutes = 0) => ({ view, minutes, ask: "", say: "", question: [] });
const PLAN = { title: "Timed", views: [stop("step?t=1", 3), stop("softmax"), stop("step?t=2", 5), stop("units", 2)] };
const state = (parts) => ({ ...plansFrom({ plans: [PLAN], isWalked: true }, LIMITS), ...parts });
/** What the clock says so many minutes after the walk began. */
const late = (at, minutes) => timeOf(state({ at, since: NOW }), NOW + minutes * MINUTE).late;

test("a walk is behind by what has passed beyond its view, and ahead by what its views before had left", () => {
  assert.equal(minutesOf(PLAN.views), 10);
  assert.deepEqual(timeOf(state({ since: NOW }), NOW + 2.5 * MINUTE), { planned: 10, passed: 2, late: 0 });
  assert.deepEqual([late(0, 3), late(0, 3.9), late(0, 5), late(3, 14)], [0, 0, 2, 4]);
  assert.deepEqual([late(2, 3), late(2, 8), late(2, 1), late(3, 0)], [0, 0, -2, -8]);
  // A view without minutes takes none.
  assert.deepEqual([late(1, 3), late(1, 4)], [0, 1]);
});

test("nothing is said of a plan without minutes, nor of one that is not walked", () => {
  const untimed = plansFrom({ plans: [{ title: "x", views: [stop("step")] }], isWalked: true }, LIMITS);
  assert.equal(timeOf({ ...untimed, since: NOW }, NOW), null);
  assert.equal(timeOf(state({ since: NOW, isWalked: false }), NOW), null);
  assert.equal(timeOf(state({ since: 0 }), NOW), null);
});

test("the minutes begin with the start, go on after a break, and belong to one lecture", () => {
  const started = withTime({ ...withStart(state({ at: 2, since: NOW - MINUTE })), isWalked: true }, NOW);
  assert.equal(started.since, NOW);
  const later = withTime({ ...started, at: 2 }, NOW + 20 * MINUTE);
  assert.deepEqual(timeOf(later, NOW + 20 * MINUTE), { planned: 10, passed: 20, late: 12 });
  const now = withViewBegun(later, NOW + 20 * MINUTE);
  assert.deepEqual(timeOf(now, NOW + 21 * MINUTE), { planned: 10, passed: 4, late: 0 });
  // On another day the walk that goes on is in time.
  const nextDay = NOW + 24 * 60 * MINUTE;
  assert.deepEqual(timeOf(withTime(later, nextDay), nextDay), { planned: 10, passed: 3, late: 0 });
  assert.equal(withChosen(later, 0).since, 0);
  // A reload keeps the time; what is no time is none.
  assert.equal(plansFrom(JSON.parse(JSON.stringify(later)), LIMITS).since, NOW);
  for (const since of [-1, "x", 1.5, null]) assert.equal(plansFrom({ ...later, since }, LIMITS).since, 0);
});

test("a view has minutes where some are given, in their place of the file, however they came there", () => {
  const given = withPart(withPart(state({}), 1, "ask", "Why?"), 1, "minutes", 4);
  const last = (plan) => planText({ ...plan, views: plan.views.slice(1, 2) });
  const lines = (...minutes) => ['   "view": "softmax",', ...minutes, '   "ask": "Why?",', '   "say": ""'].join("\n");
  const file = (...minutes) => `{\n "title": "Timed",\n "views": [\n  {\n${lines(...minutes)}\n  }\n ]\n}\n`;
  assert.equal(last(planOf(given)), file('   "minutes": 4,'));
  assert.equal(last(planOf(withPart(given, 1, "minutes", 0))), file());
  assert.equal(minutesOf(planOf(given).views), 14);
});
