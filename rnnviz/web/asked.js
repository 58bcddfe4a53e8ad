// The one way to ask the server: what it told, or a sentence for the reader that says why it told nothing.

/** @import {Strings} from "../stage/scene.d.ts" */

import { fill } from "./numbers.js";

// What proxies say in a server's stead is long.
const LONGEST_SENTENCE = 500;
// Seconds; a reader would rather be told than wait longer.
const LONGEST_PATIENCE = 10;
const TOO_LARGE = 413;
const ASKED_TOO_SOON = [429, 503];

/**
 * Ask the server. Never rejects: {told, refused, status, wait, header(name)}.
 *
 * words: {noConnection, tooLarge, tryAgainIn, noAnswer}, as `rnnviz.web.ASKED` has them. send: what the server is sent
 * as JSON, with POST. as: what is told, "json" or "blob". patience: how often to ask again a server that says in how
 * many seconds it has time. The rest: as for `fetch`.
 *
 * told: null where there is nothing, as after 204. refused: "" or a sentence, the server's own where it said one, in
 * the language of the page. status: 0 where nobody answered. wait: the seconds after which a busy server wants to be
 * asked again, else null.
 *
 * What is told is `any`: each address answers with a shape of its own.
 *
 * @typedef {{told: any, refused: string, status: number, wait: number | null, header: Header}} Answer
 * @typedef {(name: string) => string | null} Header
 * @typedef {RequestInit & {words: Strings, send?: object, as?: "json" | "blob", patience?: number}} Question
 *
 * @param {string | URL} address
 * @param {Question} what
 * @returns {Promise<Answer>}
 */
export async function asked(address, { words, send, as = "json", patience = 0, headers, ...rest }) {
  const language = globalThis.document?.documentElement.lang;
  const request = { ...rest, headers: { ...(language && { "Accept-Language": language }), ...headers } };
  if (send !== undefined) Object.assign(request, { method: "POST", body: JSON.stringify(send) });
  for (let left = patience; ; left -= 1) {
    const answer = await answered(address, request, as, words);
    if (left <= 0 || answer.wait === null || answer.wait > LONGEST_PATIENCE) return answer;
    // A whole class was told the same.
    await new Promise((resolve) => setTimeout(resolve, 1000 * answer.wait * (1 + Math.random() / 2)));
  }
}

async function answered(address, request, as, words) {
  let status = 0;
  /** @type {Header} */
  let header = () => null;
  try {
    const answer = await fetch(address, request);
    header = (name) => answer.headers.get(name);
    if (!answer.ok) {
      const body = await answer.text();
      status = answer.status;
      const wait = ASKED_TOO_SOON.includes(status) ? secondsIn(header("retry-after")) : null;
      return { told: null, refused: sentenceWhy(status, header, body, wait, words), status, wait, header };
    }
    const told = as === "blob" ? await answer.blob() : jsonIn(await answer.text());
    return { told, refused: "", status: answer.status, wait: null, header };
  } catch (error) {
    // What came whole and is no JSON came from somebody else, such as the page on which a network asks one to sign in.
    const refused = error instanceof SyntaxError ? words.noAnswer : words.noConnection;
    return { told: null, refused, status, wait: null, header };
  }
}

const jsonIn = (text) => (text === "" ? null : JSON.parse(text));

function sentenceWhy(status, header, body, wait, words) {
  const own = ownSentence(header("content-type") ?? "", body.trim());
  if (own) return own;
  if (status === TOO_LARGE) return words.tooLarge;
  if (wait !== null) return fill(words.tryAgainIn, { seconds: wait });
  return words.noAnswer;
}

/** What our server says itself is a plain text, or the `error` of a JSON object. */
function ownSentence(type, body) {
  if (body.length > LONGEST_SENTENCE) return "";
  if (type.startsWith("text/plain")) return body;
  if (!type.startsWith("application/json")) return "";
  try {
    const { error } = JSON.parse(body);
    return typeof error === "string" ? error : "";
  } catch {
    return "";
  }
}

/** The seconds of a Retry-After header; null where it has none. */
function secondsIn(said) {
  return said !== null && /^\d{1,5}$/.test(said) ? Number(said) : null;
}
