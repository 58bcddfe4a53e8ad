// The worker that reads a network's text, as the page asks it; see `reader.js`.

/** @import {Head} from "../units.d.ts" */

/**
 * `readers(key, head, weights)`: {read, look(name, query)}. read: a promise of what the reading told. A network that
 * differs, by its key, takes the place of the one before; `readers.stop` ends the last one.
 *
 * @param {string} address of the worker
 */
export function readerOf(address) {
  let key = "";
  /** @type {ReturnType<typeof begun> | null} */
  let reader = null;

  /**
   * @param {string} own
   * @param {Head} head
   * @param {() => Promise<object>} weights
   */
  function readers(own, head, weights) {
    if (own === key) return reader;
    reader?.end();
    const next = begun(address);
    [key, reader] = [own, next];
    next.read = read(next, head, weights);
    // It is tried anew when it is asked for again.
    next.read.catch(() => key === own && ([key, reader] = ["", null]));
    return next;
  }
  return Object.assign(readers, { stop: () => reader?.end() });
}

async function read(reader, { program, source }, weights) {
  const place = new Map(source.outputs.map((output, k) => [output, k]));
  const indices = source.characters.map((character) => place.get(character));
  const names = source.quantities.map(({ name }) => name);
  return reader.ask({ reading: { program, weights: await weights(), indices, names } });
}

function begun(address) {
  const worker = new Worker(address, { type: "module" });
  const waiting = new Map();
  let count = 0;
  worker.addEventListener("message", ({ data }) => {
    const { resolve, reject } = waiting.get(data.number);
    waiting.delete(data.number);
    if (data.failed) reject(new Error(data.failed));
    else resolve(data.told);
  });
  const fail = () => {
    for (const { reject } of waiting.values()) reject(new Error("the reading ended"));
    waiting.clear();
  };
  worker.addEventListener("error", fail);

  function ask(message) {
    count += 1;
    const number = count;
    return new Promise((resolve, reject) => {
      waiting.set(number, { resolve, reject });
      worker.postMessage({ ...message, number });
    });
  }
  const reader = {
    ask,
    /** @type {Promise<{loss: string, highs: Record<string, number>}>} */
    read: null,
    async look(look, query) {
      await reader.read;
      return ask({ look, query });
    },
    end() {
      worker.terminate();
      fail();
    },
  };
  return reader;
}
