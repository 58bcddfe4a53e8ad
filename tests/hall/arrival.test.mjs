// Run with `node --test tests/hall/*.test.mjs`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { arrivals } from "../../rnnviz/hall/assets/arrival.js";

const FROM_START = { lands: "start" };
const root = { removeAttribute() {}, toggleAttribute() {} };

test("a page that is made late shows the plan's view as the plan has it, and another page nothing of it", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  globalThis.document = { documentElement: root, fullscreenElement: null };
  globalThis.location = { href: "http://localhost/step?beside=rnn" };
  const desk = arrivals();
  desk.arrive(FROM_START);
  assert.equal(desk.isArriving(), true);
  t.mock.timers.tick(60_000);
  // Nobody waits for it any more, and the lecturer may go on.
  assert.equal(desk.isArriving(), false);
  assert.equal(desk.arrival(), FROM_START);
  // Once it was shown, the page is its reader's.
  assert.equal(desk.arrival(), null);

  desk.arrive(FROM_START);
  t.mock.timers.tick(60_000);
  globalThis.location.href = "http://localhost/step?t=4";
  assert.equal(desk.arrival(), null);
  // One that has arrived in time is not late as well.
  desk.arrive(FROM_START);
  assert.equal(desk.arrival(), FROM_START);
  t.mock.timers.tick(60_000);
  assert.equal(desk.arrival(), null);
});
