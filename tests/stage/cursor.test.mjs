// How a place moves, as a lecturer and a class would say it.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  askingAhead,
  cursor,
  fromAddress,
  isAtEnd,
  isComputed,
  isElsewhere,
  isSource,
  placeIn,
  reduce,
  toAddress,
  visible,
} from "../../rnnviz/stage/assets/place/cursor.js";
import { legsOf } from "../../rnnviz/stage/assets/place/legs.js";
import { scoreOf } from "../../rnnviz/stage/assets/hands/questions.js";

const small = {
  phases: ["input", "hidden", "logits", "predict"],
  legs: [{ from: 0, to: 3, by: 1 }],
  back: null,
  outputPhase: 2,
  units: 8,
  isOutput: (k) => k < 6,
  questions: (t) => asked[t],
  views: () => ["memory", "sum"],
  sorts: () => ["H.size", "H.change"],
  order: ({ sort }) => (sort === "H.size" ? [3, 0, 7, 1, 2, 4, 5, 6] : null),
};
// At every step a question about a unit of H, which its input phase would give away, and one about the prediction.
const asked = [0, 1, 2, 3, 4].map((t) => [
  { key: `${t} change`, kind: "change", t, phase: 1, from: 0, unit: 6, answer: 0 },
  { key: `${t} prediction`, kind: "prediction", t, phase: 3, from: 2, unit: null, answer: 2 },
]);
const gated = {
  phases: ["reset", "update", "hidden", "logits", "predict"],
  legs: [{ from: 0, to: 4, by: 1 }],
  back: null,
  outputPhase: 3,
  units: 5,
  isOutput: (k) => k < 6,
  questions: () => [],
  views: () => ["memory", "sum"],
  sorts: () => ["H.size", "H.change"],
  order: ({ sort }) => (sort === "H.size" ? [3, 0, 7, 1, 2, 4, 5, 6] : null),
};
const outline = {
  T: 5,
  differences: () => [1, 3],
  notations: ["row", "column"],
  views: ["memory", "sum"],
  tracks: [small],
};
const both = { ...outline, tracks: [small, gated] };
const X = { kind: "input", phase: -1 };
const H = { kind: "state", phase: 1 };

function inputsSeen(place) {
  return [0, 1, 2, 3, 4].filter((t) => visible(place, X, t)).length;
}

function after(place, ...actions) {
  return actions.reduce((now, action) => reduce(now, action, outline), place);
}

test("an address and the place it names are the same thing", () => {
  const asked = {
    t: 3,
    phase: "hidden",
    unit: 2,
    notation: "column",
    view: "sum",
    char: 4,
    cover: 5,
    weight: "W_hh.1.2",
  };
  const place = fromAddress(asked, outline);
  assert.deepEqual(toAddress(place, outline), asked);
  assert.equal(isElsewhere(asked, place, outline), false);
});

test("what does not exist falls back to the nearest that does", () => {
  const asked = { t: "99", phase: "forget", unit: "-3", char: "70", notation: "<b>" };
  const place = fromAddress(asked, outline);
  assert.deepEqual(toAddress(place, outline), { t: 5, phase: "predict", unit: 1, notation: "row" });
  assert.equal(isElsewhere(asked, place, outline), true);
});

test("phases lead into the next step and back, and stop at both ends", () => {
  const start = fromAddress({ t: 1, phase: "input" }, outline);
  assert.equal(after(start, { do: "phase", by: -1 }), start);
  const end = after(start, ...Array(19).fill({ do: "phase", by: 1 }));
  assert.deepEqual([end.t, end.phase], [4, 3]);
  assert.equal(after(end, { do: "phase", by: 1 }), end);
  assert.deepEqual(after(end, ...Array(19).fill({ do: "phase", by: -1 })), start);
});

test("an action that changes nothing gives the very same place", () => {
  const place = fromAddress({ t: 5 }, outline);
  assert.equal(after(place, { do: "step", by: 1 }), place);
  assert.equal(after(place, { do: "unit", by: -1 }), place);
  assert.equal(after(place, { do: "reveal" }), place);
});

test("a question comes before what is not visible yet, and covers what would give it away", () => {
  const place = after(fromAddress({ t: 2, phase: "predict" }, outline), { do: "ask" });
  assert.deepEqual([place.t, place.asked, place.phase, place.unit], [2, asked[2][0], 1, 6]);
  assert.equal(visible(place, { phase: 0 }, 2), false);
  assert.equal(visible(place, H, 1), true);
  assert.equal(inputsSeen(place), 3);
  const within = after(fromAddress({ t: 2, phase: "hidden" }, outline), { do: "ask" });
  assert.deepEqual([within.t, within.asked], [1, asked[1][1]]);
  assert.equal(visible(within, H, 1), true);
});

test("who comes back to a view by a clicker finds its end, and is asked nothing once more", () => {
  const place = fromAddress({ t: 3, phase: "hidden", cover: 3 }, outline);
  const back = reduce(place, { do: "lastStep" }, outline);
  assert.deepEqual([back.t, back.phase, back.cover, back.asked], [4, 1, null, null]);
});

test("a view that asks at its step asks, at whichever phase it was added", () => {
  const seldom = { ...outline, tracks: [{ ...small, questions: (t) => asked[t].slice(0, 1) }] };
  const place = fromAddress({ t: 3, phase: "predict", cover: 3 }, seldom);
  assert.equal(place.asked, null);
  const ahead = askingAhead(place, seldom);
  assert.deepEqual([ahead.asked.key, ahead.phase, ahead.unit, ahead.t], ["2 change", 1, 6, 2]);
  // What asks already, and what only comes before what is covered, stays as it is.
  assert.equal(askingAhead(ahead, seldom), ahead);
  const before = fromAddress({ t: 2, phase: "predict", cover: 3 }, seldom);
  assert.equal(askingAhead(before, seldom), before);
  const none = { ...outline, tracks: [{ ...small, questions: () => [] }] };
  const quiet = fromAddress({ t: 3, cover: 3 }, none);
  assert.equal(askingAhead(quiet, none), quiet);
});

test("an answer shows what was asked for, and the rest of the step stays covered until it is asked for", () => {
  const place = after(fromAddress({ t: 2, phase: "hidden", cover: 2 }, outline), { do: "answer", choice: 1 });
  assert.deepEqual([place.asked, place.phase], [null, 1]);
  assert.deepEqual(place.answers["1 change"], { choice: 1, isRight: false, isPast: false });
  assert.equal(visible(place, H, 1), true);
  const predicting = after(place, { do: "phase", by: 1 });
  assert.deepEqual([predicting.asked, predicting.phase], [asked[1][1], 3]);
  assert.equal(inputsSeen(predicting), 2);
  const known = after(predicting, { do: "answer", choice: 2 });
  assert.equal(known.answers["1 prediction"].isRight, true);
  assert.equal(inputsSeen(known), 3);
  const next = after(known, { do: "step", by: 1 });
  assert.deepEqual([next.t, next.asked], [2, asked[2][0]]);
  assert.equal(after(next, { do: "step", by: -1 }).asked, null);
});

test("a whole step on skips a question, and at the last step shows its answer", () => {
  const place = fromAddress({ t: 4, phase: "hidden", cover: 4 }, outline);
  const last = after(place, { do: "step", by: 1 });
  assert.deepEqual([last.t, last.asked, last.answers], [4, asked[4][1], {}]);
  const end = after(last, { do: "step", by: 1 });
  assert.deepEqual([end.t, end.asked, end.answers["4 prediction"].choice], [4, null, null]);
});

test("a phase on passes a question by, a phase back leads to what is visible before it", () => {
  const place = fromAddress({ t: 2, phase: "input", cover: 2 }, outline);
  assert.deepEqual([place.asked, place.phase], [asked[1][0], 1]);
  assert.equal(after(place, { do: "phase", by: 1 }).asked, asked[1][1]);
  const back = after(place, { do: "phase", by: -1 });
  assert.deepEqual([back.t, back.phase, back.asked], [0, 3, null]);
});

test("a question that was only revealed does not count, and a new round asks it again", () => {
  const place = after(fromAddress({ t: 2, phase: "hidden", cover: 2 }, outline), { do: "reveal" });
  assert.equal(place.answers["1 change"].choice, null);
  const right = after(place, { do: "phase", by: 1 }, { do: "answer", choice: 2 });
  assert.deepEqual(scoreOf(right.answers), { right: 1, count: 1 });
  const off = after(right, { do: "ask" });
  assert.deepEqual([off.cover, off.asked, inputsSeen(off)], [null, null, 5]);
  const again = after(off, { do: "go", to: { t: 0, phase: 3 } }, { do: "ask" });
  assert.deepEqual([again.asked, scoreOf(again.answers).count], [asked[1][0], 1]);
});

test("a question whose answer a change has turned round is judged by what is true now", () => {
  const place = fromAddress({ t: 2, phase: "hidden", cover: 2 }, outline);
  const turned = { ...outline, tracks: [{ ...small, questions: () => [{ ...asked[1][0], answer: 1 }] }] };
  const right = reduce(place, { do: "answer", choice: 1 }, turned);
  assert.equal(right.answers["1 change"].isRight, true);
  const toss = { ...outline, tracks: [{ ...small, questions: () => [] }] };
  assert.equal(reduce(place, { do: "answer", choice: 1 }, toss).answers["1 change"].choice, null);
});

test("the unit and the panel that a question is about come up with it", () => {
  const alone = after(fromAddress({ t: 1, phase: "predict", cover: 2 }, outline), { do: "zoom", panel: "memory" });
  const place = after(alone, { do: "step", by: 1 });
  assert.deepEqual([place.zoom, place.unit], ["", 6]);
  assert.equal(after(place, { do: "unit", by: -1 }), place);
  assert.equal(after(place, { do: "zoom", panel: "cell" }).zoom, "cell");
  // The same question, found anew, is no other one.
  const anew = { ...place, asked: { ...place.asked } };
  assert.equal(after(anew, { do: "zoom", panel: "cell" }).zoom, "cell");
});

test("the other tracks show no more of a step than the focused one, while it asks", () => {
  const place = fromAddress({ t: 2, phase: "predict", cover: 2 }, both);
  assert.equal(place.asked, asked[1][1]);
  assert.equal(placeIn(place, 1, both).phase, 2);
  assert.equal(placeIn(fromAddress({ t: 2, phase: "hidden", cover: 2 }, both), 1, both).shown, -1);
});

test("a digit brings a panel up, and the same digit takes it away", () => {
  const place = fromAddress({}, outline);
  const alone = after(place, { do: "zoom", panel: "memory" });
  assert.equal(alone.zoom, "memory");
  assert.equal(after(alone, { do: "zoom", panel: "memory" }).zoom, "");
});

test("a number is visible once its phase is done, and none of a later step", () => {
  const place = fromAddress({ t: 3, phase: "input" }, outline);
  assert.deepEqual(
    [1, 2, 3].map((t) => visible(place, H, t)),
    [true, false, false],
  );
  assert.equal(visible(after(place, { do: "phase", by: 1 }), H, 2), true);
  assert.equal(inputsSeen(place), 5);
});

test("the focus goes round the tracks and keeps the step, the phase of that name and what exists of the unit", () => {
  const place = fromAddress({ t: 2, phase: "logits", unit: 7 }, both);
  const there = reduce(place, { do: "go", to: { track: 1 } }, both);
  assert.deepEqual([there.track, there.t, there.phase, there.unit], [1, 1, 3, 4]);
  assert.equal(toAddress(there, both).track, 2);
  assert.equal(reduce(there, { do: "focus", by: 1 }, both).track, 0);
  assert.equal(reduce(place, { do: "focus", by: -1 }, both).track, 1);
  assert.equal(reduce(place, { do: "go", to: { track: 0 } }, both), place);
});

test("a phase that the other cell has not leads to the first one that is not done there", () => {
  const place = fromAddress({ t: 2, phase: "input" }, both);
  assert.equal(reduce(place, { do: "go", to: { track: 1 } }, both).phase, 0);
  assert.equal(
    isElsewhere({ track: "2", phase: "input" }, fromAddress({ track: 2, phase: "input" }, both), both),
    true,
  );
});

test("the other tracks have their state when the focused one has its own, and predict with it", () => {
  const phases = small.phases.map((phase) => placeIn(fromAddress({ t: 2, phase }, both), 1, both).shown);
  assert.deepEqual(phases, [-1, 2, 3, 4]);
  const back = gated.phases.map((phase) => placeIn(fromAddress({ track: 2, phase }, both), 0, both).shown);
  assert.deepEqual(back, [-1, -1, 1, 2, 3]);
});

test("the end of a walk is its last step with all that is computed there, on either way", () => {
  const end = walk(fromAddress({ t: 1, phase: small.phases[0] }, walked), { do: "last" });
  assert.deepEqual([end.t, walked.tracks[0].phases[end.phase]], [4, small.phases.at(-1)]);
  assert.equal(isAtEnd(end, walked), true);
  assert.equal(walk(end, { do: "last" }), end);
  const back = walk(fromAddress({ t: 4, phase: "loss", way: "back" }, walked), { do: "last" });
  assert.deepEqual([back.t, walked.tracks[0].back[back.phase]], [0, "previous"]);
  const ends = reduce(fromAddress({ t: 1 }, bothWays), { do: "last" }, bothWays);
  assert.equal(isAtEnd(ends, bothWays), true);
});

test("a cursor tells its listeners of every move, and of nothing else", () => {
  const at = cursor();
  const heard = [];
  at.enter(outline, fromAddress({ t: 4 }, outline));
  const leave = at.subscribe((place, before) => heard.push([before.t, place.t]));
  assert.equal(at.act({ do: "step", by: 1 }), true);
  assert.equal(at.act({ do: "step", by: 1 }), false);
  assert.equal(isAtEnd(at.place, outline), true);
  at.go({ t: 0 });
  leave();
  at.go({ t: 3 });
  assert.deepEqual(heard, [
    [3, 4],
    [4, 0],
  ]);
});

// ---- back through time -------------------------------------------------------------------------------------------

const walked = {
  ...outline,
  tracks: [
    { ...small, back: ["loss", "logits", "H", "previous"], legsBack: [{ from: 0, to: 3, by: -1 }] },
    { ...gated, back: ["loss", "logits", "H", "Z", "R", "previous"], legsBack: [{ from: 0, to: 5, by: -1 }] },
  ],
};

function walk(place, ...actions) {
  return actions.reduce((now, action) => reduce(now, action, walked), place);
}

const [turn, on, down] = [{ do: "turn" }, { do: "on", by: 1 }, { do: "phase", by: 1 }];

test("the way back begins at the last loss, goes from phase to phase and ends at the first character", () => {
  const place = walk(fromAddress({ t: 2 }, walked), turn);
  assert.deepEqual(toAddress(place, walked), { way: "back", t: 5, phase: "loss", unit: 1, notation: "row" });
  const steps = Array.from({ length: 20 }, (_, k) => walk(place, ...Array(k).fill(down)));
  const named = steps.map(({ t, phase }) => `${t + 1} ${walked.tracks[0].back[phase]}`);
  assert.deepEqual(named.slice(0, 5), ["5 loss", "5 logits", "5 H", "5 previous", "4 loss"]);
  assert.equal(named.at(-1), "1 previous");
  assert.equal(isAtEnd(steps.at(-1), walked), true);
  assert.equal(walk(steps.at(-1), down), steps.at(-1));
  assert.equal(walk(steps.at(-1), { do: "phase", by: -1 }).phase, steps.at(-2).phase);
  assert.deepEqual(
    [walk(steps.at(-1), { do: "begin" })].map(({ t, phase }) => [t, phase]),
    [[4, 0]],
  );
});

test("arrows keep their direction, a clicker goes on in the one in which one walks", () => {
  const night = fromAddress({ way: "back", t: 3, phase: "H" }, walked);
  const moved = (action, place = night) => walk(place, action).t;
  assert.equal(moved({ do: "step", by: -1 }), 1);
  assert.equal(moved({ do: "step", by: 1 }), 3);
  assert.equal(moved(on), 1);
  assert.deepEqual([moved({ do: "first" }), moved({ do: "last" })], [4, 0]);
  const day = fromAddress({ t: 3 }, walked);
  assert.equal(moved(on, day), 3);
  assert.deepEqual([moved({ do: "first" }, day), moved({ do: "last" }, day)], [0, 4]);
});

test("from a loss alone, a step to the left shows the next step as a whole", () => {
  const loss = fromAddress({ way: "back", t: 5, phase: "loss" }, walked);
  assert.deepEqual(
    [walk(loss, on)].map(({ t, phase }) => [t, phase]),
    [[3, 3]],
  );
  assert.equal(walk(fromAddress({ way: "back", t: 5, phase: "H" }, walked), on).phase, 2);
  const end = fromAddress({ way: "back", t: 1, phase: "loss" }, walked);
  assert.equal(walk(end, on), end);
});

test("on the way back the walk has reached the steps to the right", () => {
  const place = fromAddress({ way: "back", t: 3, phase: "H" }, walked);
  const [dH, dX] = [
    { kind: "state", phase: 2 },
    { kind: "input", phase: 3 },
  ];
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((t) => visible(place, dH, t)),
    [false, false, true, true, true],
  );
  assert.deepEqual(
    [1, 2, 3].map((t) => visible(place, dX, t)),
    [false, false, true],
  );
  assert.equal(isComputed(place, H, 4), true);
});

test("turning round twice leads back to where one was; at another step it begins the walk", () => {
  const day = fromAddress({ t: 2, phase: "hidden" }, walked);
  const night = walk(day, turn, on, on, on);
  assert.deepEqual([night.t, night.phase], [1, 3]);
  const again = walk(night, turn);
  assert.deepEqual([again.way, again.t, again.phase], ["forward", 1, 1]);
  const there = walk(again, turn);
  assert.deepEqual([there.way, there.t, there.phase], ["back", 1, 3]);
  const elsewhere = walk(again, { do: "step", by: 1 }, turn);
  assert.deepEqual([elsewhere.t, elsewhere.phase], [4, 0]);
});

test("losses are chosen one after the other, and without any all of them are meant", () => {
  const place = walk(fromAddress({}, walked), turn);
  const at = (now) => [now.losses, now.t];
  assert.deepEqual(at(walk(place, { do: "loss", t: 2 })), [[2], 2]);
  // A walk that has not begun begins at the last of them; one that has stays where it is.
  assert.deepEqual(at(walk(place, { do: "loss", t: 2 }, { do: "loss", t: 4 })), [[2, 4], 4]);
  assert.deepEqual(at(walk(place, { do: "loss", t: 2 }, { do: "phase", by: 1 }, { do: "loss", t: 4 })), [[2, 4], 2]);
  assert.deepEqual(at(walk(place, { do: "loss", t: 2 }, { do: "loss", t: 2 })), [null, 4]);
  assert.deepEqual(at(walk(place, { do: "loss" })), [[4], 4]);
  assert.deepEqual(at(walk(place, { do: "losses", losses: [3, 1, 3] })), [[1, 3], 3]);
  const one = walk(place, { do: "losses", losses: [1] });
  assert.deepEqual(
    [0, 1, 2].map((t) => isSource(one, t)),
    [false, true, false],
  );
  assert.deepEqual(
    [0, 4].map((t) => isSource(place, t)),
    [true, true],
  );
  assert.equal(walk(one, { do: "last" }, { do: "first" }).t, 1);
  const day = fromAddress({}, walked);
  assert.equal(walk(day, { do: "loss" }), day);
});

test("a link names the way, its losses and its phase; what is none of them falls away", () => {
  const asked = { way: "back", loss: "3,5", t: 2, phase: "H", unit: 1, notation: "row" };
  const place = fromAddress(asked, walked);
  assert.deepEqual(place.losses, [2, 4]);
  assert.deepEqual(toAddress(place, walked), asked);
  assert.equal(isElsewhere(asked, place, walked), false);
  const odd = fromAddress({ way: "back", loss: "9,x,5,5,-1,1.5", phase: "hidden", cover: "2" }, walked);
  assert.deepEqual([odd.losses, odd.phase, odd.cover], [[4], 3, null]);
  assert.equal(isElsewhere({ way: "sideways" }, fromAddress({ way: "sideways" }, walked), walked), true);
  assert.equal(fromAddress({ way: "back", loss: "none" }, walked).losses, null);
});

test("where one network has no backward pass, nobody turns round", () => {
  const half = { ...walked, tracks: [walked.tracks[0], { ...gated, back: null }] };
  const place = fromAddress({ way: "back", phase: "H" }, half);
  assert.equal(place.way, "forward");
  assert.equal(reduce(place, turn, half), place);
  assert.equal(reduce(place, { do: "go", to: { way: "back", phase: 0 } }, half), place);
  assert.equal(isElsewhere({ way: "back" }, place, half), true);
});

test("who wants to be asked turns forward again, and who turns is asked no more", () => {
  const night = fromAddress({ way: "back", t: 3, phase: "H" }, walked);
  const asking = walk(night, { do: "ask" });
  assert.deepEqual([asking.way, asking.asked?.kind], ["forward", "change"]);
  const back = walk(asking, turn);
  assert.deepEqual([back.way, back.cover, back.asked], ["back", null, null]);
});

test("other networks go back with the focused one as far as their phases are the same", () => {
  const there = (phase) => placeIn(fromAddress({ way: "back", t: 3, phase }, walked), 1, walked).phase;
  assert.deepEqual(["loss", "logits", "H", "previous"].map(there), [0, 1, 2, 5]);
  const inGated = fromAddress({ way: "back", track: 2, t: 3, phase: "Z" }, walked);
  assert.equal(placeIn(inGated, 0, walked).phase, 2);
  assert.equal(walk(inGated, { do: "focus", by: 1 }).phase, 2);
});

test("a panel may lead to a gradient: the way, its losses and the step in one", () => {
  const place = walk(fromAddress({ t: 2 }, walked), { do: "go", to: { way: "back", losses: [3], t: 1, phase: 2 } });
  assert.deepEqual(toAddress(place, walked), { way: "back", loss: "4", t: 2, phase: "H", unit: 1, notation: "row" });
});

// A network in two directions: its phases stand in the order of computing, and what reads from the end comes first.
const kinds = ["←H", "→H", "H", "logits", "predict"];
const twoWay = {
  ...small,
  phases: kinds,
  legs: legsOf(
    kinds.map((target) => ({ target })),
    (target) => target === "←H",
  ),
  back: ["logits", "H", "→H", "to →H", "←H", "to ←H", "X"],
  legsBack: [
    { from: 0, to: 3, by: -1 },
    { from: 4, to: 6, by: 1 },
  ],
  outputPhase: 3,
  questions: () => [],
};
const bothWays = { ...outline, T: 3, tracks: [twoWay, { ...walked.tracks[0] }] };
const row = (place, phase) => {
  const leg = twoWay.legs.find(({ from, to }) => from <= phase && phase <= to);
  return [0, 1, 2].map((t) => visible(place, { kind: "state", phase, leg }, t));
};

test("two directions are two legs: from the end first, then from the beginning with all that reads both", () => {
  assert.deepEqual(twoWay.legs, [
    { from: 0, to: 0, by: -1 },
    { from: 1, to: 4, by: 1 },
  ]);
  const start = reduce(fromAddress({ t: 2 }, bothWays), { do: "begin" }, bothWays);
  const places = [start];
  for (let k = 0; k < 14; k += 1) places.push(reduce(places.at(-1), down, bothWays));
  const named = places.map(({ t, phase }) => `${kinds[phase]} ${t + 1}`);
  assert.deepEqual(named.slice(0, 8), ["←H 3", "←H 2", "←H 1", "→H 1", "H 1", "logits 1", "predict 1", "→H 2"]);
  assert.equal(named.at(-1), "predict 3");
  assert.equal(isAtEnd(places.at(-1), bothWays), true);
  const again = places.toReversed().reduce((place) => reduce(place, { do: "phase", by: -1 }, bothWays), places.at(-1));
  assert.deepEqual([again.t, again.phase], [2, 0]);
  // Nothing is there before what it reads.
  assert.deepEqual(row(places[1], 0), [false, true, true]);
  assert.deepEqual(
    [1, 2, 4].flatMap((phase) => row(places[1], phase)),
    Array(9).fill(false),
  );
  assert.deepEqual(row(places[3], 0), [true, true, true]);
  assert.deepEqual(row(places[7], 1), [true, true, false]);
  assert.deepEqual(row(places[7], 4), [true, false, false]);
});

test("a clicker takes two directions in whole steps, there from right to left and then from left to right", () => {
  let place = fromAddress({ t: 3, phase: "←H" }, bothWays);
  const seen = [];
  for (let k = 0; k < 6; k += 1) {
    seen.push(`${kinds[place.phase]} ${place.t + 1}`);
    place = reduce(place, on, bothWays);
  }
  assert.deepEqual(seen, ["←H 3", "←H 2", "←H 1", "predict 1", "predict 2", "predict 3"]);
  const back = reduce(fromAddress({ t: 1 }, bothWays), { do: "on", by: -1 }, bothWays);
  assert.deepEqual([back.t, kinds[back.phase]], [0, "←H"]);
});

test("gradients of two directions: back from the last loss, then of the backward one on to the end", () => {
  const night = reduce(fromAddress({ t: 1 }, bothWays), turn, bothWays);
  let place = night;
  const seen = [];
  for (let k = 0; k < 21; k += 1) {
    seen.push(`${twoWay.back[place.phase]} ${place.t + 1}`);
    place = reduce(place, down, bothWays);
  }
  assert.deepEqual(seen.slice(0, 5), ["logits 3", "H 3", "→H 3", "to →H 3", "logits 2"]);
  assert.deepEqual(seen.slice(12, 16), ["←H 1", "to ←H 1", "X 1", "←H 2"]);
  assert.equal(seen.at(-1), "X 3");
  assert.equal(isAtEnd(place, bothWays), true);
});

test("a network in one direction has not begun while one beside it reads from the end", () => {
  const place = fromAddress({ t: 2, phase: "←H" }, bothWays);
  const own = placeIn(place, 1, bothWays);
  assert.deepEqual([own.t, own.shown], [0, -1]);
  assert.deepEqual(
    [0, 1, 2].map((t) => visible(own, H, t)),
    [false, false, false],
  );
  const other = placeIn(fromAddress({ t: 2, phase: "input", track: 2 }, bothWays), 0, bothWays);
  assert.deepEqual(row(other, 0), [true, true, true]);
  assert.deepEqual(row(other, 1), [true, false, false]);
});

test("while it asks, the stage walks the leg with the output only: the other one has read the answers", () => {
  const place = fromAddress({ t: 1, cover: 1 }, bothWays);
  const start = reduce(place, { do: "begin" }, bothWays);
  assert.deepEqual([start.t, start.phase], [0, 1]);
  assert.equal(reduce(start, { do: "phase", by: -1 }, bothWays), start);
});

const flowing = {
  ...outline,
  tracks: [{ ...small, hasRiver: true, back: ["predict", "hidden"], legsBack: [{ from: 0, to: 1, by: -1 }] }],
};
const onRiver = (asked = {}) => fromAddress({ face: "river", ...asked }, flowing);

test("on the river one goes by whole steps, and going down opens the cell at its first phase", () => {
  const begun = onRiver({ t: 2, phase: "hidden" });
  assert.deepEqual([begun.face, begun.t, begun.phase], ["river", 1, 3]);
  for (const action of [
    { do: "step", by: 1 },
    { do: "on", by: 1 },
    { do: "go", to: { t: 2 } },
  ]) {
    const next = reduce(begun, action, flowing);
    assert.deepEqual([next.face, next.t, next.phase], ["river", 2, 3]);
  }
  const first = reduce(begun, { do: "begin" }, flowing);
  assert.deepEqual([first.face, first.t, first.phase], ["river", 0, 3]);
  assert.equal(reduce(begun, { do: "phase", by: -1 }, flowing), begun);
  const opened = reduce(begun, { do: "phase", by: 1 }, flowing);
  assert.deepEqual([opened.face, opened.t, opened.phase], ["", 1, 0]);
  assert.deepEqual(fromAddress(toAddress(begun, flowing), flowing), begun);
});

test("what the river does not show opens the cell, and one key leads back to it", () => {
  const begun = onRiver({ t: 3 });
  const others = [
    { do: "turn" },
    { do: "view", name: "sum" },
    { do: "unit", by: 1 },
    { do: "ask" },
    { do: "zoom", panel: "cell" },
    { do: "go", to: { unit: 2 } },
  ];
  for (const action of others) {
    const next = reduce(begun, action, flowing);
    assert.equal(next.face, "", JSON.stringify(action));
    const back = reduce(next, { do: "river" }, flowing);
    assert.deepEqual([back.face, back.way, back.cover, back.zoom, back.phase], ["river", "forward", null, "", 3]);
  }
  assert.equal(reduce(begun, { do: "river" }, flowing).face, "");
});

test("a network without a river, several of them, the way back and a stage that asks have none", () => {
  assert.equal(fromAddress({ face: "river" }, outline).face, "");
  assert.equal(fromAddress({ face: "river" }, { ...flowing, tracks: [...flowing.tracks, ...flowing.tracks] }).face, "");
  assert.equal(onRiver({ way: "back" }).face, "");
  assert.equal(onRiver({ cover: 2 }).face, "");
  assert.equal(fromAddress({ face: "cell" }, flowing).face, "");
  const without = fromAddress({}, outline);
  assert.equal(reduce(without, { do: "river" }, outline), without);
});
