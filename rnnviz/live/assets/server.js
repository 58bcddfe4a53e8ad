// The view's requests to our server, and the arrays in the answers as numbers.

import { asked } from "../../web/asked.js";
import { floatsOf } from "../../web/bytes.js";

const KEYS_KEPT = "rnnviz.keys";
// How often a server that is busy is asked again.
const PATIENCE = 3;

/**
 * The runs of a server: `ask(run, what, query)` reads, `command(run, what, body)` commands; both answer as `asked`.
 * keys: of the runs that this reader started. words: as for `asked`.
 */
export function serverAt(base, keys, language, words) {
  function say(run, what, query, options) {
    const url = new URL(`${base}/${run}/${what}`, location.origin);
    for (const [name, value] of Object.entries({ ...query, lang: language })) url.searchParams.set(name, value);
    const headers = keys.has(run) ? { "X-Rnnviz-Key": keys.get(run) } : {};
    return asked(url, { words, headers, ...options });
  }
  return {
    ask: (run, what, query = {}) => say(run, what, query, { patience: PATIENCE }),
    command: (run, what, body = {}) => say(run, what, {}, { send: body }),
  };
}

/** {shape, data} of an answer as {rows, columns, at(row, column)}. */
export function matrix({ shape, data }) {
  const numbers = floatsOf(data, 32);
  const [rows, columns] = shape;
  return { rows, columns, numbers, at: (row, column) => numbers[row * columns + column] };
}

/** The keys of all runs started in this browser, so that a reload can still command them. */
export function keysOf(given) {
  const keys = new Map();
  try {
    for (const [run, key] of JSON.parse(localStorage.getItem(KEYS_KEPT) ?? "[]")) keys.set(run, key);
    for (const [run, key] of Object.entries(given)) {
      keys.delete(run);
      keys.set(run, key);
    }
    localStorage.setItem(KEYS_KEPT, JSON.stringify([...keys].slice(-50)));
  } catch {
    for (const [run, key] of Object.entries(given)) keys.set(run, key);
  }
  return keys;
}
