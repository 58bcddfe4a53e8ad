// Run with `node --test tests/hall/*.test.mjs`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { coverAt, withCover } from "../../rnnviz/hall/assets/plancover.js";
import {
  isSameTraining,
  runAt,
  viewBegun,
  viewNow,
  withBegun,
  withOwnRun,
  withoutOwnRun,
  withStart,
} from "../../rnnviz/hall/assets/planruns.js";
import {
  planOf,
  plansFrom,
  viewName,
  withAdded,
  withAppended,
  withChosen,
  withLent,
  withMoved,
  withoutPlan,
  withoutUnread,
  withoutView,
  withPlan,
  withPart,
  withTitle,
  withViews,
} from "../../rnnviz/hall/assets/plans.js";

const LIMITS = { views: 100, view: 8000, say: 500, title: 100, minutes: 600, lines: 7, line: 300 };
const stop = (view, say = "") => ({ view, minutes: 0, ask: "", say, question: [] });
const MINE = { title: "Mine", views: [stop("step?t=1", "first"), stop("softmax")] };
const BUILT = { title: "Built in", views: [stop("step?t=2"), stop("train?corpus=helicopter"), stop("gradients")] };
const WORDS = {
  titles: { step: "单步", why_state: "状态" },
  sections: { why_state: { train: "当场训练" } },
  fields: [
    { name: "cell", say: "{value}", values: { gru: "GRU", lstm: "LSTM" }, usual: "lstm" },
    { name: "beside", say: "旁边 {value}", values: { gru: "GRU", mlp: "MLP" }, usual: "" },
    { name: "text", say: "“{value}”", values: null, usual: "" },
    { name: "phase", say: "{value}", values: { forget: "遗忘门" }, usual: "" },
    { name: "unit", say: "神经元 {value}", values: null, usual: "" },
    { name: "label", say: "{value}", values: { quotes: "引号内", "next:": "下一个是 {character}" }, usual: "" },
    { name: "section", say: "{value}", values: null, usual: "" },
  ],
};
const INHERITED = ["constructor", "toString", "__proto__", "hasOwnProperty", "valueOf"];

const begun = (...plans) => plansFrom({ plans }, LIMITS);

test("a view is named in the reader's words, and what no reader would say is left out", () => {
  assert.equal(viewName("step?unit=3&cell=gru&lang=en", WORDS), "单步 · GRU, 神经元 3");
  assert.equal(viewName("step?phase=predict&notation=row&cover=4", WORDS), "单步 · LSTM");
  assert.equal(viewName("step?phase=forget&beside=mlp,gru", WORDS), "单步 · LSTM, 旁边 MLP, GRU, 遗忘门");
  // A text may be any word.
  assert.equal(viewName("step?text=forget", WORDS), "单步 · LSTM, “forget”");
  assert.equal(viewName("units?unit=71&label=quotes", WORDS), "units · 神经元 71, 引号内");
  // A label about one character names it, be it a comma, a space or a hostile one.
  assert.equal(viewName("units?label=next:,", WORDS), "units · 下一个是 ,");
  assert.equal(viewName("units?label=next:%20", WORDS), "units · 下一个是 ␣");
  assert.equal(viewName("units?label=toString:{value}", WORDS), "units");
  assert.equal(viewName("why_state?section=train", WORDS), "状态 · 当场训练");
  assert.equal(viewName("elsewhere?x=y", WORDS), "elsewhere");
});

test("no name from a file reaches what every table inherits", () => {
  for (const name of INHERITED) {
    assert.equal(viewName(`step?${name}=1`, WORDS), "单步 · LSTM");
    assert.equal(viewName(`step?cell=${name}`, WORDS), "单步");
    assert.equal(viewName(`why_state?section=${name}`, WORDS), "状态");
    assert.equal(viewName(`${name.toLowerCase()}?section=${name}`, WORDS), name.toLowerCase());
  }
  assert.equal(viewName("__proto__?section=toString", WORDS), "__proto__");
});

test("what is no plan stays where it is, and the others with it", () => {
  const bad = { title: "Bad", views: [{ view: "https://example.org", say: "" }] };
  const state = begun(MINE, bad, 7, { ...MINE, title: "Other" });
  assert.deepEqual(
    state.plans.map(({ title }) => title),
    ["Mine", "Other"],
  );
  assert.deepEqual(state.unread, [bad, 7]);
  const again = plansFrom(JSON.parse(JSON.stringify(state)), LIMITS);
  assert.deepEqual(again, state);
});

test("looking at a built-in plan copies nothing; the first change makes it one's own", () => {
  const looking = withLent(begun(MINE), BUILT);
  assert.deepEqual(looking.plans, [MINE]);
  assert.equal(planOf(looking), BUILT);
  const walking = { ...looking, at: 1, isWalked: true };
  const changed = withViews(walking, [...BUILT.views, stop("step?t=9")]);
  assert.deepEqual(
    changed.plans.map(({ title, views }) => [title, views.length]),
    [
      ["Mine", 2],
      ["Built in", 4],
    ],
  );
  assert.equal(changed.lent, null);
  assert.deepEqual([changed.chosen, changed.at, changed.isWalked], [1, 1, true]);
  assert.equal(BUILT.views.length, 3);
  assert.equal(planOf(withTitle(looking, "Tuesday")).title, "Tuesday");
  assert.equal(planOf(withMoved(walking, 1, 0)).views[0], BUILT.views[1]);
  assert.equal(withMoved(walking, 1, 0).at, 0);
  // Another one of the same title can be told from it.
  const twice = withViews(withLent(changed, BUILT), []);
  assert.equal(planOf(twice).title, "Built in (2)");
  assert.deepEqual(planOf(withChosen(twice, 0)), MINE);
});

test("where no further plan fits, nothing is changed", () => {
  const full = begun(...Array.from({ length: 30 }, (_, k) => ({ ...MINE, title: String(k) })));
  assert.equal(withPlan(full, BUILT), full);
  const looking = withLent(full, BUILT);
  assert.equal(withViews(looking, []), looking);
});

test("a training belongs to the view at which it was begun", () => {
  const here = "train?corpus=helicopter";
  const now = "train?cell=gru&corpus=helicopter&run=0123456789abcdef";
  const state = withBegun(begun(MINE), here, now);
  assert.equal(viewBegun(state, here), now);
  assert.equal(viewBegun(state, "train?corpus=chinese"), "train?corpus=chinese");
  assert.equal(withBegun(state, here, "step?run=1"), state);
  assert.equal(withBegun(state, now, here), state);
  assert.equal(viewBegun(withBegun(state, here, `${now}0`), here), `${now}0`);
  assert.ok(isSameTraining(here, now));
  assert.ok(isSameTraining(now, `${now}&step=4`));
  assert.ok(!isSameTraining(now, here));
  assert.ok(!isSameTraining(now, "train?run=fedcba9876543210"));
});

test("a place shows its training until the plan is started anew, and its own always", () => {
  const here = "train?corpus=helicopter";
  const now = "train?cell=gru&corpus=helicopter&run=0123456789abcdef";
  const first = withStart(begun(MINE, { title: "Trains", views: [stop("softmax"), stop(here)] }));
  const state = withBegun(withChosen(first, 1), here, `${now}&at=40`);
  assert.equal(viewNow(state, here), now);
  assert.deepEqual(plansFrom(JSON.parse(JSON.stringify(state)), LIMITS), state);
  assert.equal(viewNow(withBegun(state, here, here), here), here);
  const later = withStart(state);
  assert.equal(viewNow(later, here), here);
  assert.equal(viewBegun(later, here), now);
  // Nothing that is done without a training takes away one of another lecture.
  assert.equal(withBegun(later, here, here), later);
  assert.deepEqual([runAt(later, here), runAt(later, "softmax"), runAt(later, now)], ["begun", "", "own"]);
  const own = withOwnRun(later, 1);
  assert.equal(planOf(own).views[1].view, now);
  assert.equal(withBegun(own, now, now), own);
  assert.equal(viewNow(withBegun(own, now, `${now}0`), now), `${now}0`);
  assert.equal(planOf(withoutOwnRun(own, 1)).views[1].view, "train?cell=gru&corpus=helicopter");
});

test("what was kept before has no walk, and what is none is left out", () => {
  const told = (...kept) => plansFrom({ plans: [MINE], begun: kept }, LIMITS).begun;
  assert.deepEqual(told(["train", "train?run=1"]), [["train", "train?run=1", 0]]);
  assert.deepEqual(told(["train"], 7, ["train", "//x", 0], ["train", "train?run=1", -1], ["train", 3]), []);
});

test("a view is added at the end, of a new plan where there is none, as long as one fits", () => {
  const first = withAdded(begun(), "step?t=1", LIMITS, "Untitled");
  assert.deepEqual(first.state.plans, [{ title: "Untitled", views: [stop("step?t=1")] }]);
  const next = withAdded(begun(MINE), "softmax", LIMITS, "Untitled");
  assert.deepEqual([next.refused, planOf(next.state).views.at(-1)], ["", stop("softmax")]);
  const full = begun(...Array.from({ length: 30 }, (_, k) => ({ ...MINE, title: String(k) })));
  for (const [state, view, limits, refused] of [
    [begun(MINE), "softmax", { ...LIMITS, views: 2 }, "full"],
    [begun(MINE), "softmax", { ...LIMITS, view: 5 }, "tooLong"],
    [withLent(full, BUILT), "softmax", LIMITS, "crowded"],
  ])
    assert.deepEqual(withAdded(state, view, limits, "Untitled"), { state, refused });
});

test("views are said something of, put together and taken away", () => {
  const said = withPart(begun(MINE), 1, "ask", "Why?");
  assert.deepEqual(planOf(said).views[1], { view: "softmax", minutes: 0, ask: "Why?", say: "", question: [] });
  assert.equal(planOf(withAppended(said, BUILT)).views.length, 5);
  assert.deepEqual(planOf(withoutView(said, 0)).views, [planOf(said).views[1]]);
  const two = withChosen(begun(MINE, BUILT), 1);
  assert.deepEqual(planOf(withoutPlan(two)), MINE);
  assert.deepEqual(withoutUnread(begun(MINE, 7, 8), 0).unread, [8]);
});

test("a view of the stage asks at its step, and no longer; other pages and the way back ask by themselves", () => {
  assert.deepEqual(coverAt("step?cell=gru&t=3"), { t: 3, asks: false });
  assert.deepEqual(coverAt("step"), { t: 1, asks: false });
  assert.deepEqual(coverAt("?cover=2&t=2"), { t: 2, asks: true });
  for (const view of ["softmax?section=loss", "units?net=brackets", "step?t=2&way=back"])
    assert.equal(coverAt(view), null);
  const views = ["step?text=a%2Bb&t=3&phase=hidden", "step", "softmax"].map((view) => stop(view, "notes"));
  const plan = begun({ title: "Mine", views });
  const asking = withCover(withCover(plan, 0), 1);
  assert.deepEqual(
    planOf(asking).views.map(({ view, say }) => [view, say]),
    [
      ["step?text=a%2Bb&t=3&phase=hidden&cover=3", "notes"],
      ["step?cover=1", "notes"],
      ["softmax", "notes"],
    ],
  );
  assert.deepEqual(planOf(withCover(withCover(asking, 0), 1)).views, planOf(plan).views);
});
