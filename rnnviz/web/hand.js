// A file for the reader.

const REVOKE_AFTER = 60_000;

/** Give the reader a file of this name. */
export function hand(blob, name) {
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER);
}
