// What a tab remembers over a reload. A frame without an origin, as in a notebook, remembers nothing; it is not
// reloaded either.

/** The key of the answers to the questions of a stage. */
export const ANSWERS_KEPT = "rnnviz.answers";

/** The key of whether the Units page asks before it shows. */
export const UNITS_ASK_KEPT = "rnnviz.units.ask";

/** The text kept under a key, or null. */
export function recall(key) {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keep a text, or with null forget it. */
export function remember(key, text) {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Nothing is remembered there.
  }
}
