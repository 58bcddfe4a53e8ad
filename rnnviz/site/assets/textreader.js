// The worker that reads a network's text, as the page asks it; see `reader.js`.

/** @import {AskingData, OpenedNetwork} from "../units.d.ts" */

import { Refusal } from "../../units/browser/refusal.js";

/**
 * `readers(network)`: {read, look(name, query)}. read: a promise of what the reading told. A network that differs, by
 * its key and step, takes the place of the one before; `readers.stop` ends the last one.
 *
 * @param {string} address of the worker
 * @param {AskingData} asking
 */
export function readerOf(address, asking) {
  let key = "";
  /** @type {ReturnType<typeof begun> | null} */
  let reader = null;

  /** @param {OpenedNetwork} network */
  function readers(network) {
    const own = `${network.key} ${network.source.at}`;
    if (own === key) return reader;
    reader?.end();
    const next = begun(address);
    [key, reader] = [own, next];
    next.read = read(next, network, asking);
    // It is tried anew when it is asked for again.
    next.read.catch(() => key === own && ([key, reader] = ["", null]));
    return next;
  }
  return Object.assign(readers, { stop: () => reader?.end() });
}

/**
 * @param {ReturnType<typeof begun>} reader
 * @param {OpenedNetwork} network
 * @param {AskingData} asking
 */
async function read(reader, { program, source, states, weightsAt }, { words, grammar, numbers, pairedOf }) {
  const paired = pairedOf.find(({ characters }) => source.outputs.every((output) => characters.includes(output)));
  const reading = {
    program,
    weights: await weightsAt(source.at),
    tokens: source.characters,
    outputs: source.outputs,
    cell: source.cell,
    names: source.quantities.map(({ name }) => name),
    states,
    words,
    numbers,
    grammar: { ...grammar, pairs: paired?.labels ?? [] },
  };
  return reader.ask({ reading });
}

function begun(address) {
  // The script is whole: as a module it would not begin on a page from the disk.
  const worker = new Worker(address);
  const waiting = new Map();
  let count = 0;
  worker.addEventListener("message", ({ data }) => {
    const { resolve, reject } = waiting.get(data.number);
    waiting.delete(data.number);
    if (data.refused) reject(new Refusal(data.refused.name, data.refused.values));
    else if (data.failed) reject(new Error(data.failed));
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
