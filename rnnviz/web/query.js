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

/**
 * Returns a function that tells whether the address is still the one of the page that is shown now. A page stays in
 * sight until the next one is there, and by then the address is the next one's: nothing may be written into it.
 */
export function addressHere() {
  const { pathname } = location;
  return () => location.pathname === pathname;
}

/** All values of each name. @param {URLSearchParams} query @returns {Record<string, string[]>} */
export function valuesOf(query) {
  return Object.fromEntries([...query.keys()].map((name) => [name, query.getAll(name)]));
}
