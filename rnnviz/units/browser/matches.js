// Where a pattern matches, found beside the page, so that it can be given up.

/** @import {AskingData} from "../../site/units.d.ts" */

import { quoted } from "../../web/fields.js";
import { Refusal } from "./refusal.js";

/**
 * `matchesOf(tokens, pattern)`: of each character 1 or 0; rejects with a `Refusal`.
 *
 * @param {string} address of the worker
 * @param {AskingData["limits"]} limits
 */
export function patternFinder(address, { pattern: longest, seconds }) {
  const kept = new Map();

  function matchesOf(tokens, pattern) {
    const key = `${tokens.length} ${tokens.join("").slice(0, 99)} ${pattern}`;
    if (!kept.has(key)) {
      const found = find(tokens, pattern);
      kept.set(key, found);
      found.catch(() => kept.delete(key));
      if (kept.size > 20) kept.delete(kept.keys().next().value);
    }
    return kept.get(key);
  }

  /** @returns {Promise<Uint8Array>} */
  async function find(tokens, pattern) {
    if (!pattern) throw new Refusal("emptyPattern");
    const { length } = [...pattern];
    if (length > longest) throw new Refusal("longPattern", { count: length, most: longest });
    // The script is whole: as a module it would not begin on a page from the disk.
    const worker = new Worker(address);
    try {
      return await new Promise((resolve, reject) => {
        const late = () => reject(new Refusal("slowPattern", { pattern: quoted(pattern), seconds }));
        worker.addEventListener("message", ({ data: { matches, refused } }) => {
          if (refused) reject(new Refusal("otherPattern", { pattern: quoted(pattern) }));
          else resolve(matches);
        });
        worker.addEventListener("error", reject);
        worker.postMessage({ tokens, pattern });
        // A worker takes a moment to begin.
        setTimeout(late, 1000 * seconds + BEGINNING);
      });
    } finally {
      worker.terminate();
    }
  }
  return matchesOf;
}

// Milliseconds.
const BEGINNING = 1500;
