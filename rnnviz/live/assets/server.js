// The view's requests to our server, and the arrays in the answers as numbers.

import { floatsOf } from "../../web/bytes.js";

const KEYS_KEPT = "rnnviz.keys";

/** A refusal from the server, with its sentence for the reader. */
export class Refused extends Error {}

/**
 * The runs of a server: `ask(run, what, query)` reads, `command(run, what, body)` commands.
 * keys: of the runs that this reader started. Both reject with Refused, or if nobody answers.
 */
export function serverAt(base, keys, language) {
  async function send(run, what, query, options = {}) {
    const url = new URL(`${base}/${run}/${what}`, location.origin);
    for (const [name, value] of Object.entries({ ...query, lang: language })) url.searchParams.set(name, value);
    const headers = keys.has(run) ? { "X-Rnnviz-Key": keys.get(run) } : {};
    const response = await fetch(url, { ...options, headers });
    const answer = await response.json();
    if (answer.error) throw new Refused(answer.error);
    return answer;
  }
  return {
    ask: (run, what, query = {}) => send(run, what, query),
    command: (run, what, body = {}) => send(run, what, {}, { method: "POST", body: JSON.stringify(body) }),
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
