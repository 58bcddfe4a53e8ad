// A room's wire where no socket gets through: votes are posted.

import assert from "node:assert/strict";
import { test } from "node:test";

import { wire } from "../../rnnviz/hall/assets/wire.js";

/** What the server answers, one after another: a status, and what it tells. */
const answers = [];
const asked = [];
const OPEN = { status: 200, told: { epoch: 1, seq: 1, view: "step" } };

Object.assign(globalThis, {
  location: { origin: "http://localhost" },
  addEventListener() {},
  removeEventListener() {},
  document: { hidden: false, documentElement: { lang: "en" }, addEventListener() {}, removeEventListener() {} },
  /** A network that lets none through. */
  WebSocket: class {
    static OPEN = 1;
    constructor() {
      this.readyState = 3;
      queueMicrotask(() => this.onclose({ code: 1006 }));
    }
    close() {}
  },
  async fetch(_address, { body } = {}) {
    asked.push(body === undefined ? "" : JSON.parse(body));
    const { status, told } = body === undefined ? OPEN : answers.shift();
    return Response.json(told, { status });
  },
});

test("a vote that no server has decided on is not refused, and one that a server refuses is", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const heard = [];
  const line = wire("abcd23", {
    hello: () => ({ who: "a", key: "", language: "en" }),
    asks: { who: "a", language: "en" },
    words: { noConnection: "no connection", noAnswer: "no answer {status}", tryAgainIn: "{seconds}" },
    onNews: (news) => heard.push(news),
    onState() {},
  });
  /** Let everything happen that is due, and what follows from it. */
  async function pass() {
    t.mock.timers.tick(5000);
    for (let k = 0; k < 20; k += 1) await null;
    await new Promise(setImmediate);
  }
  while (heard.length === 0) await pass();
  const vote = { question: "q1", choice: 1 };
  for (const [status, told] of [
    [503, { error: "This room is on its way to another server." }],
    [502, "<html>Bad Gateway</html>"],
    [400, { error: "This question is over." }],
    [200, { voted: { ...vote, isLate: false } }],
  ]) {
    answers.push({ status, told });
    line.send({ vote });
    await pass();
  }
  const told = heard.filter((news) => !("view" in news));
  assert.deepEqual(told, [{ refused: "This question is over." }, { voted: { ...vote, isLate: false } }]);
  assert.deepEqual(asked.filter(Boolean)[0], { who: "a", ...vote });
  line.close();
});
