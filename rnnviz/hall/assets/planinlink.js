// A whole lecture plan in a link, behind its #: no server and no log sees it. What a link is too short for is a file.

/** @import {LecturePlan, Limits} from "../plans.d.ts" */

import { planText } from "./planfiles.js";
import { planIn } from "./plans.js";

const FORMAT = "deflate-raw";
export const PLAN_MARK = "plan=";

/**
 * The part of a link behind its # that holds this plan, or "" where it would be longer than `most` characters: {hash,
 * length}.
 *
 * @param {LecturePlan} plan
 * @param {number} most
 */
export async function hashOfPlan(plan, most) {
  const text = JSON.stringify(JSON.parse(planText(plan)));
  const packed = await through(new CompressionStream(FORMAT), new TextEncoder().encode(text), Infinity);
  const hash = `${PLAN_MARK}${asWord(packed)}`;
  return { hash: hash.length > most ? "" : hash, length: hash.length };
}

/**
 * The plan in what stands behind a link's #, as `planIn` reads it; {refused: "noPlanLink"} for what holds none, or not
 * all of one.
 *
 * @param {string} hash
 * @param {Limits} limits
 */
export async function planInHash(hash, limits) {
  const none = { refused: "noPlanLink" };
  if (!hash.startsWith(PLAN_MARK) || hash.length > limits.link) return none;
  // As many characters as a plan may have, a few bytes each: a short link may unpack to much more.
  const most = 4 * limits.views * (limits.view + 2 * limits.say + limits.lines * limits.line);
  try {
    const packed = bytesOf(hash.slice(PLAN_MARK.length));
    const text = new TextDecoder("utf-8", { fatal: true }).decode(
      await through(new DecompressionStream(FORMAT), packed, most),
    );
    return planIn(text, limits);
  } catch {
    return none;
  }
}

/** What comes out of a stream; rejects beyond that many bytes. */
async function through(stream, bytes, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const pieces = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > most) {
      reader.cancel().catch(() => {});
      throw new RangeError("more than a plan has");
    }
    pieces.push(next.value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** Bytes in signs that every link may have. */
function asWord(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const bytesOf = (word) =>
  Uint8Array.from(atob(word.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
