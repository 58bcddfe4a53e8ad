// Run with `node --test tests/hall/*.test.mjs`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hashOfPlan, planInHash } from "../../rnnviz/hall/assets/planinlink.js";

const LIMITS = { views: 100, view: 8000, say: 500, title: 100, minutes: 600, lines: 7, line: 300, link: 8000 };
const STOP = { view: "step?t=2", minutes: 3, ask: "问：为什么？", say: "<b>0.04</b>", question: ["Why?", "* so"] };
const PLAN = { title: "一节课 & more", views: [STOP, { ...STOP, minutes: 0, ask: "", question: [] }] };

test("a plan comes out of its link as it went in, and the link has no sign that a chat would change", async () => {
  const { hash, length } = await hashOfPlan(PLAN, LIMITS.link);
  assert.match(hash, /^plan=[\w-]+$/);
  assert.equal(hash.length, length);
  assert.deepEqual(await planInHash(hash, LIMITS), PLAN);
});

test("a plan that is too long for a link says how long it would be", async () => {
  // Random words: nothing packs them.
  const words = () => Array.from({ length: 400 }, () => String.fromCharCode(33 + 90 * Math.random())).join("");
  const views = Array.from({ length: 60 }, () => ({ ...STOP, say: words() }));
  const { hash, length } = await hashOfPlan({ ...PLAN, views }, LIMITS.link);
  assert.equal(hash, "");
  assert.ok(length > LIMITS.link);
});

test("what is cut, changed, foreign or a bomb is no plan", async () => {
  const { hash } = await hashOfPlan(PLAN, LIMITS.link);
  const packed = async (text) => (await hashOfPlan(JSON.parse(text), Infinity)).hash;
  for (const wrong of ["", "plan=", "plan=%%%", "plan=AAAA", hash.slice(0, -9), hash.slice(5), `${hash}${hash}`]) {
    assert.deepEqual(await planInHash(wrong, LIMITS), { refused: "noPlanLink" }, wrong);
  }
  const foreign = { ...PLAN, views: [{ ...STOP, view: "//evil.example/" }] };
  assert.equal((await planInHash(await packed(JSON.stringify(foreign)), LIMITS)).refused, "foreign");
  assert.equal((await planInHash(await packed('{"title": 3}'), LIMITS)).refused, "noPlan");
  const bomb = await packed(JSON.stringify({ ...PLAN, title: "x".repeat(5_000_000) }));
  assert.ok(bomb.length < LIMITS.link);
  assert.deepEqual(await planInHash(bomb, LIMITS), { refused: "noPlanLink" });
});
