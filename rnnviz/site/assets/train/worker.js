// A worker that trains one run, answers what the live view asks of it, and keeps it in the browser.
//
// It is told once {id, plan, sentences}; without a plan the run goes on from what is kept. Then {question, what,
// query} and {question, command, body}; each is answered by {question, told} or {question, refused}, a sentence.
// After the command "leave" the run is kept and the worker ends; after "forget" it ends at once.

/** @import {Kept, Loops, RunPlan} from "../../../training/browser/train.d.ts" */

import { fastArithmetic, plainArithmetic } from "../../../training/browser/products.js";
import { createRun } from "./run.js";
import { openStore } from "./store.js";

// Milliseconds of training between two looks at what was asked, and until a slowed training is looked at again.
const [SLICE, PAUSE] = [25, 20];
// Milliseconds between two times of keeping, and the share of the time that it may take.
const [KEEP, SHARE] = [1000, 0.05];
// Bytes of checkpoints of a run that are kept; of a large alphabet the later ones are forgotten with the page.
const MOST_BYTES = 24e6;
// Milliseconds that a page that is just being left has to let go of its run.
const PATIENCE = 3000;

// What the first lines of the file say: any, because no module makes them.
const { rnnvizLoops, rnnvizProduct, rnnvizDistances } = /** @type {any} */ (self);
// It takes any message: each has its own shape.
/** @type {Promise<(message: any) => unknown> | null} */
let answering = null;

addEventListener("message", async ({ data }) => {
  if (answering === null)
    answering = begin(data).catch((reason) => () => {
      throw reason;
    });
  else {
    try {
      postMessage({ question: data.question, told: await (await answering)(data) });
    } catch (reason) {
      postMessage({ question: data.question, refused: /** @type {Error} */ (reason).message });
    }
  }
});

/**
 * What answers the questions.
 *
 * @param {{id: string, plan: RunPlan | null, most: number, sentences: Record<string, string>}} told
 */
async function begin({ id, plan, most, sentences }) {
  await locked(id, sentences.elsewhere);
  const store = await openStore();
  const found = plan ? null : ((await store?.read(id)) ?? null);
  if (!plan && !found) throw new Error(sentences.gone);
  /** @type {RunPlan} */
  const own = { ...(plan ?? found.get("about").plan), strings: sentences };
  const run = createRun(own, loopsOf(own.config), arithmetic(), rnnvizDistances, found && keptIn(found));
  if (store && plan) {
    await store.keep(id, [["about", { plan: { ...plan, strings: {} }, when: Date.now() }]]).catch(() => null);
    for (const old of (await store.list()).slice(most)) await store.remove(old);
  }
  const keeper = store && keeping(store, id, run, found);
  train(run, keeper);
  return async ({ what, query, command, body }) => {
    if (!command) return run.ask(what, query);
    run.command(command, body);
    wake();
    if (command !== "forget") await keeper?.(true);
    if (command === "leave" || command === "forget") close();
    return {};
  };
}

/** A run belongs to one tab at a time. */
function locked(id, elsewhere) {
  if (!navigator.locks) return Promise.resolve();
  /** @type {Promise<void>} */
  const held = new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(PATIENCE);
    navigator.locks
      .request(`rnnviz ${id}`, { signal }, () => {
        resolve();
        // It is let go of when the page is left.
        return new Promise(() => {});
      })
      .catch(() => reject(new Error(elsewhere)));
  });
  return held;
}

/** @returns {Loops} */
function loopsOf({ cell, phi, reset_after }) {
  const options = { rnn: ` ${phi}`, gru: ` ${reset_after}` };
  return rnnvizLoops[`${cell}${options[cell] ?? ""}`];
}

function arithmetic() {
  try {
    const bytes = Uint8Array.from(atob(rnnvizProduct), (one) => one.charCodeAt(0));
    return fastArithmetic(new WebAssembly.Module(bytes));
  } catch {
    return plainArithmetic;
  }
}

/**
 * What is kept of a run, from its parts: any, because each has its own shape.
 *
 * @param {Map<string, any>} found
 * @returns {Kept}
 */
function keptIn(found) {
  const numbered = (kind) => {
    const own = [...found].filter(([name]) => name.startsWith(`${kind} `));
    return new Map(
      own
        .map(([name, part]) => /** @type {[number, any]} */ ([Number(name.split(" ")[1]), part]))
        .sort((a, b) => a[0] - b[0]),
    );
  };
  return { ...found.get("state"), checkpoints: numbered("checkpoint"), recorded: numbered("recorded") };
}

/** Keeps a run now and then, or at once; what has been kept of it never changes but for its state. */
function keeping(store, id, run, found) {
  const known = new Set(found?.keys());
  let [next, bytes] = [performance.now(), 0];
  let busy = null;

  async function keepAll() {
    const began = performance.now();
    const { checkpoints, recorded, ...state } = run.keep();
    const named = (kind, parts, size) =>
      [...parts].map(([step, part]) => ({ name: `${kind} ${step}`, part, size: size(part) }));
    const parts = [
      ...named("checkpoint", checkpoints, (weights) => weights.byteLength),
      ...named("recorded", recorded, ({ after }) => 6 * after.byteLength),
    ];
    const fresh = [];
    let more = 0;
    for (const { name, part, size } of parts) {
      if (known.has(name) || bytes + more + size > MOST_BYTES) continue;
      fresh.push([name, part]);
      more += size;
    }
    try {
      // A state without its checkpoints would never get them back.
      await store.keep(id, [...fresh, ["state", state]]);
      for (const [name] of fresh) known.add(name);
      bytes += more;
    } catch {
      // There is no room left. The training goes on, and is not kept any further.
    }
    next = performance.now() + Math.max(KEEP, (performance.now() - began) / SHARE);
    busy = null;
  }
  return async (isNow = false) => {
    if (isNow) await busy;
    else if (performance.now() < next) return;
    busy ??= keepAll();
    await busy;
  };
}

let wake = () => {};

/** Trains in slices, between which questions are answered. */
function train(run, keeper) {
  const { port1, port2 } = new MessageChannel();
  let isAwake = false;
  port1.onmessage = () => {
    const began = performance.now();
    const goesOn = run.work(began + SLICE);
    keeper?.(!goesOn);
    // A slowed training, whose next step is not due, waits.
    if (!goesOn) isAwake = false;
    else if (performance.now() - began < SLICE / 2) setTimeout(() => port2.postMessage(null), PAUSE);
    else port2.postMessage(null);
  };
  wake = () => {
    if (isAwake || !run.isTraining()) return;
    isAwake = true;
    port2.postMessage(null);
  };
  wake();
}
