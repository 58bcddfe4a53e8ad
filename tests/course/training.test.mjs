import assert from "node:assert/strict";
import { test } from "node:test";

import { flight, fromOtherWeights, training } from "../../rnnviz/course/reader/training.js";

/** A weight that halves its way to the target, and notes how far it was off. */
function halving(more = {}) {
  return training({
    steps: "steps",
    most: 100,
    of: ({ target, seed }) => ({ target, seed }),
    begin: ({ seed }) => ({ weight: Float64Array.of(seed) }),
    step({ weight }, _k, { target }) {
      const off = target - weight[0];
      weight[0] += off / 2;
      return Math.abs(off);
    },
    ...more,
  });
}
function arrive(one, values) {
  while (one.isBehind(values)) one.slice(values);
  return one.at(values);
}

test("a training arrives at the asked number of steps, and every loss is kept", () => {
  const { state, losses, done } = arrive(halving(), { target: 8, seed: 0, steps: 3 });
  assert.equal(state.weight[0], 7);
  assert.deepEqual([losses, done], [[8, 4, 2], 3]);
});

test("going back, and forwards again, leads to the same weights", () => {
  const one = halving();
  const far = arrive(one, { target: 8, seed: 1, steps: 60 }).state.weight[0];
  for (const steps of [37, 5, 0, 12]) {
    const straight = arrive(halving(), { target: 8, seed: 1, steps });
    const back = arrive(one, { target: 8, seed: 1, steps });
    assert.equal(back.state.weight[0], straight.state.weight[0]);
    assert.deepEqual(back.losses, straight.losses);
  }
  assert.equal(arrive(one, { target: 8, seed: 1, steps: 60 }).state.weight[0], far);
});

test("what it trains with begins it anew", () => {
  const one = halving();
  arrive(one, { target: 8, seed: 0, steps: 3 });
  assert.equal(one.at({ target: 4, seed: 0, steps: 3 }).done, 0);
  assert.equal(arrive(one, { target: 4, seed: 0, steps: 3 }).state.weight[0], 3.5);
});

test("a slice takes at least one step and ends before a frame is over", () => {
  let now = 0;
  const { performance } = globalThis;
  globalThis.performance = { now: () => now };
  try {
    const slow = halving({
      step() {
        now += 3;
        return 0;
      },
    });
    const values = { target: 8, seed: 0, steps: 100 };
    slow.slice(values);
    assert.ok(slow.at(values).done >= 1 && now <= 12);
  } finally {
    globalThis.performance = performance;
  }
});

test("a flight takes the steps in its seconds, waits for what is behind, and begins anew at the end", () => {
  const { start, frame } = flight({ steps: "steps", most: 100, seconds: 2 });
  assert.deepEqual(frame({ steps: 0 }, 0, false), { steps: 1 });
  assert.deepEqual(frame({ steps: 0 }, 500, false), { steps: 25 });
  assert.deepEqual(frame({ steps: 90 }, 500, false), { steps: 100 });
  assert.deepEqual(frame({ steps: 90 }, 500, true), {});
  assert.equal(frame({ steps: 100 }, 16, false), null);
  assert.deepEqual([start({ steps: 100 }), start({ steps: 4 })], [{ steps: 0 }, {}]);
});

test("other weights begin with another seed and no steps", () => {
  const again = fromOtherWeights({ steps: "steps", seed: "seed", flight: "train", seeds: 3 });
  assert.deepEqual([again.start({ seed: 3, steps: 9 }), again.runs], [{ seed: 1, steps: 0 }, "train"]);
});
