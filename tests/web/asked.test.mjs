// Run with `node --test tests/web/*.test.mjs`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { asked } from "../../rnnviz/web/asked.js";

const words = {
  noConnection: "no connection",
  noAnswer: "no answer",
  tooLarge: "too large",
  tryAgainIn: "again in {seconds} s",
};
const text = (body, status, headers = {}) =>
  new Response(body, { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers } });
const json = (told, status = 200, headers = {}) =>
  new Response(JSON.stringify(told), { status, headers: { "content-type": "application/json", ...headers } });

/** A server that gives these answers one after another, the last one for ever; returns what it was asked. */
function serverOf(t, ...answers) {
  const requests = [];
  t.mock.method(globalThis, "fetch", async (address, request) => {
    requests.push([address, request]);
    const answer = answers[Math.min(requests.length, answers.length) - 1];
    if (answer instanceof Error) throw answer;
    return answer.clone();
  });
  return requests;
}

test("what the server tells is told: JSON, a file, or nothing", async (t) => {
  serverOf(t, json({ code: "AB" }), new Response("a,b"), new Response(null, { status: 204 }));
  const first = await asked("/hall", { words });
  assert.deepEqual([first.told, first.refused, first.status], [{ code: "AB" }, "", 200]);
  assert.equal(await (await asked("/votes", { words, as: "blob" })).told.text(), "a,b");
  const none = await asked("/early", { words });
  assert.deepEqual([none.told, none.refused, none.status], [null, "", 204]);
});

test("what is sent is JSON, in the language of the page", async (t) => {
  globalThis.document = { documentElement: { lang: "zh-Hans" } };
  t.after(() => delete globalThis.document);
  const requests = serverOf(t, json({}));
  await asked("/hall", { words, send: { view: "step?t=3" }, headers: { "x-rnnviz-key": "k" } });
  const [address, { method, body, headers }] = requests[0];
  assert.deepEqual([address, method, JSON.parse(body)], ["/hall", "POST", { view: "step?t=3" }]);
  assert.deepEqual(headers, { "Accept-Language": "zh-Hans", "x-rnnviz-key": "k" });
});

test("whatever goes wrong, there is a sentence, the server's own where it has one", async (t) => {
  const cut = json({ a: 1 });
  cut.clone = () => ({
    ok: true,
    status: 200,
    headers: new Headers(),
    text: () => Promise.reject(new TypeError("cut")),
  });
  const cases = [
    [new TypeError("Failed to fetch"), "no connection", 0],
    [cut, "no connection", 0],
    [new Response("<html>Sign in", { headers: { "content-type": "text/html" } }), "no answer", 0],
    [json({ error: "This room is full." }, 429), "This room is full.", 429],
    [text("The plan is too long.", 413), "The plan is too long.", 413],
    [new Response("<h1>413</h1>", { status: 413, headers: { "content-type": "text/html" } }), "too large", 413],
    [new Response("", { status: 503, headers: { "retry-after": "40" } }), "again in 40 s", 503],
    [new Response("", { status: 429, headers: { "retry-after": "soon" } }), "no answer", 429],
    [new Response("<p>Bad gateway", { status: 502, headers: { "content-type": "text/html" } }), "no answer", 502],
    [text("x".repeat(9999), 500), "no answer", 500],
    [json({ error: { html: "<b>" } }, 400), "no answer", 400],
  ];
  for (const [answer, sentence, status] of cases) {
    serverOf(t, answer);
    const got = await asked("/x", { words });
    assert.deepEqual([got.told, got.refused, got.status], [null, sentence, status]);
    t.mock.restoreAll();
  }
});

test("a busy server is asked again when it says so, no oftener than is allowed", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const busy = text("Busy.", 429, { "retry-after": "2" });
  const requests = serverOf(t, busy, busy, json([1]));
  let answer = null;
  asked("/weights", { words, patience: 5 }).then((told) => (answer = told));
  for (const count of [1, 2, 3]) {
    for (let k = 0; k < 20; k += 1) await turn();
    assert.equal(requests.length, count);
    t.mock.timers.tick(1999);
    for (let k = 0; k < 20; k += 1) await turn();
    assert.equal(requests.length, count);
    t.mock.timers.tick(1002);
  }
  assert.deepEqual(answer.told, [1]);
  t.mock.restoreAll();

  const impatient = serverOf(t, busy);
  assert.equal((await asked("/weights", { words })).refused, "Busy.");
  assert.equal(impatient.length, 1);
  t.mock.restoreAll();
  const slow = serverOf(t, text("In a minute.", 429, { "retry-after": "60" }));
  assert.equal((await asked("/weights", { words, patience: 5 })).refused, "In a minute.");
  assert.equal(slow.length, 1);
});
