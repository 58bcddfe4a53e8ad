// What the page asks, and the answers that it keeps.

/** @import {Field, Looked} from "../units.d.ts" */

import { asked } from "../../../web/asked.js";
import { wordsOf } from "./place.js";

const KEPT = 80;
const PATIENCE = 3;

/**
 * `look(name, source, more)` asks for a look at the network and the text that the fields of `source` name; more: what
 * else it asks, fields of the link as a place has them, and others. Gives {told, refused, isLater}, and what was told
 * before. ask: gives the same for a look and the words that it is asked with.
 *
 * @param {(name: string, query: Record<string, string>) => Promise<Looked>} ask
 * @param {Field[]} fields
 */
export function looks(ask, fields) {
  const kept = new Map();

  function look(name, source, more = {}) {
    const own = Object.fromEntries(fields.filter((one) => one.isSource).map((one) => [one.name, source[one.name]]));
    const isField = (key) => fields.some((one) => one.name === key);
    const others = Object.entries(more).filter(([key]) => !isField(key));
    const query = { ...wordsOf(fields, { ...own, ...more }) };
    for (const [key, word] of others) query[key] = String(word);
    const key = JSON.stringify([name, query]);
    if (!kept.has(key)) keep(key, answer(key, name, query));
    return kept.get(key);
  }
  async function answer(key, name, query) {
    const answer = await ask(name, query);
    if (answer.refused) kept.delete(key);
    return answer;
  }
  function keep(key, told) {
    kept.set(key, told);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value);
  }
  return look;
}

/** How the app's server is asked, at an address of its own for each look. */
export function askServer(api, language, words) {
  return async (name, query) => {
    const url = new URL(`${api}/${name}`, location.origin);
    for (const [key, word] of Object.entries({ ...query, lang: language })) url.searchParams.set(key, word);
    const { told, refused } = await asked(url, { words, patience: PATIENCE });
    if (told?.refused) return { told: null, refused: told.refused, isLater: false };
    return { told, refused, isLater: refused !== "" };
  };
}
