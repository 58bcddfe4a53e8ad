// What is asked of the units, as the server is asked it. Pure.

/** @import {Place, Question} from "../units.d.ts" */

/**
 * What a place asks; null where nothing is asked, or a pattern or places are still missing.
 *
 * @param {Place} place
 * @returns {Question | null}
 */
export function questionOf({ label, pattern, spans }) {
  if (label === "regex") return pattern ? { label, pattern } : null;
  if (label === "spans") return spans ? { label, spans } : null;
  return label ? { label } : null;
}

/** A question as one word, to compare it with another. */
export const keyOf = (question) => JSON.stringify(question);
