// The part of the address behind the question mark.

/**
 * Puts values in the place of those that the names have in the address; no page is loaded, no step of the history
 * made.
 */
export function replaceQuery(names, values) {
  const url = new URL(location.href);
  for (const name of names) url.searchParams.delete(name);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  if (url.href !== location.href) history.replaceState(history.state, "", url);
}

/** All values of each name. @param {URLSearchParams} query @returns {Record<string, string[]>} */
export function valuesOf(query) {
  return Object.fromEntries([...query.keys()].map((name) => [name, query.getAll(name)]));
}
