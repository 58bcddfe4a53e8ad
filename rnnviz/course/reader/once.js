// Results that are kept: what several figures and sentences of one frame ask for is computed once. Pure, to those who
// ask.

const MOST_KEPT = 400;
const RESULTS = new WeakMap();

/** What `make` gives, made once for the same data and key; those that nobody has asked for lately are let go. */
export function once(given, key, make) {
  if (!RESULTS.has(given)) RESULTS.set(given, new Map());
  const kept = RESULTS.get(given);
  const found = kept.has(key) ? kept.get(key) : make();
  kept.delete(key);
  kept.set(key, found);
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
  return found;
}
