import assert from "node:assert/strict";
import test from "node:test";

import { lookAround } from "../../rnnviz/hall/assets/planwalk.js";
import { WALKS } from "../../rnnviz/hall/assets/plans.js";

const VIEWS = ["units?net=brackets", "one_unit?section=many", "step?cell=gru"].map((view) => ({ view, ask: "" }));

/** A lecturer at the second view of three, whose page comes from the first one's. */
function walking() {
  const kept = new Map([[WALKS, "on"]]);
  const storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text) };
  globalThis.sessionStorage = /** @type {any} */ ({ ...storage, removeItem: (key) => kept.delete(key) });
  globalThis.localStorage = globalThis.sessionStorage;
  return /** @type {any} */ ({
    state: { plans: [{ title: "", views: VIEWS }], chosen: 0, lent: null, at: 1, isWalked: true, begun: [], walk: 0 },
    desk: { isArriving: () => false, says: () => undefined },
    notes: { isOpen: () => false },
    dock: { show: () => undefined },
    strip: { show: () => undefined, element: { toggleAttribute: () => undefined } },
    data: { words: {} },
    left: VIEWS[0].view,
    page: "",
  });
}
function standAt(address) {
  const [name, query] = address.split("?");
  globalThis.location = /** @type {any} */ ({ pathname: `/${name}`, search: query ? `?${query}` : "" });
  globalThis.document = /** @type {any} */ ({ documentElement: { hasAttribute: () => false } });
}

test("while the page before is still there the plan goes on, whatever that page writes into its address", () => {
  const planner = walking();
  standAt("units?net=brackets&k=17");
  lookAround(planner);
  assert.equal(planner.state.isWalked, true);
  standAt("one_unit?section=many");
  lookAround(planner);
  assert.deepEqual([planner.state.isWalked, planner.page], [true, "one_unit"]);
});

test("who goes to another page leaves the plan, before its view was there and after", () => {
  const early = walking();
  standAt("train");
  lookAround(early);
  assert.equal(early.state.isWalked, false);
  const late = walking();
  standAt("one_unit?section=many");
  lookAround(late);
  standAt("units?net=brackets&k=17");
  lookAround(late);
  assert.equal(late.state.isWalked, false);
});
