// What the page asks its server, and the answers that it keeps.

/** @import {Field} from "../units.d.ts" */

import { asked } from "../../../web/asked.js";
import { wordsOf } from "./place.js";

const KEPT = 80;
const PATIENCE = 3;

/**
 * `look(name, source, more)` asks for a look at the network and the text that the fields of `source` name; more: what
 * else it asks, fields of the link as a place has them, and others. Gives {told, refused, isLater}, and what was told
 * before; isLater: whether the refusal is of the moment, as of a server that is busy.
 *
 * @param {string} api
 * @param {Field[]} fields
 */
export function looks(api, fields, language, words) {
  const kept = new Map();

  function look(name, source, more = {}) {
    const url = new URL(`${api}/${name}`, location.origin);
    const own = Object.fromEntries(fields.filter((one) => one.isSource).map((one) => [one.name, source[one.name]]));
    const isField = (key) => fields.some((one) => one.name === key);
    const others = Object.entries(more).filter(([key]) => !isField(key));
    const query = { ...wordsOf(fields, { ...own, ...more }), ...Object.fromEntries(others), lang: language };
    for (const [key, word] of Object.entries(query)) url.searchParams.set(key, String(word));
    if (!kept.has(url.href)) keep(url.href, ask(url));
    return kept.get(url.href);
  }
  async function ask(url) {
    const { told, refused } = await asked(url, { words, patience: PATIENCE });
    if (refused) kept.delete(url.href);
    if (told?.refused) return { told: null, refused: told.refused, isLater: false };
    return { told, refused, isLater: refused !== "" };
  }
  function keep(key, answer) {
    kept.set(key, answer);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value);
  }
  return look;
}
