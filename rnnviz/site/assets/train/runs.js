// The runs of a page: a worker each, which answers in the place of a server.

/** @import {RunPlan} from "../../../training/browser/train.d.ts" */

/**
 * The runs. begin(id, plan): trains one; one that is asked for without having begun goes on from what is kept.
 * ask, command: as `serverAt` of the live view.
 *
 * @param {string} address of the worker
 * @param {Record<string, string>} sentences
 * @param {number} most how many are kept
 */
export function runsOf(address, sentences, most) {
  /** @type {Map<string, (message: object) => Promise<{told: unknown, refused: string, status: number}>>} */
  const runs = new Map();

  /** @param {RunPlan | null} plan */
  function begin(id, plan) {
    const worker = new Worker(address, { type: "module" });
    const waiting = new Map();
    let asked = 0;
    worker.addEventListener("message", ({ data: { question, told = null, refused = "" } }) => {
      waiting.get(question)?.({ told, refused, status: refused ? 400 : 200 });
      waiting.delete(question);
    });
    worker.addEventListener("error", () => {
      for (const resolve of waiting.values()) resolve({ told: null, refused: sentences.gone, status: 400 });
      waiting.clear();
    });
    worker.postMessage({ id, plan, most, sentences });
    runs.set(id, (message) => {
      asked += 1;
      const question = asked;
      return new Promise((resolve) => {
        waiting.set(question, resolve);
        worker.postMessage({ question, ...message });
      });
    });
  }

  /** For runs that no worker trains. @type {Map<string, ReturnType<typeof import("./recording.js").replayed>>} */
  const replays = new Map();

  function say(id, message) {
    if (!runs.has(id)) begin(id, null);
    return runs.get(id)(message);
  }

  /** Let go of all runs but `ids`; they stay kept, unless `how` is "forget". */
  function leave(ids, how = "leave") {
    for (const id of [...runs.keys()].filter((one) => !ids.includes(one))) {
      say(id, { command: how });
      runs.delete(id);
    }
  }
  return {
    begin,
    leave,
    replay: (id, answers) => replays.set(id, answers),
    ask: (id, what, query = {}) => replays.get(id)?.ask(what, query) ?? say(id, { what, query }),
    command: (id, command, body = {}) => replays.get(id)?.command(command) ?? say(id, { command, body }),
  };
}
