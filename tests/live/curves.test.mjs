import assert from "node:assert/strict";
import { test } from "node:test";

import { spots } from "../../rnnviz/live/assets/curves.js";

const ABOVE = ["end", "bottom"];
const BELOW = ["end", "top"];
const line = (place) => ({ place, isFloor: false });
const floor = (place) => ({ place, isFloor: true });

test("the words of lines far from each other stand above them, those of the floor below", () => {
  assert.deepEqual(spots([line(0.9), line(0.6), line(0.4), floor(0.1)]), [ABOVE, ABOVE, ABOVE, BELOW]);
  assert.deepEqual(spots([]), []);
});

test("no two lines at one height have their words at one spot", () => {
  const all = spots([line(0.9), line(0.9), line(0.89), floor(0.88)]).map(String);
  assert.equal(new Set(all).size, 4);
  assert.deepEqual(spots([line(0.9), line(0.89), line(0.3)]), [ABOVE, BELOW, ABOVE]);
  assert.deepEqual(spots([line(0.9), line(0.89), line(0.81)]), [ABOVE, BELOW, ["middle", "bottom"]]);
  assert.deepEqual(spots([line(0.9), line(0.3), floor(0.28)]), [ABOVE, ABOVE, BELOW]);
});
