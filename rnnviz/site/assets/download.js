// A file that the browser hands to the reader.

import { h } from "../../web/dom.js";

const REVOKE_AFTER = 60_000;

/** @param {Blob} blob */
export function download(name, blob) {
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER);
}
